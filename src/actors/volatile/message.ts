/** Messages of volatile actors: what is sent, what becomes of it, and what the machine sees. */
import type { AnyMachineSnapshot } from 'xstate';
import type { ActorEvent } from '../machine/durable-actions.ts';
import type { Lane } from '../runtime/message.ts';

/** Which lane a message takes, and what it may stand in for there. */
export interface SendOptions {
  /** `command` unless told. */
  readonly lane?: Lane;
  /** In the telemetry lane the newest message takes the place of a waiting one with the same key. */
  readonly coalesceKey?: string;
}

/** What the host adds to every event from outside the machine. */
export interface VolatileStamp {
  /** Monotonic time of the turn. */
  readonly at_ms: number;
  /** Names the request for `defer` and `answer`. */
  readonly request_key: string;
}

/** The stamp of the event that a turn began with; events that a machine raises have none. */
export function stampOf(event: ActorEvent): VolatileStamp {
  return event as ActorEvent & VolatileStamp;
}

/** Why a message was not handled. */
export type VolatileRejection =
  /** Its lane is full. */
  | 'overloaded'
  /** A newer message took its place. */
  | 'coalesced'
  /** The actor failed on it, or before it gave the answer that it had deferred. */
  | 'failed'
  /** The actor ended first. */
  | 'stopped'
  | 'unknown_actor'
  | 'shutting_down';

/** What a sender hears at the end of the turn that answers it, or why no turn did. */
export type VolatileReply =
  | {
      readonly ok: true;
      /** False: the machine has no use for this event in its present state. */
      readonly accepted: boolean;
      /** What the machine answered; null when nothing. */
      readonly body: unknown;
      /** As of the end of the turn that answered. */
      readonly snapshot: AnyMachineSnapshot;
    }
  | { readonly ok: false; readonly rejected: VolatileRejection };

/** What `tell` knows at once. */
export type Delivery = 'queued' | 'coalesced' | 'overloaded' | 'unknown_actor' | 'shutting_down';

/** An event in an inbox, with whoever waits for it. */
export interface VolatileMessage {
  readonly event: ActorEvent;
  readonly lane: Lane;
  readonly coalesceKey: string | null;
  readonly requestKey: string;
  /** False: what it was sent for has been left or cancelled, so it is passed over. */
  readonly isCurrent: () => boolean;
  /** Called exactly once, unless the message is passed over. */
  readonly settle: (reply: VolatileReply) => void;
}

/** A reply of no turn, with the reason. */
export function rejected(why: VolatileRejection): VolatileReply {
  return { ok: false, rejected: why };
}
