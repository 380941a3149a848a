/** What of a store is over and old. It is found in steps, so that nobody waits for a look through all there is. */

/** Where a look goes on: behind this id or key; an empty text is before all. */
interface Step {
  readonly after: string;
  /** ISO 8601 UTC, as stored. */
  readonly before: string;
}

/** Each call looks at a bounded number of rows; `next` is null when there are no more. */
export interface AgedRows {
  /** Actors of the kind that came to rest in one of these statuses `before`, among the next ones. */
  ended(
    step: Step & { readonly kind: string; readonly statuses: readonly string[] },
  ): Promise<{ readonly ids: readonly string[]; readonly next: string | null }>;
  /** Deletes stored answers that were given `before`, among the next ones. One that is still owed stays. */
  forgetAnswers(step: Step): Promise<{ readonly forgotten: number; readonly next: string | null }>;
}
