/** Types and first state of publication automation, shared by its parts. */
import type { PaperReview } from '../../domain/records.ts';
import type { ReviewStatus } from '../../domain/statuses.ts';
import type { Stamped } from '../durable-actions.ts';
import { createKit, performer } from '../kit.ts';
import { newChecklist } from './checklist.ts';
import type { PaperReviewEffects } from './effects.ts';
import type { PaperReviewEvent } from './events.ts';

export type ReviewContext = Omit<PaperReview, 'status'>;
export type ReviewMachineEvent = Stamped<PaperReviewEvent>;
export type EventOf<Type extends ReviewMachineEvent['type']> = Extract<
  ReviewMachineEvent,
  { readonly type: Type }
>;
export const kit = createKit<ReviewContext, ReviewMachineEvent>();
export const perform = performer<PaperReviewEffects>();

export function initialPaperReview(id: string): PaperReview {
  return {
    status: 'new',
    paper_id: id,
    project_id: '',
    run_id: '',
    title: null,
    paper_status: 'eligible',
    rank_score: 0,
    rank_reasons: [],
    checklist: newChecklist(),
    lint_passes: null,
    lint_finding_count: null,
    audit_verdict: null,
    evaluated_at: null,
    ready_for_finalization: false,
    blocker: null,
    note: null,
    claimed_by: null,
    package_dir: null,
    package_archive: null,
    package_sha256: null,
    pending_request: null,
    resume_status: null,
    last_error: null,
    finalized_at: null,
    created_at: '',
    updated_at: '',
  };
}

/** Statuses from which a package may be prepared; a refused one goes back to where it was. */
export const packageableStatuses = [
  'queued',
  'claimed',
  'triage_ready',
  'unreviewed',
  'in_review',
  'changes_requested',
  'approved_for_finalization',
] as const satisfies readonly ReviewStatus[];
/** Raw statuses that say something is wrong, so a note or blocker must say what. */
export const notedStatuses: ReadonlySet<string> = new Set([
  'blocked',
  'changes_requested',
  'rejected',
]);
/** Checklist statuses that a person must justify. */
export const notedDecisions: ReadonlySet<string> = new Set(['fail', 'accepted_risk']);
export const isBlank = (text: string | null): boolean => text === null || text.trim() === '';
