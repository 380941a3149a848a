/**
 * What the idle gate is told. `SAMPLE`: one of the regular samples. `CONFIRM`: a fresh sample that
 * was taken because a verdict is due. `TICK`: only time has passed, for when no sample comes.
 */

/** One GPU that the run may use, with the readings that the gate judges it by. */
export interface IdleGpu {
  readonly uuid: string;
  readonly utilization_pct: number | null;
  readonly memory_used_mib: number | null;
  readonly power_w: number | null;
  readonly temperature_c: number | null;
  readonly sm_clock_mhz: number | null;
  readonly compute_pids: readonly number[] | null;
  /** Whose these processes are, by number; absent: not known. */
  readonly compute_owners?: ComputeOwners | undefined;
}

/** Counts of the processes with a compute context on one GPU; together they are all of them. */
export interface ComputeOwners {
  readonly run: number;
  /** Processes of this machine that are not the run's. */
  readonly others: number;
  /** Named by the driver, but not in the machine's list of processes. */
  readonly nobody: number;
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
  readonly processes: {
    readonly alive: number | null;
    /** Evidence only, as all optional members: cores kept busy, MiB a second. */
    readonly cpu_cores?: number | null | undefined;
    readonly read_mib_s?: number | null | undefined;
    readonly write_mib_s?: number | null | undefined;
  };
  /** Percent of the last 10 s in which some task waited for storage. */
  readonly pressure?: { readonly io: number | null } | undefined;
  readonly health: 'ok' | 'partial' | 'unknown';
  readonly problems: readonly string[];
}

/** What a driver tells the gate; times are of the samples' clocks, never of the gate's own. */
export type IdleGateEvent =
  | { readonly type: 'SAMPLE'; readonly sample: IdleSample }
  | { readonly type: 'CONFIRM'; readonly sample: IdleSample }
  | { readonly type: 'TICK'; readonly at: string; readonly monotonic_ms: number };
