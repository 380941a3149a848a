/** One sample boiled down to the numbers that the signals are made of, and what breaks a window. */
import type { IdleSample } from './events.ts';
import type { EvidenceReading } from './evidence.ts';
import type { IdleProfile } from './profile.ts';

/** A sample as the window keeps it; null is a reading that was unknown. */
export interface Observation {
  readonly at: string;
  readonly wall_ms: number;
  readonly monotonic_ms: number;
  readonly cpu_pct: number | null;
  /** Mean and largest utilization over the GPUs; null when one is unknown; absent GPUs are 0. */
  readonly gpu_mean_pct: number | null;
  readonly gpu_peak_pct: number | null;
  /** Used memory by device, in the order of the device names; null when one is unknown. */
  readonly vram_mib: readonly (readonly [uuid: string, usedMib: number])[] | null;
  readonly gpu_count: number | null;
  readonly alive: number | null;
  readonly health: IdleSample['health'];
  readonly problems: readonly string[];
  /** Whether quiet readings of this sample are in doubt, and why. */
  readonly suspicions: readonly string[];
  /** A busy GPU that nobody seems to use, as a sentence; null: none. */
  readonly ghost: string | null;
  readonly evidence: readonly EvidenceReading[];
}

/** Pure. Suspicions and evidence are found elsewhere, since they need what came before. */
export function observe(
  sample: IdleSample,
  found: Pick<Observation, 'suspicions' | 'ghost' | 'evidence'>,
): Observation {
  const { gpus } = sample;
  const use = known(gpus?.map((gpu) => gpu.utilization_pct));
  const vram = gpus?.map((gpu): readonly [string, number | null] => [
    gpu.uuid,
    gpu.memory_used_mib,
  ]);
  return {
    at: sample.at,
    wall_ms: Date.parse(sample.at),
    monotonic_ms: sample.monotonic_ms,
    cpu_pct: sample.cpu_pct,
    gpu_mean_pct: use === null ? null : mean(use),
    gpu_peak_pct: use === null ? null : Math.max(0, ...use),
    vram_mib: vram?.every(hasAmount) === true ? vram.sort(byUuid) : null,
    gpu_count: gpus?.length ?? null,
    alive: sample.processes.alive,
    health: sample.health,
    problems: sample.problems,
    ...found,
  };
}

/** Mean of a list; 0 of an empty one, which here means that there is nothing to be busy. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function known(values: readonly (number | null)[] | undefined): readonly number[] | null {
  return values?.every((value) => value !== null) === true ? values : null;
}

function hasAmount(entry: readonly [string, number | null]): entry is readonly [string, number] {
  return entry[1] !== null;
}

function byUuid(left: readonly [string, number], right: readonly [string, number]): number {
  return left[0] < right[0] ? -1 : 1;
}

/** Largest change of used memory on any device; null when the devices are not the same ones. */
export function vramDeltaMib(earlier: Observation, later: Observation): number | null {
  if (earlier.vram_mib === null || later.vram_mib === null) return null;
  if (earlier.vram_mib.length !== later.vram_mib.length) return null;
  let largest = 0;
  for (const [index, [uuid, usedMib]] of later.vram_mib.entries()) {
    const [earlierUuid, earlierMib] = earlier.vram_mib[index]!;
    if (earlierUuid !== uuid) return null;
    largest = Math.max(largest, Math.abs(usedMib - earlierMib));
  }
  return largest;
}

/** What samples are judged by; the same for all of one gate. */
export interface ObservationRules {
  readonly profile: IdleProfile;
  readonly sampleIntervalMs: number;
  readonly requireNoProcess: boolean;
  /** Cores of the machine; null: not known. */
  readonly coreCount: number | null;
}

/** Why nothing can be said of this sample; empty when every signal's reading is there. */
export function findUnknowns(seen: Observation, rules: ObservationRules): string[] {
  const unknowns: string[] = [];
  if (!Number.isFinite(seen.monotonic_ms) || !Number.isFinite(seen.wall_ms))
    unknowns.push('the time is unknown');
  if (seen.cpu_pct === null) unknowns.push('CPU use is unknown');
  if (seen.gpu_count === null) unknowns.push('the GPUs are unknown');
  else if (seen.gpu_mean_pct === null) unknowns.push('GPU use is unknown');
  if (seen.gpu_count !== null && seen.vram_mib === null) unknowns.push('GPU memory is unknown');
  if (rules.requireNoProcess && seen.alive === null)
    unknowns.push('the processes of the run are unknown');
  return unknowns;
}

/** Why this sample cannot follow the one before in one window, though it may start its own. */
export function findBreaks(
  earlier: Observation | null,
  seen: Observation,
  rules: ObservationRules,
): string[] {
  if (earlier === null) return [];
  const { sampleIntervalMs } = rules;
  const passedMs = seen.monotonic_ms - earlier.monotonic_ms;
  const wallPassedMs = seen.wall_ms - earlier.wall_ms;
  const breaks: string[] = [];
  if (passedMs < 0) breaks.push('the monotonic clock went back');
  if (passedMs > 2 * sampleIntervalMs) {
    breaks.push(`no sample came for ${Math.round(passedMs)} ms, over two intervals`);
  }
  if (Math.abs(wallPassedMs - passedMs) > clockJumpMsMax(sampleIntervalMs)) {
    breaks.push('the wall clock jumped, or the machine was suspended');
  }
  return breaks;
}

/** How far wall and monotonic time may part between samples: an interval, at least a second. */
export function clockJumpMsMax(sampleIntervalMs: number): number {
  return Math.max(1000, sampleIntervalMs);
}

/** Which signals this sample alone shows not to hold. */
export function findActivity(
  earlier: Observation | null,
  seen: Observation,
  rules: ObservationRules,
): string[] {
  const { profile } = rules;
  const activity: string[] = [];
  if (rules.requireNoProcess && seen.alive !== null && seen.alive > 0) {
    activity.push(`live processes of the run: ${seen.alive}`);
  }
  if (hasGpu(seen) && seen.gpu_peak_pct! >= profile.gpu_idle_peak_threshold_pct) {
    activity.push(`a GPU reads ${seen.gpu_peak_pct} %, not below the peak threshold`);
  }
  if (earlier !== null && earlier.vram_mib !== null && seen.vram_mib !== null) {
    const delta = vramDeltaMib(earlier, seen);
    if (delta === null) activity.push('the set of GPUs changed');
    else if (delta > profile.vram_delta_threshold_mib) {
      activity.push(`GPU memory changed by ${delta} MiB, above its threshold`);
    }
  }
  return activity;
}

/** True when there is a GPU whose use must be judged. */
export function hasGpu(seen: Observation): boolean {
  return seen.gpu_count !== null && seen.gpu_count > 0;
}
