/** Thresholds of the idle gate, by workload class. */
import { type EvidenceRules, evidenceRulesOf } from '../../domain/idle-evidence.ts';
import { type WorkloadClass, workloadClasses } from '../../domain/statuses.ts';

/** What counts as quiet, and for how long. Named as in the configuration. */
export interface IdleThresholds {
  /** How long every signal must hold without a gap, seconds. */
  readonly idle_sustain_sec: number;
  /** The mean over the window must be below this, percent of the whole machine. */
  readonly cpu_idle_threshold_pct: number;
  /** The mean over the window and all GPUs must be below this, percent. */
  readonly gpu_idle_avg_threshold_pct: number;
  /** Every single GPU reading must be below this, percent. */
  readonly gpu_idle_peak_threshold_pct: number;
  /** Largest change of used GPU memory between samples next to each other, MiB; 0: none. */
  readonly vram_delta_threshold_mib: number;
}

/** What one workload class is judged by: thresholds of the signals, and rules of the evidence. */
export interface IdleProfile extends IdleThresholds {
  /** Additional evidence; absent: none is looked at. */
  readonly evidence?: EvidenceRules;
}

/** For classes without a profile of their own. */
export const defaultIdleProfile: IdleThresholds = {
  idle_sustain_sec: 180,
  cpu_idle_threshold_pct: 35,
  gpu_idle_avg_threshold_pct: 10,
  gpu_idle_peak_threshold_pct: 20,
  vram_delta_threshold_mib: 1024,
};

const patientProfile: IdleThresholds = {
  ...defaultIdleProfile,
  idle_sustain_sec: 300,
  cpu_idle_threshold_pct: 20,
};

const baselineThresholds: Readonly<Partial<Record<WorkloadClass, IdleThresholds>>> = {
  inference_eval: patientProfile,
  cpu_only: patientProfile,
};

/** What an installation starts with; `workload_profiles` overrides member by member. */
export const baselineIdleProfiles = Object.fromEntries(
  workloadClasses.map((name) => [
    name,
    { ...(baselineThresholds[name] ?? defaultIdleProfile), evidence: evidenceRulesOf(name) },
  ]),
) as Readonly<Record<WorkloadClass, IdleProfile>>;
