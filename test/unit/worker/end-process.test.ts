/** Ending one process that a run has left behind, by real signals, and what is told of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import type { EndProcessInput } from '../../../src/machines/gate-run/effects.ts';
import type { ProcessEnd } from '../../../src/machines/gate-run/events.ts';
import { createEndProcessHandler } from '../../../src/worker/end/end-process.ts';
import { readBootId } from '../../../src/worker/processes.ts';
import { processSource } from '../../support/worker-bench.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const inRun = (runId: string) => ({ PATH: process.env.PATH, ORRERY_RUN_ID: runId });

/** Started without a shell, so that it has its own name from the beginning. */
async function startSleep(runId = 'left-1'): Promise<number> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: inRun(runId) });
  started.push(child);
  await once(child, 'spawn');
  return child.pid!;
}

/** The command says a word once it is as it is meant to be. */
async function startShell(command: string): Promise<number> {
  const child = spawn('/bin/sh', ['-c', command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: inRun('left-1'),
  });
  started.push(child);
  await once(child.stdout, 'data');
  return child.pid!;
}

type Options = Partial<Parameters<typeof createEndProcessHandler>[0]>;

async function end(pid: number, change: object = {}, options: Options = {}): Promise<ProcessEnd> {
  const stat = await processSource.readStat(pid);
  const named = { pid, start_ticks: stat?.startTicks ?? 1, boot_id: readBootId() ?? '', ...change };
  const input: EndProcessInput = {
    run_id: 'left-1',
    pid: null,
    pgid: null,
    pid_start_ticks: null,
    boot_id: null,
    grace_sec: 0.2,
    named,
    requested_by: 'ann',
    answers: 'k',
  };
  const handler = createEndProcessHandler({ clock: systemClock, processSource, ...options });
  const told = (await handler.run(input as never, {} as never)) as unknown as {
    readonly type: string;
    readonly answers: string;
    readonly end: ProcessEnd;
  };
  expect(told).toMatchObject({ type: 'PROCESS_END_TOLD', answers: 'k' });
  return told.end;
}

const isThere = async (pid: number): Promise<boolean> => {
  const stat = await processSource.readStat(pid);
  return stat !== undefined && stat.state !== 'Z';
};

describe('ending one process', () => {
  it('ends it by TERM, says what it held, and leaves every other of the run', async () => {
    const [pid, other] = [await startSleep(), await startSleep()];
    const told = await end(pid);
    expect(told).toMatchObject({ outcome: 'ended', name: 'sleep', pid, requested_by: 'ann' });
    expect(told.rss_mib).toBeGreaterThan(0);
    expect(await isThere(pid)).toBe(false);
    expect(await isThere(other)).toBe(true);
  });

  it('kills it where it does not heed TERM', async () => {
    const pid = await startShell("trap '' TERM; echo up; while :; do sleep 1; done");
    expect(await end(pid)).toMatchObject({ outcome: 'killed' });
    expect(await isThere(pid)).toBe(false);
  });

  it('says of one that has gone that it has', async () => {
    expect(await end(2_147_483_646)).toMatchObject({ outcome: 'gone', name: null, rss_mib: null });
  });

  it.each([
    ['start_ticks', { start_ticks: 7 }],
    ['boot_id', { boot_id: '99999999-2222-3333-4444-555555555555' }],
  ])('signals nothing where %s is another', async (field, change) => {
    const pid = await startSleep();
    expect(await end(pid, change)).toMatchObject({ outcome: 'changed', field });
    expect(await isThere(pid)).toBe(true);
  });

  it('signals nothing of another run', async () => {
    const pid = await startSleep('left-2');
    expect(await end(pid)).toMatchObject({ outcome: 'changed', field: 'run_id', found: 'left-2' });
    expect(await isThere(pid)).toBe(true);
  });

  it('says at once when the kernel does not let it signal the process', async () => {
    const pid = await startSleep();
    const asked: (NodeJS.Signals | 0)[] = [];
    const told = await end(
      pid,
      {},
      {
        kill: (_pid, signal) => {
          asked.push(signal);
          throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
        },
      },
    );
    expect(told).toMatchObject({
      outcome: 'not_permitted',
      detail: `this worker may not signal process ${pid} (sleep)`,
    });
    expect(asked).toEqual([0]);
  });

  it('says so when it outlives KILL', async () => {
    const pid = await startSleep();
    const told = await end(pid, {}, { kill: () => {} });
    expect(told).toMatchObject({
      outcome: 'survived',
      detail: `process ${pid} (sleep) outlives KILL`,
    });
  });

  it('knows nothing where the process table cannot be read', async () => {
    const list = () => Promise.reject(new Error('EMFILE: too many open files'));
    const told = await end(process.pid, {}, { processSource: { ...processSource, list } });
    expect(told).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining(
        'this program has too many files open (EMFILE): raise its limit',
      ),
    });
  });
});
