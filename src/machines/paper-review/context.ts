/** Types and first state of publication automation, shared by its parts. */

import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type PaperReview, paperReviewSchema } from '../../domain/records.ts';
import { createKit, performer } from '../kit.ts';
import { newChecklist } from './checklist.ts';
import type { PaperReviewEffects } from './effects.ts';
import type { PaperReviewEvent } from './events.ts';

export type ReviewContext = Omit<PaperReview, 'status'>;
export type ReviewMachineEvent = Stamped<PaperReviewEvent>;
export const kit = createKit<ReviewContext, ReviewMachineEvent>();
export const perform = performer<PaperReviewEffects>();

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
export const isBlank = (text: string | null): boolean => text === null || text.trim() === '';
