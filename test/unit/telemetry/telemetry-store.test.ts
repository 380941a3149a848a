/** Keeping telemetry: batches, a store that is slow, broken or never answers, and what is dropped. */
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { toSample, unknownProcesses } from '../../../src/sensing/sample.ts';
import type {
  HistoryPoint,
  RetentionLimits,
  TelemetryHistory,
} from '../../../src/store/ports/telemetry-history.ts';
import type { TelemetryTick } from '../../../src/telemetry/telemetry-actor.ts';
import {
  createTelemetryStore,
  telemetryStoreLimits,
} from '../../../src/telemetry/telemetry-store.ts';
import { planBuckets } from '../../../src/telemetry/telemetry-store-plan.ts';

const { queuedPointsMax, batchPointsMax, writeEveryMs } = telemetryStoreLimits;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const gpu = {
  index: 0,
  uuid: 'GPU-1',
  name: 'Test',
  utilization_pct: 40,
  memory_used_mib: 100,
  memory_total_mib: 1000,
  power_w: null,
  temperature_c: 50,
  sm_clock_mhz: 1000,
  compute_pids: null,
};
const startMs = Date.UTC(2026, 0, 1);

function tickAt(seconds: number, gpus: TelemetryTick['sample']['gpus'] = []): TelemetryTick {
  const sample = toSample(
    {
      at: new Date(startMs + seconds * 1000).toISOString(),
      monotonic_ms: seconds * 1000,
      cpu_pct: seconds,
      load1: null,
      memory_total_mib: 100,
      memory_available_mib: 50,
      gpus,
      processes: unknownProcesses,
    },
    [],
  );
  return { sample, runs: [] };
}

function setUp() {
  const clock = createManualClock(startMs);
  const world = {
    written: [] as HistoryPoint[],
    retained: [] as RetentionLimits[],
    append: undefined as (() => Promise<void>) | undefined,
  };
  const history: TelemetryHistory = {
    async append(points) {
      await world.append?.();
      world.written.push(...points);
    },
    retain: async (limits) => {
      world.retained.push(limits);
      return { thinned: 0, deleted: 0, more: false };
    },
    read: async () => new Map(),
    isThinned: async () => false,
    stats: async () => ({ pointRows: 0, minuteRows: 0 }),
  };
  let tell: (tick: TelemetryTick) => void = () => {};
  const errors: unknown[] = [];
  const store = createTelemetryStore({
    telemetry: {
      subscribe(listener) {
        tell = listener;
        return () => {
          tell = () => {};
        };
      },
    },
    history,
    clock,
    pointRowsMax: 1000,
    minuteRowsMax: 5000,
    onError: (error) => errors.push(error),
  });
  store.start();
  const times = () => world.written.map(({ atMs }) => (atMs - startMs) / 1000);
  return { clock, world, store, errors, times, tell: (tick: TelemetryTick) => tell(tick) };
}

describe('writing', () => {
  it('is done in batches, by time or when many wait, and thins after each', async () => {
    const { clock, world, store, tell, times } = setUp();
    tell(tickAt(0));
    tell(tickAt(5));
    await settle();
    expect(times()).toEqual([]);
    clock.advance(writeEveryMs);
    await settle();
    expect(times()).toEqual([0, 5]);
    expect(world.retained).toEqual([
      {
        pointRowsMax: 1000,
        minuteRowsMax: 5000,
        liveSubjects: [],
        rowsMax: telemetryStoreLimits.retainRowsMax,
      },
    ]);
    for (let second = 0; second < batchPointsMax; second += 1) tell(tickAt(100 + second));
    await settle();
    expect(times()).toHaveLength(2 + batchPointsMax);
    expect(store.status()).toMatchObject({ queued: 0, written: 2 + batchPointsMax, dropped: 0 });
  });

  it('bounds the history alike wherever the clock stands, and says which runs go on', async () => {
    const { clock, world, tell } = setUp();
    const { sample } = tickAt(0);
    const watch = { state: 'quiet', window_progress_ms: 0, required_ms: 1 };
    tell({ sample, runs: [{ runId: 'r1', sample, watch } as TelemetryTick['runs'][number]] });
    clock.advance(writeEveryMs);
    await settle();
    clock.jumpWall(366 * 24 * 3_600_000);
    clock.advance(writeEveryMs);
    await settle();
    const [before, after] = world.retained;
    expect(after).toEqual(before);
    expect(after).toMatchObject({ liveSubjects: ['r1'] });
  });

  it('is done at once for who reads, who waits only so long for a store that does not answer', async () => {
    const { clock, world, store, tell, times } = setUp();
    tell(tickAt(0));
    await store.flush(1000);
    expect(times()).toEqual([0]);
    await store.flush(1000);
    expect(world.retained).toHaveLength(1);
    world.append = () => new Promise(() => {});
    tell(tickAt(5));
    const flushed = store.flush(1000);
    clock.advance(1000);
    await flushed;
    expect(store.status()).toMatchObject({ written: 1, dropped: 0 });
  });

  it('drops the oldest and counts them while the store does not answer, and asks it only once', async () => {
    const { clock, world, store, tell } = setUp();
    let calls = 0;
    world.append = () => {
      calls += 1;
      return new Promise(() => {});
    };
    const over = 7;
    const total = queuedPointsMax + batchPointsMax + over;
    for (let second = 0; second < total; second += 1) tell(tickAt(second));
    clock.advance(10 * writeEveryMs);
    await settle();
    expect(calls).toBe(1);
    expect(store.status()).toMatchObject({ queued: queuedPointsMax, written: 0, dropped: over });
    const stopped = store.stop(1000);
    clock.advance(1000);
    await stopped;
  });

  it('asks the store for nothing more once it has stopped, since that is closed then', async () => {
    const { clock, world, store, tell, errors, times } = setUp();
    let finish = (): void => {};
    world.append = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    for (let second = 0; second <= batchPointsMax; second += 1) tell(tickAt(second));
    const stopped = store.stop(1000);
    clock.advance(1000);
    await stopped;
    world.append = () => Promise.reject(new Error('closed'));
    finish();
    await settle();
    expect(times()).toHaveLength(batchPointsMax);
    expect(world.retained).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('keeps what could not be written, says why, and goes on in order', async () => {
    const { clock, world, store, tell, errors, times } = setUp();
    world.append = () => Promise.reject(new Error('the disk is full'));
    tell(tickAt(0));
    clock.advance(writeEveryMs);
    await settle();
    expect(store.status()).toMatchObject({ queued: 1, last_error: 'the disk is full' });
    expect(errors).toHaveLength(1);
    world.append = undefined;
    tell(tickAt(35));
    clock.advance(writeEveryMs);
    await settle();
    expect(times()).toEqual([0, 35]);
    expect(store.status()).toMatchObject({ dropped: 0, last_error: null });
  });

  it('gives up the oldest of a batch that failed when the queue has filled meanwhile', async () => {
    const { world, store, tell, times, clock } = setUp();
    let fail = (_: Error): void => {};
    world.append = () =>
      new Promise((_, reject) => {
        fail = reject;
      });
    for (let second = 0; second < batchPointsMax; second += 1) tell(tickAt(second));
    for (let second = 0; second < queuedPointsMax - 1; second += 1) {
      tell(tickAt(batchPointsMax + second));
    }
    world.append = undefined;
    fail(new Error('no'));
    await settle();
    expect(store.status().dropped).toBe(batchPointsMax - 1);
    clock.advance(writeEveryMs);
    await settle();
    expect(times()[0]).toBe(batchPointsMax - 1);
    expect(times()).toHaveLength(queuedPointsMax);
  });

  it('writes what waits when it stops, and takes nothing afterwards', async () => {
    const { clock, store, tell, times } = setUp();
    tell(tickAt(0));
    await store.stop(1000);
    expect(times()).toEqual([0]);
    tell(tickAt(5));
    clock.advance(writeEveryMs);
    await settle();
    expect(times()).toEqual([0]);
    expect(clock.pendingCount).toBe(0);
  });
});

describe('points', () => {
  it('show GPUs that cannot be read as unknown, and those that are gone not at all', async () => {
    const { store, tell, world } = setUp();
    tell(tickAt(0, [gpu]));
    tell(tickAt(5, null));
    tell(tickAt(10, []));
    await store.stop(1000);
    const powers = world.written.map(({ values }) => values['gpu/GPU-1/power_w']);
    const uses = world.written.map(({ values }) => values['gpu/GPU-1/utilization_pct']);
    expect(uses).toEqual([40, null, undefined]);
    expect(powers).toEqual([null, null, undefined]);
  });
});

describe('the plan of buckets', () => {
  const hourMs = 3_600_000;
  const plan = (change: Partial<Parameters<typeof planBuckets>[0]> = {}) =>
    planBuckets({
      fromMs: startMs + 1234,
      toMs: startMs + hourMs,
      points: 240,
      sampleIntervalMs: 5000,
      isThinned: false,
      ...change,
    });

  it('is never finer than what was recorded, and covers the stretch', () => {
    expect(plan({ points: 1000 })).toMatchObject({ widthMs: 10_000 });
    const { startMs: from, widthMs, count } = plan();
    expect(from).toBeLessThanOrEqual(startMs + 1234);
    expect(from % widthMs).toBe(0);
    expect(from + widthMs * count).toBeGreaterThanOrEqual(startMs + hourMs);
    expect(count).toBeLessThanOrEqual(240);
  });

  it('is in whole minutes where it reaches into what was thinned', () => {
    const thinned = plan({ isThinned: true, points: 1000 });
    expect(thinned).toEqual({ startMs, widthMs: 60_000, count: 60 });
    const long = plan({ fromMs: startMs - 366 * 24 * hourMs, points: 10, isThinned: true });
    expect(long.widthMs % 60_000).toBe(0);
    expect(long.count).toBeLessThanOrEqual(10);
  });
});
