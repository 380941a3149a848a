/** Waiting for more of a log: bounded in time and in number, over as soon as nobody needs it. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createLogWaiters } from '../../../src/worker/log/log-waiters.ts';
import { createRunKeeper } from '../../../src/worker/run-keeper.ts';

const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe('waiting for more of a log', () => {
  it('is refused beyond a number, and possible again when somebody has left', async () => {
    const clock = createManualClock();
    const waiters = createLogWaiters(clock);
    const leaving = new AbortController();
    const look = async (isLast: boolean) => (isLast ? 'last' : undefined);
    const all = Array.from({ length: limits.logWaitersMax }, (_, index) =>
      waiters.follow({ waitMs: 1000, signal: index === 0 ? leaving.signal : undefined }, look),
    );
    await settle();
    const wait = () => waiters.follow({ waitMs: 1000, signal: undefined }, look);
    await expect(wait()).rejects.toMatchObject({ code: 'overloaded' });
    expect(await waiters.follow({ waitMs: 0, signal: undefined }, look)).toBe('last');
    leaving.abort();
    expect(await all[0]).toBe('last');
    all.push(wait());
    await settle();
    waiters.release();
    expect(new Set(await Promise.all(all))).toEqual(new Set(['last']));
    expect(clock.pendingCount).toBe(0);
  });

  it('lasts no longer than asked, by the clock', async () => {
    const clock = createManualClock();
    const waiters = createLogWaiters(clock);
    const seen: boolean[] = [];
    const waiting = waiters.follow({ waitMs: 450, signal: undefined }, async (isLast) => {
      seen.push(isLast);
      return isLast ? 'over' : undefined;
    });
    for (let round = 0; round < 3; round += 1) {
      await settle();
      clock.advance(200);
    }
    expect(await waiting).toBe('over');
    expect(seen).toEqual([false, false, false, true]);
  });

  it('ends with what a look throws', async () => {
    const waiters = createLogWaiters(createManualClock());
    const failing = async () => Promise.reject(new Error('gone'));
    await expect(waiters.follow({ waitMs: 9, signal: undefined }, failing)).rejects.toThrow('gone');
  });
});

describe('looking after runs', () => {
  it('goes on after a failure and tells each problem once', async () => {
    const clock = createManualClock();
    const told: string[] = [];
    let answer: () => Promise<string | null> = async () => Promise.reject(new Error('disk'));
    // Stopped, it looks once each time it is told to stop.
    const keeper = createRunKeeper({
      clock,
      intervalMs: 1000,
      runs: { listLive: async () => [{ run_id: 'r', project_dir: 'p' }] as never },
      logs: { bound: () => answer() },
      cgroups: { sweep: async () => 0 },
      onProblem: (runId, problem) => told.push(`${runId} ${problem}`),
    });
    await keeper.stop();
    await keeper.stop();
    expect(told).toEqual(['r Error: disk']);
    answer = async () => null;
    await keeper.stop();
    answer = async () => 'in use';
    await keeper.stop();
    expect(told).toEqual(['r Error: disk', 'r in use']);
    keeper.start();
    expect(clock.pendingCount).toBe(1);
    await keeper.stop();
    expect(clock.pendingCount).toBe(0);
  });
});
