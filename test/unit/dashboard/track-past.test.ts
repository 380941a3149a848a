/** The lines of a run after a reload: what its worker kept, in front of what the feed tells since. */
import { expect, it } from 'vitest';
import { withPast } from '../../../src/dashboard/runs/track-past.ts';
import { addSample, type Tracks } from '../../../src/dashboard/runs/tracks.ts';

const startMs = Date.UTC(2026, 10, 21, 12);
const iso = (sec: number): string => new Date(startMs + sec * 1000).toISOString();
/** Buckets of 12 s from the start; null: nothing was recorded. */
const history = (cpu: readonly (number | null)[]): object => ({
  from: iso(0),
  bucket_sec: 12,
  buckets: cpu.length,
  sample_interval_sec: 5,
  gpus: [],
  machine: {
    points: cpu.map((value) => (value === null ? 0 : 2)),
    readings: [{ name: 'cpu_pct', gpu_uuid: null, min: cpu, mean: cpu, max: cpu }],
  },
  run: null,
});
const live = (tracks: Tracks, sec: number, cpu: number): Tracks =>
  addSample(tracks, {
    run_id: 'r',
    project_id: 'p',
    worker_target: 'w',
    observed_at: iso(sec),
    sample: { at: iso(sec), cpu_pct: cpu, gpus: [] },
    idle: { state: 'busy', window_progress_ms: 0, required_ms: 1 },
    problem: null,
  });
const cpuOf = (tracks: Tracks) => tracks.get('r')?.points.map(({ cpu }) => cpu);

it('has what was read before, holes left out', () => {
  const tracks = withPast(new Map(), 'r', history([10, null, 30]));
  expect(cpuOf(tracks)).toEqual([10, 30]);
  expect(tracks.get('r')).toMatchObject({ hasGpu: false, quiet: null, problem: null });
});

it('never puts it behind what the feed told, nor tells a time twice', () => {
  const tracks = withPast(live(new Map(), 20, 99), 'r', history([10, 20, 30]));
  expect(cpuOf(tracks)).toEqual([10, 20, 99]);
  expect(tracks.get('r')?.quiet).toMatchObject({ state: 'busy' });
});

it('keeps no more than the line shows, and nothing where nothing is known', () => {
  const late = live(new Map(), 620, 99);
  expect(cpuOf(withPast(late, 'r', history([10, 20, 30])))).toEqual([30, 99]);
  const none: Tracks = new Map();
  expect(withPast(none, 'r', {})).toBe(none);
});

it('tells memory as a share of the whole, and of all GPUs together', () => {
  const row = (name: string, gpu_uuid: string | null, value: number) => ({
    name,
    gpu_uuid,
    min: [value],
    mean: [value],
    max: [value],
  });
  const told = {
    ...history([10]),
    machine: {
      points: [1],
      readings: [
        row('memory_available_mib', null, 1024),
        row('memory_total_mib', null, 4096),
        row('memory_used_mib', 'a', 100),
        row('memory_used_mib', 'b', 200),
      ],
    },
  };
  const point = withPast(new Map(), 'r', told).get('r')?.points[0];
  expect(point).toMatchObject({ cpu: null, gpu: null, memory: 75, vram: 300 });
});
