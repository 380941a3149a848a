/** Work on papers in processes: hostile text ends in time, and what does not is ended and named. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { WriteTask } from '../../../src/papers/work/jobs.ts';
import {
  createPaperWork,
  type PaperWork,
  type PaperWorkOptions,
} from '../../../src/papers/work/paper-work.ts';
import { childrenOf, processText } from '../../support/child-processes.ts';
import { hostileNames, hostileText } from '../../support/hostile-texts.ts';
import { createSandbox, type Sandbox, sampleFiles } from './support.ts';

const seed = Number(process.env['ORRERY_SEED'] ?? '0');
const at = '2026-01-01T00:00:00.000Z';
let work: PaperWork;
const opened: PaperWork[] = [];
const sandboxes: Sandbox[] = [];
function open(options: PaperWorkOptions = {}): PaperWork {
  work = createPaperWork({ processesMax: 1, ...options });
  opened.push(work);
  return work;
}
function sandboxWith(files: Readonly<Record<string, string>> = {}): Sandbox {
  const sandbox = createSandbox({ ...sampleFiles, ...files });
  sandboxes.push(sandbox);
  return sandbox;
}
function taskOf(sandbox: Sandbox): WriteTask {
  const { clock, ...input } = sandbox.input();
  return { ...input, nowMs: clock.now() };
}
const reasonOf = (job: Promise<unknown>): Promise<unknown> => job.catch((error: unknown) => error);

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  for (const sandbox of sandboxes.splice(0)) sandbox.dispose();
});

/** Holds the processes up until it is opened. */
function createGate() {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-hold-'));
  const holdFile = join(dir, 'hold');
  writeFileSync(holdFile, '');
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return { rig: { holdFile }, open: () => rmSync(holdFile) };
}

describe('what is refused', () => {
  it('work beyond its deadline, with the bound; its process is replaced', async () => {
    const clock = createManualClock(0);
    const gate = createGate();
    open({ rig: gate.rig, deadlineMs: 1000, setTimer: (ms, done) => clock.setTimer(ms, done) });
    const late = reasonOf(work.write(taskOf(sandboxWith())));
    expect(work.stats()).toMatchObject({ busy: 1, waiting: 0 });
    clock.advance(1000);
    expect(await late).toMatchObject({
      code: 'paper_too_large',
      status: 409,
      details: { bound: 'time' },
      message: expect.stringContaining('took over 1 s'),
    });
    gate.open();
    const sandbox = sandboxWith();
    expect(await work.write(taskOf(sandbox))).toMatchObject({ report: { verified: true } });
    expect(work.stats()).toMatchObject({ timedOut: 1, outOfMemory: 0 });
  });
  it('work beyond its memory, with the file it was at', async () => {
    open({ memoryMib: 24 });
    // Meets the bound within the parser, where a thread would take the whole program with it.
    const many = `[${'[],'.repeat(1_000_000)}[]]`;
    const refused = reasonOf(work.write(taskOf(sandboxWith({ 'results/many.json': many }))));
    expect(await refused).toMatchObject({
      code: 'paper_too_large',
      details: { bound: 'memory', file: 'results/many.json' },
    });
    expect(work.stats()).toMatchObject({ timedOut: 0, outOfMemory: 1 });
  });
  it('work that nobody wants any more, wherever it is', async () => {
    const gate = createGate();
    open({ rig: gate.rig });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const task = taskOf(sandboxWith());
    const jobs = [running, waiting].map(({ signal }) => reasonOf(work.write(task, signal)));
    expect(work.stats()).toMatchObject({ busy: 1, waiting: 1 });
    waiting.abort(new Error('not wanted'));
    running.abort(new Error('not wanted either'));
    expect(await Promise.all(jobs)).toMatchObject([
      { message: 'not wanted either' },
      { message: 'not wanted' },
    ]);
    gate.open();
  });
});

it.runIf(process.platform === 'linux')(
  'is done by a process that lets others go first, on the processors and when memory is short',
  async () => {
    open();
    await work.write(taskOf(sandboxWith()));
    const started = childrenOf(process.pid).filter((pid) =>
      processText(pid, 'cmdline').includes('papers.js'),
    );
    expect(started.length).toBeGreaterThan(0);
    for (const pid of started) {
      // proc(5), field 19 of stat.
      const stat = processText(pid, 'stat');
      const nice = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16];
      expect(Number(nice)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
      expect(Number(processText(pid, 'oom_score_adj'))).toBeGreaterThan(0);
    }
  },
);

it.runIf(process.platform === 'linux')(
  'takes along what it waits for when it is ended',
  async () => {
    const sandbox = sandboxWith();
    open();
    await work.write(taskOf(sandbox));
    // A program that never ends, in place of the one that reads a PDF.
    const bin = mkdtempSync(join(tmpdir(), 'orrery-bin-'));
    onTestFinished(() => rmSync(bin, { recursive: true }));
    writeFileSync(join(bin, 'pdftotext'), '#!/bin/sh\nexec sleep 3600\n', { mode: 0o755 });
    writeFileSync(join(sandbox.paperDir, 'paper.pdf'), '%PDF-1.7 of somebody else');
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
    open();
    const ended = new AbortController();
    const examined = reasonOf(
      work.examine({ dir: sandbox.paperDir, at, written: null }, ended.signal),
    );
    vi.unstubAllEnvs();
    const waitedFor = () =>
      childrenOf(process.pid)
        .flatMap(childrenOf)
        .filter((pid) => processText(pid, 'cmdline') === 'sleep\u00003600\u0000');
    await expect.poll(() => waitedFor().length).toBe(1);
    const [pid] = waitedFor();
    ended.abort(new Error('not wanted'));
    await examined;
    await expect.poll(() => processText(pid!, 'cmdline')).toBe('');
  },
);

it('does work on the same folder one after the other, and on others meanwhile', async () => {
  const gate = createGate();
  open({ rig: gate.rig, processesMax: 2 });
  const [first, second] = [taskOf(sandboxWith()), taskOf(sandboxWith())];
  const jobs = [first, first, second].map((task) => work.write(task));
  expect(work.stats()).toMatchObject({ busy: 2, waiting: 1 });
  gate.open();
  expect(await Promise.all(jobs)).toHaveLength(3);
});

describe('hostile text is worked on within the deadline', () => {
  // One process for all of it: a text that broke it would be replaced with it.
  let shared: PaperWork;
  beforeAll(() => {
    shared = createPaperWork({ processesMax: 1 });
  });
  afterAll(() => shared.close());
  // Which quarter is up to the seed; step-counts.test.ts reads all of them each time.
  const names = hostileNames.filter((_, index) => (index + seed) % 4 === 0);
  it.each(names)('%s', async (name) => {
    const text = hostileText(name, 200_000);
    const sandbox = sandboxWith({ 'run_notes.md': `# Method\n\n${text}` });
    expect(await shared.write(taskOf(sandbox))).toMatchObject({ report: { verified: true } });
    for (const file of ['paper.md', 'paper.tex', 'references.bib'])
      writeFileSync(join(sandbox.paperDir, file), text);
    const found = await shared.examine({ dir: sandbox.paperDir, at, written: null });
    expect(found.lintFindingCount).toBeGreaterThan(0);
  });
  it('and so is what evidence there is, and what an index counts', async () => {
    const { projectDir } = sandboxWith();
    expect(await shared.findRoles(projectDir)).toEqual(
      new Set(['run_notes', 'decision', 'result']),
    );
    expect(await shared.indexTotals(projectDir)).toBeNull();
    const totals = { papers: 3, lint_passes: 2, strict_passes: 1 };
    writeFileSync(
      join(projectDir, 'index.json'),
      JSON.stringify({ schema_version: 'corpus_index.v1', totals }),
    );
    expect(await shared.indexTotals(projectDir)).toEqual({ ...totals, built_at: null });
  });
  it('thousands of metrics and trials, of which the paper says how many it leaves out', async () => {
    const metrics = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`m${at}_ms`, at]),
    );
    const trials = Array.from({ length: 100_000 }, (_, at) => at / 8);
    const records = Array.from({ length: 5_000 }, (_, at) => ({ [`k${at}`]: at, shared: 1 }));
    const sandbox = sandboxWith({
      'results/metrics_summary.json': JSON.stringify(metrics),
      'results/trials.json': JSON.stringify({ trials }),
      'results/records.json': JSON.stringify(records),
    });
    const written = await shared.write(taskOf(sandbox));
    expect(written.report['claim_count']).toBeLessThan(1600);
    const checked = await shared.examine({ dir: sandbox.paperDir, at, written: null });
    expect(checked).toMatchObject({ lintFindingCount: 0, verdict: 'strict_pass' });
  });
});
