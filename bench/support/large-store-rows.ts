/** The rows of a filled store, each made from its number alone. */
import { titleKey } from '../../src/control/intake/same-title.ts';
import type {
  CorpusEntry,
  Paper,
  PaperReview,
  Project,
  ProjectDecision,
  QueueItem,
  Run,
} from '../../src/domain/records.ts';
import { checklistItemIds, type QueueStatus, reviewStatuses } from '../../src/domain/statuses.ts';

export interface StoreSizes {
  /** Queue items, and as many projects. */
  readonly items: number;
  /** Papers, and as many reviews; a quarter of them has a ledger row. */
  readonly papers: number;
  readonly runs: number;
  readonly events: number;
  /** Further events, all of queue item number 0. */
  readonly ofOne?: number;
}

export interface Entity {
  readonly kind: string;
  readonly id: string;
  readonly state: object;
}

const number = (n: number): string => String(n).padStart(6, '0');
export const projectId = (n: number): string => `project-${number(n)}`;
export const runId = (n: number): string => `${projectId(n)}-20260101T000000000`;
export const paperId = (n: number): string => `${runId(n)}-paper`;

/** Time of row `n` of so many: they are spread over the first days of 2026, the last is the newest. */
export function timeOf(n: number, of: number): string {
  return new Date(Date.UTC(2026, 0, 1) + Math.floor((n / of) * 864_000_000)).toISOString();
}

const words = [
  'gradient',
  'sparse',
  'attention',
  'kernel',
  'baseline',
  'ablation',
  'scaling',
  'dropout',
  'optimizer',
  'tokenizer',
  'calibration',
  'distillation',
  'pruning',
  'curriculum',
  'retrieval',
  'robustness',
] as const;

/** A text of so many words that differs from row to row. */
function prose(n: number, count: number): string {
  return Array.from({ length: count }, (_, i) => words[(n * 7 + i * i + i) % words.length]).join(
    ' ',
  );
}

/** Old items are done, young ones wait, as in a queue that has been worked on for long. */
function statusOf(n: number, { items, papers }: StoreSizes): QueueStatus {
  if (n < papers) return 'completed';
  if (n === items - 1) return 'running';
  const place = n % 20;
  if (place === 0) return 'blocked';
  if (place === 1) return 'needs_review';
  if (place === 2) return 'paused';
  if (n < items * 0.5) return place === 3 ? 'canceled' : 'completed';
  return 'queued';
}

function decisionOf(n: number): ProjectDecision {
  return {
    project_decision: 'finalize_negative',
    research_outcome: 'negative',
    hypothesis_status: 'unsupported',
    confidence: 0.8,
    evidence_strength: n % 5 === 0 ? 'weak' : 'moderate',
    claim_scope: null,
    scale_limits: null,
    summary: prose(n, 20),
    recommended_next_action: null,
    stop_reason: null,
    bounded_paper_ready: false,
    followup_recommended: n % 50 === 7,
  };
}

export function queueItemOf(n: number, sizes: StoreSizes): Entity {
  const id = projectId(n);
  const status = statusOf(n, sizes);
  const completed = status === 'completed';
  const hasPaper = n < sizes.papers;
  const state: QueueItem = {
    status,
    project_id: id,
    project_name: `Study ${n} of ${prose(n, 4)}`,
    project_dir: id,
    selection_rank: 50,
    dispatch_priority: n % 100,
    auto_continue: false,
    continue_count: 0,
    max_continues: 0,
    retry_count: 0,
    max_retries: 2,
    current_run_id: n < sizes.runs ? runId(n) : status === 'running' ? runId(0) : null,
    current_session_id: null,
    next_mode: 'exec',
    next_prompt: null,
    lane: status === 'running' ? 'http://127.0.0.1:1' : null,
    fencing: n < sizes.runs ? 1 : 0,
    lease_expires_at: null,
    reconcile_attempts: 0,
    last_run_state: completed ? 'reconciled' : null,
    last_event_type: null,
    next_action_hint: null,
    manual_review_required: status === 'queued' && n % 10 === 9,
    blocked_reason: status === 'blocked' ? 'the agent asked for a person' : null,
    last_error: null,
    last_result_summary: null,
    decision: completed ? decisionOf(n) : null,
    gate_verdict: completed
      ? {
          positive: hasPaper || n % 3 === 0,
          field: 'project_decision',
          value: 'finalize_positive',
          reason: 'the decision says so',
        }
      : null,
    paper_id: hasPaper ? paperId(n) : null,
    machine_target: null,
    workload_class: n % 2 === 0 ? 'training' : 'cpu_only',
    model: null,
    reasoning_effort: 'medium',
    sandbox: 'workspace-write',
    pending_dispatch: null,
    pending_cancel: null,
    last_dispatch_at: null,
    last_callback_at: null,
    stale_after: null,
    created_at: timeOf(n, sizes.items),
    updated_at: timeOf(n, sizes.items),
  };
  return { kind: 'queue_item', id, state };
}

export function projectOf(n: number, sizes: StoreSizes): Entity {
  const id = projectId(n);
  const isChild = n % 25 === 24;
  const title = `Study ${n} of ${prose(n, 4)}`;
  const state: Project = {
    status: 'recorded',
    project_id: id,
    project_name: title,
    project_dir: id,
    prompt: `Measure ${prose(n, 120)}. Succeed when the error is below ${n % 90} percent.`,
    hypothesis: prose(n + 1, 12),
    source_kind: 'notes',
    source_ref: `note-${n % 70_000}`,
    parent_project_id: isChild ? projectId(n - 1) : null,
    lineage_depth: isChild ? 1 : 0,
    tags: ['bench', `field-${n % 100}`],
    intake_batch: null,
    title_key: titleKey(title),
    created_at: timeOf(n, sizes.items),
    updated_at: timeOf(n, sizes.items),
  };
  return { kind: 'project', id, state };
}

export function runOf(n: number, sizes: StoreSizes): Entity {
  const id = runId(n);
  const at = timeOf(n, sizes.runs);
  const state: Run = {
    status: n === 0 ? 'running' : n % 40 === 0 ? 'dispatch_error' : 'reconciled',
    run_id: id,
    project_id: projectId(n),
    attempt: 1,
    session_id: `session-${n}`,
    dispatch_mode: 'exec',
    worker_target: 'default',
    workload_class: 'training',
    started_at: at,
    ended_at: n === 0 ? null : at,
    last_callback_at: at,
    gate_state: 'idle',
    current_activity: null,
    idle_verdict: { state: 'idle', reason: 'all signals were quiet', quiet_seconds: 180 },
    exit_code: 0,
    last_error: null,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'run', id, state };
}

export function paperOf(n: number, sizes: StoreSizes): Entity {
  const id = paperId(n);
  const at = timeOf(n, sizes.papers);
  const state: Paper = {
    status: n % 2 === 0 ? 'publication_draft' : 'draft_review',
    paper_id: id,
    project_id: projectId(n),
    run_id: runId(n),
    title: `On ${prose(n, 6)}`,
    draft_markdown_path: `${projectId(n)}/${runId(n)}/paper/draft.md`,
    draft_latex_path: `${projectId(n)}/${runId(n)}/paper/draft.tex`,
    evidence_bundle_path: `${projectId(n)}/${runId(n)}/paper/evidence_bundle.json`,
    claim_ledger_path: `${projectId(n)}/${runId(n)}/paper/claim_ledger.json`,
    manifest_path: `${projectId(n)}/${runId(n)}/paper/manifest.json`,
    decision: decisionOf(n),
    last_error: null,
    pending_request: null,
    rewrite_count: 0,
    generated_at: at,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'paper', id, state };
}

export function reviewOf(n: number, sizes: StoreSizes): Entity {
  const id = paperId(n);
  const at = timeOf(n, sizes.papers);
  const finalized = n % 4 === 0;
  const state: PaperReview = {
    status: finalized ? 'finalized' : reviewStatuses[n % reviewStatuses.length]!,
    paper_id: id,
    project_id: projectId(n),
    run_id: runId(n),
    title: `On ${prose(n, 6)}`,
    paper_status: n % 2 === 0 ? 'publication_draft' : 'draft_review',
    rank_score: n % 97,
    rank_reasons: [{ term: 'evidence', points: n % 97, reason: 'evidence is moderate' }],
    checklist: checklistItemIds.map((item_id) => ({
      item_id,
      status: finalized ? 'pass' : 'pending',
      required: true,
      evaluated_by: null,
      finding: null,
      note: null,
      updated_at: null,
    })),
    lint_passes: finalized ? true : null,
    lint_finding_count: finalized ? 0 : null,
    audit_verdict: finalized ? 'strict_pass' : null,
    evaluated_at: finalized ? at : null,
    ready_for_finalization: finalized,
    blocker: null,
    note: null,
    claimed_by: null,
    package_dir: null,
    package_archive: null,
    package_sha256: null,
    pending_request: null,
    last_error: null,
    finalized_at: finalized ? at : null,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'paper_review', id, state };
}

export function corpusEntryOf(n: number, sizes: StoreSizes): Entity {
  const at = timeOf(n, sizes.papers);
  const state: CorpusEntry = {
    status: 'imported',
    paper_id: paperId(n),
    public_id: `paper-${number(n)}`,
    title: `On ${prose(n, 6)}`,
    source_record_fingerprint: null,
    manifest_sha256: null,
    imported_at: at,
    lint: 'pass',
    audit: 'pass',
    index: 'indexed',
    pending_request: null,
    last_error: null,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'corpus_entry', id: paperId(n), state };
}
