/**
 * What the runtime must be told about a kind of actor. The runtime knows nothing of any domain:
 * a definition is a pure decision function plus the shape of its stored state.
 */
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { ActorEvent, Stamped } from '../machine/durable-actions.ts';
import type { MachineDecision, Refusal } from '../machine/spec.ts';

/** Stored state: a flat JSON object with a `status`. Every member is always present. */
export type ActorState = { readonly status: string };

/** What the runtime calls on for a kind of actor; `machine-actor.ts` makes one of a `MachineSpec`. */
export interface ActorDefinition<State extends ActorState, Event extends ActorEvent> {
  /** First half of the address; also the default `entity_type` of audit events. */
  readonly kind: string;
  /** Kind of its owner, for a part: see `MachineSpec`. */
  readonly partOf?: string;
  /** As in `MachineSpec`. */
  readonly forgettable?: true;
  /** Raised whenever the stored shape changes; `restore` brings older states up. */
  readonly stateVersion: number;
  /** State of an id that was never stored; it is not written until an event is accepted. */
  initialState(id: string): State;
  /** Pure: same state and event, same decision. */
  decide(state: State, event: Stamped<Event>): MachineDecision<State>;
  /** Why `decide` refused. Pure. */
  explainRefusal(state: State, event: Stamped<Event>): Refusal;
  /** Checks a state read from the store; throws with the reason when it is not restorable. */
  restore(stored: unknown, storedVersion: number): State;
  /** Store constraints that refuse a turn, by name, as refusals instead of failures. */
  readonly constraints?: Readonly<Record<string, Refusal>>;
}

/**
 * A definition as the host keeps it: kinds are told apart by their address, so the host handles
 * states and events of all of them without knowing their types.
 */
export type AnyDefinition = ActorDefinition<ActorState, ActorEvent>;

/** The stored result of one turn, as the sender gets it and as a repeated request gets it again. */
export interface Outcome {
  readonly accepted: boolean;
  readonly refusal: Refusal | null;
  /** Status after the turn. */
  readonly status: string;
  readonly version: number;
  /** First audit event of the turn, or null when it wrote none. */
  readonly event_id: number | null;
  readonly at: string;
  /** Body of `reply` or `answer`, if the machine gave one. */
  readonly body: JsonObject | null;
}

/** Why a message was not handled at all. */
export type RejectReason =
  /** The mailbox is full, or the store cannot be read just now; try again later. */
  | 'overloaded'
  /** The host is draining or closed. */
  | 'shutting_down'
  /** The store failed; whether the turn was written is known after a restart. */
  | 'store_failed'
  /** The actor is out of service until it is released. */
  | 'quarantined'
  /** The idempotency key was used with another payload. */
  | 'idempotency_conflict'
  /** The message kept failing and is kept as a dead letter. */
  | 'failed'
  /** The outbox row or dead letter this message completes is gone: an earlier delivery was applied. */
  | 'already_applied'
  /** No definition of this kind. */
  | 'unknown_kind';

/**
 * What a sender hears. `ok` is an answer, be it a refusal of the machine's; not `ok` means that no turn
 * answered.
 */
export type Reply =
  | { readonly ok: true; readonly outcome: Outcome; readonly replayed: boolean }
  | Rejected;
/** No turn answered, and why. */
export interface Rejected {
  readonly ok: false;
  readonly rejected: RejectReason;
  readonly detail: string;
}
