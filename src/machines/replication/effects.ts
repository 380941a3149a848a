/** Effects a replication asks for. */

/** Holds the results of both runs against each other. Back: `COMPARED` or `COMPARE_FAILED`. */
export interface CompareInput {
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
  readonly number: number;
  readonly child_project_id: string;
  readonly child_run_id: string;
}
/** By effect name the input that its handler gets. */
export interface ReplicationEffects {
  'replication.compare': CompareInput;
}
