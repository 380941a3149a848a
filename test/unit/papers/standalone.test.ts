/** `verify.mjs`, the program that goes with every package: what it accepts, what it names, how it ends. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluateFormula, verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { createSandbox, packageSample, type Sandbox, sampleFiles } from './support.ts';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = createSandbox();
  folder = await packageSample(sandbox);
});
afterAll(() => sandbox.dispose());

/** Problems of a copy of the package that `change` was let loose on. */
function problemsAfter(change: (dir: string) => void): string[] {
  const dir = mkdtempSync(join(sandbox.root, 'copy-'));
  cpSync(folder, dir, { recursive: true });
  change(dir);
  try {
    return verifyFolder(dir).problems.map(
      ({ file, message, right }) => `${file}: ${message}; ${right}`,
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
const edit =
  (file: string, from: string | RegExp, to: string) =>
  (dir: string): void => {
    const before = readFileSync(join(dir, file), 'utf8');
    const after = before.replace(from, to);
    expect(after, `${file} changes`).not.toBe(before);
    writeFileSync(join(dir, file), after);
  };

describe('the program that goes with a package', () => {
  it('runs on bare Node in the folder it lies in, and says what it checked and what it did not', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', '--json'], {
      cwd: folder,
      encoding: 'utf8',
      env: {},
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const report = JSON.parse(stdout) as ReturnType<typeof verifyFolder>;
    expect(report).toMatchObject({ ok: true, problems: [] });
    const counts = new Map(report.checked.map(({ what, count }) => [what, count]));
    for (const what of [
      'files',
      'checksums',
      'evidence files',
      'claims',
      'numbers of paper.md',
      'lines of paper.tex',
    ])
      expect([what, (counts.get(what) ?? 0) > 2]).toEqual([what, true]);
    expect(report.not_checked.map(({ what }) => what)).toEqual([
      'signature',
      'paper.html',
      'paper.xml',
      'paper.myst.md',
      'wording',
    ]);
  });

  it('imports nothing but Node itself', () => {
    const source = readFileSync(join(folder, 'verify.mjs'), 'utf8');
    const imports = [...source.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gms)];
    expect(imports.length).toBeGreaterThan(3);
    expect(imports.filter(([, from]) => !from?.startsWith('node:'))).toEqual([]);
  });

  it('passes the folder of the paper, too, and says that it has no checksums', () => {
    const report = verifyFolder(sandbox.paperDir);
    expect(report.problems).toEqual([]);
    expect(report.not_checked.map(({ what }) => what)).toContain('checksums');
  });

  it('reads no number that a double does not hold, as another one would fit it, too', async () => {
    const large = createSandbox({
      ...sampleFiles,
      'results/large.json': JSON.stringify({ total_bytes: 2 ** 53 }),
    });
    await large.write();
    expect(verifyFolder(large.paperDir).problems).toEqual([]);
    const file = join(large.paperDir, 'evidence/results/large.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('740992', '740993'));
    expect(verifyFolder(large.paperDir).problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('is stated as 9007199254740992'),
    );
    large.dispose();
  });

  it('takes a unit of marks for what it is', async () => {
    const odd = createSandbox({
      ...sampleFiles,
      'results/odd.json': JSON.stringify({ load: { value: 2.5, unit: '%&_$' } }),
    });
    await odd.write();
    expect(readFileSync(join(odd.paperDir, 'paper.md'), 'utf8')).toContain('2.5 %');
    expect(verifyFolder(odd.paperDir).problems).toEqual([]);
    odd.dispose();
  });

  it('ends with 1 and a line for each problem, with 2 where nothing can be read', () => {
    const copy = mkdtempSync(join(sandbox.root, 'lie-'));
    cpSync(folder, copy, { recursive: true });
    edit('paper.md', '8.119', '8.118')(copy);
    const lie = spawnSync(process.execPath, [join(copy, 'verify.mjs')], { encoding: 'utf8' });
    expect(lie.status).toBe(1);
    expect(lie.stdout).toMatch(/^paper\.md:\d+: 8\.118 is not the value of C\d+; .*8\.119$/m);
    const gone = spawnSync(process.execPath, [join(copy, 'verify.mjs'), join(copy, 'no')], {
      encoding: 'utf8',
    });
    expect([gone.status, gone.stdout]).toEqual([2, '']);
    expect(gone.stderr).toContain('cannot be read');
  });

  it.each([
    ['a number of the LaTeX', 'paper.tex', '8.119', '8.118', 'paper.tex: says'],
    ['a unit', 'paper.md', '8.119 ms', '8.119 s', 'in ms'],
    ['a hash', 'claim_ledger.json', /"sha256": "./, '"sha256": "Z', 'stated with hash'],
    ['a value', 'claim_ledger.json', 'value": 8.11873', 'value": 8.11973', '8.119'],
    [
      'a formula',
      'claim_ledger.json',
      '"formula": "ratio(',
      '"formula": "difference(',
      'stated as',
    ],
    [
      'the last digit of what a formula gives',
      'claim_ledger.json',
      /(?<="formula": "ratio[^}]*"recomputed_value": \d\.\d{13,})\d(?=[,\s])/,
      '',
      'stated as',
    ],
    ['a metric', 'evidence_bundle.json', '"value": 8.11873', '"value": 8.11874', 'is not 8.11874'],
    ['a result', 'evidence/results/latency_summary.json', '8.11873', '8.11973', 'hashes to'],
    [
      'a point',
      'figures/figure-a.svg',
      /<path d="M[\d.]+ (?=[\d.]+L)/,
      '<path d="M1 ',
      'does not plot',
    ],
    ['a drawn label', 'paper.tex', /(\\makebox\(0,0\)\[l\]\{)/, '$1not ', 'paper.tex: draws'],
    [
      'a member by a second of its name',
      'evidence/results/summary.json',
      '{',
      '{"seed": 17,',
      'wall_seconds is stated as',
    ],
    ['a direction', 'paper.md', 'is lower for', 'is higher for', 'says higher'],
    [
      'who is compared with whom',
      'paper.md',
      'for routed than for baseline',
      'for baseline than for routed',
      'compares with routed',
    ],
    ['the case of a row', 'paper.md', '| baseline |', '| routed |', 'stands at “routed”'],
    ['the unit of a head', 'paper.md', 'mean (ms)', 'mean (s)', 'stands below s'],
    ['a sentence', 'paper.md', 'The decision', 'Twelve users agree. The decision', '“Twelve”'],
    ['a sentence', 'paper.md', 'The decision', 'We wrote this. The decision', 'who wrote'],
    ['the notice', 'paper.md', 'generated by an AI system', 'written by a team', 'does not say'],
    ['the record', 'paper.md', 'as “supported”', 'as “refuted”', 'says something else'],
    ['markup', 'paper.md', 'The decision record', '<b>The</b> decision record', 'holds markup'],
    [
      'a command',
      'paper.tex',
      'The decision record',
      '\\phantom{The} decision record',
      'holds a command',
    ],
    [
      'authorship',
      'metadata.json',
      'claimed": false',
      'claimed": true',
      'human_authorship_claimed',
    ],
  ])('names %s that was changed', (_, file, from, to, words) => {
    const problems = problemsAfter(edit(file, from, to));
    expect(problems.some((problem) => problem.includes(words))).toBe(true);
    expect(problems.some((problem) => problem.includes('SHA256SUMS says'))).toBe(true);
  });

  it.each([
    ['Twelve users agree.', '“Twelve”'],
    ['A million users agree.', '“million”'],
    ['Two hundred and twelve users agree.', '“Two hundred and twelve”'],
    ['Ninety-one thousand users agree.', '“Ninety-one thousand”'],
    ['It was better in nine percent.', '“nine”'],
    ['It is a dozen times larger.', '“dozen”'],
  ])('reads the number in words of “%s”', (sentence, word) => {
    const change = edit('paper.md', 'The decision', `${sentence} The decision`);
    expect(problemsAfter(change)).toContainEqual(expect.stringContaining(`says ${word}`));
  });

  it.each([
    'The losses per million were read.',
    'It has one of the two names.',
    'The twelve-layer and hundred-layer variants ran.',
  ])('takes none for a number that counts nothing: “%s”', (sentence) => {
    const change = edit('paper.md', 'The decision', `${sentence} The decision`);
    expect(problemsAfter(change)).not.toContainEqual(expect.stringMatching(/^paper\.md: says/));
  });

  it('names files that nothing lists, hidden ones and links among them', () => {
    const problems = problemsAfter((dir) => {
      writeFileSync(join(dir, 'extra.txt'), 'x');
      writeFileSync(join(dir, '.hidden'), 'x');
      symlinkSync('paper.md', join(dir, 'link.md'));
    });
    for (const file of ['extra.txt', '.hidden'])
      expect(problems).toContainEqual(expect.stringContaining(`${file}: is listed nowhere`));
    expect(problems).toContainEqual(expect.stringContaining('link.md: is no regular file'));
  });
});

describe('a formula of the ledger', () => {
  const files: Readonly<Record<string, unknown>> = {
    'a#/x/*': [3, 1, 2, 10],
    'a#/y/*': [1, 2, 4, 5],
    'a#/n': 8,
    'a#/tenth': 0.1,
    'a#/tenths/*': [0.1, 0.7],
    'a#/zero': 0,
  };
  const give = (text: string) => evaluateFormula(text, (source) => files[source]);

  it.each([
    ['count("a#/x/*")', 4],
    ['sum("a#/x/*")', 16],
    ['mean("a#/x/*")', 4],
    ['median("a#/x/*")', 2.5],
    ['min("a#/x/*")', 1],
    ['max("a#/x/*")', 10],
    ['sd("a#/x/*")', Math.sqrt(50 / 3)],
    ['quantile("a#/x/*", 0.25)', 1.75],
    // By any table of Student's t: 3.182446 at 3 degrees of freedom and 95 %.
    ['t_high("a#/x/*", 0.95)', 4 + 3.18244630528 * (Math.sqrt(50 / 3) / 2)],
    ['t_low("a#/x/*", 0.95)', 4 - 3.18244630528 * (Math.sqrt(50 / 3) / 2)],
    ['percent_change("a#/n", 10)', -20],
    ['percent_of("a#/n", 10)', 80],
    ['median(ratio("a#/x/*","a#/y/*"))', 1.25],
    ['abs(difference("a#/n", 10))', 2],
    ['product("a#/n", 0.5)', 4],
    ['convert("a#/n","ms","s")', 0.008],
    ['convert(mean("a#/x/*"),"GiB","MiB")', 4096],
  ])('%s is %d', (text, expected) => {
    expect(give(text)).toEqual({ value: expect.closeTo(expected, 8) as number });
  });

  it.each([
    // Halfway between the two in the middle, not from the lower one half the way up.
    ['median("a#/tenths/*")', (0.1 + 0.7) / 2],
    ['convert("a#/tenth","ns","s")', 0.1 / 1e9],
    ['convert("a#/n","billion","MW")', null],
    ['convert("a#/n","billion","count")', 8e9],
    ['convert("a#/n","MW","W")', 8e6],
    ['boot_low("a#/x/*",1,1)', null],
    ['boot_low("a#/x/*",0.9,-1)', null],
    ['ratio("a#/n",1e999)', null],
    ['abs(01)', null],
    // As deep as the program lets calls stand, and no deeper; its spaces and units, and no others.
    [`${'abs('.repeat(16)}"a#/n"${')'.repeat(16)}`, 8],
    [`${'abs('.repeat(17)}"a#/n"${')'.repeat(17)}`, null],
    ['abs(\u00a0"a#/n")', null],
    ['convert("a#/n","kB","bytes")', null],
    ['convert("a#/n","percent","%")', null],
  ])('%s is exactly %s', (text, expected) => {
    const found = give(text);
    expect('value' in found ? found.value : null).toBe(expected);
  });

  it.each([
    'ratio("a#/n","a#/zero")',
    'ratio("a#/x/*","a#/n"',
    'ratio("a#/x/*","a#/n")',
    'mean("a#/n")',
    'mean("a#/none/*")',
    'convert("a#/n","ms","bytes")',
    'sd()',
    'constructor("a#/n")',
    `${'abs('.repeat(20)}1${')'.repeat(20)}`,
    '"a#/n" 1',
  ])('%s has no value', (text) => {
    expect(give(text)).toEqual({ why: expect.stringMatching(/./) as string });
  });

  it('is read no further than 2,000 characters', () => {
    expect(give(`abs(1${' '.repeat(2000)})`)).toEqual({
      why: expect.stringContaining('2,000') as string,
    });
  });
});
