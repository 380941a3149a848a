/** A message on its way to an actor, and the lanes it can take. */
import type { TimerRow } from '../journal/port.ts';
import type { ActorEvent } from '../machine/durable-actions.ts';
import type { Reply } from './definition.ts';
import type { Ripple } from './settling.ts';

/** In the order they are served. Only `telemetry` may be coalesced. */
export const lanes = ['system', 'control', 'command', 'telemetry'] as const;
/** A message goes into one lane of its actor; each lane has a bound of its own. */
export type Lane = (typeof lanes)[number];

/** A dead letter that is tried again: by whom, and why. */
export interface LetterRetry {
  /** Its sequence. */
  readonly letter: number;
  readonly by: string;
  readonly reason: string;
  /** Of the request to try it again. */
  readonly correlationId: string;
}

/** An event for one actor, with whom it comes from and what its turn ends. */
export interface Message {
  readonly event: ActorEvent;
  readonly lane: Lane;
  /** Who asked. */
  readonly by: string;
  /** What sent it, as a dead letter says it: `ask`, `timer NAME`, `tell`, `effect NAME`. */
  readonly source: string;
  /** Stored under this key when given by the caller, or when the turn defers its answer. */
  readonly requestKey: string;
  /** Fingerprint of the caller's payload; null when the caller gave no idempotency key. */
  readonly fingerprint: string | null;
  readonly correlationId: string;
  readonly causeId: number | null;
  /** Outbox row that this message is the result or the delivery of. */
  readonly completesEffectId: string | null;
  /** Timer that fell due, as it was set. */
  readonly timer: TimerRow | null;
  /** The dead letter that this message is another attempt at. */
  readonly retries: LetterRetry | null;
  /** Messages with the same key replace each other in the telemetry lane. */
  readonly coalesceKey: string | null;
  /** Counts what this message sets off, for a sender who waits for it. */
  readonly ripple: Ripple | null;
  /** Called exactly once: the reply, and whether the turn deferred its answer. */
  readonly settle: (reply: Reply, deferred: boolean) => void;
  /** Failed attempts so far. */
  failures: number;
}

/** Members that only some messages use. */
export const plainMessage = {
  fingerprint: null,
  causeId: null,
  completesEffectId: null,
  timer: null,
  retries: null,
  coalesceKey: null,
  ripple: null,
} as const;
