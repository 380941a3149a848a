/** Every closed set of words that the API, the store and the machines share. */

/** Statuses of a queue item; `completed` is final, and only a retry leads back from `canceled`. */
export const queueStatuses = [
  'queued',
  'dispatching',
  'running',
  'awaiting_wake',
  'wake_received',
  'reconciling',
  'needs_review',
  'blocked',
  'dispatch_error',
  'paused',
  'completed',
  'canceled',
] as const;
/** Where a queue item stands; decided by its machine alone. */
export type QueueStatus = (typeof queueStatuses)[number];

/** Statuses in which an item occupies its lane. */
export const activeQueueStatuses = [
  'dispatching',
  'running',
  'awaiting_wake',
  'wake_received',
  'reconciling',
] as const satisfies readonly QueueStatus[];

const terminalQueueStatuses = ['completed', 'canceled'] as const satisfies readonly QueueStatus[];

/** Groups of `GET /control/api/queues/{queue}`; `blocked` also takes any item flagged for review. */
export const queueGroups = {
  active: activeQueueStatuses,
  queued: ['queued'],
  blocked: ['blocked', 'needs_review', 'dispatch_error'],
  paused: ['paused'],
  completed: terminalQueueStatuses,
  all: queueStatuses,
} as const satisfies Record<string, readonly QueueStatus[]>;
/** A group by the name that the address of a list has. */
export type QueueGroup = keyof typeof queueGroups;

/** States of a run from which nothing leads on. */
export const finalRunStates = [
  'wake_ready',
  'session_finished_ready',
  'gate_timeout',
  'gate_error',
  'reconciled',
  'dispatch_error',
  'canceled',
] as const;
/** States of a run in the control plane. */
export const runStates = [
  'prepared',
  'dispatching',
  'running',
  'awaiting_wake',
  'question_pending',
  ...finalRunStates,
] as const;
/** What the API calls `state` of a run, and `last_run_state` of its queue item. */
export type RunState = (typeof runStates)[number];

/** Statuses of a run in its worker's store; `new` is left out, since nothing stored has it. */
export const gateRunStatuses = [
  'prepared',
  'starting',
  'running',
  'quieting',
  'ready',
  'timed_out',
  'failed',
  'stopping',
  'stopped',
  'fenced',
] as const;
/** Those in which it occupies its worker. */
export const liveGateRunStatuses = [
  'starting',
  'running',
  'quieting',
  'stopping',
] as const satisfies readonly (typeof gateRunStatuses)[number][];

/** Statuses of a paper: the way from a result to a text for publication. `archived` is final. */
export const paperStatuses = [
  'eligible',
  'draft_generating',
  'draft_review',
  'publication_generating',
  'publication_draft',
  'human_review_required',
  'archived',
] as const;
/** Where a paper stands; its review has a copy of it. */
export type PaperStatus = (typeof paperStatuses)[number];

const canonicalReviewStatuses = [
  'queued',
  'claimed',
  'blocked',
  'finalized',
  'deferred',
  'rejected',
] as const;
const legacyReviewStatuses = [
  'triage_ready',
  'unreviewed',
  'in_review',
  'changes_requested',
  'approved_for_finalization',
] as const;
/**
 * Statuses of a review: those of publication automation, then those of the older review,
 * which can still be set.
 */
export const reviewStatuses = [...canonicalReviewStatuses, ...legacyReviewStatuses] as const;
/** Where the publication automation of a paper stands. */
export type ReviewStatus = (typeof reviewStatuses)[number];
/** What `POST …/status` accepts. */
export const settableReviewStatuses = [
  'unreviewed',
  'triage_ready',
  'in_review',
  'changes_requested',
  'blocked',
  'approved_for_finalization',
  'finalized',
  'rejected',
] as const satisfies readonly ReviewStatus[];

/**
 * Items of the finalization checklist in their order. The program evaluates six of them;
 * novelty, venue and final approval are a person's.
 */
export const checklistItemIds = [
  'artifact_readability',
  'title_abstract_quality',
  'claim_evidence_alignment',
  'novelty_significance',
  'reproducibility',
  'limitations_ethics',
  'formatting_quality',
  'target_venue_fit',
  'final_approval',
] as const;
/** An item of the checklist, as addresses and replies name it. */
export type ChecklistItemId = (typeof checklistItemIds)[number];
/** What can be said of an item; only a person says `accepted_risk` or `not_applicable`. */
export const checklistStatuses = [
  'pending',
  'pass',
  'fail',
  'accepted_risk',
  'not_applicable',
] as const;
/** What was decided of one item; `pending` until somebody has. */
export type ChecklistStatus = (typeof checklistStatuses)[number];

/**
 * What a worker tells of a run, roughly in this order; after any but the first two
 * it has done with the run.
 */
export const callbackTypes = [
  'session_started',
  'agent_yielded',
  'question_pending',
  'wake_ready',
  'session_finished_ready',
  'gate_timeout',
  'gate_error',
] as const;
/** The `event_type` of a callback. */
export type CallbackType = (typeof callbackTypes)[number];

/**
 * What the idle gate says of a run. Telemetry is stored with positions in this list:
 * a new word goes to the end.
 */
export const idleStates = [
  'warming',
  'busy',
  'quiet_candidate',
  'idle',
  'timed_out',
  'sensor_unknown',
  'suspect_sensor',
] as const;
/** `idle` and `timed_out` are verdicts and final; every other may change with the next sample. */
export type IdleState = (typeof idleStates)[number];

/** Kinds of work: each has a profile of the idle gate, and may have a worker it is sent to. */
export const workloadClasses = [
  'unknown',
  'cpu_only',
  'gpu_required',
  'inference_eval',
  'training',
  'control_plane',
  'agent_harness',
] as const;
/** Said of an idea and its runs; it chooses the idle profile, and the worker where none is named. */
export type WorkloadClass = (typeof workloadClasses)[number];

/** `exec` begins a new session of the agent, `resume` goes on with the last one. */
export const dispatchModes = ['exec', 'resume'] as const;
/** How a dispatch starts the agent. */
export type DispatchMode = (typeof dispatchModes)[number];
/** How long the agent is to think; handed to it as it is. */
export const reasoningEfforts = ['low', 'medium', 'high', 'xhigh'] as const;
/** One of these words, set for each queue item. */
export type ReasoningEffort = (typeof reasoningEfforts)[number];
/**
 * What happens to a queue snapshot: refused, recorded, compared with the live queue, or applied.
 * The last is refused, too: nothing can apply a snapshot yet.
 */
export const coreModes = ['off', 'shadow', 'compare', 'enforce'] as const;
/** `sqlite` is embedded. A hosted database is read and written with `hosted`, only read with the other. */
export const storeBackends = ['sqlite', 'hosted_readonly', 'hosted'] as const;
/** What keeps the state of a control plane. */
export type StoreBackend = (typeof storeBackends)[number];
/** Which parts one process has: both, the control plane, or the worker gate. */
export const roles = ['all', 'control', 'worker'] as const;

/**
 * What an agent can propose for its project. `finalize_positive` makes the verdict positive by itself;
 * with any other word every condition of a bounded paper must hold.
 */
export const projectDecisions = [
  'finalize_positive',
  'finalize_negative',
  'needs_review',
  'blocked',
  'continue',
  'branch_new_project',
] as const;
/** How an agent values what it found; a bounded paper needs `useful_signal` or `paper_positive`. */
export const researchOutcomes = [
  'negative',
  'useful_signal',
  'paper_positive',
  'needs_review',
  'promising_if_scaled',
] as const;
/** What became of the hypothesis; a bounded paper needs `supported` or `mixed`. */
export const hypothesisStatuses = ['supported', 'unsupported', 'mixed', 'inconclusive'] as const;
/** From the weakest to the strongest; a bounded paper needs at least `moderate`. */
export const evidenceStrengths = ['weak', 'moderate', 'strong'] as const;
/** How a follow-up relates to its parent, in the word of the agent that recommends it. */
export const followupTypes = ['deepen', 'branch', 'retry'] as const;
/** A decision without one launches no follow-up. */
export type FollowupType = (typeof followupTypes)[number];

/**
 * What the strict audit says of a paper. The gravest finding decides: no claims, then missing
 * files, then anything else.
 */
export const strictVerdicts = [
  'strict_pass',
  'blocked_empty_claims',
  'blocked_missing_result_files',
  'blocked_schema_or_evidence_gap',
] as const;
/** Only `strict_pass` says that the audit found nothing. */
export type StrictVerdict = (typeof strictVerdicts)[number];

/**
 * What the last look at a worker came to: `degraded` answered but fails a required check, `unreachable`
 * did not answer, and `unknown` was not looked at yet.
 */
export const workerHealths = ['unknown', 'healthy', 'degraded', 'unreachable'] as const;

/** Words an idea may use for its priority; smaller numbers go first. */
export const priorityWords = { high: 10, medium: 50, low: 90 } as const;

/** Parts of the corpus: what its ledger, its index, and the checks in the index say. */
export const corpusImportStates = ['empty', 'complete', 'in_progress', 'failed'] as const;
/** `behind`: the ledger has more papers than the index. `unknown`: the index cannot be read. */
export const corpusIndexStates = ['built', 'behind', 'not_built', 'unknown'] as const;
/** `pass` means every indexed paper; `unknown`: there is no index to tell. */
export const corpusCheckStates = ['pass', 'fail', 'unknown'] as const;

/** Kinds of which it can be asked why they do not go on. */
export const explainableKinds = [
  'queue_item',
  'run',
  'paper',
  'worker',
  'alert',
  'incident',
  'notification',
  'corpus_entry',
  'rewrite_batch',
  'replication',
  'project',
  'paper_review',
  'followup',
  'pump',
] as const;
