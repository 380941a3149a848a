/** The relay that asks workers for the telemetry of live runs, against workers that answer as told. */
import { describe, expect, it } from 'vitest';
import type { ControlContext } from '../../../src/control/ports.ts';
import { createTelemetryRelay, type RunSample } from '../../../src/control/telemetry-relay.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { runSpec } from '../../../src/machines/run/spec.ts';

const intervalMs = 3_000;
const flush = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
};

interface Asked {
  readonly runId: string;
  readonly signal: AbortSignal;
  answer(result: unknown): void;
}

function createBench(runs: readonly { run_id: string; worker_target: string | null }[]) {
  const clock = createManualClock();
  const calls = new Map<string, Asked[]>();
  const errors: unknown[] = [];
  const state = { runs, listFails: false };
  const client = (worker: string) => ({
    findRun: (runId: string, signal: AbortSignal) =>
      new Promise((resolve) => {
        const list = calls.get(worker) ?? [];
        calls.set(worker, [...list, { runId, signal, answer: resolve }]);
      }),
  });
  const context = {
    clock,
    reads: {
      list: async (kind: string, query: { filters: Record<string, unknown> }) => {
        expect(kind).toBe('run');
        expect(query.filters['status']).toContain('running');
        if (state.listFails) throw new Error('the store is down');
        const rows = state.runs.map((run) => ({
          ...runSpec.initialState(run.run_id),
          status: 'running',
          project_id: 'p',
          created_at: '2026-01-01T00:00:00.000Z',
          updated_at: '2026-01-01T00:00:00.000Z',
          ...run,
          version: 1,
        }));
        return { rows, nextCursor: null };
      },
    },
    workers: {
      byName: (name: string) => (name === 'gone' ? undefined : { name, client: client(name) }),
    },
  } as unknown as ControlContext;
  const relay = createTelemetryRelay({
    context,
    intervalMs,
    onError: (error) => errors.push(error),
  });
  const samples: RunSample[] = [];
  const rounds: string[][] = [];
  const start = (wanted: (runId: string) => boolean = () => true) =>
    relay.start({
      wanted,
      onSample: (sample) => samples.push(sample),
      onRuns: (ids) => rounds.push([...ids]),
    });
  return { clock, calls, errors, samples, rounds, start, state };
}

const found = (samples: unknown[], idle_window: unknown = null) => ({
  kind: 'ok',
  value: { samples, idle_window },
});

describe('the telemetry relay', () => {
  it('says in words what a worker did not tell, and never zero', async () => {
    const bench = createBench([
      { run_id: 'r1', worker_target: 'w1' },
      { run_id: 'r2', worker_target: 'w2' },
      { run_id: 'r3', worker_target: 'w3' },
      { run_id: 'r4', worker_target: 'w4' },
      { run_id: 'r5', worker_target: 'gone' },
      { run_id: 'r6', worker_target: null },
    ]);
    const stop = bench.start();
    await flush();
    bench.calls.get('w1')![0]!.answer({ kind: 'not_sent', error: 'connection refused' });
    bench.calls.get('w2')![0]!.answer({ kind: 'unknown', error: 'timed out', status: null });
    bench.calls.get('w3')![0]!.answer({ kind: 'refused', detail: 'no such run' });
    bench.calls.get('w4')![0]!.answer(found([]));
    await flush();
    const told = Object.fromEntries(bench.samples.map((each) => [each.run_id, each.problem]));
    expect(told).toEqual({
      r1: 'the worker cannot be reached: connection refused',
      r2: 'the worker did not answer: timed out',
      r3: 'the worker refused: no such run',
      r4: 'the worker has no sample of this run yet',
      r5: 'no worker "gone" is configured any more',
    });
    expect(bench.samples.every(({ sample }) => sample === null)).toBe(true);
    stop();
  });

  it('tells the latest sample with the idle window and when it asked', async () => {
    const bench = createBench([{ run_id: 'r1', worker_target: 'w1' }]);
    const stop = bench.start();
    await flush();
    bench.calls.get('w1')![0]!.answer(found([{ cpu_pct: 1 }, { cpu_pct: 2 }], { state: 'busy' }));
    await flush();
    expect(bench.samples).toEqual([
      {
        run_id: 'r1',
        project_id: 'p',
        worker_target: 'w1',
        observed_at: '2026-01-01T00:00:00.000Z',
        sample: { cpu_pct: 2 },
        idle: { state: 'busy' },
        problem: null,
      },
    ]);
    expect(bench.rounds).toEqual([['r1']]);
    stop();
  });

  it('asks only for what is wanted', async () => {
    const bench = createBench([
      { run_id: 'r1', worker_target: 'w1' },
      { run_id: 'r2', worker_target: 'w2' },
    ]);
    const stop = bench.start((runId) => runId === 'r2');
    await flush();
    expect([...bench.calls.keys()]).toEqual(['w2']);
    expect(bench.rounds).toEqual([['r1', 'r2']]);
    stop();
  });

  it('has one call under way with each worker, and lets a stuck one hold up nobody', async () => {
    const bench = createBench([
      { run_id: 'r1', worker_target: 'stuck' },
      { run_id: 'r2', worker_target: 'stuck' },
      { run_id: 'r3', worker_target: 'quick' },
    ]);
    const stop = bench.start();
    for (let round = 1; round <= 3; round += 1) {
      await flush();
      expect(bench.calls.get('stuck')?.map(({ runId }) => runId)).toEqual(['r1']);
      expect(bench.calls.get('quick')).toHaveLength(round);
      bench.calls
        .get('quick')!
        .at(-1)!
        .answer(found([{ cpu_pct: round }]));
      await flush();
      bench.clock.advance(intervalMs);
    }
    expect(bench.samples.map(({ run_id }) => run_id)).toEqual(['r3', 'r3', 'r3']);
    bench.calls.get('stuck')![0]!.answer(found([{ cpu_pct: 50 }]));
    await flush();
    expect(bench.calls.get('stuck')?.map(({ runId }) => runId)).toEqual(['r1', 'r2']);
    stop();
  });

  it('goes on after a round in which the store could not be read', async () => {
    const bench = createBench([{ run_id: 'r1', worker_target: 'w1' }]);
    bench.state.listFails = true;
    const stop = bench.start();
    await flush();
    expect(bench.errors).toHaveLength(1);
    bench.state.listFails = false;
    bench.clock.advance(intervalMs);
    await flush();
    expect(bench.calls.get('w1')).toHaveLength(1);
    stop();
  });

  it('asks no more and tells no more once it is ended', async () => {
    const bench = createBench([{ run_id: 'r1', worker_target: 'w1' }]);
    const stop = bench.start();
    await flush();
    const call = bench.calls.get('w1')![0]!;
    stop();
    expect(call.signal.aborted).toBe(true);
    call.answer({ kind: 'unknown', error: 'aborted', status: null });
    await flush();
    expect(bench.samples).toEqual([]);
    expect(bench.clock.pendingCount).toBe(0);
  });
});
