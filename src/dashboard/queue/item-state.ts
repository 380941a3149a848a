/** Everything that is known of the queue item that is shown. Pure. */

import type { Act, VerbName } from '../acts/verbs.ts';
import type { Explanation, ItemFacts } from '../service/wire.ts';

/** All that is known of the item shown. */
export interface ItemDetail {
  readonly id: string;
  /** The moment it is shown as of; null: now. */
  readonly at: string | null;
  readonly facts: ItemFacts | null;
  /** Why `facts` are missing or old; null when they are not. */
  readonly factsProblem: string | null;
  /** Why it does not move, and what an operator could do. */
  readonly why: Explanation | null;
  readonly whyProblem: string | null;
  readonly act: Act<VerbName> | null;
}

/** An item of which only the address is known. */
export const emptyItem = (id: string, at: string | null): ItemDetail => ({
  id,
  at,
  facts: null,
  factsProblem: null,
  why: null,
  whyProblem: null,
  act: null,
});
