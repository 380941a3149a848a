/** The idle thresholds of each workload class: baseline, then what the file overrides. */
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import type { ParsedConfig } from './schema.ts';

/** Thresholds of one class; what must hold is described with the worker gate's fields. */
export interface ThresholdProfile {
  readonly idleSustainMs: number;
  readonly cpuIdleThresholdPct: number;
  readonly gpuIdleAvgThresholdPct: number;
  readonly gpuIdlePeakThresholdPct: number;
  readonly vramDeltaThresholdMib: number;
}

/** A profile as the file writes it. */
export type RawProfile = Readonly<Record<ProfileField, number>>;
export type ProfileField = (typeof profileFields)[number];
export const profileFields = [
  'idle_sustain_sec',
  'cpu_idle_threshold_pct',
  'gpu_idle_avg_threshold_pct',
  'gpu_idle_peak_threshold_pct',
  'vram_delta_threshold_mib',
] as const;

const patient: RawProfile = {
  idle_sustain_sec: 180,
  cpu_idle_threshold_pct: 35,
  gpu_idle_avg_threshold_pct: 10,
  gpu_idle_peak_threshold_pct: 20,
  vram_delta_threshold_mib: 1024,
};
const strict: RawProfile = { ...patient, idle_sustain_sec: 300, cpu_idle_threshold_pct: 20 };

/**
 * Classes with a profile of their own. Inference falls quiet between requests, so it must be quiet
 * for longer and deeper than training. The other classes (`unknown`, `control_plane`,
 * `agent_harness`) take the top-level thresholds.
 */
export const baselineProfiles: Readonly<Partial<Record<WorkloadClass, RawProfile>>> = {
  inference_eval: strict,
  cpu_only: strict,
  training: patient,
  gpu_required: patient,
};

/** The class's value of `field`: override, else baseline, else the top-level threshold. */
export function profileValue(
  parsed: ParsedConfig,
  name: WorkloadClass,
  field: ProfileField,
): number {
  const override = parsed.workload_profiles[name]?.[field] ?? null;
  return override ?? baselineProfiles[name]?.[field] ?? parsed[field];
}

/** Profiles of all classes, in milliseconds, percent and MiB. */
export function resolveProfiles(
  parsed: ParsedConfig,
): Readonly<Record<WorkloadClass, ThresholdProfile>> {
  const entries = workloadClasses.map((name) => {
    const value = (field: ProfileField): number => profileValue(parsed, name, field);
    const profile: ThresholdProfile = Object.freeze({
      idleSustainMs: Math.round(value('idle_sustain_sec') * 1000),
      cpuIdleThresholdPct: value('cpu_idle_threshold_pct'),
      gpuIdleAvgThresholdPct: value('gpu_idle_avg_threshold_pct'),
      gpuIdlePeakThresholdPct: value('gpu_idle_peak_threshold_pct'),
      vramDeltaThresholdMib: value('vram_delta_threshold_mib'),
    });
    return [name, profile] as const;
  });
  return Object.freeze(Object.fromEntries(entries)) as Record<WorkloadClass, ThresholdProfile>;
}
