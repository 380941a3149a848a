/**
 * The stored shape of every entity: what its machine keeps, what lists return, what the log's
 * changes fold into. One zod schema per kind; every member is always present, unknown is `null`.
 * Times are ISO 8601 UTC strings. Field names are those of the API.
 * Long because it is a table: one schema a kind, beside those it is made of.
 */
import * as z from 'zod';
import {
  checklistItemIds,
  checklistStatuses,
  coreModes,
  dispatchModes,
  evidenceStrengths,
  followupTypes,
  hypothesisStatuses,
  idleStates,
  paperStatuses,
  projectDecisions,
  queueStatuses,
  reasoningEfforts,
  researchOutcomes,
  reviewStatuses,
  runStates,
  strictVerdicts,
  workerHealths,
  workloadClasses,
} from './statuses.ts';

const text = z.string();
const textOrNull = z.string().nullable();
const time = z.string().meta({ format: 'date-time', description: 'ISO 8601 in UTC.' });
const timeOrNull = time.nullable();
const count = z.number().int().nonnegative();
const jsonObject = z.record(z.string(), z.json());

/** `.orrery/project_decision.json`: what an agent concludes. Unknown members are dropped. */
export const projectDecisionSchema = z.object({
  project_decision: z.enum(projectDecisions),
  research_outcome: z.enum(researchOutcomes),
  hypothesis_status: z.enum(hypothesisStatuses),
  confidence: z.union([z.number().min(0).max(1), text]).nullish(),
  evidence_strength: z.enum(evidenceStrengths).nullish(),
  claim_scope: textOrNull.optional(),
  scale_limits: textOrNull.optional(),
  summary: textOrNull.optional(),
  recommended_next_action: textOrNull.optional(),
  stop_reason: textOrNull.optional(),
  bounded_paper_ready: z.boolean().nullish(),
  followup_recommended: z.boolean().nullish(),
  followup_type: z.enum(followupTypes).nullish(),
  followup_title: textOrNull.optional(),
  followup_hypothesis: textOrNull.optional(),
  followup_required_evidence: z.array(text).nullish(),
  followup_success_threshold: textOrNull.optional(),
  followup_stop_condition: textOrNull.optional(),
});
export type ProjectDecision = z.infer<typeof projectDecisionSchema>;

/** Verdict of the decision gate, stored when the decision is read. */
export const gateVerdictSchema = z.object({
  positive: z.boolean(),
  /** The field that decided, and its value as text. */
  field: text,
  value: text,
  reason: text,
});
export type GateVerdict = z.infer<typeof gateVerdictSchema>;

export const queueItemSchema = z.object({
  status: z.enum(['new', ...queueStatuses]),
  project_id: text,
  project_name: text,
  project_dir: text,
  selection_rank: z.number(),
  dispatch_priority: z.number(),
  auto_continue: z.boolean(),
  continue_count: count,
  max_continues: count,
  retry_count: count,
  max_retries: count,
  current_run_id: textOrNull,
  current_session_id: textOrNull,
  /** Lane of the last claim: its worker holds the session. Absent in a state stored before it was kept. */
  session_lane: textOrNull.optional(),
  /** Mode and prompt of the next dispatch. */
  next_mode: z.enum(dispatchModes),
  next_prompt: textOrNull,
  /** Lane held while active: the worker's URL, normalised. */
  lane: textOrNull,
  /** Grows with every claim; a worker refuses smaller ones for the same project. */
  fencing: count,
  lease_expires_at: timeOrNull,
  reconcile_attempts: count,
  last_run_state: z.enum(runStates).nullable(),
  last_event_type: textOrNull,
  next_action_hint: textOrNull,
  manual_review_required: z.boolean(),
  blocked_reason: textOrNull,
  last_error: textOrNull,
  last_result_summary: textOrNull,
  decision: projectDecisionSchema.nullable(),
  gate_verdict: gateVerdictSchema.nullable(),
  /** Draft made of the current run, if any. */
  paper_id: textOrNull,
  machine_target: textOrNull,
  workload_class: z.enum(workloadClasses),
  model: textOrNull,
  reasoning_effort: z.enum(reasoningEfforts),
  sandbox: text,
  /** Request key of a live dispatch that waits for the worker's answer. */
  pending_dispatch: textOrNull,
  /** Request key of a cancel that waits for the worker to stop the run. */
  pending_cancel: textOrNull,
  last_dispatch_at: timeOrNull,
  last_callback_at: timeOrNull,
  /** No contact by this time makes the run stale. */
  stale_after: timeOrNull,
  created_at: time,
  updated_at: time,
});
export type QueueItem = z.infer<typeof queueItemSchema>;

export const projectSchema = z.object({
  status: z.enum(['new', 'recorded']),
  project_id: text,
  project_name: text,
  project_dir: text,
  prompt: text,
  hypothesis: textOrNull,
  source_kind: text,
  source_ref: textOrNull,
  parent_project_id: textOrNull,
  lineage_depth: count,
  tags: z.array(text),
  created_at: time,
  updated_at: time,
});
export type Project = z.infer<typeof projectSchema>;

export const runSchema = z.object({
  status: z.enum(['new', ...runStates]),
  run_id: text,
  project_id: text,
  attempt: count,
  session_id: textOrNull,
  dispatch_mode: z.enum(dispatchModes),
  worker_target: textOrNull,
  workload_class: z.enum(workloadClasses),
  started_at: timeOrNull,
  ended_at: timeOrNull,
  last_callback_at: timeOrNull,
  gate_state: textOrNull,
  current_activity: textOrNull,
  /** Receipt of the idle gate as delivered with the callback. */
  idle_verdict: jsonObject.nullable(),
  exit_code: z.number().int().nullable(),
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});
export type Run = z.infer<typeof runSchema>;

export const paperSchema = z.object({
  status: z.enum(['new', ...paperStatuses]),
  paper_id: text,
  project_id: text,
  run_id: text,
  title: textOrNull,
  /** Paths relative to the artefact root. */
  draft_markdown_path: textOrNull,
  draft_latex_path: textOrNull,
  evidence_bundle_path: textOrNull,
  claim_ledger_path: textOrNull,
  manifest_path: textOrNull,
  decision: projectDecisionSchema.nullable(),
  last_error: textOrNull,
  /** State to return to when generating fails. */
  resume_status: z.enum(paperStatuses).nullable(),
  /** Request key of the draft or rewrite that is being worked on. */
  pending_request: textOrNull,
  rewrite_count: count,
  generated_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
export type Paper = z.infer<typeof paperSchema>;

export const checklistEntrySchema = z.object({
  item_id: z.enum(checklistItemIds),
  status: z.enum(checklistStatuses),
  required: z.boolean(),
  evaluated_by: textOrNull,
  finding: textOrNull,
  note: textOrNull,
  updated_at: timeOrNull,
});
export type ChecklistEntry = z.infer<typeof checklistEntrySchema>;

export const rankReasonSchema = z.object({ term: text, points: z.number(), reason: text });

/** Publication automation of one paper. `status` is the `review_status` of the API. */
export const paperReviewSchema = z.object({
  status: z.enum(['new', ...reviewStatuses]),
  paper_id: text,
  project_id: text,
  run_id: text,
  title: textOrNull,
  paper_status: z.enum(paperStatuses),
  rank_score: z.number(),
  rank_reasons: z.array(rankReasonSchema),
  checklist: z.array(checklistEntrySchema),
  /** Null until evaluated: unknown is not a pass. */
  lint_passes: z.boolean().nullable(),
  lint_finding_count: count.nullable(),
  audit_verdict: z.enum(strictVerdicts).nullable(),
  evaluated_at: timeOrNull,
  ready_for_finalization: z.boolean(),
  blocker: textOrNull,
  note: textOrNull,
  claimed_by: textOrNull,
  /** Folder and archive of the finalization package, relative to the artefact root. */
  package_dir: textOrNull,
  package_archive: textOrNull,
  package_sha256: textOrNull,
  pending_request: textOrNull,
  /** Status to return to when a package is refused. */
  resume_status: z.enum(reviewStatuses).nullable(),
  last_error: textOrNull,
  finalized_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
export type PaperReview = z.infer<typeof paperReviewSchema>;

export const workerTargetSchema = z.object({
  status: z.enum(['new', ...workerHealths]),
  target: text,
  url: text,
  reason: textOrNull,
  consecutive_failures: count,
  /** When the present status began; absent in a state stored before it was kept. */
  since: timeOrNull.optional(),
  /** When a preflight last passed; absent as above. */
  last_success_at: timeOrNull.optional(),
  /** Last preflight reply (without secrets) and when it was taken. */
  observation: jsonObject.nullable(),
  observed_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
export type WorkerTarget = z.infer<typeof workerTargetSchema>;

/** Pause and maintenance switches; the only id is `main`. */
export const controlSchema = z.object({
  status: z.enum(['open', 'paused', 'maintenance']),
  reason: textOrNull,
  changed_by: textOrNull,
  created_at: time,
  updated_at: time,
});
export type Control = z.infer<typeof controlSchema>;

/** One paper in the corpus-import ledger. */
export const corpusEntrySchema = z.object({
  status: z.enum(['new', 'importing', 'imported', 'failed']),
  paper_id: text,
  public_id: textOrNull,
  title: textOrNull,
  source_record_fingerprint: textOrNull,
  manifest_sha256: textOrNull,
  imported_at: timeOrNull,
  lint: textOrNull,
  audit: textOrNull,
  index: textOrNull,
  pending_request: textOrNull,
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});
export type CorpusEntry = z.infer<typeof corpusEntrySchema>;

/** An intake batch: kept so that its answer is repeated as given. */
export const intakeSchema = z.object({
  status: z.enum(['new', 'recorded']),
  source: text,
  created: count,
  skipped: count,
  created_at: time,
  updated_at: time,
});
export type Intake = z.infer<typeof intakeSchema>;

/** What a queue snapshot and the live queue can differ in. */
export const coreDivergenceKinds = [
  'missing_in_queue',
  'missing_in_snapshot',
  'field_differs',
  'repeated_in_snapshot',
] as const;

/** One difference, with the snapshot that showed it first. Values are as text. */
export const coreDivergenceSchema = z.object({
  kind: z.enum(coreDivergenceKinds),
  entity: z.enum(['queue_item', 'paper']),
  id: text,
  field: textOrNull,
  snapshot_value: textOrNull,
  live_value: textOrNull,
  first_snapshot_id: count,
  first_seen_at: time,
});
export type CoreDivergence = z.infer<typeof coreDivergenceSchema>;

/** A row of a snapshot in a form that any source can fill; null: the source does not say. */
export const coreActiveRowSchema = z.object({
  project_id: text,
  status: text,
  dispatch_priority: z.number().nullable(),
  manual_review_required: z.boolean().nullable(),
  current_run_id: textOrNull,
  machine_target: textOrNull,
  updated_at: textOrNull,
});
export type CoreActiveRow = z.infer<typeof coreActiveRowSchema>;

/** What is computed from all rows of a snapshot before they are let go. */
export const coreProjectionSchema = z.object({
  total_queue_rows: count,
  total_paper_rows: count,
  status_counts: z.record(z.string(), count),
  paper_status_counts: z.record(z.string(), count),
  /** The first of them, in order of project id; `active_total` counts all. */
  active_rows: z.array(coreActiveRowSchema),
  active_total: count,
  draft_candidate_count: count,
  polish_candidate_count: count,
  warnings: z.array(text),
});
export type CoreProjection = z.infer<typeof coreProjectionSchema>;

/** The last comparison of a snapshot with the live queue. */
export const coreComparisonSchema = z.object({
  snapshot_id: count,
  live_queue_rows: count,
  live_paper_rows: count,
  divergence_count: count,
  /** Divergences by kind. */
  by_kind: z.record(z.string(), count),
  /** Last event of the live queue before and after: when they differ it changed meanwhile. */
  live_head_from: count,
  live_head_to: count,
});
export type CoreComparison = z.infer<typeof coreComparisonSchema>;

/**
 * Queue snapshots of the core sub-service; the only id is `main`. Rows are not kept: their hash,
 * the projection of them and the divergences they showed are, each bounded.
 */
export const coreSnapshotSchema = z.object({
  status: z.enum(['new', 'recorded', 'clean', 'diverged']),
  /** Of the latest snapshot; they are numbered from 1. */
  snapshot_id: count,
  /** The snapshot that is projected: the newest by its own time. */
  projected_snapshot_id: count,
  mode: z.enum(coreModes).nullable(),
  source: text,
  captured_at: timeOrNull,
  /** `captured_at`, but never later than the time of arrival. Orders snapshots. */
  effective_at: timeOrNull,
  content_sha256: textOrNull,
  projection: coreProjectionSchema.nullable(),
  comparison: coreComparisonSchema.nullable(),
  /** The first of the divergences that the last comparison showed. */
  divergences: z.array(coreDivergenceSchema),
  created_at: time,
  updated_at: time,
});
export type CoreSnapshot = z.infer<typeof coreSnapshotSchema>;

/** A request of several steps under an idempotency key; its answer is kept with the key. */
export const commandSchema = z.object({
  status: z.enum(['new', 'running', 'done', 'refused', 'failed']),
  command_id: text,
  command: text,
  requested_by: text,
  /** Code of the error it was answered with, if any. */
  error_code: textOrNull,
  last_error: textOrNull,
  /** Request key of the caller who waits. */
  pending_request: textOrNull,
  created_at: time,
  updated_at: time,
});
export type Command = z.infer<typeof commandSchema>;

/** The one follow-up launched from a parent project; the id is the parent's. */
export const followupSchema = z.object({
  status: z.enum(['new', 'launched']),
  parent_project_id: text,
  parent_run_id: textOrNull,
  child_project_id: textOrNull,
  followup_type: z.enum(followupTypes).nullable(),
  title: textOrNull,
  lineage_depth: count,
  launched_by: textOrNull,
  created_at: time,
  updated_at: time,
});
export type Followup = z.infer<typeof followupSchema>;

export const alertSeverities = ['info', 'warn', 'critical'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

/** One thing that may be wrong; the id is made of its fingerprint. */
export const alertSchema = z.object({
  status: z.enum(['new', 'raised', 'resolved']),
  /** Kind and subject: the same trouble has the same fingerprint whenever it comes. */
  fingerprint: text,
  alert_kind: text,
  subject: text,
  severity: z.enum(alertSeverities),
  message: text,
  suggested_action: text,
  /** Since when the trouble itself lasts; null when nobody knows. */
  since: timeOrNull,
  raised_at: timeOrNull,
  resolved_at: timeOrNull,
  raise_count: count,
  /** When the push service last took a message about it; null: never. */
  notified_at: timeOrNull,
  notification_count: count,
  /** Somebody was told since it was raised last. */
  told_of_raise: z.boolean(),
  /** Somebody was told of it and not yet that it is over. */
  recovery_owed: z.boolean(),
  created_at: time,
  updated_at: time,
});
export type Alert = z.infer<typeof alertSchema>;

/** An item that a plan will act on, as it was when the plan was drawn up. */
export const planRowSchema = z.object({
  project_id: text,
  version: count,
  status: text,
});
export type PlanRow = z.infer<typeof planRowSchema>;

/** An item that a plan leaves alone; status and version are null when it does not exist. */
export const planSkippedSchema = z.object({
  project_id: text,
  version: count.nullable(),
  status: textOrNull,
  code: text,
  reason: text,
});
export type PlanSkipped = z.infer<typeof planSkippedSchema>;

/** How a row has changed since the plan was drawn up. */
export const planDifferenceSchema = z.object({
  project_id: text,
  from_status: text,
  to_status: textOrNull,
  from_version: count,
  to_version: count.nullable(),
});
export type PlanDifference = z.infer<typeof planDifferenceSchema>;

/** What became of one row. */
export const planResultSchema = z.object({
  project_id: text,
  /** `changed`: it moved while the plan was being carried out, and was left alone. */
  result: z.enum(['applied', 'changed', 'refused', 'failed']),
  status: text,
  event_id: count.nullable(),
  stopped_run_id: textOrNull,
  detail: textOrNull,
});
export type PlanResult = z.infer<typeof planResultSchema>;

export const planStatuses = [
  'drawn',
  'executing',
  'executed',
  'outdated',
  'expired',
  'failed',
] as const;

/** An operator verb for many items: what it would do, and what it did. */
export const planSchema = z.object({
  status: z.enum(['new', ...planStatuses]),
  plan_id: text,
  requested_by: text,
  executed_by: textOrNull,
  verb: jsonObject,
  eligible: z.array(planRowSchema),
  skipped: z.array(planSkippedSchema),
  truncated: z.boolean(),
  results: z.array(planResultSchema),
  differences: z.array(planDifferenceSchema),
  last_error: textOrNull,
  /** Request key of the caller who waits for the execution. */
  pending_request: textOrNull,
  expires_at: timeOrNull,
  executed_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
export type Plan = z.infer<typeof planSchema>;

/** Body of one callback as the worker sends it. */
export const callbackBodySchema = z.object({
  event_type: text,
  idempotency_key: text,
  run_id: text,
  project_id: text,
  session_id: textOrNull,
  sequence: count,
  seen_at: time,
  gate_state: textOrNull,
  reason: textOrNull,
  process_tracking: jsonObject.nullable(),
  telemetry: jsonObject.nullable(),
  exit_code: z.number().int().nullable(),
  decision: jsonObject.nullable(),
});
export type CallbackBody = z.infer<typeof callbackBodySchema>;

/** Deliveries of one run, in order; the first is the one being tried. Worker side. */
export const callbackDeliverySchema = z.object({
  status: z.enum(['new', 'delivering', 'parked', 'drained']),
  run_id: text,
  queue: z.array(callbackBodySchema),
  delivered_count: count,
  attempts: count,
  last_error: textOrNull,
  last_status_code: z.number().int().nullable(),
  parked_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
export type CallbackDelivery = z.infer<typeof callbackDeliverySchema>;

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

/** A run as the worker knows it. Worker side. */
export const gateRunSchema = z.object({
  status: z.enum(['new', ...gateRunStatuses]),
  run_id: text,
  project_id: text,
  project_dir: text,
  prompt_file: textOrNull,
  prompt_sha256: textOrNull,
  /** Fingerprint of the dispatch request, to tell a repeat from a conflict. */
  dispatch_fingerprint: textOrNull,
  mode: z.enum(dispatchModes),
  model: textOrNull,
  reasoning_effort: z.enum(reasoningEfforts).nullable(),
  sandbox: textOrNull,
  workload_class: z.enum(workloadClasses),
  pid: z.number().int().nullable(),
  pgid: z.number().int().nullable(),
  /** Start time of `pid` in clock ticks since boot, and the boot it belongs to: guards pid reuse. */
  pid_start_ticks: z.number().nullable(),
  boot_id: textOrNull,
  session_id: textOrNull,
  exit_code: z.number().int().nullable(),
  idle_state: z.enum(idleStates).nullable(),
  receipt: jsonObject.nullable(),
  callback_sequence: count,
  pending_request: textOrNull,
  last_error: textOrNull,
  started_at: timeOrNull,
  agent_exited_at: timeOrNull,
  ended_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
export type GateRun = z.infer<typeof gateRunSchema>;
