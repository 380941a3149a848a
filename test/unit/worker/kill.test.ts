/** Ending a run: the whole tree of it, and nothing that only looks like it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/canonical-json.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createKillHandler } from '../../../src/worker/end/kill.ts';
import { readBootId } from '../../../src/worker/processes.ts';
import { eventually, processSource } from '../../support/worker-bench.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function startShell(
  command: string,
  runId?: string,
): Promise<ChildProcess & { pid: number }> {
  const env = { PATH: process.env.PATH, ...(runId === undefined ? {} : { ORRERY_RUN_ID: runId }) };
  const child = spawn('/bin/sh', ['-c', command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
  started.push(child);
  await once(child.stdout, 'data');
  return child as ChildProcess & { pid: number };
}

async function kill(run: JsonObject): Promise<JsonObject> {
  const signal = new AbortController().signal;
  const address = { kind: 'gate_run', id: 'r' };
  const input = { project_dir: 'p', pgid: null, reason: 'test', grace_sec: 0.2, ...run };
  const handler = createKillHandler({ clock: systemClock, processSource });
  return (await handler.run(input, {
    effectId: 'e',
    attempt: 1,
    resumed: false,
    correlationId: 'r-1',
    causeId: null,
    signal,
    address,
  })) as unknown as JsonObject;
}

async function identityOf(pid: number) {
  const stat = await processSource.readStat(pid);
  return { pid, pid_start_ticks: stat?.startTicks ?? null, boot_id: readBootId() };
}
const livingOf = async (runId: string) =>
  (await processSource.list()).processes.filter(
    (each) => each.runId === runId && each.state !== 'Z',
  );

describe('ending a run', () => {
  it('spares a process that got the number of one that is gone', async () => {
    const stranger = await startShell('echo up; exec sleep 60');
    const identity = await identityOf(stranger.pid);
    const event = await kill({
      run_id: 'reuse-1',
      ...identity,
      pid_start_ticks: Number(identity.pid_start_ticks) - 1,
      pgid: stranger.pid,
    });
    expect(event).toMatchObject({
      type: 'STOPPED',
      process_tracking: { signalled_count: 0, root_alive_before: false },
    });
    expect((await processSource.readStat(stranger.pid))?.state).not.toBe('Z');
  });

  it('spares everything when the machine restarted since', async () => {
    const stranger = await startShell('echo up; exec sleep 60');
    const identity = await identityOf(stranger.pid);
    const event = await kill({
      run_id: 'reuse-2',
      ...identity,
      boot_id: '00000000-0000-0000-0000-000000000000',
    });
    expect(event).toMatchObject({ process_tracking: { signalled_count: 0 } });
    expect(await processSource.readStat(stranger.pid)).toBeDefined();
  });

  it('ends children in sessions of their own and orphans', async () => {
    const runId = `tree-${process.pid}`;
    const root = await startShell('setsid sleep 60 & (sleep 61 &) ; echo up; sleep 62; :', runId);
    await eventually(async () => ((await livingOf(runId)).length === 4 ? true : undefined));
    const event = await kill({ run_id: runId, ...(await identityOf(root.pid)) });
    expect(event).toMatchObject({
      type: 'STOPPED',
      process_tracking: { signalled_count: 4, killed_count: 0, root_alive_before: true },
    });
    expect(await livingOf(runId)).toEqual([]);
  });

  it('kills what does not heed TERM', async () => {
    const runId = `deaf-${process.pid}`;
    const root = await startShell("trap '' TERM; echo up; while :; do sleep 1; done", runId);
    const event = await kill({ run_id: runId, ...(await identityOf(root.pid)) });
    expect(event).toMatchObject({ process_tracking: { alive: 0 } });
    expect((event.process_tracking as JsonObject).killed_count).toBeGreaterThan(0);
    expect(await livingOf(runId)).toEqual([]);
  });

  it('finds the processes of a run whose root was never known', async () => {
    const runId = `unknown-${process.pid}`;
    await startShell('echo up; exec sleep 60', runId);
    const event = await kill({ run_id: runId, pid: null, pid_start_ticks: null, boot_id: null });
    expect(event).toMatchObject({ process_tracking: { signalled_count: 1 } });
  });
});
