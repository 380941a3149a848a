/** Readings of a run over time: history and live samples put together, and what is not known kept apart. */
import { describe, expect, it } from 'vitest';
import {
  emptySeries,
  gpusMax,
  joined,
  liveCount,
  liveMomentsMax,
  momentAt,
  type Series,
  withHistory,
  withSample,
} from '../../../src/dashboard/runs/run-series.ts';
import type { LiveSample } from '../../../src/http/live/protocol.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const iso = (sec: number): string => new Date(startMs + sec * 1000).toISOString();

const frame = (sec: number, sample: object, more: Partial<LiveSample> = {}): LiveSample => ({
  run_id: 'r',
  project_id: 'p',
  worker_target: 'w',
  observed_at: iso(sec),
  sample: { at: iso(sec), ...sample },
  idle: { state: 'busy', window_progress_ms: 0, required_ms: 300_000 },
  problem: null,
  ...more,
});
const silence = (sec: number, problem = 'no answer'): LiveSample =>
  frame(sec, {}, { sample: null, idle: null, problem });
const series = (...frames: readonly LiveSample[]): Series => frames.reduce(withSample, emptySeries);

/** Buckets of 15 s from the start; null: nothing was recorded. */
const history = (cpu: readonly (number | null)[], more: object = {}): object => ({
  from: iso(0),
  bucket_sec: 15,
  buckets: cpu.length,
  sample_interval_sec: 5,
  machine: {
    points: cpu.map((value) => (value === null ? 0 : 3)),
    readings: [{ name: 'cpu_pct', gpu_uuid: null, min: cpu, mean: cpu, max: cpu }],
  },
  run: { points: cpu.map(() => 0), readings: [], idle_states: cpu.map(() => null) },
  ...more,
});
const seconds = ({ moments }: Series): readonly (readonly [number, number])[] =>
  moments.map(({ fromMs, toMs }) => [(fromMs - startMs) / 1000, (toMs - startMs) / 1000]);
const cpuPieces = (of: Series): readonly (readonly number[])[] =>
  joined(of, ({ values }) => values['cpu'] !== undefined).map((piece) =>
    piece.map(({ values }) => values['cpu']!.mean),
  );

describe('a live sample', () => {
  it('leaves out what is not known, which is not zero', () => {
    const { moments } = series(
      frame(0, {
        cpu_pct: 0,
        gpus: [{ uuid: 'g', index: 0, utilization_pct: null, power_w: 71 }],
        processes: { alive: null },
      }),
    );
    expect(moments[0]!.values).toEqual({
      cpu: { min: 0, mean: 0, max: 0 },
      'power/g': { min: 71, mean: 71, max: 71 },
      quiet: { min: 0, mean: 0, max: 0 },
      required: { min: 300, mean: 300, max: 300 },
    });
  });

  it('that is late or comes twice changes nothing', () => {
    const before = series(frame(10, { cpu_pct: 1 }));
    expect(withSample(before, frame(10, { cpu_pct: 2 }))).toBe(before);
    expect(withSample(before, frame(4, { cpu_pct: 2 }))).toBe(before);
  });

  it('is not joined to one that came long before it', () => {
    const of = series(...[0, 5, 10, 60, 65].map((sec) => frame(sec, { cpu_pct: sec })));
    expect(cpuPieces(of)).toEqual([
      [0, 5, 10],
      [60, 65],
    ]);
  });

  it('names GPUs in their order, bounded, and keeps one that is not told any more', () => {
    const gpus = Array.from({ length: 20 }, (_, index) => ({ uuid: `g${index}`, index }));
    const of = series(frame(0, { gpus: gpus.toReversed() }), frame(5, { gpus: [] }));
    expect(of.gpus).toHaveLength(gpusMax);
    expect(of.gpus[0]).toMatchObject({ uuid: 'g0', index: 0 });
    expect(of.hasGpu).toBe(true);
    expect(series(frame(0, { gpus: [] })).hasGpu).toBe(false);
    expect(series(frame(0, { gpus: null })).hasGpu).toBe(true);
  });
});

describe('silence', () => {
  it('begins right behind what was told last, once, and parts the lines', () => {
    const of = series(frame(0, { cpu_pct: 1 }), silence(3), silence(6, 'still none'));
    expect(of.moments.map(({ problem }) => problem)).toEqual([null, 'still none']);
    const after = withSample(of, frame(8, { cpu_pct: 2 }));
    expect(cpuPieces(after)).toEqual([[1], [2]]);
  });

  it('noted by a clock that is ahead does not make the samples after it late', () => {
    const of = series(silence(600), frame(5, { cpu_pct: 1 }), frame(10, { cpu_pct: 2 }));
    expect(cpuPieces(of)).toEqual([[1, 2]]);
  });
});

describe('the history', () => {
  it('has a hole where nothing was recorded, and none where one reading was unknown', () => {
    const of = withHistory(emptySeries, history([10, null, null, 20]));
    expect(seconds(of)).toEqual([
      [0, 15],
      [45, 60],
    ]);
    expect(cpuPieces(of)).toEqual([[10], [20]]);
    const known = { points: [3, 3], readings: [], idle_states: ['busy', null] };
    const half = withHistory(emptySeries, history([10, null], { run: known }));
    expect(half.moments.map(({ state }) => state)).toEqual(['busy', null]);
    expect(half.moments[1]!.values).toEqual({});
  });

  it('names its GPUs as the worker does by now, and those it no longer has by their uuid', () => {
    const row = (uuid: string) => ({
      name: 'utilization_pct',
      gpu_uuid: uuid,
      min: [1],
      mean: [1],
      max: [1],
    });
    const json = history([1], {
      machine: { points: [3], readings: [row('gone'), row('b'), row('a')] },
      gpus: [
        { uuid: 'a', index: 0, name: 'A GPU' },
        { uuid: 'b', index: 1, name: 'A GPU' },
        { uuid: 'new', index: 2, name: 'A GPU' },
      ],
    });
    expect(withHistory(emptySeries, json).gpus).toMatchObject([
      { uuid: 'a', index: 0 },
      { uuid: 'b', index: 1 },
      { uuid: 'gone', index: null },
    ]);
  });

  it('goes on with the samples that came since, each counted once', () => {
    const live = series(frame(20, { cpu_pct: 3 }), frame(35, { cpu_pct: 4 }));
    const of = withHistory(live, history([10, 11, 12]));
    expect(seconds(of)).toEqual([
      [0, 15],
      [15, 30],
      [30, 35],
      [35, 35],
    ]);
    expect(liveCount(of)).toBe(1);
    const on = withSample(of, frame(40, { cpu_pct: 5 }));
    expect(cpuPieces(on)).toEqual([[10, 11, 12, 4, 5]]);
  });

  it('that cannot be read leaves what is known', () => {
    const live = series(frame(0, { cpu_pct: 1 }));
    for (const json of [null, {}, { from: 'yesterday', bucket_sec: 1, buckets: 1 }]) {
      expect(withHistory(live, json)).toBe(live);
    }
  });

  it('and the samples together stay bounded', () => {
    let of = withHistory(emptySeries, history(Array.from({ length: 240 }, () => 1)));
    for (let sec = 0; sec < 5_000; sec += 1)
      of = withSample(of, frame(3_600 + sec, { cpu_pct: 1 }));
    expect(of.moments.length).toBeLessThanOrEqual(240 + 2 * liveMomentsMax);
    expect(of.moments.at(-1)?.fromMs).toBe(startMs + 8_599_000);
  });
});

describe('the moment at a time', () => {
  const of = series(frame(0, {}), frame(5, {}), frame(100, {}));
  const secAt = (sec: number): number | null => {
    const moment = momentAt(of, startMs + sec * 1000);
    return moment && (moment.fromMs - startMs) / 1000;
  };

  it('is the nearest, and none where nothing is known', () => {
    expect([secAt(1), secAt(4), secAt(50), secAt(99)]).toEqual([0, 5, null, 100]);
  });
});
