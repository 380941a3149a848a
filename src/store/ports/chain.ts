/** The port of the walk along the event log, and what it reports. */

/**
 * The first event at which the log does not hold: an id is missing (`gap`), it does not continue the
 * hash before it (`prev_hash`), or its contents do not give its own hash (`hash`).
 */
export interface ChainProblem {
  readonly event_id: number;
  readonly kind: 'gap' | 'prev_hash' | 'hash';
  readonly message: string;
}

/** How far the log is proven since the start of the process. Times are ISO 8601; null until it happened. */
export interface ChainProgress {
  /** `checking` until the head was met once; `broken` for good once a problem was found. */
  readonly state: 'checking' | 'verified' | 'broken';
  /** Every event up to this one is sound. */
  readonly verified_to: number;
  readonly head: number;
  readonly last_step_at: string | null;
  /** When the walk first met the head. */
  readonly first_verified_at: string | null;
  readonly problem: ChainProblem | null;
  /** Why the last step could not read, if it could not. */
  readonly read_error: string | null;
}

/** How far one step came. */
export interface ChainWalk {
  /** Events read. */
  readonly events: number;
  /** Last event that is sound, and its hash; those the step began with where none is. */
  readonly verifiedTo: number;
  readonly lastHash: string;
  /** What the event behind it lacks. */
  readonly problem: ChainProblem | null;
}

/** What the walk needs of a store. */
export interface ChainReads {
  headEventId(): Promise<number>;
  /** Recomputes at most `limit` events behind `after`, which has the hash `lastHash`. */
  walk(after: number, lastHash: string, limit: number): Promise<ChainWalk>;
}
