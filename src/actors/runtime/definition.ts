/**
 * What the runtime must be told about a kind of actor. The runtime knows nothing of any domain:
 * a definition is a pure decision function plus the shape of its stored state.
 */
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { ActorEvent, DurableAction, Stamped } from '../../machines/durable-actions.ts';

/** Stored state: a flat JSON object with a `status`. Every member is always present. */
export type ActorState = JsonObject & { readonly status: string };

export interface Decision<State extends ActorState> {
  /** False: the event does not apply in this state; nothing happens and nothing is stored. */
  readonly accepted: boolean;
  readonly state: State;
  readonly actions: readonly DurableAction[];
}

export interface Refusal {
  /** Stable, machine-readable, for example `already_active`. */
  readonly code: string;
  /** A sentence for people: what is, why, and what would change it. */
  readonly message: string;
}

export interface ActorDefinition<State extends ActorState, Event extends ActorEvent> {
  /** First half of the address; also the default `entity_type` of audit events. */
  readonly kind: string;
  /** Raised whenever the stored shape changes; `migrate` brings older states up. */
  readonly stateVersion: number;
  /** State of an id that was never stored; it is not written until an event is accepted. */
  initialState(id: string): State;
  /** Pure: same state and event, same decision. */
  decide(state: State, event: Stamped<Event>): Decision<State>;
  /** Why `decide` refused. Pure. */
  explainRefusal(state: State, event: Stamped<Event>): Refusal;
  /** Checks a state read from the store; throws with the reason when it is not restorable. */
  restore(stored: unknown, storedVersion: number): State;
  /** Names a store constraint that can refuse a turn, as a refusal instead of a failure. */
  readonly constraints?: Readonly<Record<string, Refusal>>;
}

// A host holds definitions of many state types; `any` in these two places is what lets it.
// biome-ignore lint/suspicious/noExplicitAny: heterogeneous registry
export type AnyDefinition = ActorDefinition<any, any>;

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
