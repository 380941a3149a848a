/**
 * Publication automation as it is stored. The first edition kept `resume_status` while a package was
 * prepared, and rows not touched since still have it; this one stores the states and their history.
 */
import { matchesState, type StateValue } from 'xstate';

interface FirstEdition {
  readonly status: string;
  /** Where a refused package leads back to; null or absent when none is prepared. */
  readonly resume_status?: string | null;
}

/** The member that says which states are active, and where the history leads back to. */
interface States {
  readonly value: StateValue;
  readonly history?: { readonly before_package: readonly [status: string] };
}

const claimed: States = {
  value: { known: { at_rest: { unfinished: { packageable: 'claimed' } } } },
};
const packagingFrom = (status: string): States => ({
  value: { known: 'packaging' },
  history: { before_package: [status] },
});

/** A state of the first edition with the states that it meant; `claimed` alone meant two. */
export function migrateReview(stored: unknown): unknown {
  const { resume_status: resume = null, ...state } = stored as FirstEdition;
  if (state.status !== 'claimed') return state;
  return { ...state, machine_state: resume === null ? claimed : packagingFrom(resume) };
}

/** Whether the package of a stored item, of either edition, is being prepared. */
export function isPackaging(review: Readonly<Record<string, unknown>>): boolean {
  const { machine_state: states, resume_status: resume } = review;
  if (states === undefined) return (resume ?? null) !== null;
  return matchesState({ known: 'packaging' }, (states as States).value);
}
