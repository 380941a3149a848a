/** Samples of a quiet machine with one GPU, and a gate that is fed with them. */
import type { IdleGpu, IdleSample } from '../../../src/machines/idle-gate/events.ts';
import { createIdleGate, type IdleGateOptions } from '../../../src/machines/idle-gate/gate.ts';
import { defaultIdleProfile } from '../../../src/machines/idle-gate/profile.ts';

const originMs = Date.UTC(2026, 0, 1);
export const profile = { ...defaultIdleProfile, idle_sustain_sec: 30 };

export type Change = Partial<Omit<IdleSample, 'gpus' | 'processes'>> & {
  /** What the run's processes use. */
  processes?: Partial<IdleSample['processes']>;
  gpu?: Partial<IdleGpu>;
  gpus?: IdleSample['gpus'];
  alive?: number | null;
  /** Extra wall-clock time, ms. */
  wallMs?: number;
};

export function sampleAt(sec: number, change: Change = {}): IdleSample {
  const { gpu, alive = 0, wallMs = 0, processes, ...rest } = change;
  const quietGpu: IdleGpu = {
    uuid: 'GPU-a',
    utilization_pct: 0,
    memory_used_mib: 100,
    power_w: 78 + (sec % 7) / 100,
    temperature_c: 38,
    sm_clock_mhz: 345,
    compute_pids: [],
    ...gpu,
  };
  return {
    at: new Date(originMs + sec * 1000 + wallMs).toISOString(),
    monotonic_ms: sec * 1000,
    cpu_pct: 1,
    memory_available_mib: 1000,
    gpus: [quietGpu],
    processes: { alive, ...processes },
    health: 'ok',
    problems: [],
    ...rest,
  };
}

/** A gate over samples every 5 s that need 30 s. */
export function createGate(options: Partial<IdleGateOptions> = {}) {
  const gate = createIdleGate({
    profile,
    sampleIntervalMs: 5000,
    maxWaitMs: 3_600_000,
    startedMonotonicMs: 0,
    ...options,
  });
  return {
    gate,
    /** Feeds one sample every 5 s from `fromSec` to `toSec`, both included. */
    feed(fromSec: number, toSec: number, change: Change = {}) {
      for (let sec = fromSec; sec <= toSec; sec += 5) gate.next(sampleAt(sec, change));
      return gate.current();
    },
  };
}
