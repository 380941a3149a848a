/** Thresholds of the idle gate, by workload class. */
import type { WorkloadClass } from '../../domain/statuses.ts';

/** What counts as quiet, and for how long. Named as in the configuration. */
export interface IdleProfile {
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

/** For classes without a profile of their own. */
export const defaultIdleProfile: IdleProfile = {
  idle_sustain_sec: 180,
  cpu_idle_threshold_pct: 35,
  gpu_idle_avg_threshold_pct: 10,
  gpu_idle_peak_threshold_pct: 20,
  vram_delta_threshold_mib: 1024,
};

const patientProfile: IdleProfile = {
  ...defaultIdleProfile,
  idle_sustain_sec: 300,
  cpu_idle_threshold_pct: 20,
};

/** What an installation starts with; `workload_profiles` overrides member by member. */
export const baselineIdleProfiles: Readonly<Record<WorkloadClass, IdleProfile>> = {
  unknown: defaultIdleProfile,
  control_plane: defaultIdleProfile,
  agent_harness: defaultIdleProfile,
  training: defaultIdleProfile,
  gpu_required: defaultIdleProfile,
  inference_eval: patientProfile,
  cpu_only: patientProfile,
};
