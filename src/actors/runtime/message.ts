/** A message on its way to an actor, and the lanes it can take. */
import type { ActorEvent } from '../../machines/durable-actions.ts';
import type { Reply } from './definition.ts';

/** In the order they are served. Only `telemetry` may be coalesced. */
export const lanes = ['system', 'control', 'command', 'telemetry'] as const;
export type Lane = (typeof lanes)[number];

export interface Message {
  readonly event: ActorEvent;
  readonly lane: Lane;
  /** Who asked. */
  readonly by: string;
  /** Stored under this key when given by the caller, or when the turn defers its answer. */
  readonly requestKey: string;
  /** Fingerprint of the caller's payload; null when the caller gave no idempotency key. */
  readonly fingerprint: string | null;
  readonly correlationId: string;
  readonly causeId: number | null;
  /** Outbox row that this message is the result or the delivery of. */
  readonly completesEffectId: string | null;
  /** Timer that fell due, with the deadline it was set for. */
  readonly timer: { readonly name: string; readonly dueMs: number } | null;
  /** Messages with the same key replace each other in the telemetry lane. */
  readonly coalesceKey: string | null;
  /** Called exactly once: the reply, the ids of the turn's `tell` effects, and whether it deferred. */
  readonly settle: (reply: Reply, tells: readonly string[], deferred: boolean) => void;
  /** Failed attempts so far. */
  failures: number;
}
