/** What a test run says at its end: counts, failures with the command that repeats them, and what was left out. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { loadTool } from '../../support/load-tool.ts';
import { packageRoot } from '../../support/service-config.ts';

interface Failure {
  readonly file?: string;
  readonly title?: string;
  readonly message: string;
  readonly repeat: string;
}
interface Outcome {
  readonly passed: number;
  readonly failures: readonly Omit<Failure, 'repeat'>[];
}
interface Step {
  readonly name: string;
  readonly status: number;
  readonly log: string;
  readonly outcome?: Outcome;
}
const { describeFailures, describeRepeat } = await loadTool<{
  describeFailures: (failures: readonly Failure[], charsMax: number) => string[];
  describeRepeat: (
    failure: Pick<Failure, 'file' | 'title'>,
    run: { script: string; seed: string },
  ) => string;
}>('test-report.mjs');
const { toPattern } = await loadTool<{ toPattern: (title: string) => string }>('test.mjs');
const { toPlainText } = await loadTool<{ toPlainText: (text: string) => string }>('plain-text.mjs');
const { sumSteps, nameAll } = await loadTool<{
  sumSteps: (steps: readonly Step[]) => Outcome;
  nameAll: (failures: Outcome['failures']) => string;
}>('ci-end.mjs');
const { needsOf, knownNeeds, findLeftOut } = await loadTool<{
  needsOf: (text: string) => string[];
  knownNeeds: Record<string, { programs: string[] }>;
  findLeftOut: (
    hasProgram: (names: readonly string[]) => boolean,
  ) => { path: string; reason: string }[];
}>('test-needs.mjs');

const red = '\u001b[31m';

describe('the outcome of a run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-report-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('names each failure with its message and place, also of a group and of a whole file', async () => {
    const group = `
      it('passes', () => {});
      // allowed: it is what the outcome is to name
      it.skip('waits', () => {});
      describe('sums', () => it('add up', () => expect({ sum: 1 }).toEqual({ sum: 2 })));
      describe('broken', () => { beforeAll(() => { throw new Error('no start'); }); it('x', () => {}); });
    `;
    writeFileSync(join(folder, 'group.test.mjs'), group);
    writeFileSync(join(folder, 'whole.test.mjs'), "throw new Error('not loaded');");
    writeFileSync(
      join(folder, 'outside.test.mjs'),
      "it('ends', () => { Promise.reject(new Error('nobody waits')); });",
    );
    const outcome = join(folder, 'outcome.json');
    const reporter = join(packageRoot, 'tools/test-reporter.mjs');
    const args = ['run', '--root', folder, `--reporter=${reporter}`];
    const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs');
    const env = { ...process.env, ORRERY_TEST_OUTCOME: outcome };
    await expect(
      promisify(execFile)(process.execPath, [vitest, ...args, '--globals'], { env }),
    ).rejects.toMatchObject({ code: 1 });
    const { passed, skippedTitles, failures } = JSON.parse(readFileSync(outcome, 'utf8'));
    expect(passed).toBe(2);
    expect(skippedTitles).toContain('waits');
    const found = (failures as Failure[]).map(({ file, title, message }) => [
      file?.split('/').at(-1),
      title,
      message.split('\n')[0],
    ]);
    expect(found).toHaveLength(4);
    expect(found).toEqual(
      expect.arrayContaining([
        ['group.test.mjs', 'broken', 'Error: no start'],
        [
          'group.test.mjs',
          'sums > add up',
          'AssertionError: expected { sum: 1 } to deeply equal { sum: 2 }',
        ],
        [undefined, undefined, 'outside of any test: Error: nobody waits'],
        ['whole.test.mjs', undefined, 'Error: not loaded'],
      ]),
    );
  });
});

describe('what repeats a failure', () => {
  const run = { script: 'npm test', seed: '7' };
  it('runs its file and title with the same seed, quoted for a shell', () => {
    expect(describeRepeat({ file: 'a.test.ts', title: "it's > $HOME" }, run)).toBe(
      "ORRERY_SEED=7 npm test -- a.test.ts -t 'it'\\''s > $HOME'",
    );
    expect(describeRepeat({ file: 'a.test.ts' }, run)).toBe('ORRERY_SEED=7 npm test -- a.test.ts');
    expect(describeRepeat({}, run)).toBe('ORRERY_SEED=7 npm test');
  });
  it('leaves a title out that nobody can type', () => {
    expect(describeRepeat({ file: 'a.test.ts', title: `${red}x` }, run)).not.toContain('-t');
  });
  it('finds a title as it is shown, and as vitest joins it', () => {
    const pattern = new RegExp(toPattern('a (b) > costs 1.5*'));
    expect(['a (b) costs 1.5*', 'a (b) > costs 1.5*'].every((name) => pattern.test(name))).toBe(
      true,
    );
    expect(pattern.test('a (b) costs 125')).toBe(false);
  });
});

describe('the list of failures', () => {
  const failures = Array.from({ length: 40 }, (_, at) => ({
    file: `test/${at}.test.ts`,
    title: `${red}breaks ${at}`,
    message: 'long '.repeat(40),
    repeat: `npm test -- test/${at}.test.ts`,
  }));
  it('has every message while there is room', () => {
    expect(describeFailures(failures.slice(0, 1), 1_000)).toEqual([
      `FAILED test/0.test.ts > breaks 0\n    ${failures[0]?.message}\n  again: npm test -- test/0.test.ts`,
    ]);
  });
  it('drops messages first and then says how many more there are', () => {
    const titles = describeFailures(failures, 4_000);
    expect(titles).toHaveLength(40);
    expect(titles.join('\n').length).toBeLessThanOrEqual(4_000);
    const few = describeFailures(failures, 1_000);
    expect(few.join('\n').length).toBeLessThan(1_100);
    expect(few.at(-1)).toBe(`and ${40 - (few.length - 1)} more; the whole output names them`);
  });
});

describe('the end of all steps', () => {
  const failure = { file: 'a.test.ts', message: 'no', repeat: 'npm test' };
  it('counts a step without an outcome as one, and an outcome as what it says', () => {
    const steps = [
      { name: 'check', status: 0, log: '' },
      { name: 'test', status: 1, log: '', outcome: { passed: 5, failures: [failure] } },
    ];
    expect(sumSteps(steps)).toEqual({ passed: 6, failures: [failure] });
  });
  it('shows the end of the log of a step that failed without saying why', () => {
    const log = `== npm run soak\n${red}started\nlost a turn\n`;
    const broken = { title: 'soak', message: '== npm run soak\nstarted\nlost a turn' };
    const expected = { passed: 0, failures: [{ ...broken, repeat: 'npm run soak' }] };
    expect(sumSteps([{ name: 'soak', status: 1, log }])).toEqual(expected);
    const empty = { passed: 0, failures: [] };
    expect(sumSteps([{ name: 'soak', status: 1, log, outcome: empty }])).toEqual(expected);
  });
  it('leaves room for others where a line of such a log is long, and names all that failed in one line', () => {
    const { failures } = sumSteps([
      { name: 'chaos', status: 1, log: `${'x'.repeat(5_000)}\nwrong` },
    ]);
    expect(failures[0]?.message).toBe(`${'x'.repeat(300)}\nwrong`);
    expect(nameAll([...failures, ...failures])).toBe('failed: chaos; chaos');
  });
});

it('text for a file has neither colours nor other control characters', () => {
  expect(toPlainText(`${red}red\u001b[0m\u001b[2K\rnext\tone\n\u0007`)).toBe('rednext\tone\n');
});

describe('needs', () => {
  it('are read from the first comment only', () => {
    expect(needsOf('/** Opens a page. @needs chromium, sshd */\n/** @needs redis */')).toEqual([
      'chromium',
      'sshd',
    ]);
    expect(needsOf('/**\n * Opens a page.\n * @needs chromium\n */')).toEqual(['chromium']);
    expect(needsOf("import x from 'y';\n/** @needs redis */")).toEqual([]);
  });

  it('leave nothing out on a machine that has every program', () => {
    expect(findLeftOut(() => true)).toEqual([]);
    expect(Object.values(knownNeeds).every(({ programs }) => programs.length > 0)).toBe(true);
  });
});
