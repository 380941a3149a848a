/** Arbitrary telemetry for the idle gate, and the naive model that is to agree with it. */
import fc from 'fast-check';
import { type EvidenceRules, evidenceModes } from '../src/domain/idle-evidence.ts';
import type { IdleSample } from '../src/machines/idle-gate/events.ts';
import { createIdleGate, type IdleGate } from '../src/machines/idle-gate/gate.ts';
import type { IdleProfile } from '../src/machines/idle-gate/profile.ts';

export const intervalMs = 1000;
export const maxWaitMs = 120_000;
export const profile: IdleProfile = {
  idle_sustain_sec: 6,
  cpu_idle_threshold_pct: 35,
  gpu_idle_avg_threshold_pct: 10,
  gpu_idle_peak_threshold_pct: 20,
  vram_delta_threshold_mib: 1024,
};
export const sustainMs = profile.idle_sustain_sec * 1000;

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

export const stepsArbitrary = fc.array(stepArbitrary, { minLength: 1, maxLength: 80 });

export function toSamples(steps: readonly Step[]): IdleSample[] {
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

export function openGate(
  waitMs = maxWaitMs,
  chosen: IdleProfile = profile,
  coreCount: number | null = 4,
): IdleGate {
  return createIdleGate({
    profile: chosen,
    sampleIntervalMs: intervalMs,
    maxWaitMs: waitMs,
    startedMonotonicMs: 0,
    coreCount,
  });
}

/** What evidence is made of, beside a step's own readings. */
interface EvidentStep {
  readonly step: Step;
  readonly powerW: number | null;
  readonly clockMhz: number | null;
  readonly cores: number | null;
  readonly ioMibS: number | null;
  readonly ioPct: number | null;
  readonly owners: { run: number; others: number; nobody: number } | undefined;
}

const owned = (run: number, others: number, nobody: number) => ({ run, others, nobody });
const evidentStepArbitrary: fc.Arbitrary<EvidentStep> = fc.record({
  step: stepArbitrary,
  powerW: often<number | null>(120, fc.constantFrom(78, 200, 700), unknown),
  clockMhz: often<number | null>(1980, fc.constantFrom(345, 1500), unknown),
  cores: often<number | null>(0, fc.constantFrom(0.4, 2), unknown),
  ioMibS: often<number | null>(0, fc.constantFrom(0.5, 90), unknown),
  ioPct: often<number | null>(0, fc.constantFrom(9, 80), unknown),
  owners: often<EvidentStep['owners']>(
    owned(0, 0, 0),
    fc.constantFrom(owned(0, 0, 1), owned(0, 2, 0), undefined),
  ),
});
export const evidentStepsArbitrary = fc.array(evidentStepArbitrary, {
  minLength: 1,
  maxLength: 80,
});

const modeArbitrary = fc.constantFrom(...evidenceModes);
export const rulesArbitrary: fc.Arbitrary<EvidenceRules> = fc.record({
  evidence_compute_process: modeArbitrary,
  evidence_run_cpu: modeArbitrary,
  evidence_machine_cpu: modeArbitrary,
  evidence_io_pressure: modeArbitrary,
  evidence_run_io: modeArbitrary,
  evidence_gpu_power: modeArbitrary,
  evidence_gpu_clock: modeArbitrary,
  run_cpu_threshold_cores: fc.constantFrom(0.5, 1),
  machine_cpu_threshold_cores: fc.constantFrom(0.1, 0.5),
  io_pressure_threshold_pct: fc.constantFrom(5, 10),
  run_io_threshold_mib_s: fc.constantFrom(0.1, 1),
  gpu_power_rest_factor: fc.constantFrom(1.01, 1.25),
  gpu_clock_rest_factor: fc.constantFrom(1.01, 1.25),
  evidence_delay_factor: fc.constantFrom(1, 1.5, 2, 3),
});

export function toEvidentSamples(steps: readonly EvidentStep[]): IdleSample[] {
  return toSamples(steps.map(({ step }) => step)).map((sample, index) => {
    const { powerW, clockMhz, cores, ioMibS, ioPct, owners } = steps[index]!;
    const gpus =
      sample.gpus?.map((gpu) => ({
        ...gpu,
        power_w: powerW,
        sm_clock_mhz: clockMhz,
        compute_owners: owners,
      })) ?? null;
    const usage = { cpu_cores: cores, read_mib_s: ioMibS, write_mib_s: ioMibS };
    return {
      ...sample,
      gpus,
      processes: { ...sample.processes, ...usage },
      pressure: { io: ioPct },
    };
  });
}

/** Where a gate becomes idle, each next sample being the fresh one when it asks; else how many there are. */
export function verdictIndex(gate: IdleGate, samples: readonly IdleSample[]): number {
  for (const [index, sample] of samples.entries()) {
    if (gate.current().needs_confirmation) gate.confirm(sample);
    else gate.next(sample);
    if (gate.state === 'idle') return index;
  }
  return samples.length;
}

export const reading = (sample: IdleSample) => ({
  cpu: sample.cpu_pct,
  gpu: sample.gpus?.[0]?.utilization_pct ?? null,
  vram: sample.gpus?.[0]?.memory_used_mib ?? null,
  alive: sample.processes.alive,
});

/** True when the sample says everything and nothing in it alone shows activity. */
export function isCalm(sample: IdleSample, before: IdleSample | undefined): boolean {
  const { cpu, gpu, vram, alive } = reading(sample);
  if (cpu === null || gpu === null || vram === null || alive === null) return false;
  const vramBefore = before === undefined ? null : reading(before).vram;
  const moved =
    vramBefore !== null && Math.abs(vram - vramBefore) > profile.vram_delta_threshold_mib;
  return alive === 0 && gpu < profile.gpu_idle_peak_threshold_pct && !moved;
}

export function isJoined(before: IdleSample, after: IdleSample): boolean {
  const passedMs = after.monotonic_ms - before.monotonic_ms;
  const wallMs = Date.parse(after.at) - Date.parse(before.at);
  return passedMs <= 2 * intervalMs && Math.abs(wallMs - passedMs) <= 1000;
}

export function meansHold(samples: readonly IdleSample[]): boolean {
  const meanOf = (pick: (sample: IdleSample) => number): number =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  return (
    meanOf((sample) => reading(sample).cpu!) < profile.cpu_idle_threshold_pct &&
    meanOf((sample) => reading(sample).gpu!) < profile.gpu_idle_avg_threshold_pct
  );
}

/** Duration of the window after the whole history, found by walking it from the beginning. */
export function modelProgressMs(history: readonly IdleSample[]): number {
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
export function play(gate: IdleGate, samples: readonly IdleSample[]): void {
  for (const sample of samples) {
    if (gate.current().needs_confirmation) gate.confirm(sample);
    else gate.next(sample);
  }
}
