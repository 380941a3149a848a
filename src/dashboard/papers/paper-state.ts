/** Everything that is known of the paper that is shown. Pure. */

import type { Reply } from '../service/wire.ts';
import type { PaperActShown } from './paper-acts.ts';

/** All that is known of the paper shown. */
export interface PaperDetail {
  readonly id: string;
  /** The moment that `facts` are of; null: now. */
  readonly at: string | null;
  readonly facts: Reply<'papers.get'> | null;
  readonly trace: Reply<'papers.trace'> | null;
  /** Why there is no trace; null when there is, or it was not asked for yet. */
  readonly problem: string | null;
  /** The claim that was clicked; null: none. */
  readonly claim: string | null;
  /** Why the last decision on it was not taken; null when it was. */
  readonly told: string | null;
  /** What was asked for last; null: nothing. */
  readonly act: PaperActShown | null;
}
