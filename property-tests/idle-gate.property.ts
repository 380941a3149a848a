/**
 * The idle gate against arbitrary telemetry: gaps, unknown readings, spikes, clock jumps, early and
 * late confirmations. A model that knows only the whole history, and looks for the longest window
 * afresh after every sample, must agree with it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdleSample } from '../src/machines/idle-gate/events.ts';
import { createIdleGate, type IdleGate } from '../src/machines/idle-gate/gate.ts';
import type { IdleProfile } from '../src/machines/idle-gate/profile.ts';

const intervalMs = 1000;
const maxWaitMs = 120_000;
const profile: IdleProfile = {
  idle_sustain_sec: 6,
  cpu_idle_threshold_pct: 35,
  gpu_idle_avg_threshold_pct: 10,
  gpu_idle_peak_threshold_pct: 20,
  vram_delta_threshold_mib: 1024,
};
const sustainMs = profile.idle_sustain_sec * 1000;

const often = <Value>(common: Value, ...others: fc.Arbitrary<Value>[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(common) }, ...others);
const unknown = fc.constant(null);

interface Step {
  /** Monotonic time since the sample before, and how much more the wall clock moved, ms. */
  readonly passedMs: number;
  readonly wallSkewMs: number;
  readonly cpu: number | null;
  readonly gpu: number | null;
  readonly vramMib: number | null;
  readonly alive: number | null;
  readonly gpusKnown: boolean;
}

const noisyStep: fc.Arbitrary<Step> = fc.record({
  passedMs: often(1000, fc.integer({ min: 1, max: 2000 }), fc.constantFrom(2000, 2001, 30_000)),
  wallSkewMs: often(0, fc.constantFrom(900, -900, 5000, -5000)),
  cpu: often<number | null>(2, fc.double({ min: 0, max: 100, noNaN: true }), unknown),
  gpu: often<number | null>(0, fc.integer({ min: 0, max: 30 }), unknown),
  vramMib: often<number | null>(700, fc.constantFrom(0, 1724, 1725, 9000), unknown),
  alive: often<number | null>(0, fc.constant(1), unknown),
  gpusKnown: often<boolean>(true, fc.constant(false)),
});
/** Quiet enough, but not all alike, so that means and sliding windows matter. */
const calmStep: fc.Arbitrary<Step> = fc.record({
  passedMs: fc.constantFrom(1000, 1000, 700, 1300, 2000),
  wallSkewMs: fc.constantFrom(0, 0, 900, -900),
  cpu: fc.constantFrom(0, 2, 5, 60),
  gpu: fc.constantFrom(0, 0, 1, 15),
  vramMib: fc.constantFrom(700, 701),
  alive: fc.constant(0),
  gpusKnown: fc.constant(true),
});
const stepArbitrary = fc.oneof(
  { weight: 9, arbitrary: calmStep },
  { weight: 1, arbitrary: noisyStep },
);

const stepsArbitrary = fc.array(stepArbitrary, { minLength: 1, maxLength: 80 });

function toSamples(steps: readonly Step[]): IdleSample[] {
  let monotonicMs = 0;
  let wallMs = Date.UTC(2026, 0, 1);
  return steps.map((step) => {
    monotonicMs += step.passedMs;
    wallMs += step.passedMs + step.wallSkewMs;
    const gpu = {
      uuid: 'GPU-a',
      utilization_pct: step.gpu,
      memory_used_mib: step.vramMib,
      power_w: null,
      temperature_c: null,
      sm_clock_mhz: null,
      compute_pids: null,
    };
    return {
      at: new Date(wallMs).toISOString(),
      monotonic_ms: monotonicMs,
      cpu_pct: step.cpu,
      memory_available_mib: 1,
      gpus: step.gpusKnown ? [gpu] : null,
      processes: { alive: step.alive },
      health: 'ok',
      problems: [],
    } satisfies IdleSample;
  });
}

function openGate(waitMs = maxWaitMs): IdleGate {
  return createIdleGate({
    profile,
    sampleIntervalMs: intervalMs,
    maxWaitMs: waitMs,
    startedMonotonicMs: 0,
  });
}

const reading = (sample: IdleSample) => ({
  cpu: sample.cpu_pct,
  gpu: sample.gpus?.[0]?.utilization_pct ?? null,
  vram: sample.gpus?.[0]?.memory_used_mib ?? null,
  alive: sample.processes.alive,
});

/** True when the sample says everything and nothing in it alone shows activity. */
function isCalm(sample: IdleSample, before: IdleSample | undefined): boolean {
  const { cpu, gpu, vram, alive } = reading(sample);
  if (cpu === null || gpu === null || vram === null || alive === null) return false;
  const vramBefore = before === undefined ? null : reading(before).vram;
  const moved =
    vramBefore !== null && Math.abs(vram - vramBefore) > profile.vram_delta_threshold_mib;
  return alive === 0 && gpu < profile.gpu_idle_peak_threshold_pct && !moved;
}

function isJoined(before: IdleSample, after: IdleSample): boolean {
  const passedMs = after.monotonic_ms - before.monotonic_ms;
  const wallMs = Date.parse(after.at) - Date.parse(before.at);
  return passedMs <= 2 * intervalMs && Math.abs(wallMs - passedMs) <= 1000;
}

function meansHold(samples: readonly IdleSample[]): boolean {
  const meanOf = (pick: (sample: IdleSample) => number): number =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  return (
    meanOf((sample) => reading(sample).cpu!) < profile.cpu_idle_threshold_pct &&
    meanOf((sample) => reading(sample).gpu!) < profile.gpu_idle_avg_threshold_pct
  );
}

/** Duration of the window after the whole history, found by walking it from the beginning. */
function modelProgressMs(history: readonly IdleSample[]): number {
  let start = 0;
  for (const [index, sample] of history.entries()) {
    const before = history[index - 1];
    if (before !== undefined && !isJoined(before, sample)) start = index;
    if (!isCalm(sample, before)) {
      start = index + 1;
      continue;
    }
    while (start < index && sample.monotonic_ms - history[start + 1]!.monotonic_ms >= sustainMs)
      start += 1;
    if (!meansHold(history.slice(start, index + 1)))
      start = meansHold([sample]) ? index : index + 1;
  }
  return start >= history.length ? 0 : history.at(-1)!.monotonic_ms - history[start]!.monotonic_ms;
}

/** Feeds every sample, confirming with the next one whenever the gate asks. */
function play(gate: IdleGate, samples: readonly IdleSample[]): void {
  for (const sample of samples) {
    if (gate.current().needs_confirmation) gate.confirm(sample);
    else gate.next(sample);
  }
}

describe('the idle gate, for any telemetry', () => {
  it('keeps the window that the naive model finds, and asks for confirmation exactly when it is long enough', () => {
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        const gate = openGate(Number.MAX_SAFE_INTEGER);
        const samples = toSamples(steps);
        for (const [index, sample] of samples.entries()) {
          const step = gate.next(sample);
          const progressMs = modelProgressMs(samples.slice(0, index + 1));
          expect(step.window_progress_ms).toBe(progressMs);
          expect(step.needs_confirmation).toBe(progressMs >= sustainMs);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is idle only after a whole sustain time in which every sample was known, calm and joined', () => {
    let idleCount = 0;
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        const gate = openGate();
        const samples = toSamples(steps);
        for (const [index, sample] of samples.entries()) {
          play(gate, [sample]);
          if (gate.state !== 'idle') continue;
          idleCount += 1;
          const seen = samples.slice(0, index + 1);
          const endMs = sample.monotonic_ms;
          const first = seen.findLastIndex((each) => endMs - each.monotonic_ms >= sustainMs);
          expect(first).toBeGreaterThanOrEqual(0);
          for (let at = first; at <= index; at += 1) {
            expect(isCalm(seen[at]!, at === first ? undefined : seen[at - 1])).toBe(true);
            if (at > first) expect(isJoined(seen[at - 1]!, seen[at]!)).toBe(true);
          }
          expect(meansHold([sample])).toBe(true);
          return;
        }
      }),
      { numRuns: 400 },
    );
    // The generator must reach verdicts, or the property above says nothing.
    expect(idleCount).toBeGreaterThan(20);
  });

  it('resets the window or lets it grow by the time that passed, and never beyond what is needed by a sample', () => {
    fc.assert(
      fc.property(stepsArbitrary, (steps) => {
        const gate = openGate();
        let before = 0;
        for (const [index, sample] of toSamples(steps).entries()) {
          const { window_progress_ms: progressMs } = gate.next(sample);
          if (gate.state === 'timed_out') return;
          expect(progressMs).toBeLessThanOrEqual(before + steps[index]!.passedMs);
          expect(progressMs).toBeLessThanOrEqual(sustainMs + 2 * intervalMs);
          before = progressMs;
        }
      }),
      { numRuns: 200 },
    );
  });

  it('always ends: what is not idle by the longest wait is timed out', () => {
    fc.assert(
      fc.property(stepsArbitrary, fc.boolean(), (steps, endsInSilence) => {
        const gate = openGate();
        play(gate, toSamples(steps));
        const at = new Date(Date.UTC(2026, 0, 2)).toISOString();
        if (endsInSilence) gate.tick(at, maxWaitMs);
        else gate.next({ ...toSamples(steps)[0]!, at, monotonic_ms: maxWaitMs, cpu_pct: null });
        expect(['idle', 'timed_out']).toContain(gate.state);
        expect(gate.current().receipt?.verdict).toBe(gate.state);
      }),
      { numRuns: 200 },
    );
  });

  it('is never earlier for a suspicion', () => {
    fc.assert(
      fc.property(stepsArbitrary, fc.infiniteStream(fc.boolean()), (steps, doubts) => {
        const trusting = openGate();
        const doubting = openGate();
        for (const sample of toSamples(steps)) {
          const isDoubtful = doubts.next().value === true;
          const pids = isDoubtful ? [] : [1];
          const gpus = sample.gpus?.map((gpu) => ({ ...gpu, compute_pids: pids })) ?? null;
          play(trusting, [sample]);
          play(doubting, [{ ...sample, gpus }]);
          if (doubting.state === 'idle') expect(trusting.state).toBe('idle');
        }
      }),
      { numRuns: 200 },
    );
  });
});
