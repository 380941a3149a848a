/** When a run would have ended by another profile: the idle gate over what a worker kept, and what is not known. */
import { describe, expect, it } from 'vitest';
import { createIdleReckoning } from '../../../src/control/runs/idle-reckoning.ts';
import { samplesOf } from '../../../src/control/runs/reckoned-samples.ts';
import type { RunTelemetry } from '../../../src/control/runs/run-telemetry.ts';
import { baselineIdleProfiles } from '../../../src/machines/idle-gate/profile.ts';
import type { HistoryReply } from '../../../src/worker-wire/wire-telemetry.ts';

const signal = new AbortController().signal;
const startMs = Date.UTC(2026, 0, 1);
const iso = (sec: number): string => new Date(startMs + sec * 1000).toISOString();
const stepSec = 10;

/** Buckets of 10 s: busy until `busySec`, then at rest; what `change` says otherwise. */
function historyOf(totalSec: number, busySec: number, change: Partial<HistoryReply> = {}) {
  const buckets = totalSec / stepSec;
  const at = (read: (sec: number) => number | null) =>
    Array.from({ length: buckets }, (_, index) => read((index + 0.5) * stepSec));
  const row = (
    name: string,
    gpu_uuid: string | null,
    read: (sec: number) => number | null,
  ): HistoryReply['machine']['readings'][number] => ({
    name,
    gpu_uuid,
    known: at(() => 1).map(Number),
    min: at(read),
    mean: at(read),
    max: at(read),
  });
  const isBusy = (sec: number): boolean => sec < busySec;
  const points = at(() => 1).map(Number);
  return {
    run_id: 'r1',
    from: iso(0),
    to: iso(totalSec),
    bucket_sec: stepSec,
    buckets,
    sample_interval_sec: stepSec,
    gpus: [{ uuid: 'g', index: 0, name: 'a GPU' }],
    machine: {
      points,
      readings: [
        row('cpu_pct', null, (sec) => (isBusy(sec) ? 80 : 2)),
        row('memory_available_mib', null, () => 1000),
        row('memory_total_mib', null, () => 2000),
        row('utilization_pct', 'g', (sec) => (isBusy(sec) ? 95 : 0)),
        row('memory_used_mib', 'g', () => 500),
      ],
    },
    run: {
      points,
      readings: [row('alive', null, (sec) => (isBusy(sec) ? 3 : 0))],
      idle_states: at(() => null).map(() => 'busy'),
    },
    ...change,
  } as HistoryReply;
}

const receipt = (totalSec: number) => ({
  verdict: 'idle',
  at: iso(totalSec),
  waited_ms: totalSec * 1000,
  max_wait_ms: 3_600_000,
  require_no_process: true,
  profile: { ...baselineIdleProfiles.training, idle_sustain_sec: 300 },
});

function setUp(history: HistoryReply, verdict: object | null = receipt(600)) {
  const asked: unknown[] = [];
  const telemetry = {
    find: async () => ({ idle_verdict: verdict, workload_class: 'training' }),
    history: async (_: string, query: unknown) => {
      asked.push(query);
      return { source: 'worker', worker_target: 'w1', observed_at: iso(900), history };
    },
  } as unknown as RunTelemetry;
  const reckon = createIdleReckoning({
    telemetry,
    profileOf: (name) => baselineIdleProfiles[name],
  });
  return { reckon, asked };
}
const secOf = (at: string | null): number => (Date.parse(at ?? '') - startMs) / 1000;

describe('a reckoning', () => {
  it('is refused where no verdict says when the waiting began', async () => {
    const { reckon, asked } = setUp(historyOf(600, 200), null);
    await expect(reckon('r1', { profile: null, sustainSec: null }, signal)).rejects.toMatchObject({
      code: 'not_eligible',
    });
    expect(asked).toEqual([]);
  });

  it('asks for just the waiting, and ends earlier by a shorter quiet time', async () => {
    const { reckon, asked } = setUp(historyOf(600, 200));
    const short = await reckon('r1', { profile: null, sustainSec: 60 }, signal);
    expect(asked).toEqual([{ from: iso(0), to: iso(600), points: 1000 }]);
    expect(short).toMatchObject({
      state: 'idle',
      profile: 'training',
      sustain_sec: 60,
      readings: 60,
    });
    expect(secOf(short.at)).toBeGreaterThanOrEqual(260);
    expect(secOf(short.at)).toBeLessThanOrEqual(300);
    const long = await reckon('r1', { profile: null, sustainSec: 180 }, signal);
    expect(secOf(long.at) - secOf(short.at)).toBe(120);
    expect(short.actual).toEqual({ verdict: 'idle', at: iso(600), sustain_sec: 300 });
  });

  it('says that it would not have ended by the end, and how far quiet had come', async () => {
    const { reckon } = setUp(historyOf(600, 200));
    const told = await reckon('r1', { profile: null, sustainSec: 1800 }, signal);
    expect(told).toMatchObject({ state: 'quiet_candidate', at: null, required_sec: 1800 });
    expect(told.quiet_sec).toBeGreaterThan(300);
    expect(told.quiet_sec).toBeLessThanOrEqual(400);
  });

  it('never takes what is not known for quiet', async () => {
    const whole = historyOf(600, 200);
    const { reckon } = setUp({ ...whole, run: null });
    const told = await reckon('r1', { profile: null, sustainSec: 60 }, signal);
    expect(told).toMatchObject({ state: 'sensor_unknown', at: null });
  });

  it('judges a bucket of several readings by the highest, and says so', async () => {
    const whole = historyOf(600, 200);
    const points = whole.machine.points.map(() => 4);
    const readings = whole.machine.readings.map((row) =>
      row.name === 'utilization_pct' ? { ...row, mean: row.mean.map(() => 0) } : row,
    );
    const { reckon } = setUp({ ...whole, machine: { points, readings } });
    const told = await reckon('r1', { profile: null, sustainSec: 60 }, signal);
    expect(told.is_coarse).toBe(true);
    expect(secOf(told.at)).toBeGreaterThanOrEqual(260);
  });

  it('plays nothing that is longer than it asked for, or begins nowhere', async () => {
    const whole = historyOf(600, 200);
    const row = whole.machine.readings[0]!;
    const readings = Array.from({ length: 501 }, (_, index) => ({ ...row, gpu_uuid: `g${index}` }));
    for (const change of [
      { buckets: Number.MAX_SAFE_INTEGER },
      { machine: { ...whole.machine, readings } },
      { from: 'at noon' },
    ]) {
      const { reckon } = setUp({ ...whole, ...change });
      await expect(reckon('r1', { profile: null, sustainSec: 60 }, signal)).rejects.toMatchObject({
        code: 'worker_failed',
      });
    }
  });

  it('fails with words where the worker kept nothing', async () => {
    const whole = historyOf(600, 200);
    const machine = { points: whole.machine.points.map(() => 0), readings: [] };
    const { reckon } = setUp({ ...whole, machine });
    await expect(reckon('r1', { profile: null, sustainSec: null }, signal)).rejects.toMatchObject({
      code: 'worker_failed',
    });
  });
});

it('the samples have holes where nothing was recorded, and no GPU only where that is known', () => {
  const whole = historyOf(100, 0);
  const points = whole.machine.points.map((count, index) => (index === 4 ? 0 : count));
  const bare = whole.machine.readings.filter(({ gpu_uuid: uuid }) => uuid === null);
  const samples = samplesOf({ ...whole, gpus: [], machine: { points, readings: bare } });
  expect(samples).toHaveLength(9);
  expect(samples[0]).toMatchObject({ at: iso(10), gpus: [], health: 'ok' });
  const unread = samplesOf({ ...whole, gpus: null, machine: { points, readings: bare } });
  expect(unread[0]).toMatchObject({ gpus: null, health: 'partial' });
});
