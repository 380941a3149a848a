/** Every closed set of words that the API, the store and the machines share. */

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
export type QueueGroup = keyof typeof queueGroups;

export const runStates = [
  'prepared',
  'dispatching',
  'running',
  'awaiting_wake',
  'question_pending',
  'wake_ready',
  'session_finished_ready',
  'gate_timeout',
  'gate_error',
  'reconciled',
  'dispatch_error',
  'canceled',
] as const;
export type RunState = (typeof runStates)[number];

export const paperStatuses = [
  'eligible',
  'draft_generating',
  'draft_review',
  'publication_generating',
  'publication_draft',
  'human_review_required',
  'archived',
] as const;
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
export const reviewStatuses = [...canonicalReviewStatuses, ...legacyReviewStatuses] as const;
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
export type ChecklistItemId = (typeof checklistItemIds)[number];
export const checklistStatuses = [
  'pending',
  'pass',
  'fail',
  'accepted_risk',
  'not_applicable',
] as const;
export type ChecklistStatus = (typeof checklistStatuses)[number];

export const callbackTypes = [
  'session_started',
  'agent_yielded',
  'question_pending',
  'wake_ready',
  'session_finished_ready',
  'gate_timeout',
  'gate_error',
] as const;
export type CallbackType = (typeof callbackTypes)[number];

export const idleStates = [
  'warming',
  'busy',
  'quiet_candidate',
  'idle',
  'timed_out',
  'sensor_unknown',
  'suspect_sensor',
] as const;
export type IdleState = (typeof idleStates)[number];

export const workloadClasses = [
  'unknown',
  'cpu_only',
  'gpu_required',
  'inference_eval',
  'training',
  'control_plane',
  'agent_harness',
] as const;
export type WorkloadClass = (typeof workloadClasses)[number];

export const dispatchModes = ['exec', 'resume'] as const;
export type DispatchMode = (typeof dispatchModes)[number];
export const reasoningEfforts = ['low', 'medium', 'high', 'xhigh'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];
export const coreModes = ['off', 'shadow', 'compare', 'enforce'] as const;
export const storeBackends = ['sqlite', 'hosted_readonly', 'hosted'] as const;
export const roles = ['all', 'control', 'worker'] as const;

export const projectDecisions = [
  'finalize_positive',
  'finalize_negative',
  'needs_review',
  'blocked',
  'continue',
  'branch_new_project',
] as const;
export const researchOutcomes = [
  'negative',
  'useful_signal',
  'paper_positive',
  'needs_review',
  'promising_if_scaled',
] as const;
export const hypothesisStatuses = ['supported', 'unsupported', 'mixed', 'inconclusive'] as const;
export const evidenceStrengths = ['weak', 'moderate', 'strong'] as const;
export const followupTypes = ['deepen', 'branch', 'retry'] as const;
export type FollowupType = (typeof followupTypes)[number];

export const strictVerdicts = [
  'strict_pass',
  'blocked_empty_claims',
  'blocked_missing_result_files',
  'blocked_schema_or_evidence_gap',
] as const;
export type StrictVerdict = (typeof strictVerdicts)[number];

export const workerHealths = ['unknown', 'healthy', 'degraded', 'unreachable'] as const;

/** Words an idea may use for its priority; smaller numbers go first. */
export const priorityWords = { high: 10, medium: 50, low: 90 } as const;

/** Parts of the corpus: what its ledger, its index, and the checks in the index say. */
export const corpusImportStates = ['empty', 'complete', 'in_progress', 'failed'] as const;
export const corpusIndexStates = ['built', 'behind', 'not_built', 'unknown'] as const;
export const corpusCheckStates = ['pass', 'fail', 'unknown'] as const;
