/** Effects a queue item asks for; each comes back as one of the events named beside it. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import type { DispatchMode, ReasoningEffort, WorkloadClass } from '../../domain/statuses.ts';

/**
 * Prepare and dispatch on the worker, idempotent on `run_id`; on a cluster submit its job first, and dispatch once
 * the gate of the job is there. Back: `WORKER_ACCEPTED`, `WORKER_REFUSED` (certainly not started), `OUTCOME_UNKNOWN`,
 * or `JOB_SEEN`, `JOB_ENDED` of a cluster.
 */
export interface StartRunInput {
  readonly run_id: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly project_dir: string;
  readonly worker_target: string;
  /** Address the run was claimed for; absent in an effect stored before it was kept. */
  readonly lane?: string;
  /** The gate that answered there before the claim; absent: one that does not say which it is. */
  readonly gate_id?: string;
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
/** Ask the worker what became of a run. Back: `RECONCILED`, or `JOB_SEEN`, `JOB_ENDED` of a cluster. */
export interface FindRunInput {
  readonly run_id: string;
  readonly project_id: string;
  readonly lane: string;
  /** The worker said that it had prepared the run: where it does not know it, it is another one, or has lost its state. */
  readonly was_prepared?: boolean;
  /** It was accepted there, or told of. */
  readonly was_started?: boolean;
  /** The gate that took it; absent: not known. */
  readonly gate_id?: string;
}
/** Stop a run on its worker (an unknown one is fenced). Back: `RUN_STOPPED`, `STOP_FAILED`, or `JOB_ENDED` of a cluster. */
export interface StopRunInput extends FindRunInput {
  readonly reason: string;
  /** Nothing of it is wanted any more: a cluster is told to end the job, too. */
  readonly for_good?: boolean;
}
/**
 * End a run that was given up, or see to it that it never begins; its cluster is told to end the job, too. Back: `CALL_OFF_TOLD`;
 * nothing where nobody could be told.
 */
export interface CallOffInput {
  readonly run_id: string;
  readonly project_id: string;
  /** Address that the run was claimed for. */
  readonly lane: string;
  /** The gate that took it; absent: not known. */
  readonly gate_id?: string;
  readonly reason: string;
}
/** End one process that a run has left behind, on its worker. Back: `PROCESS_END_TOLD`. */
export interface EndProcessInput {
  readonly run_id: string;
  readonly worker_target: string;
  readonly pid: number;
  readonly start_ticks: number;
  readonly boot_id: string;
  readonly requested_by: string;
  /** Under which the worker carries it out once, however often it is asked. */
  readonly request_id: string;
  /** The request that waits; null: it has been answered. */
  readonly answers: string | null;
  /** True once an answer was unclear: the same question again finds out what came of it. */
  readonly looking_up: boolean;
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
  'worker.call_off': CallOffInput;
  'worker.end_process': EndProcessInput;
  'evidence.collect': CollectEvidenceInput;
}
