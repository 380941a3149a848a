/** Where the plans of dry runs lie: rows beside the log, which a dry run does not write to. */

/** A plan as it is stored. */
export interface DryRunPlanRow {
  readonly plan_id: string;
  /** JSON text. */
  readonly choice: string;
  /** Wall-clock time until which it is held, ms. */
  readonly until_ms: number;
}

/** Holds `limits.dryRunPlansMax` of them; the one that ends first makes room. */
export interface DryRunPlans {
  get(planId: string): Promise<DryRunPlanRow | undefined>;
  /** Replaces one with the same id. */
  put(row: DryRunPlanRow): Promise<void>;
}
