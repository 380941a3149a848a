/** States as people say them: of items, runs, papers, their reviews, and what was decided. Each fits behind "it is". */
import type {
  ChecklistStatus,
  PaperStatus,
  projectDecisions,
  QueueStatus,
  ReviewStatus,
  RunState,
  StrictVerdict,
} from './statuses.ts';

type Name =
  | QueueStatus
  | RunState
  | PaperStatus
  | ReviewStatus
  | ChecklistStatus
  | StrictVerdict
  | (typeof projectDecisions)[number];
/** What no person would say; the compiler asks for the words of each. */
type Coined = Extract<Name, `${string}_${string}`>;

const words: Readonly<Record<Coined, string> & Partial<Record<Name, string>>> = {
  prepared: 'being prepared',
  dispatching: 'being sent to its worker',
  awaiting_wake: 'waiting for its workload',
  question_pending: 'asking a question',
  wake_received: 'over, being judged',
  reconciling: 'out of sight, being looked for',
  needs_review: 'waiting for a person',
  dispatch_error: 'not started',
  wake_ready: 'over, workload at rest',
  session_finished_ready: 'over, session ended',
  gate_timeout: 'given up, never at rest',
  gate_error: 'given up, its gate failed',
  reconciled: 'over, contact was lost',
  eligible: 'waiting for its draft',
  draft_generating: 'being drafted',
  draft_review: 'drafted',
  publication_generating: 'being written for publication',
  publication_draft: 'written for publication',
  human_review_required: 'held for a person',
  claimed: 'being finalized',
  deferred: 'put off',
  triage_ready: 'ready to be sorted',
  in_review: 'being reviewed',
  changes_requested: 'sent back for changes',
  approved_for_finalization: 'approved',
  pass: 'passed',
  fail: 'failed',
  pending: 'open',
  accepted_risk: 'accepted as a risk',
  not_applicable: 'not applicable',
  strict_pass: 'passed',
  blocked_empty_claims: 'failed: it has no claims',
  blocked_missing_result_files: 'failed: result files are missing',
  blocked_schema_or_evidence_gap: 'failed: its evidence has gaps',
  finalize_positive: 'a positive result',
  finalize_negative: 'a negative result',
  branch_new_project: 'a new project',
};

/** One that is not known here is said as it is called, without its underscores. */
export const stateWord = (state: string): string =>
  (words as Readonly<Partial<Record<string, string>>>)[state] ?? state.replaceAll('_', ' ');

const gateWords: Readonly<Partial<Record<string, string>>> = {
  warming: 'warming up',
  quiet_candidate: 'quiet so far',
  suspect_sensor: 'readings in doubt',
  sensor_unknown: 'readings unknown',
  timed_out: 'given up',
};

/** A state of the idle gate, in the same way, also where it was not told. */
export const gateWord = (state: string | null | undefined): string =>
  state == null ? 'unknown' : (gateWords[state] ?? state.replaceAll('_', ' '));
