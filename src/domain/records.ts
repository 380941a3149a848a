/**
 * The stored shape of every entity: what its machine keeps, what lists return, what the log's
 * changes fold into. One zod schema per kind; every member is always present, unknown is `null`.
 * Times are ISO 8601 UTC strings. Field names are those of the API.
 */
import * as z from 'zod';
import {
  checklistItemIds,
  checklistStatuses,
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
const time = z.string();
const timeOrNull = z.string().nullable();
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
