/** Publication automation as the rest of the program keeps it; the id is the paper's. */

import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { refuseGenerally } from '../../actors/machine/refusal.ts';
import type { MachineSpec, Refusal } from '../../actors/machine/spec.ts';
import { type PaperReview, paperReviewSchema } from '../../domain/records.ts';
import { isBlank } from '../../lib/is-blank.ts';
import { initialPaperReview, notedDecisions, notedStatuses } from './context.ts';
import type { PaperReviewEvent } from './events.ts';
import { paperReviewMachine } from './machine.ts';
import { isPackaging, migrateReview } from './stored.ts';

function missingNote(event: Stamped<PaperReviewEvent>): Refusal | null {
  const refusal = (what: string): Refusal => ({
    code: 'note_required',
    message: `${what} needs a note that says why.`,
  });
  switch (event.type) {
    case 'REJECT':
      return isBlank(event.note) ? refusal('Rejecting a paper') : null;
    case 'BLOCK':
      return isBlank(event.blocker) ? refusal('Blocking a paper') : null;
    case 'SET_STATUS':
      return notedStatuses.has(event.review_status) && isBlank(event.note) && isBlank(event.blocker)
        ? refusal(`The status ${event.review_status}`)
        : null;
    case 'SET_CHECKLIST':
      return notedDecisions.has(event.status) && isBlank(event.note)
        ? refusal(`A checklist item set to ${event.status}`)
        : null;
    default:
      return null;
  }
}

function explainRefusal(state: PaperReview, event: Stamped<PaperReviewEvent>): Refusal {
  if (state.status === 'new') {
    return {
      code: 'paper_not_found',
      message: `${state.paper_id} is not in publication automation.`,
    };
  }
  const note = missingNote(event);
  if (note !== null) return note;
  if (isPackaging({ ...state })) {
    return {
      code: 'package_in_progress',
      message: `The package of ${state.paper_id} is being prepared since ${state.updated_at}; wait for its result.`,
    };
  }
  if (event.type === 'PREPARE_PACKAGE' && state.status === 'finalized') {
    return {
      code: 'already_finalized',
      message: `${state.paper_id} was finalized at ${state.finalized_at} and has its package: import it, or set another review status to have it packaged anew.`,
    };
  }
  if (event.type === 'SET_CHECKLIST') {
    return {
      code: 'unknown_checklist_item',
      message: `There is no checklist item ${event.item_id}.`,
    };
  }
  return refuseGenerally(paperReviewMachine, state.paper_id, state.status, event.type);
}

/**
 * Refuses with `paper_not_found`, `note_required`, `package_in_progress`, `already_finalized` or
 * `unknown_checklist_item`, else by the general words.
 */
export const paperReviewSpec: MachineSpec<PaperReview, PaperReviewEvent> = {
  kind: 'paper_review',
  stateVersion: 2,
  schema: paperReviewSchema,
  machine: paperReviewMachine,
  initialState: initialPaperReview,
  migrate: migrateReview,
  explainRefusal,
};
