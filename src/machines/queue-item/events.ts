/** What a queue item can be told. Callback events carry the worker's body unchanged. */
import type { BudgetStop, RunBudget, Usage } from '../../domain/budgets.ts';
import type { ClusterJob, JobEndReason } from '../../domain/entities/cluster-job.ts';
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import type { Labels } from '../../domain/entities/labels.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { ProcessChangeField, ProcessEndOutcome } from '../../domain/process-end.ts';
import type {
  CallbackBody,
  EditFields,
  GateVerdict,
  ProjectDecision,
  Replicates,
} from '../../domain/records.ts';
import type { CallbackType, ReasoningEffort, WorkloadClass } from '../../domain/statuses.ts';
import type { CallOffInput, EndProcessInput } from './effects.ts';

/**
 * Told by the project in the turn that records it; numbers and wishes are those of the request, or
 * defaults.
 */
export interface EnqueueEvent extends Labels {
  readonly type: 'ENQUEUE';
  readonly project_id: string;
  readonly project_name: string;
  readonly project_dir: string;
  readonly prompt: string;
  /** Absent: nothing was said. */
  readonly evaluation?: Evaluation;
  /** The run that it does again; absent: none. */
  readonly replicates?: Replicates;
  readonly selection_rank: number;
  readonly dispatch_priority: number;
  readonly auto_continue: boolean;
  readonly max_continues: number;
  readonly max_retries: number;
  readonly machine_target: string | null;
  readonly workload_class: WorkloadClass;
  readonly model: string | null;
  readonly reasoning_effort: ReasoningEffort;
  readonly sandbox: string;
}

/** Sent by a dispatch that has chosen the item and its worker; times count from the event's own. */
export interface ClaimEvent {
  readonly type: 'CLAIM';
  readonly run_id: string;
  /** Normalised worker URL: at most one active item per lane. */
  readonly lane: string;
  readonly worker_target: string;
  readonly lease_ms: number;
  readonly stale_after_ms: number;
  /** The gate that answered there; absent: one that does not say which it is. */
  readonly gate_id?: string;
  /** What the run may spend; absent: as much as it likes. */
  readonly budgets?: readonly RunBudget[];
}

/** How the worker answered a question about a run. */
export const reconcileFindings = [
  /** The agent or its workload lives. */
  'live',
  /** The agent has exited; the gate still waits for quiet. */
  'awaiting',
  /** The gate called the run over. */
  'ready',
  'timed_out',
  'failed',
  'stopped',
  /** The worker has certainly not started it and never will (the run id is fenced). */
  'absent',
  /** The worker started it and has no record of it any more: parts of it may live on. */
  'lost',
  /** No answer. */
  'unreachable',
] as const;
/** What may be concluded of the answer; after `unreachable` alone the worker is asked again. */
export type ReconcileFinding = (typeof reconcileFindings)[number];

/** A callback by the name of its event type; one about another run than the current changes nothing. */
export type CallbackEvent = {
  readonly type: Uppercase<CallbackType>;
  readonly callback: CallbackBody;
};

/** What is known of the end of one process: `refused` and `not_sent` mean that nothing was done, `unknown` nothing. */
export interface ItemProcessEnd {
  readonly outcome: ProcessEndOutcome | 'refused' | 'not_sent' | 'unknown';
  readonly name: string | null;
  /** Memory it held, MiB. */
  readonly rss_mib: number | null;
  readonly detail: string | null;
  /** Of `refused`. */
  readonly code?: ErrorCode;
  /** Of a process that is another one: what does not fit, and what is there now. */
  readonly field?: ProcessChangeField;
  readonly found?: string | null;
}

/** A job of a cluster as it was seen, but for the time. */
export type SeenJob = Omit<ClusterJob, 'seen_at'>;

/** How a job ended: a word, and a sentence that says what is known besides. */
export interface EndedJob {
  readonly reason: JobEndReason;
  readonly detail: string;
}

/**
 * Those with a `run_id` are about that run; but for `CLAIM`, which names a new one, they move
 * nothing when it is not the current one.
 */
export type QueueItemEvent =
  | EnqueueEvent
  | ClaimEvent
  | {
      readonly type: 'WORKER_ACCEPTED';
      readonly run_id: string;
      /** The gate that has it; absent: one that does not say which it is. */
      readonly gate_id?: string;
      readonly session_id: string | null;
    }
  | {
      readonly type: 'WORKER_REFUSED';
      readonly run_id: string;
      readonly error: string;
      readonly code: string;
    }
  /** The cluster was asked for the run's job, which has not begun to take runs. */
  | { readonly type: 'JOB_SEEN'; readonly run_id: string; readonly job: SeenJob }
  /** The job is to be looked at again: it was not for a while, or its gate has dialled home. */
  | { readonly type: 'JOB_DUE'; readonly run_id: string }
  /** The job is over, whatever its gate could tell of the run. */
  | ({ readonly type: 'JOB_ENDED'; readonly run_id: string } & EndedJob)
  | {
      readonly type: 'OUTCOME_UNKNOWN';
      readonly run_id: string;
      readonly error: string;
      /** The worker said that it had prepared the run, so that it has to know it. */
      readonly prepared?: boolean;
      /** The gate that may have it; absent: not known. */
      readonly gate_id?: string;
    }
  | CallbackEvent
  | {
      readonly type: 'DECISION_READ';
      readonly run_id: string;
      /** Null when missing or malformed; `problems` says which, and else what was taken out of it. */
      readonly decision: ProjectDecision | null;
      readonly gate_verdict: GateVerdict | null;
      readonly problems: readonly string[];
    }
  | {
      readonly type: 'RECONCILED';
      readonly run_id: string;
      readonly finding: ReconcileFinding;
      readonly detail: string;
      readonly session_id: string | null;
    }
  /** `stale_after`: the deadline it was set for, which has come by that; absent in a timer of an earlier version. */
  | { readonly type: 'STALE_DUE'; readonly run_id: string; readonly stale_after?: string | null }
  /** Its worker, looked at in the background, does not know the run; `over`: knows it as over, and no callback tells. */
  | { readonly type: 'RUN_MISSING'; readonly run_id: string; readonly over?: boolean }
  | { readonly type: 'RECONCILE_DUE'; readonly run_id: string }
  /**
   * Its budgets are to be looked at: one may be nearly used up, or all of it. `wall_sec`: as long has it run for certain,
   * since the timer was set for that; absent where it was set for no time, and in one of an earlier version.
   */
  | { readonly type: 'BUDGET_DUE'; readonly run_id: string; readonly wall_sec?: number }
  /** The day's budget, which its run shares with all others, is spent; only where the configuration has that stop runs. */
  | { readonly type: 'DAY_BUDGET_SPENT'; readonly run_id: string; readonly stop: BudgetStop }
  /** What the agent of a run, perhaps an earlier one, says it has used so far. */
  | { readonly type: 'USAGE_REPORTED'; readonly run_id: string; readonly usage: Usage }
  | { readonly type: 'RUN_STOPPED'; readonly run_id: string }
  | { readonly type: 'STOP_FAILED'; readonly run_id: string; readonly error: string }
  /** A cancel stands of a run that is in sight: it is to be stopped once more. */
  | { readonly type: 'STOP_DUE'; readonly run_id: string }
  /** A run that was given up, and that nobody wants any more, is to be called off once more. */
  | ({ readonly type: 'CALL_OFF_DUE'; readonly attempt: number } & CallOffInput)
  /** Whoever may have it was told; `ended`: nothing of it lives there, by its word. */
  | {
      readonly type: 'CALL_OFF_TOLD';
      readonly run_id: string;
      readonly ended: boolean;
      readonly detail: string | null;
    }
  /** A person wants one process ended that a run, perhaps an earlier one, has left behind. */
  | ({ readonly type: 'END_PROCESS' } & Omit<
      EndProcessInput,
      'requested_by' | 'answers' | 'looking_up'
    >)
  | {
      readonly type: 'PROCESS_END_TOLD';
      readonly run_id: string;
      readonly end: ItemProcessEnd;
      readonly wish: EndProcessInput;
    }
  | { readonly type: 'PAUSE'; readonly note: string | null }
  | { readonly type: 'RESUME'; readonly note: string | null }
  | { readonly type: 'RETRY'; readonly note: string | null }
  | { readonly type: 'CANCEL'; readonly note: string | null }
  | { readonly type: 'ANSWER'; readonly answer: string; readonly note?: string | null }
  | {
      readonly type: 'EDIT';
      readonly note?: string | null;
      readonly fields: EditFields;
    }
  | { readonly type: 'PAPER_DRAFTED'; readonly paper_id: string; readonly run_id: string }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
