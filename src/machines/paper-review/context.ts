/** Types and first state of publication automation, shared by its parts. */

import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type PaperReview, paperReviewSchema } from '../../domain/records.ts';
import type { PaperStatus } from '../../domain/statuses.ts';
import { createKit, performer } from '../kit.ts';
import { newChecklist } from './checklist.ts';
import type { PaperReviewEffects } from './effects.ts';
import type { PaperReviewEvent } from './events.ts';

/** The stored review without its status, which the active state says. */
export type ReviewContext = Omit<PaperReview, 'status'>;
/** An event as the machine gets it: with its time, its author and the key of its request. */
export type ReviewMachineEvent = Stamped<PaperReviewEvent>;
/** Action builders typed by this context and these events. */
export const kit = createKit<ReviewContext, ReviewMachineEvent>();
/** Asks for one of `PaperReviewEffects`; name and input are checked. */
export const perform = performer<PaperReviewEffects>();

/** A paper not heard of so far; its checklist has every item, all of them pending. */
export const initialPaperReview = (id: string): PaperReview =>
  blank(paperReviewSchema, { paper_id: id, checklist: newChecklist() });

/** Raw statuses that say something is wrong, so a note or blocker must say what. */
export const notedStatuses: ReadonlySet<string> = new Set([
  'blocked',
  'changes_requested',
  'rejected',
]);
/** Checklist statuses that a person must justify. */
export const notedDecisions: ReadonlySet<string> = new Set(['fail', 'accepted_risk']);
/** Whether the paper was written anew, so that a package of it no longer equals it. */
export const isRewrite = (event: {
  readonly paper_status: PaperStatus;
  readonly same_text?: boolean | undefined;
}): boolean => event.paper_status === 'publication_draft' && event.same_text !== true;
