/**
 * The port through which the actor runtime reads and commits. An implementation keeps five things
 * together in one transaction: actor states, hash-chained events, idempotency answers, timers and
 * the outbox. It knows nothing of what they mean.
 */

/**
 * An actor as it was last committed. `version` is 1 at first and rises with each change of the state;
 * `state_version` is that of its shape.
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

/**
 * An event of the log. Ids are gapless from 1; `hash` covers the contents and `prev_hash`. Times are
 * ISO 8601.
 */
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

/** What a turn answers to a request that bears a key, to be given again to whoever repeats it. */
export interface NewAnswer {
  readonly key: string;
  /** Null when an answer deferred earlier under this key is completed. */
  readonly fingerprint: string | null;
  /**
   * The body in two halves; the id of the turn's first event (`null` when it writes none) goes
   * between them. Null instead of a body defers the answer.
   */
  readonly body: readonly [before: string, after: string] | null;
}

/** A timer of an actor. A name is there once for each actor. */
export interface TimerRow {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Wall-clock deadline, ms since the epoch. */
  readonly due_ms: number;
  /**
   * What it was set to wait, ms: it waits no longer in a process, wherever the wall clock stood when it
   * was set. Null where an earlier program set it.
   */
  readonly delay_ms: number | null;
  /** JSON text of the event to deliver. */
  readonly event: string;
  /** The event that led to it; null where none did, or an earlier program set it. */
  readonly cause_id: number | null;
  readonly correlation_id: string;
}

/** What tells one setting of a timer from another. */
export type FiredTimer = Pick<TimerRow, 'name' | 'due_ms' | 'event'>;

/** Work that a committed turn asked for and that is not done yet: one row of the outbox. */
export interface EffectRow {
  /** Stable over retries and restarts: `kind/id#version.index`, with what tells turns of one version apart. */
  readonly effect_id: string;
  readonly kind: string;
  readonly id: string;
  /** Effect name, or `tell`. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** The invocation whose result this effect brings; null for one that was merely asked for. */
  readonly invoke_id: string | null;
  readonly cause_id: number | null;
  readonly correlation_id: string;
  readonly attempts: number;
  /** Not before this time, ms since the epoch. */
  readonly not_before_ms: number;
  readonly last_error: string | null;
}
/** Numbered in the order of the commits; numbers are never given twice. */
export type SequencedEffect = EffectRow & { readonly sequence: number };

/** A message that no actor could handle, kept for a person. */
export interface NewDeadLetter {
  /** Whom it was for. */
  readonly kind: string;
  readonly id: string;
  /** JSON text of the event. */
  readonly message: string;
  readonly reason: string;
  readonly at: string;
  /** What sent it: `ask`, `timer NAME`, `tell` or `effect NAME`. */
  readonly source: string;
  readonly by: string;
  readonly correlation_id: string;
  readonly cause_id: number | null;
}
/** Numbered in the order in which they were given up; the number is what a person names it by. */
export type DeadLetter = NewDeadLetter & { readonly sequence: number };

/** An actor that is out of service until somebody releases it. */
export interface Quarantine {
  readonly kind: string;
  readonly id: string;
  /** JSON text of the event it failed at; null when its state could not be restored. */
  readonly event: string | null;
  readonly reason: string;
  readonly since: string;
}

/** A failed attempt at an effect. */
export interface Postponement {
  readonly effect_id: string;
  readonly attempts: number;
  readonly not_before_ms: number;
  readonly last_error: string;
}

/** What the runtime itself keeps, in the same transaction as everything else. */
export interface Upkeep {
  readonly postponed?: readonly Postponement[];
  readonly letters?: readonly NewDeadLetter[];
  /** By sequence. The turn is refused as `gone` when one of them is not there any more. */
  readonly lettersRemoved?: readonly number[];
  /** Why a letter that stays was refused; `gone` as above. */
  readonly lettersRefused?: readonly { readonly sequence: number; readonly reason: string }[];
  /** Takes the actor of the turn out of service, or (null) puts it back. */
  readonly quarantine?: Omit<Quarantine, 'kind' | 'id'> | null;
}

/** Everything one turn changes. Plain data: it may be sent to another thread. */
export interface TurnRecord {
  readonly kind: string;
  readonly id: string;
  /** Version the decision was made on; 0 for an actor never stored; negative: depends on none. */
  readonly expectedVersion: number;
  /**
   * What led to the turn: an earlier event. It caused the timers and effects of a turn that writes no
   * event; otherwise the turn's first event did.
   */
  readonly causeId: number | null;
  /** Absent when the state did not change. */
  readonly next?: {
    readonly version: number;
    readonly stateVersion: number;
    readonly state: string;
  };
  /** The stored state is taken away; comes without `next`, and an event carries it as any change. */
  readonly gone?: true;
  readonly events: readonly NewEvent[];
  readonly answers: readonly NewAnswer[];
  readonly timersSet: readonly Omit<TimerRow, 'kind' | 'id' | 'cause_id'>[];
  readonly timersCleared: readonly string[];
  readonly effects: readonly Omit<EffectRow, 'kind' | 'id' | 'cause_id'>[];
  /** Invocations of this actor that were left: their effects are removed. */
  readonly effectsAborted: readonly string[];
  /** Outbox row this turn consumes (the result of an effect, or a delivered `tell`). */
  readonly completedEffectId: string | null;
  /**
   * The timer whose falling due this turn answers. The turn is refused as `gone` when it is not set as
   * it was any more: another process fired it, or set it anew.
   */
  readonly firedTimer?: FiredTimer;
  readonly upkeep?: Upkeep;
  /** What the turn changes of its actor's parts, written or refused with it. */
  readonly parts?: readonly PartRecord[];
}

/** A part's share of a turn. Its events follow the turn's own and name the first of these as cause. */
export type PartRecord = Pick<TurnRecord, 'kind' | 'id' | 'expectedVersion' | 'next' | 'events'>;

/** A turn's own events and those of its parts. */
export function countEvents({ events, parts = [] }: TurnRecord): number {
  return parts.reduce((count, part) => count + part.events.length, events.length);
}

/** What a turn became in the store. */
export interface CommittedTurn {
  readonly ok: true;
  /** Of the turn's events and then of its parts'. */
  readonly eventIds: readonly number[];
  /** In the order of `TurnRecord.answers`; null where deferred. */
  readonly answers: readonly (string | null)[];
  /** Of `TurnRecord.effects`, in their order. */
  readonly effectSequences: readonly number[];
}

/** Why a turn was not committed. Nothing of it was written. */
export type CommitFailure =
  /** The stored version is not the expected one: another writer was here. */
  | { readonly reason: 'version' }
  /** Something was answered or completed under this key before. */
  | { readonly reason: 'answer'; readonly key: string }
  | { readonly reason: 'constraint'; readonly constraint: string }
  /** A turn of the same actor before it in the batch was refused, so its decision has no ground. */
  | { readonly reason: 'unwound' }
  /** What it was to remove is not there any more. */
  | { readonly reason: 'gone' };

/** A turn of which nothing was written; the actor decides the message anew or refuses it. */
export interface RefusedTurn {
  readonly ok: false;
  readonly failure: CommitFailure;
}
/** What the journal says of one turn of a batch. */
export type TurnResult = CommittedTurn | RefusedTurn;

/**
 * `commit` is the one way to write. It may be called again before an earlier call is answered; the
 * batches are applied in the order of the calls.
 */
export interface Journal {
  load(kind: string, id: string): Promise<StoredActor | undefined>;
  findAnswer(key: string): Promise<StoredAnswer | undefined>;
  /**
   * Writes the turns in one transaction, those that are refused left out. Answers in their order.
   * Rejects only when the store itself failed; then nothing is written.
   */
  commit(turns: readonly TurnRecord[]): Promise<readonly TurnResult[]>;
  /** Timers by (due_ms, kind, id, name), after `after`. */
  timers(after: TimerRow | null, limit: number): Promise<readonly TimerRow[]>;
  /** Those of one actor, by name. */
  timersOf(of: { readonly kind: string; readonly id: string }): Promise<readonly TimerRow[]>;
  /** Unfinished effects in the order they were written, after `afterSequence`. */
  effects(afterSequence: number, limit: number): Promise<readonly SequencedEffect[]>;
  /**
   * As `effects`, of one actor: those of one invocation, or (null) those merely asked for. Messages to
   * other actors are not among them.
   */
  effectsOf(
    of: { readonly kind: string; readonly id: string; readonly invokeId: string | null },
    afterSequence: number,
    limit: number,
  ): Promise<readonly SequencedEffect[]>;
  /** Newest first, before `beforeSequence`. */
  deadLetters(limit: number, beforeSequence?: number): Promise<readonly DeadLetter[]>;
  /** All of them. */
  countDeadLetters(): Promise<number>;
  /** In ascending (kind, id) order, after `after`. */
  quarantines(
    after: { kind: string; id: string } | null,
    limit: number,
  ): Promise<readonly Quarantine[]>;
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
 * stored states: `set` replaces these members of the actor's state, `unset` takes members away, `gone`
 * the whole of it: what comes after is a new actor.
 */
export interface StateChange {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly state_version: number;
  readonly set: Readonly<Record<string, unknown>>;
  /** Absent where no member went. */
  readonly unset?: readonly string[];
  readonly gone?: true;
}
/** Name of that payload member. */
export const stateChangeMember = 'change';
