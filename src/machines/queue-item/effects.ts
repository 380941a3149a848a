/** Effects a queue item asks for; each comes back as one of the events named beside it. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import type { DispatchMode, ReasoningEffort, WorkloadClass } from '../../domain/statuses.ts';

/**
 * Prepare and dispatch on the worker, idempotent on `run_id`.
 * Back: `WORKER_ACCEPTED`, `WORKER_REFUSED` (certainly not started) or `OUTCOME_UNKNOWN`.
 */
export interface StartRunInput {
  readonly run_id: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly project_dir: string;
  readonly worker_target: string;
  /** Address the run was claimed for; absent in an effect stored before it was kept. */
  readonly lane?: string;
  readonly fencing: number;
  readonly mode: DispatchMode;
  readonly session_id: string | null;
  /** Prompt of this dispatch; null: the project's own. */
  readonly prompt: string | null;
  /** What was registered for the run; absent: nothing. */
  readonly evaluation?: Evaluation;
  readonly workload_class: WorkloadClass;
  readonly model: string | null;
  readonly reasoning_effort: ReasoningEffort;
  readonly sandbox: string;
}
/** Ask the worker what became of a run. Back: `RECONCILED`. */
export interface FindRunInput {
  readonly run_id: string;
  readonly project_id: string;
  readonly lane: string;
}
/** Stop a run on its worker (an unknown one is fenced). Back: `RUN_STOPPED` or `STOP_FAILED`. */
export interface StopRunInput extends FindRunInput {
  readonly reason: string;
}
/** Fetch the evidence and read the decision. Back: `DECISION_READ`. */
export interface CollectEvidenceInput {
  readonly run_id: string;
  readonly project_id: string;
  readonly project_dir: string;
  readonly lane: string;
}

/** By effect name the input that its handler gets. */
export interface QueueItemEffects {
  'worker.start_run': StartRunInput;
  'worker.find_run': FindRunInput;
  'worker.stop_run': StopRunInput;
  'evidence.collect': CollectEvidenceInput;
}
