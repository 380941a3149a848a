/**
 * The port through which the actor runtime reads and commits. An implementation keeps five things
 * together in one transaction: actor states, hash-chained events, idempotency answers, timers and
 * the outbox. It knows nothing of what they mean.
 */

export interface StoredActor {
  readonly version: number;
  readonly state_version: number;
  readonly state: unknown;
}

/** Audit event before the journal numbers and chains it. `payload` is canonical JSON text. */
export interface NewEvent {
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly payload: string;
  readonly idempotency_key: string | null;
  readonly actor: string;
  readonly cause_id: number | null;
  readonly correlation_id: string;
  readonly created_at: string;
}

export interface StoredEvent {
  readonly event_id: number;
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly idempotency_key: string | null;
  readonly actor: string;
  readonly cause_id: number | null;
  readonly correlation_id: string;
  readonly prev_hash: string;
  readonly hash: string;
  readonly created_at: string;
}

/** `body` is JSON text; null while the request is deferred. `{{event_id}}` is not expanded here. */
export interface StoredAnswer {
  readonly key: string;
  /** Fingerprint of the request's payload. */
  readonly fingerprint: string;
  readonly body: string | null;
}

export interface NewAnswer {
  readonly key: string;
  /** Null when an answer deferred earlier under this key is completed. */
  readonly fingerprint: string | null;
  /**
   * Makes the body once the turn's first event id is known (null when it writes no event); null
   * instead of a function defers the answer.
   */
  readonly render: ((eventId: number | null) => string) | null;
}

export interface TimerRow {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Wall-clock deadline, ms since the epoch. */
  readonly due_ms: number;
  /** JSON text of the event to deliver. */
  readonly event: string;
  readonly correlation_id: string;
}

export interface EffectRow {
  /** Stable over retries and restarts: `kind/id#version.index`. */
  readonly effect_id: string;
  readonly kind: string;
  readonly id: string;
  /** Effect name, or `tell`. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  readonly cause_id: number | null;
  readonly correlation_id: string;
  readonly attempts: number;
  /** Not before this time, ms since the epoch. */
  readonly not_before_ms: number;
  readonly last_error: string | null;
}

export interface DeadLetter {
  readonly kind: string;
  readonly id: string;
  /** JSON text of the message that could not be handled. */
  readonly message: string;
  readonly reason: string;
  readonly at: string;
}

/** Everything one turn changes. */
export interface TurnRecord {
  readonly kind: string;
  readonly id: string;
  /** Version the decision was made on; 0 for an actor never stored. */
  readonly expectedVersion: number;
  /** Absent when the state did not change. */
  readonly next?: {
    readonly version: number;
    readonly stateVersion: number;
    readonly state: string;
  };
  readonly events: readonly NewEvent[];
  readonly answers: readonly NewAnswer[];
  readonly timersSet: readonly Omit<TimerRow, 'kind' | 'id'>[];
  readonly timersCleared: readonly string[];
  readonly effects: readonly Omit<EffectRow, 'kind' | 'id' | 'cause_id'>[];
  /** Outbox row this turn consumes (the result of an effect, or a delivered `tell`). */
  readonly completedEffectId: string | null;
}

export interface CommittedTurn {
  readonly eventIds: readonly number[];
  /** In the order of `TurnRecord.answers`; null where deferred. */
  readonly answers: readonly (string | null)[];
}

/** Why a batch was not committed. Nothing of it was written. */
export type CommitFailure =
  | { readonly reason: 'version'; readonly turnIndex: number }
  | { readonly reason: 'answer'; readonly turnIndex: number; readonly key: string }
  | { readonly reason: 'constraint'; readonly turnIndex: number; readonly constraint: string };

export type CommitResult =
  | { readonly ok: true; readonly turns: readonly CommittedTurn[] }
  | { readonly ok: false; readonly failure: CommitFailure };

export interface Journal {
  load(kind: string, id: string): Promise<StoredActor | undefined>;
  findAnswer(key: string): Promise<StoredAnswer | undefined>;
  /** All or nothing. Rejects only when the store itself failed. */
  commit(turns: readonly TurnRecord[]): Promise<CommitResult>;
  /** Timers, soonest first. */
  timers(limit: number): Promise<readonly TimerRow[]>;
  /** Unfinished effects in the order they were written, after `afterSequence`. */
  effects(
    afterSequence: number,
    limit: number,
  ): Promise<readonly (EffectRow & { readonly sequence: number })[]>;
  /** Notes a failed attempt. */
  postponeEffect(
    effectId: string,
    change: { attempts: number; notBeforeMs: number; lastError: string },
  ): Promise<void>;
  /** Drops an effect that will never be completed, keeping it as a dead letter. */
  buryEffect(effectId: string, letter: DeadLetter): Promise<void>;
  addDeadLetter(letter: DeadLetter): Promise<void>;
  deadLetters(limit: number): Promise<readonly (DeadLetter & { readonly sequence: number })[]>;
  /** Every stored address in ascending (kind, id) order, for restore checks and verification. */
  addresses(
    after: { kind: string; id: string } | null,
    limit: number,
  ): Promise<readonly { kind: string; id: string }[]>;
  /** Last event id; 0 for an empty log. */
  headEventId(): Promise<number>;
  /** Events with id > `after`, ascending. */
  eventsAfter(after: number, limit: number): Promise<readonly StoredEvent[]>;
  close(): Promise<void>;
}

/**
 * The member of an event's payload that carries a state change, so that folding the log yields the
 * stored states: `set` replaces these members of the actor's state.
 */
export interface StateChange {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly state_version: number;
  readonly set: Readonly<Record<string, unknown>>;
}
/** Name of that payload member. */
export const stateChangeMember = 'change';
