/** What the paper watch is told: that it begins, that it is time, and what a look found. */

/** A paper of the corpus whose files are other ones than when they were last read, or were never read. */
export interface ReadAgain {
  readonly paper_id: string;
  readonly mark: string;
  /** What of its folder is not as it was imported, in words; null: nothing. */
  readonly drift: string | null;
}

/** `START` comes from the service at its first start, `LOOK_DUE` from the timer, the others from the effect. */
export type PaperWatchEvent =
  | { readonly type: 'START' }
  | { readonly type: 'LOOK_DUE' }
  | {
      readonly type: 'LOOKED';
      /** Where the next look begins; null: this was the last of the round. */
      readonly after: string | null;
      /** Papers that were looked at. */
      readonly papers: number;
      /** Those whose files or rules are other ones than their evaluation saw. */
      readonly changed: readonly string[];
      readonly published: readonly ReadAgain[];
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
