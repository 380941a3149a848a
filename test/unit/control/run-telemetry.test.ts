/** A run's history and log by way of its worker: what is asked, and what is said when it is silent. */
import { describe, expect, it } from 'vitest';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { createRunTelemetry } from '../../../src/control/runs/run-telemetry.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { runSpec } from '../../../src/machines/run/spec.ts';

const signal = new AbortController().signal;
const everything = { from: null, to: null, points: 100 };
const beginning = { offset: 0, limit: 10, waitSec: 0 };

function setUp(
  change: Readonly<Record<string, unknown>> = {},
  item?: Readonly<Record<string, unknown>>,
) {
  const clock = createManualClock(Date.UTC(2026, 0, 2));
  const asked: unknown[][] = [];
  const world = { answer: (): unknown => ({ kind: 'ok', value: { told: true } }) };
  const answer =
    (name: string) =>
    (...args: unknown[]) => {
      asked.push([name, ...args]);
      return Promise.resolve(world.answer());
    };
  const client = { readHistory: answer('history'), readLog: answer('log') };
  const row = {
    ...runSpec.initialState('r1'),
    status: 'session_finished_ready',
    project_id: 'p',
    worker_target: 'w1',
    started_at: '2026-01-01T00:00:00.000Z',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...change,
  };
  const reads = createRunTelemetry({
    clock,
    reads: {
      get: async (kind: string, id: string) =>
        kind === 'queue_item' ? item : id === 'r1' ? row : undefined,
    },
    workers: {
      byName: (name: string) => (name === 'w1' ? { name, client } : undefined),
      byLane: (lane: string) => (lane === 'http://w1' ? { name: 'w1', client } : undefined),
    },
  } as unknown as ControlContext);
  return { reads, asked, world };
}

describe('a run whose worker has another name now', () => {
  it('is found by its address while it is the newest of its item', async () => {
    const renamed = { worker_target: 'old' };
    const item = { current_run_id: 'r1', session_lane: 'http://w1' };
    const { reads, asked } = setUp(renamed, item);
    expect(await reads.log('r1', beginning, signal)).toMatchObject({ worker_target: 'w1' });
    expect(asked).toHaveLength(1);
    const later = setUp(renamed, { ...item, current_run_id: 'r2' });
    await expect(later.reads.log('r1', beginning, signal)).rejects.toMatchObject({
      code: 'worker_unreachable',
    });
  });
});

describe('what goes wrong', () => {
  const refusals = [
    ['no such run', { run: 'r2' }, 'run_not_found'],
    ['a run that no worker was given', { worker_target: null }, 'not_eligible'],
    ['a worker that is not configured any more', { worker_target: 'old' }, 'worker_unreachable'],
  ] as const;
  for (const [about, { run = 'r1', ...change }, code] of refusals as readonly (readonly [
    string,
    { readonly run?: string; readonly worker_target?: string | null },
    string,
  ])[]) {
    it(`is said: ${about}`, async () => {
      const { reads, asked } = setUp(change);
      await expect(reads.history(run, everything, signal)).rejects.toMatchObject({ code });
      await expect(reads.log(run, beginning, signal)).rejects.toMatchObject({ code });
      expect(asked).toEqual([]);
    });
  }

  const answers = [
    [{ kind: 'not_sent', error: 'connection refused' }, 'worker_unreachable', /refused/],
    [{ kind: 'unknown', error: 'no answer within 5 s', status: null }, 'worker_unreachable', /5 s/],
    [{ kind: 'refused', code: 'not_found', detail: '' }, 'worker_failed', /older version/],
    [{ kind: 'refused', code: 'run_not_found', detail: 'not here' }, 'worker_failed', /not here/],
    [{ kind: 'refused', code: 'invalid_request', detail: 'from: late' }, 'invalid_request', /from/],
  ] as const;
  for (const [answer, code, message] of answers) {
    it(`is said in the worker's words: ${answer.kind} as ${code}`, async () => {
      const { reads, world } = setUp();
      world.answer = () => answer;
      const failed = await reads.history('r1', everything, signal).catch((error: unknown) => error);
      expect(failed).toMatchObject({ code, message: expect.stringMatching(message) });
    });
  }

  it('is too much at once', async () => {
    const { reads, world } = setUp();
    let release = (_: unknown): void => {};
    const held = new Promise((resolve) => {
      release = resolve;
    });
    world.answer = () => held;
    const under = Array.from({ length: 64 }, () => reads.log('r1', beginning, signal));
    const over = await reads.log('r1', beginning, signal).catch((error: unknown) => error);
    expect(over).toMatchObject({ code: 'overloaded' });
    release({ kind: 'ok', value: {} });
    expect(await Promise.all(under)).toHaveLength(64);
    expect(await reads.log('r1', beginning, signal)).toMatchObject({ source: 'worker' });
  });
});

describe('what is asked', () => {
  it('leaves the times of the run to its worker, whose clock may be another', async () => {
    const { reads, asked } = setUp({ ended_at: '2026-01-01T01:00:00.000Z' });
    const told = await reads.history('r1', everything, signal);
    expect(told).toMatchObject({
      source: 'worker',
      worker_target: 'w1',
      observed_at: '2026-01-02T00:00:00.000Z',
      history: { told: true },
    });
    expect(asked[0]![1]).toEqual({ runId: 'r1', from: null, to: null, points: 100 });
    const named = { from: '2025-12-31T00:00:00.000Z', to: null, points: 10 };
    await reads.history('r1', named, signal);
    expect(asked[1]![1]).toEqual({ runId: 'r1', ...named });
  });

  it('is given up when the service stops, and then nothing waits', async () => {
    const { reads, asked } = setUp();
    await reads.log('r1', { ...beginning, waitSec: 20 }, signal);
    const under = asked[0]![3] as AbortSignal;
    expect(under.aborted).toBe(false);
    reads.close();
    expect(under.aborted).toBe(true);
    await reads.log('r1', { ...beginning, waitSec: 20 }, signal);
    expect(asked.map(([, , query]) => (query as { waitSec: number }).waitSec)).toEqual([20, 0]);
  });
});
