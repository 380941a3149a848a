/** The idle gate: what keeps a run from being idle first, then verdicts and receipts. */
import { describe, expect, it } from 'vitest';
import type { IdleSample } from '../../../src/machines/idle-gate/events.ts';
import { frozenSampleCount } from '../../../src/machines/idle-gate/suspicion.ts';
import { type Change, createGate, profile, sampleAt } from './idle-samples.ts';

describe('what is not quiet', () => {
  it.each<[string, Change, RegExp]>([
    ['a live process of the run', { alive: 1 }, /live processes of the run: 1/],
    ['CPU at its threshold', { cpu_pct: 35 }, /cpu_mean_pct is 35/],
    ['a GPU at its peak threshold', { gpu: { utilization_pct: 20 } }, /20 %, not below the peak/],
    ['GPUs at their mean threshold', { gpu: { utilization_pct: 10 } }, /gpu_mean_pct is 10/],
  ])('%s', (_, change, reason) => {
    const { feed } = createGate();
    expect(feed(0, 0, change)).toMatchObject({
      state: 'busy',
      window_progress_ms: 0,
      needs_confirmation: false,
    });
    expect(feed(5, 200, change)).toMatchObject({
      state: 'busy',
      reasons: [expect.stringMatching(reason)],
    });
  });

  it.each<[string, Change, number, string]>([
    ['full load, though the threshold is 100', { cpu_pct: 100 }, 100, 'busy'],
    ['no load at all, where the threshold is 0', { cpu_pct: 0 }, 0, 'busy'],
    ['but anything short of full load is, at 100', { cpu_pct: 99.9 }, 100, 'quiet_candidate'],
  ])('%s', (_, change, threshold, state) => {
    const { feed } = createGate({ profile: { ...profile, cpu_idle_threshold_pct: threshold } });
    expect(feed(0, 20, change).state).toBe(state);
  });

  it('GPU memory that moves by more than its threshold, up or down', () => {
    const { gate, feed } = createGate();
    feed(0, 20);
    expect(
      gate.next(sampleAt(25, { gpu: { memory_used_mib: 1124, compute_pids: [9] } })).state,
    ).toBe('quiet_candidate');
    expect(gate.next(sampleAt(30, { gpu: { memory_used_mib: 99 } }))).toMatchObject({
      state: 'busy',
      window_progress_ms: 0,
    });
  });

  it('any movement of GPU memory, when the threshold is zero', () => {
    const { gate, feed } = createGate({ profile: { ...profile, vram_delta_threshold_mib: 0 } });
    expect(feed(0, 20).state).toBe('quiet_candidate');
    expect(gate.next(sampleAt(25, { gpu: { memory_used_mib: 101 } })).state).toBe('busy');
  });

  it('one busy GPU among idle ones', () => {
    const { gate } = createGate();
    const [quiet] = sampleAt(0).gpus!;
    const gpus = [quiet!, { ...quiet!, uuid: 'GPU-b', utilization_pct: 90 }];
    expect(gate.next(sampleAt(0, { gpus })).state).toBe('busy');
  });

  it('a GPU that appears or vanishes', () => {
    const { gate, feed } = createGate();
    feed(0, 20);
    expect(gate.next(sampleAt(25, { gpus: [] })).reasons).toEqual(['the set of GPUs changed']);
  });
});

describe('what is unknown', () => {
  it.each<[string, Change]>([
    ['CPU use', { cpu_pct: null }],
    ['the GPUs', { gpus: null }],
    ['GPU use', { gpu: { utilization_pct: null } }],
    ['GPU memory', { gpu: { memory_used_mib: null } }],
    ['the processes', { alive: null }],
    ['the time', { at: 'yesterday' }],
  ])('%s restarts the window and is never idle', (_, change) => {
    const { gate, feed } = createGate();
    feed(0, 25);
    expect(gate.next(sampleAt(30, change))).toMatchObject({
      state: 'sensor_unknown',
      window_progress_ms: 0,
    });
    expect(feed(35, 600, change)).toMatchObject({
      state: 'sensor_unknown',
      needs_confirmation: false,
    });
    expect(feed(605, 630)).toMatchObject({ state: 'quiet_candidate', window_progress_ms: 25_000 });
  });

  it('power, temperature and clock are not needed', () => {
    const { feed } = createGate();
    const gpu = { power_w: null, temperature_c: null, sm_clock_mhz: null, compute_pids: null };
    expect(feed(0, 30, { gpu }).needs_confirmation).toBe(true);
  });

  it('processes are not needed where they are no signal', () => {
    const { feed } = createGate({ requireNoProcess: false });
    expect(feed(0, 30, { alive: null }).needs_confirmation).toBe(true);
  });

  it('keeps warming on a first sample that lacks its CPU reading', () => {
    const { gate } = createGate();
    expect(gate.state).toBe('warming');
    expect(gate.next(sampleAt(0, { cpu_pct: null }))).toMatchObject({
      state: 'warming',
      changed: false,
    });
    expect(gate.next(sampleAt(5))).toMatchObject({ state: 'quiet_candidate', changed: true });
  });

  it('knows silence from quiet', () => {
    const { gate, feed } = createGate();
    feed(0, 25);
    expect(gate.tick(sampleAt(35).at, 35_000).state).toBe('quiet_candidate');
    expect(gate.tick(sampleAt(36).at, 36_000)).toMatchObject({
      state: 'sensor_unknown',
      window_progress_ms: 0,
    });
  });
});

describe('what breaks a window', () => {
  it.each<[string, IdleSample, RegExp]>([
    ['a gap over two intervals', sampleAt(36), /no sample came for 11000 ms/],
    ['a wall clock that jumps ahead', sampleAt(30, { wallMs: 6000 }), /wall clock jumped/],
    ['a wall clock that jumps back', sampleAt(30, { wallMs: -6000 }), /wall clock jumped/],
    ['a monotonic clock that goes back', { ...sampleAt(25), monotonic_ms: 24_000 }, /went back/],
  ])('%s', (_, sample, reason) => {
    const { gate, feed } = createGate();
    feed(0, 25);
    const step = gate.next(sample);
    expect(step).toMatchObject({ state: 'quiet_candidate', window_progress_ms: 0 });
    expect(step.reasons[0]).toMatch(reason);
  });

  it('not a gap of exactly two intervals', () => {
    const { gate, feed } = createGate();
    feed(0, 20);
    expect(gate.next(sampleAt(30))).toMatchObject({
      window_progress_ms: 30_000,
      needs_confirmation: true,
    });
  });

  it('a mean that rises to its threshold, though one spike alone does not', () => {
    const { gate, feed } = createGate();
    feed(0, 20);
    expect(gate.next(sampleAt(25, { cpu_pct: 100 })).state).toBe('quiet_candidate');
    expect(gate.next(sampleAt(30, { cpu_pct: 100 })).state).toBe('quiet_candidate');
    expect(gate.next(sampleAt(35, { cpu_pct: 100 }))).toMatchObject({
      state: 'busy',
      window_progress_ms: 0,
    });
  });
});

describe('the verdict', () => {
  it('needs the sustain time, and then a fresh sample', () => {
    const { gate, feed } = createGate();
    expect(feed(0, 25)).toMatchObject({ needs_confirmation: false, window_progress_ms: 25_000 });
    expect(gate.confirm(sampleAt(27))).toMatchObject({
      state: 'quiet_candidate',
      needs_confirmation: false,
    });
    const due = gate.next(sampleAt(32));
    expect(due).toMatchObject({ state: 'quiet_candidate', needs_confirmation: true });
    expect(due.receipt).toBeUndefined();
    expect(gate.confirm(sampleAt(32))).toMatchObject({
      state: 'quiet_candidate',
      reasons: ['the confirming sample is not a fresh one'],
    });
    expect(gate.confirm(sampleAt(33))).toMatchObject({
      state: 'idle',
      changed: true,
      needs_confirmation: false,
    });
  });

  it('never comes without confirmation, and then slides over the latest sustain time', () => {
    const { feed } = createGate();
    expect(feed(0, 600)).toMatchObject({ state: 'quiet_candidate', window_progress_ms: 30_000 });
  });

  it.each<[string, Change, string]>([
    ['loud', { cpu_pct: 90 }, 'quiet_candidate'],
    ['busy', { alive: 2 }, 'busy'],
    ['blind', { gpus: null }, 'sensor_unknown'],
    ['from after a suspension', { wallMs: 60_000 }, 'quiet_candidate'],
  ])('does not come from a fresh sample that is %s', (_, change, state) => {
    const { gate, feed } = createGate();
    expect(feed(0, 30).needs_confirmation).toBe(true);
    const step = gate.confirm(sampleAt(31, change));
    expect(step.state).toBe(state);
    expect(step.reasons).not.toEqual([]);
  });

  it('is the same on a machine that has no GPU', () => {
    const { gate, feed } = createGate();
    feed(0, 30, { gpus: [] });
    const { receipt } = gate.confirm(sampleAt(31, { gpus: [] }));
    expect(receipt!.signals.find((signal) => signal.name === 'gpu_peak_pct')).toEqual({
      name: 'gpu_peak_pct',
      applies: false,
      value: null,
      threshold: 20,
      margin: null,
      holds: true,
    });
  });

  it('is written down with window, margins, health and profile', () => {
    const { gate, feed } = createGate();
    gate.next(sampleAt(0, { cpu_pct: null, health: 'partial', problems: ['cpu_pct: x'] }));
    feed(5, 30, { cpu_pct: 2, gpu: { utilization_pct: 4 } });
    gate.next(sampleAt(38, { cpu_pct: 2, gpu: { memory_used_mib: 164 } }));
    const { receipt } = gate.confirm(sampleAt(40, { cpu_pct: 2, gpu: { memory_used_mib: 164 } }));
    expect(JSON.parse(JSON.stringify(receipt))).toEqual(receipt);
    expect(receipt).toMatchObject({
      schema_version: 'idle_receipt.v1',
      verdict: 'idle',
      at: sampleAt(40).at,
      confirmed_at: sampleAt(40).at,
      window: {
        start: sampleAt(10).at,
        end: sampleAt(40).at,
        duration_ms: 30_000,
        required_ms: 30_000,
        samples: 7,
        max_gap_ms: 8000,
      },
      sensor_health: { ok: 8, partial: 1, unknown: 0, problems: ['cpu_pct: x'], suspicions: [] },
      profile,
      waited_ms: 40_000,
      sample_interval_ms: 5000,
      require_no_process: true,
    });
    const values = Object.fromEntries(
      receipt!.signals.map(({ name, value, margin }) => [name, [value, margin]]),
    );
    expect(values).toEqual({
      no_live_process: [0, 0],
      cpu_mean_pct: [2, 33],
      gpu_mean_pct: [(4 * 5) / 7, 10 - (4 * 5) / 7],
      gpu_peak_pct: [4, 16],
      vram_delta_mib: [64, 960],
    });
    expect(receipt!.signals.every((signal) => signal.holds)).toBe(true);
  });

  it('is final', () => {
    const { gate, feed } = createGate();
    feed(0, 30);
    gate.confirm(sampleAt(31));
    expect(gate.next(sampleAt(35, { alive: 5 }))).toMatchObject({ state: 'idle', changed: false });
  });

  it.each([
    ['idle', 3_600_000],
    ['timed_out', 31_000],
  ])(
    'is the last word when it is %s: the receipt and all else stay as they were',
    (state, maxWaitMs) => {
      const { gate, feed } = createGate({ maxWaitMs });
      feed(0, 30);
      const verdict = gate.confirm(sampleAt(31));
      expect(verdict.state).toBe(state);
      const told = () => ({ signals: gate.signals(), window: gate.window() });
      const before = told();
      feed(35, 100, { cpu_pct: 20, gpu: { memory_used_mib: 300 } });
      gate.tick(sampleAt(200).at, 200_000);
      expect(gate.current()).toEqual({ ...verdict, changed: false });
      expect(told()).toEqual(before);
    },
  );
});

describe('the longest wait', () => {
  it('ends in a time-out while busy, while blind, in silence and even when a verdict is due', () => {
    const maxWaitMs = 60_000;
    expect(createGate({ maxWaitMs }).feed(0, 60, { alive: 1 }).state).toBe('timed_out');
    expect(createGate({ maxWaitMs }).feed(0, 60, { gpus: null, cpu_pct: null }).state).toBe(
      'timed_out',
    );
    expect(createGate({ maxWaitMs }).gate.tick(sampleAt(60).at, 60_000).state).toBe('timed_out');
    const { gate, feed } = createGate({ maxWaitMs });
    expect(feed(0, 55)).toMatchObject({ needs_confirmation: true });
    expect(gate.confirm(sampleAt(60)).state).toBe('timed_out');
  });

  it('counts what was waited before', () => {
    expect(createGate({ maxWaitMs: 60_000, startedMonotonicMs: -55_000 }).feed(0, 5).state).toBe(
      'timed_out',
    );
  });

  it('leaves a receipt that says in which state it was', () => {
    const { receipt } = createGate({ maxWaitMs: 60_000 }).feed(0, 60, { alive: 3 });
    expect(receipt).toMatchObject({
      verdict: 'timed_out',
      confirmed_at: null,
      window: { start: null, end: null, duration_ms: 0, samples: 0 },
      reasons: ['waited 60 s, the most allowed; last state: busy', 'live processes of the run: 3'],
    });
    expect(receipt!.signals[0]).toMatchObject({ value: null, margin: null, holds: false });
  });
});

describe('contradictory readings', () => {
  it('doubt a GPU that is busy with no process, no memory and resting power', () => {
    const { gate, feed } = createGate();
    feed(0, 10);
    const ghost = { utilization_pct: 100 };
    expect(gate.next(sampleAt(15, { gpu: ghost }))).toMatchObject({
      state: 'suspect_sensor',
      window_progress_ms: 0,
    });
    expect(gate.next(sampleAt(20, { gpu: ghost, alive: 1 })).state).toBe('busy');
    expect(gate.next(sampleAt(25, { gpu: { ...ghost, power_w: 400 } })).state).toBe('busy');
    expect(gate.next(sampleAt(30, { gpu: { ...ghost, compute_pids: [7] } })).state).toBe('busy');
    expect(gate.next(sampleAt(35, { gpu: { ...ghost, compute_pids: null } })).state).toBe('busy');
  });

  it('make the verdict later when memory is held with no process, and say so', () => {
    const { gate, feed } = createGate();
    const held = { gpu: { memory_used_mib: 8000 } };
    expect(feed(0, 55, held)).toMatchObject({
      state: 'suspect_sensor',
      needs_confirmation: false,
      required_ms: 60_000,
    });
    expect(feed(60, 60, held)).toMatchObject({ state: 'suspect_sensor', needs_confirmation: true });
    const step = gate.confirm(sampleAt(61, held));
    expect(step.state).toBe('idle');
    expect(step.receipt!.sensor_health.suspicions).toEqual([
      'GPU-a holds 8000 MiB with no process',
    ]);
  });

  it('do not doubt memory that a process holds, or whose holder is not known', () => {
    const gpu = { memory_used_mib: 8000 };
    expect(
      createGate().feed(0, 30, { gpu: { ...gpu, compute_pids: [9] } }).needs_confirmation,
    ).toBe(true);
    expect(
      createGate().feed(0, 30, { gpu: { ...gpu, compute_pids: null } }).needs_confirmation,
    ).toBe(true);
  });

  it('doubt a sensor whose readings have not moved for long', () => {
    const sustained = { ...profile, idle_sustain_sec: frozenSampleCount * 5 };
    const { feed } = createGate({ profile: sustained });
    const frozen = { gpu: { power_w: 78.12 } };
    expect(feed(0, (frozenSampleCount - 2) * 5, frozen).state).toBe('quiet_candidate');
    const lastSec = frozenSampleCount * 5;
    expect(feed(lastSec - 5, lastSec, frozen)).toMatchObject({
      state: 'suspect_sensor',
      needs_confirmation: false,
    });
    expect(feed(lastSec + 5, 2 * lastSec, frozen).needs_confirmation).toBe(true);
  });
});

describe('sensors that stand still', () => {
  const standingMs = frozenSampleCount * 5 * 1000;

  it('doubt CPU use that is exactly nothing for long', () => {
    const { feed } = createGate({ profile: { ...profile, idle_sustain_sec: standingMs / 1000 } });
    expect(feed(0, standingMs / 1000, { cpu_pct: 0 })).toMatchObject({
      state: 'suspect_sensor',
      needs_confirmation: false,
      required_ms: 2 * standingMs,
    });
  });

  it('do not count a sample that is the one before once more', () => {
    const { gate, feed } = createGate();
    feed(0, 25);
    const before = gate.window();
    expect(gate.next(sampleAt(25))).toMatchObject({
      state: 'quiet_candidate',
      needs_confirmation: false,
      reasons: ['the sample is the one before once more'],
    });
    expect(gate.window()).toEqual(before);
    expect(gate.next(sampleAt(25, { alive: 1 })).state).toBe('busy');
  });

  it('begin anew when the monotonic clock stood still while the machine slept', () => {
    const { gate, feed } = createGate();
    feed(0, 25);
    const woken = gate.next(sampleAt(30, { wallMs: 3_600_000 }));
    expect(woken).toMatchObject({ state: 'quiet_candidate', window_progress_ms: 0 });
    expect(woken.reasons).toEqual(['the wall clock jumped, or the machine was suspended']);
  });
});
