/**
 * The wait for quiet after an agent's exit: the service's own idle gate on samples that can be missing or hold no
 * reading. What was really there is kept beside it, so that a verdict on missing data shows.
 */

import { toIsoTime } from '../lib/clock.ts';
import type { IdleGpu, IdleSample } from '../machines/idle-gate/events.ts';
import { createIdleGate, type IdleGateStep } from '../machines/idle-gate/gate.ts';
import { defaultIdleProfile } from '../machines/idle-gate/profile.ts';
import type { IdleReceipt } from '../machines/idle-gate/receipt.ts';
import type { Faults } from './faults.ts';
import type { SimulatedTime } from './time.ts';

interface QuietOptions {
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly intervalMs: number;
  /** False once the worker has forgotten the run; then nothing more is said. */
  readonly isWatched: () => boolean;
  /** Told once; `wasQuiet`: every reading was there for as long as a verdict needs. */
  readonly onVerdict: (receipt: IdleReceipt, wasQuiet: boolean) => void;
}

interface Reading {
  readonly atMs: number;
  readonly complete: boolean;
}

const maxWaitMs = 3 * 3_600_000;
const sustainMs = defaultIdleProfile.idle_sustain_sec * 1000;
const gpuUuid = 'GPU-simulated';

/** Begins to sample; ends with the verdict. */
export function watchForQuiet(options: QuietOptions): void {
  const { time, faults, intervalMs, isWatched, onVerdict } = options;
  const gate = createIdleGate({
    profile: defaultIdleProfile,
    sampleIntervalMs: intervalMs,
    maxWaitMs,
    startedMonotonicMs: time.elapsedMs,
  });
  const readings: Reading[] = [];
  let blindLeft = 0;
  const take = (): IdleSample => {
    if (blindLeft === 0 && faults.strikes('reading_missing', 0.01))
      blindLeft = 1 + Math.floor(4 * faults.draw());
    const isBlind = blindLeft > 0;
    blindLeft = Math.max(0, blindLeft - 1);
    readings.push({ atMs: time.elapsedMs, complete: !isBlind });
    return sampleOf(time, isBlind);
  };
  const next = (): IdleGateStep => {
    if (faults.strikes('sample_missing', 0.01))
      return gate.tick(toIsoTime(time.clock.now()), time.elapsedMs);
    return gate.next(take());
  };
  const look = (): void => {
    time.note();
    if (!isWatched()) return;
    let step = next();
    if (step.needs_confirmation) {
      // As the service: a sample of its own, a moment after the one that made it due.
      time.clock.setTimer(1, () => {
        time.note();
        if (!isWatched()) return;
        step = gate.confirm(take());
        goOn(step);
      });
      return;
    }
    goOn(step);
  };
  const goOn = ({ receipt }: IdleGateStep): void => {
    if (receipt !== undefined) onVerdict(receipt, wasQuiet(readings, intervalMs));
    else time.clock.setTimer(intervalMs, look);
  };
  time.clock.setTimer(intervalMs, look);
}

/** An own and simple count: back from the last reading every one is there, without a gap, for long enough. */
function wasQuiet(readings: readonly Reading[], intervalMs: number): boolean {
  const last = readings.at(-1);
  if (last === undefined) return false;
  let since = last.atMs;
  for (const { atMs, complete } of [...readings].reverse()) {
    if (!complete || since - atMs > 2 * intervalMs) return false;
    since = atMs;
    if (last.atMs - since >= sustainMs) return true;
  }
  return false;
}

function sampleOf(time: SimulatedTime, isBlind: boolean): IdleSample {
  const known = <Value>(value: Value): Value | null => (isBlind ? null : value);
  return {
    at: toIsoTime(time.clock.now()),
    monotonic_ms: time.elapsedMs,
    cpu_pct: known(2),
    memory_available_mib: known(60_000),
    gpus: isBlind ? null : [quietGpu],
    processes: { alive: known(0) },
    health: isBlind ? 'unknown' : 'ok',
    problems: isBlind ? ['no reading'] : [],
  };
}

/** A GPU on which nothing runs. */
export const quietGpu: IdleGpu = {
  uuid: gpuUuid,
  utilization_pct: 0,
  memory_used_mib: 10,
  power_w: 60,
  temperature_c: 35,
  sm_clock_mhz: 300,
  compute_pids: [],
};
