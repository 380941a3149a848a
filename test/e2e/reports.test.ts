/** Reports of the built program over papers and recorded telemetry: exit codes and JSON shapes. */
import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endPrograms, fixtures, makeFolder, runProgram } from '../support/e2e-program.ts';

afterAll(endPrograms);

describe('orrery lint and orrery audit', () => {
  const samples = join(fixtures, 'corpus-samples');
  const cwd = fixtures;
  interface Finding {
    readonly rule: string;
    readonly file: string;
    readonly line: number;
    readonly excerpt: string;
    readonly fix: string;
  }
  interface Report {
    readonly papers: {
      readonly slug: string;
      readonly passes?: boolean;
      readonly verdict?: string;
      readonly findings: readonly Finding[];
    }[];
    readonly totals: Readonly<Record<string, unknown>>;
  }

  it('fail on a folder without a paper, and on none', async () => {
    for (const name of ['lint', 'audit']) {
      const none = await runProgram([name, 'no-such-folder'], { cwd });
      expect(none, name).toMatchObject({ code: 1, stdout: '' });
      expect(none.stderr).toMatch(/^There is no folder at .*\n$/);
      const empty = await runProgram([name, makeFolder()], { cwd });
      expect(empty.code, name).toBe(1);
      expect(empty.stderr).toContain('There is no paper');
    }
  });

  it('lint passes the samples and finds a placeholder with rule, file, line and remedy', async () => {
    const clean = await runProgram(['lint', samples, '--json'], { cwd });
    expect(clean, clean.stdout).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(clean.stdout) as Report;
    expect(report.papers).toHaveLength(6);
    expect(report.papers.every((paper) => paper.passes === true)).toBe(true);
    expect(report.totals).toMatchObject({ papers: 6, passing: 6, failing: 0 });

    const copy = makeFolder();
    const slug = 'null-result-memory-real-workflow-replay-benchmark';
    cpSync(join(samples, slug), join(copy, slug), { recursive: true });
    appendFileSync(join(copy, slug, 'paper.md'), '\nTODO: measure this again.\n');
    const lines = readFileSync(join(copy, slug, 'paper.md'), 'utf8').split('\n').length;
    const marred = await runProgram(['lint', copy, '--json'], { cwd });
    expect(marred.code).toBe(1);
    const [paper] = (JSON.parse(marred.stdout) as Report).papers;
    expect(paper).toMatchObject({ slug, passes: false });
    expect(paper?.findings).toEqual([
      {
        rule: expect.stringMatching(/./) as string,
        file: 'paper.md',
        line: lines - 1,
        excerpt: expect.stringContaining('TODO') as string,
        fix: expect.stringMatching(/./) as string,
      },
    ]);
    const inWords = await runProgram(['lint', copy], { cwd });
    expect(inWords.stdout).toContain(`paper.md:${lines - 1} `);
    const sarif = await runProgram(['lint', copy, '--sarif'], { cwd });
    expect(sarif.code).toBe(1);
    const place = `"uri": "${slug}/paper.md"`;
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: [{}] }] });
    expect(sarif.stdout).toContain(place);
  });

  it('audit tells the papers whose claims have their evidence from the others', async () => {
    const end = await runProgram(['audit', samples, '--json'], { cwd });
    expect(end).toMatchObject({ code: 1, stderr: '' });
    const { papers, totals } = JSON.parse(end.stdout) as Report;
    const verdicts = Object.fromEntries(papers.map((paper) => [paper.slug, paper.verdict]));
    expect(Object.keys(verdicts)).toHaveLength(6);
    expect(verdicts).toMatchObject({
      'null-result-memory-real-workflow-replay-benchmark': 'blocked_empty_claims',
      'vllm-attention-sink-retention-3b-continuous-serving-stress-campaign': 'strict_pass',
    });
    for (const { verdict, findings } of papers)
      expect(findings.length === 0).toBe(verdict === 'strict_pass');
    const passing = Object.values(verdicts).filter((verdict) => verdict === 'strict_pass').length;
    expect(totals).toMatchObject({ papers: 6, strict_pass: passing });

    const one = 'vllm-attention-sink-retention-3b-continuous-serving-stress-campaign';
    expect(await runProgram(['audit', join(samples, one)], { cwd })).toMatchObject({ code: 0 });
  });
});

describe('orrery idle replay', () => {
  const trace = join(fixtures, 'gpu-trace-h200');
  const cwd = fixtures;

  it('refuses what is no trace, no profile and no time', async () => {
    for (const [args, code] of [
      [['no-such-trace'], 1],
      [[trace, '--profile', 'nap'], 1],
      [[trace, '--run', 'nap'], 1],
      [[trace, '--sustain-sec', 'long'], 2],
    ] as const) {
      const end = await runProgram(['idle', 'replay', ...args], { cwd });
      expect(end, args.join(' ')).toMatchObject({ code, stdout: '' });
      expect(end.stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('gives a verdict per run of a recorded trace, with its window and margins', async () => {
    const args = [
      'idle',
      'replay',
      trace,
      '--profile',
      'training',
      '--sustain-sec',
      '45',
      '--json',
    ];
    const end = await runProgram(args, { cwd });
    expect(end).toMatchObject({ code: 0, stderr: '' });
    const replay = JSON.parse(end.stdout) as {
      verdicts: { run: string; state: string; at: string; window: { duration_ms: number } }[];
      profile: Readonly<Record<string, unknown>>;
    };
    expect(replay.profile).toMatchObject({ idle_sustain_sec: 45 });
    expect(replay.verdicts.length).toBeGreaterThan(0);
    for (const verdict of replay.verdicts) {
      expect(verdict).toEqual(
        expect.objectContaining({ run: expect.any(String), margins: expect.any(Object) }),
      );
      expect(Number.isNaN(Date.parse(verdict.at))).toBe(false);
      if (verdict.state === 'idle')
        expect(verdict.window.duration_ms).toBeGreaterThanOrEqual(45_000);
    }
    const states = Object.fromEntries(replay.verdicts.map(({ run, state }) => [run, state]));
    expect(states).toMatchObject({ training: 'idle', inference_eval: 'idle' });
    const inWords = await runProgram(['idle', 'replay', trace, '--run', 'training'], { cwd });
    expect(inWords).toMatchObject({ code: 0, stderr: '' });
    expect(inWords.stdout).toContain('training');
  });
});
