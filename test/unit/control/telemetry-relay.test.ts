/** The relay that follows the telemetry of live runs, against workers that answer as told. */
import { describe, expect, it } from 'vitest';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { followerLimits, type RunSample } from '../../../src/control/runs/run-follower.ts';
import { createTelemetryRelay } from '../../../src/control/runs/telemetry-relay.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { runSpec } from '../../../src/machines/run/spec.ts';

const intervalMs = 3_000;
const flush = async (): Promise<void> => {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
};

interface Asked {
  readonly route: 'stream' | 'detail';
  readonly runId: string;
  readonly query: { since: number | null; streamId: string | null; waitSec: number } | null;
  readonly signal: AbortSignal;
  answer(result: unknown): void;
}

function createBench(runs: readonly { run_id: string; worker_target: string | null }[]) {
  const clock = createManualClock();
  const calls = new Map<string, Asked[]>();
  const errors: unknown[] = [];
  const state = { runs, listFails: false };
  const ask = (worker: string, call: Omit<Asked, 'answer'>) =>
    new Promise((resolve) => {
      calls.set(worker, [...(calls.get(worker) ?? []), { ...call, answer: resolve }]);
    });
  const client = (worker: string) => ({
    readRunTelemetry: (runId: string, query: NonNullable<Asked['query']>, signal: AbortSignal) =>
      ask(worker, { route: 'stream', runId, query, signal }),
    findRun: (runId: string, signal: AbortSignal) =>
      ask(worker, { route: 'detail', runId, query: null, signal }),
  });
  const context = {
    clock,
    entropy: createSeededEntropy(1),
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
  const lastCall = (worker: string): Asked => calls.get(worker)!.at(-1)!;
  return { clock, calls, errors, samples, rounds, start, state, lastCall };
}

const streamed = (
  cpu: readonly number[],
  next_since: number,
  change: Readonly<Record<string, unknown>> = {},
) => ({
  kind: 'ok',
  value: {
    stream_id: 'boot-1',
    gap: false,
    live: true,
    next_since,
    samples: cpu.map((cpu_pct, index) => ({
      seq: next_since - cpu.length + index + 1,
      sample: { cpu_pct },
      idle: { state: 'busy' },
    })),
    ...change,
  },
});
const run = (run_id: string, worker_target: string | null = 'w1') => ({ run_id, worker_target });
const cpuOf = (samples: readonly RunSample[]) => samples.map(({ sample }) => sample?.['cpu_pct']);

describe('what a worker does not tell', () => {
  it('is said in words, and never zero', async () => {
    const bench = createBench([
      run('r1'),
      run('r2', 'w2'),
      run('r3', 'w3'),
      run('r4', 'w4'),
      run('r5', 'gone'),
      run('r6', null),
      run('r7', 'w7'),
    ]);
    const stop = bench.start();
    await flush();
    bench.lastCall('w1').answer({ kind: 'not_sent', error: 'connection refused' });
    bench.lastCall('w2').answer({ kind: 'unknown', error: 'timed out', status: null });
    bench.lastCall('w3').answer({ kind: 'refused', code: 'run_not_found', detail: 'no such run' });
    bench.lastCall('w4').answer(streamed([], 0));
    bench.lastCall('w7').answer(streamed([], 0, { live: false }));
    await flush();
    const told = Object.fromEntries(bench.samples.map((each) => [each.run_id, each.problem]));
    expect(told).toEqual({
      r1: 'the worker cannot be reached: connection refused',
      r2: 'the worker did not answer: timed out',
      r3: 'the worker refused: no such run',
      r4: 'the worker has no sample of this run yet',
      r5: 'no worker "gone" is configured any more',
      r7: 'the run is over at its worker',
    });
    expect(bench.samples.every(({ sample }) => sample === null)).toBe(true);
    stop();
  });

  it('is asked for again after pauses that grow, and a lasting trouble is told each time', async () => {
    const bench = createBench([run('r1')]);
    const stop = bench.start();
    await flush();
    const pausesMs: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      bench.lastCall('w1').answer({ kind: 'unknown', error: 'timed out', status: null });
      await flush();
      const asked = bench.calls.get('w1')!.length;
      const beganMs = bench.clock.monotonic();
      while (bench.calls.get('w1')!.length === asked) {
        bench.clock.advance(100);
        await flush();
      }
      pausesMs.push(bench.clock.monotonic() - beganMs);
    }
    expect(bench.samples).toHaveLength(6);
    expect(Math.min(...pausesMs)).toBeGreaterThanOrEqual(intervalMs / 2);
    expect(pausesMs.at(-1)!).toBeGreaterThan(pausesMs[0]!);
    expect(Math.max(...pausesMs)).toBeLessThanOrEqual(followerLimits.backOffMsMax + 100);
    stop();
  });

  it('is told once as long as it stays silent, and as a gap where samples were lost', async () => {
    const bench = createBench([run('r1')]);
    const stop = bench.start();
    await flush();
    for (let round = 0; round < 3; round += 1) {
      bench.lastCall('w1').answer(streamed([], 0, { live: false }));
      await flush();
      bench.clock.advance(intervalMs);
      await flush();
    }
    expect(bench.samples).toHaveLength(1);
    bench.lastCall('w1').answer(streamed([7], 9, { gap: true, stream_id: 'boot-2' }));
    await flush();
    expect(bench.samples.slice(1).map(({ problem, sample }) => [problem, sample])).toEqual([
      ['the worker no longer has what lay between', null],
      [null, { cpu_pct: 7 }],
    ]);
    expect(bench.lastCall('w1').query).toMatchObject({ since: 9, streamId: 'boot-2' });
    stop();
  });
});

describe('the samples of a run', () => {
  it('all come, once and in order, with the idle window and when they were told', async () => {
    const bench = createBench([run('r1')]);
    const stop = bench.start();
    await flush();
    expect(bench.lastCall('w1').query).toMatchObject({ since: null, streamId: null });
    bench.lastCall('w1').answer(streamed([1], 41));
    await flush();
    bench.lastCall('w1').answer(streamed([2, 3, 4], 44));
    await flush();
    expect(cpuOf(bench.samples)).toEqual([1, 2, 3, 4]);
    expect(bench.samples[0]).toEqual({
      run_id: 'r1',
      project_id: 'p',
      worker_target: 'w1',
      observed_at: '2026-01-01T00:00:00.000Z',
      sample: { cpu_pct: 1 },
      idle: { state: 'busy' },
      problem: null,
    });
    const { query } = bench.lastCall('w1');
    expect(query).toMatchObject({ since: 44, streamId: 'boot-1' });
    expect(query!.waitSec).toBeGreaterThan(5);
    expect(bench.rounds).toEqual([['r1']]);
    stop();
  });

  it('are not asked for in circles from a worker that answers at once with nothing new', async () => {
    const bench = createBench([run('r1')]);
    const stop = bench.start();
    await flush();
    bench.lastCall('w1').answer(streamed([1], 5));
    await flush();
    for (const reply of [streamed([], 5), streamed([1], 5)]) {
      const asked = bench.calls.get('w1')!.length;
      bench.lastCall('w1').answer(reply);
      await flush();
      expect(bench.calls.get('w1')).toHaveLength(asked);
      bench.clock.advance(intervalMs);
      await flush();
      expect(bench.calls.get('w1')).toHaveLength(asked + 1);
    }
    stop();
  });

  it('come from the detail of the run where the gate is an older one, which is asked again later', async () => {
    const bench = createBench([run('r1')]);
    const stop = bench.start();
    await flush();
    bench.lastCall('w1').answer({ kind: 'refused', code: 'not_found', detail: 'no such address' });
    await flush();
    expect(bench.lastCall('w1').route).toBe('detail');
    const detail = { samples: [{ cpu_pct: 1 }, { cpu_pct: 2 }], idle_window: { state: 'busy' } };
    bench.lastCall('w1').answer({ kind: 'ok', value: detail });
    await flush();
    expect(bench.samples).toMatchObject([
      { sample: { cpu_pct: 2 }, idle: { state: 'busy' }, problem: null },
    ]);
    expect(bench.calls.get('w1')).toHaveLength(2);
    bench.clock.advance(followerLimits.olderGateMs);
    await flush();
    expect(bench.lastCall('w1').route).toBe('stream');
    stop();
  });
});

describe('who is asked', () => {
  it('is only the worker of a wanted run, until it is no longer wanted or live', async () => {
    const bench = createBench([run('r1'), run('r2', 'w2'), run('r3', 'w3')]);
    const wanted = new Set(['r2', 'r3']);
    const stop = bench.start((runId) => wanted.has(runId));
    await flush();
    expect([...bench.calls.keys()]).toEqual(['w2', 'w3']);
    expect(bench.rounds).toEqual([['r1', 'r2', 'r3']]);
    wanted.delete('r2');
    bench.state.runs = [run('r1'), run('r2', 'w2')];
    bench.clock.advance(intervalMs);
    await flush();
    for (const worker of ['w2', 'w3']) {
      expect(bench.lastCall(worker).signal.aborted).toBe(true);
      bench.lastCall(worker).answer(streamed([1], 1));
    }
    await flush();
    expect(bench.samples).toEqual([]);
    expect(bench.calls.get('w2')).toHaveLength(1);
    stop();
  });

  it('has a bounded number of requests, in turn for those that wait, and a stuck one holds up no other', async () => {
    const crowd = Array.from({ length: 6 }, (_, index) => run(`r${index}`, 'crowded'));
    const bench = createBench([...crowd, run('quick', 'w2')]);
    const stop = bench.start();
    await flush();
    const calls = () => bench.calls.get('crowded')!;
    expect(calls().map(({ runId }) => runId)).toEqual(['r0', 'r1', 'r2', 'r3']);
    expect(calls()[0]!.query!.waitSec).toBeLessThan(5);
    calls()[1]!.answer(streamed([1], 1));
    await flush();
    expect(calls().map(({ runId }) => runId)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    calls()[2]!.answer(streamed([2], 1));
    calls()[3]!.answer(streamed([3], 1));
    await flush();
    expect(
      calls()
        .slice(5)
        .map(({ runId }) => runId),
    ).toEqual(['r5', 'r1']);
    for (let round = 1; round <= 3; round += 1) {
      bench.lastCall('w2').answer(streamed([round], round));
      await flush();
    }
    const quick = bench.samples.filter(({ run_id }) => run_id === 'quick');
    expect(cpuOf(quick)).toEqual([1, 2, 3]);
    stop();
  });

  it('is asked on after a round in which the store could not be read', async () => {
    const bench = createBench([run('r1')]);
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

  it('is nobody, and nothing is told, once it is ended', async () => {
    const bench = createBench([run('r1'), run('r2', 'w2')]);
    const stop = bench.start();
    await flush();
    bench.lastCall('w2').answer({ kind: 'unknown', error: 'timed out', status: null });
    await flush();
    const told = bench.samples.length;
    const call = bench.lastCall('w1');
    stop();
    expect(call.signal.aborted).toBe(true);
    call.answer({ kind: 'unknown', error: 'aborted', status: null });
    await flush();
    expect(bench.samples).toHaveLength(told);
    expect(bench.clock.pendingCount).toBe(0);
  });
});
