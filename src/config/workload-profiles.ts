/** The idle thresholds of each workload class: baseline, then what the file overrides. */
import { classEvidence, type EvidenceRules } from '../domain/idle-evidence.ts';
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import type { ParsedConfig } from './schema.ts';
import { evidenceFields } from './sections/idle-evidence.ts';

/** Thresholds of one class; what must hold is described with the worker gate's fields. */
export interface ThresholdProfile {
  readonly idleSustainMs: number;
  readonly cpuIdleThresholdPct: number;
  readonly gpuIdleAvgThresholdPct: number;
  readonly gpuIdlePeakThresholdPct: number;
  readonly vramDeltaThresholdMib: number;
  /** Named as in the file. */
  readonly evidence: EvidenceRules;
}

/** The thresholds of a profile as the file writes them. */
export type RawProfile = Readonly<Record<(typeof profileFields)[number], number>>;
/** The thresholds that classes have baseline values of, as the file names them: seconds, percent and MiB. */
export const profileFields = [
  'idle_sustain_sec',
  'cpu_idle_threshold_pct',
  'gpu_idle_avg_threshold_pct',
  'gpu_idle_peak_threshold_pct',
  'vram_delta_threshold_mib',
] as const;
/** A field that has a value at top level and may have another in the profile of a class. */
export type ProfileField = (typeof profileFields)[number] | keyof EvidenceRules;
/** Every field that a class may set. */
export const classFields: readonly ProfileField[] = [...profileFields, ...evidenceFields];

const patient: RawProfile = {
  idle_sustain_sec: 180,
  cpu_idle_threshold_pct: 35,
  gpu_idle_avg_threshold_pct: 10,
  gpu_idle_peak_threshold_pct: 20,
  vram_delta_threshold_mib: 1024,
};
const strict: RawProfile = { ...patient, idle_sustain_sec: 300, cpu_idle_threshold_pct: 20 };

/**
 * Classes with thresholds of their own. Inference falls quiet between requests, so it must be quiet
 * for longer and deeper than training. The other classes (`unknown`, `control_plane`,
 * `agent_harness`) take the top-level thresholds. Evidence of a class: `classEvidence`.
 */
export const baselineProfiles: Readonly<Partial<Record<WorkloadClass, RawProfile>>> = {
  inference_eval: strict,
  cpu_only: strict,
  training: patient,
  gpu_required: patient,
};

/** The class's value of `field`: override, else baseline, else the top-level field. */
export function profileValue<Field extends ProfileField>(
  parsed: ParsedConfig,
  name: WorkloadClass,
  field: Field,
): ParsedConfig[Field] {
  const override = parsed.workload_profiles[name]?.[field] ?? null;
  const baseline: Partial<RawProfile & EvidenceRules> = {
    ...baselineProfiles[name],
    ...classEvidence[name],
  };
  return (override ?? baseline[field] ?? parsed[field]) as ParsedConfig[Field];
}

/** Profiles of all classes, in milliseconds, percent and MiB. */
export function resolveProfiles(
  parsed: ParsedConfig,
): Readonly<Record<WorkloadClass, ThresholdProfile>> {
  const entries = workloadClasses.map((name) => {
    const value = <Field extends ProfileField>(field: Field) => profileValue(parsed, name, field);
    const evidence: unknown = Object.fromEntries(
      evidenceFields.map((field) => [field, value(field)]),
    );
    const profile: ThresholdProfile = Object.freeze({
      idleSustainMs: Math.round(value('idle_sustain_sec') * 1000),
      cpuIdleThresholdPct: value('cpu_idle_threshold_pct'),
      gpuIdleAvgThresholdPct: value('gpu_idle_avg_threshold_pct'),
      gpuIdlePeakThresholdPct: value('gpu_idle_peak_threshold_pct'),
      vramDeltaThresholdMib: value('vram_delta_threshold_mib'),
      evidence: Object.freeze(evidence as EvidenceRules),
    });
    return [name, profile] as const;
  });
  return Object.freeze(Object.fromEntries(entries)) as Record<WorkloadClass, ThresholdProfile>;
}
