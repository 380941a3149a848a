/**
 * What the idle gate is told. `SAMPLE`: one of the regular samples. `CONFIRM`: a fresh sample that
 * was taken because a verdict is due. `TICK`: only time has passed, for when no sample comes.
 */

export interface IdleGpu {
  readonly uuid: string;
  readonly utilization_pct: number | null;
  readonly memory_used_mib: number | null;
  readonly power_w: number | null;
  readonly temperature_c: number | null;
  readonly sm_clock_mhz: number | null;
  readonly compute_pids: readonly number[] | null;
}

/** The part of a telemetry sample that the gate judges. Null is unknown, never zero. */
export interface IdleSample {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly monotonic_ms: number;
  readonly cpu_pct: number | null;
  readonly memory_available_mib: number | null;
  /** The GPUs that the run may use. Empty: known to have none. */
  readonly gpus: readonly IdleGpu[] | null;
  /** The run's own live processes. */
  readonly processes: { readonly alive: number | null };
  readonly health: 'ok' | 'partial' | 'unknown';
  readonly problems: readonly string[];
}

export type IdleGateEvent =
  | { readonly type: 'SAMPLE'; readonly sample: IdleSample }
  | { readonly type: 'CONFIRM'; readonly sample: IdleSample }
  | { readonly type: 'TICK'; readonly at: string; readonly monotonic_ms: number };
