/**
 * Secrets of the installation's own configuration, which only whoever has that knows: none comes into a paper, in any
 * spelling, and what they stand beside is written, verified and packaged as ever.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectDecision } from '../../../src/domain/records.ts';
import { knownRules } from '../../../src/lib/known-secrets.ts';
import { redactText } from '../../../src/lib/redact.ts';
import { provePaper } from '../../../src/papers/prove-folder.ts';
import { listFiles } from '../../../src/papers/staging.ts';
import { createPaperWork, type PaperWork } from '../../../src/papers/work/paper-work.ts';
import { childrenOf, processText } from '../../support/child-processes.ts';
import { packageDraft } from '../../support/package-draft.ts';
import { createSandbox, type Sandbox, sampleDecision, sampleFiles } from './support.ts';

const token = 'Zx8/Qp3+vL0m7 Tn"Wc5é-gate';
const push = 'https://push.example/send/Kq4Jd8';
const secrets = [token, push, '31337', '20', 'ab1'];
const spellings = [
  token,
  encodeURIComponent(token),
  JSON.stringify(token).slice(1, -1),
  Buffer.from(token).toString('base64'),
  Buffer.from(token).toString('base64url'),
  // As other languages write JSON.
  token.replace('"', '\\"').replace('é', '\\u00e9'),
  token.replaceAll('/', '\\/').replace('"', '\\u0022').replace('é', '\\u00E9'),
  push,
  push.replaceAll('/', '\\/'),
];
const rules = knownRules(secrets);

describe('the rules', () => {
  it.each(spellings)('take out %s, and name the place alone', (spelling) => {
    const found = redactText(`{"a": 1,\n "b": "x ${spelling} y"}`, rules);
    expect(found.text).toBe('{"a": 1,\n "b": "x [redacted] y"}');
    expect(found.redactions).toEqual([{ rule: 'configured', count: 1, lines: [2] }]);
  });

  it.each([
    '{"trials": 20, "port": 31337, "list": [20,31337], "e": 31337e2}',
    'step,loss\n20,31337\n31337.20,-20',
    'It took 20 s on port 31337.',
    'crab1 and ab12',
  ])('leave bare numbers and parts of words alone: %s', (text) => {
    expect(redactText(text, rules)).toEqual({ text, redactions: [] });
  });

  it.each([
    ['{"pin": "31337", "word": "ab1"}', '{"pin": "[redacted]", "word": "[redacted]"}'],
    ['{"told": "{\\"pin\\": \\"31337\\"}"}', '{"told": "{\\"pin\\": \\"[redacted]\\"}"}'],
    ['postgres://me:31337@db/x', 'postgres://me:[redacted]@db/x'],
  ])('take out a secret of digits where it is a text: %s', (text, left) => {
    expect(redactText(text, rules).text).toBe(left);
  });

  it('are none without secrets', () => {
    expect(knownRules([])).toEqual([]);
  });
});

describe('a paper whose notes, results, record and idea hold them', () => {
  // As the store has it, from which they were taken out before.
  const stored: ProjectDecision = {
    ...sampleDecision,
    summary: 'Run with [redacted]. The comparison is clear.',
  };
  const files = {
    ...sampleFiles,
    'run_notes.md': `# Notes\n\n## Method\n\n${spellings.map((each) => `The probe was run with ${each} once.`).join('\n')}\n`,
    '.orrery/project_decision.json': JSON.stringify({
      ...stored,
      summary: `Run with ${token}. The comparison is clear.`,
    }),
    'results/rows.csv': `case,loss\n${push},0.5\nplain,20\nother,31337\n`,
    'results/named.json': JSON.stringify({
      [token]: { mean_ms: 3, label: token },
      other: { mean_ms: 4, note: spellings.join(' ') },
    }).replaceAll('é', '\\u00e9'),
  };
  let work: PaperWork;
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = createSandbox(files);
    work = createPaperWork({ processesMax: 1, secrets });
    const { clock, ...input } = sandbox.input();
    await work.write({
      ...input,
      decision: stored,
      projectName: `Memory beside ${push}`,
      hypothesis: `It works with ${token}.`,
      nowMs: clock.now(),
    });
  });
  afterAll(async () => {
    await work.close();
    sandbox.dispose();
  });

  const leaks = (text: string): string[] =>
    spellings.filter((each) => text.includes(each) || text.includes(JSON.stringify(each)));
  const textsIn = (dir: string): string[] =>
    listFiles(dir).map((path) => `${path}\n${readFileSync(join(dir, path), 'latin1')}`);

  it('holds none of them in any file, says where they stood, and has every number', () => {
    for (const text of textsIn(sandbox.paperDir)) {
      expect(leaks(text)).toEqual([]);
      expect(leaks(Buffer.from(text, 'latin1').toString())).toEqual([]);
    }
    const bundle = JSON.parse(readFileSync(join(sandbox.paperDir, 'evidence_bundle.json'), 'utf8'));
    expect(bundle.redactions).toContainEqual({
      path: 'results/rows.csv',
      rule: 'configured',
      count: 1,
      lines: [2],
    });
    const paths = bundle.redactions.map(({ path }: { path: string }) => path);
    expect(new Set(paths)).toEqual(
      new Set([
        'run_notes.md',
        '.orrery/project_decision.json',
        'results/rows.csv',
        'results/named.json',
      ]),
    );
    const values = bundle.metrics.map(({ value }: { value: number }) => value);
    expect(values).toEqual(expect.arrayContaining([0.5, 20, 31337, 3, 4]));
  });

  it('is proved by those who know none of them, alone and packaged', async () => {
    const { paperDir, artifactRoot } = sandbox;
    expect(provePaper({ slug: 'p', dir: paperDir })).toMatchObject({ passes: true });
    const { runId, paperId } = sandbox.input();
    const dir = await packageDraft({ artifactRoot, runId, paperId });
    for (const text of textsIn(dir)) expect(leaks(text)).toEqual([]);
    const { status, stdout } = spawnSync(process.execPath, ['verify.mjs'], {
      cwd: dir,
      encoding: 'utf8',
    });
    expect(stdout).not.toContain('problem:');
    expect(status).toBe(0);
  });

  it('is quoted by no refusal', async () => {
    const { clock, ...input } = sandbox.input();
    const other: ProjectDecision = { ...stored, summary: `Run without ${push}.` };
    const refused = await work
      .write({ ...input, decision: other, nowMs: clock.now() })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ details: { reason: 'decision_differs' } });
    expect(leaks(`${String(refused)} ${JSON.stringify(refused)}`)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is written by a process that is not started with them',
    () => {
      const started = childrenOf(process.pid).filter((pid) =>
        processText(pid, 'cmdline').includes('papers.js'),
      );
      expect(started.length).toBeGreaterThan(0);
      for (const pid of started)
        expect(leaks(processText(pid, 'cmdline') + processText(pid, 'environ'))).toEqual([]);
    },
  );
});
