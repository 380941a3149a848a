/**
 * The additional evidence of the idle gate: what it is called, how it may count, and its defaults.
 * Evidence can only make a verdict later; the five signals decide whether there is one at all.
 */
import type { WorkloadClass } from './statuses.ts';

/**
 * `off`: not looked at. `delay`: while it is in the window, quiet must last longer by
 * `evidence_delay_factor`. `require`: it must have been absent for the whole sustain time.
 */
export const evidenceModes = ['off', 'delay', 'require'] as const;
/** Set for each kind of evidence, for all classes or for one. */
export type EvidenceMode = (typeof evidenceModes)[number];

/** A window with a reading in doubt must hold this many times the sustain time. */
export const suspectSustainFactor = 2;

/** Kinds of evidence: a sign of work from each. `docs/idle-gate.md` says what each reads. */
export const evidenceNames = [
  'compute_process',
  'run_cpu',
  'machine_cpu',
  'io_pressure',
  'run_io',
  'gpu_power',
  'gpu_clock',
] as const;
/** A kind of evidence, as the receipt names it. */
export type EvidenceName = (typeof evidenceNames)[number];

/** The modes, named as in the configuration. */
export type EvidenceModes = { readonly [Name in EvidenceName as `evidence_${Name}`]: EvidenceMode };

/** The thresholds, named as in the configuration; a reading that reaches one is evidence. */
export interface EvidenceLimits {
  /** CPU of the run's own processes, cores. */
  readonly run_cpu_threshold_cores: number;
  /** CPU of the whole machine above its resting level, cores. */
  readonly machine_cpu_threshold_cores: number;
  /** Share of the last 10 s in which a task waited for storage, percent. */
  readonly io_pressure_threshold_pct: number;
  /** Read and written by the run's own processes, MiB a second. */
  readonly run_io_threshold_mib_s: number;
  /** Power over the resting power at this clock or a higher one. */
  readonly gpu_power_rest_factor: number;
  /** SM clock over the resting clock. */
  readonly gpu_clock_rest_factor: number;
  /** How many times the sustain time a window with `delay` evidence must last. */
  readonly evidence_delay_factor: number;
}
/** Modes and thresholds together, as the configuration gives them for all classes or for one. */
export type EvidenceRules = EvidenceModes & EvidenceLimits;

/** What is not set in the configuration; `docs/idle-gate.md` has the reason for each mode. */
export const defaultEvidenceRules: EvidenceRules = {
  evidence_compute_process: 'delay',
  evidence_run_cpu: 'require',
  evidence_machine_cpu: 'delay',
  evidence_io_pressure: 'delay',
  evidence_run_io: 'require',
  evidence_gpu_power: 'require',
  evidence_gpu_clock: 'off',
  run_cpu_threshold_cores: 0.5,
  machine_cpu_threshold_cores: 0.5,
  io_pressure_threshold_pct: 10,
  run_io_threshold_mib_s: 1,
  gpu_power_rest_factor: 1.25,
  gpu_clock_rest_factor: 1.25,
  evidence_delay_factor: 2,
};

/**
 * Where a class has reasons of its own. Of an `unknown` run nothing is expected, and of `cpu_only`
 * work the machine's CPU is the only trace, so a sign counts for more. Work that uses no GPU is
 * not held up by a GPU that somebody else may be using, only delayed.
 */
export const classEvidence: Readonly<Partial<Record<WorkloadClass, Partial<EvidenceRules>>>> = {
  unknown: { evidence_delay_factor: 3 },
  cpu_only: { evidence_delay_factor: 3, evidence_gpu_power: 'delay' },
  control_plane: { evidence_gpu_power: 'delay' },
  agent_harness: { evidence_gpu_power: 'delay' },
};

/** What a class starts with. */
export function evidenceRulesOf(name: WorkloadClass): EvidenceRules {
  return { ...defaultEvidenceRules, ...classEvidence[name] };
}
