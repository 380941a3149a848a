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
  /** Browser time after which it is not offered, or not told, any more. */
  readonly untilMs: number;
}

/** How long an act can be taken back. */
export const undoMs = 10_000;
