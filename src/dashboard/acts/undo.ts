/** What takes an act back, as data. Pure. */

/** What an edit puts back. */
export interface EditBack {
  readonly tags?: string[];
  readonly dispatch_priority?: number;
  readonly selection_rank?: number;
}

/** An act that is the inverse of the one before it. */
export type Inverse =
  | { readonly verb: 'pause' | 'resume'; readonly id: string }
  | { readonly verb: 'edit'; readonly id: string; readonly fields: EditBack }
  /** The queue is opened again, or closed again as it was. */
  | { readonly verb: 'open' }
  | { readonly verb: 'close'; readonly maintenance: boolean }
  | { readonly verb: 'pump'; readonly on: boolean };

/** What was done last and can be taken back. */
export interface Undo {
  readonly key: number;
  readonly words: string;
  readonly inverses: readonly Inverse[];
  readonly phase: 'offered' | 'sending' | 'done' | 'failed';
  /** Ticks for which it is still offered, or told; the time for which a machine stood still is not among them. */
  readonly leftSec: number;
}

/** How long an act can be taken back. */
export const undoSec = 10;
/** How long it is told that it was. */
export const toldSec = 5;

/** One tick later; null: it is not offered, or told, any more. What is being sent is told in the end, whenever that is. */
export function afterTick(undo: Undo): Undo | null {
  if (undo.phase === 'sending') return undo;
  return undo.leftSec > 1 ? { ...undo, leftSec: undo.leftSec - 1 } : null;
}
