/**
 * What a machine folder exports to the rest of the program: the machine and what is needed to keep
 * it in a store, as one value. `actors/` turns it into an actor definition.
 */
import type { AnyStateMachine } from 'xstate';
import type * as z from 'zod';
import type { ActorEvent, DurableAction, Stamped } from './durable-actions.ts';

/** Why an event was refused: a stable code and a sentence saying what is, why, and what would help. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface MachineSpec<State extends { readonly status: string }, Event extends ActorEvent> {
  /** Kind of the actor and default entity type of its audit events. */
  readonly kind: string;
  /** Version of the stored shape. */
  readonly stateVersion: number;
  readonly schema: z.ZodType<State>;
  /** Flat states whose names are the statuses; context is the rest of the stored state. */
  readonly machine: AnyStateMachine;
  /** State of an id never stored; its status is `new` except where the domain has a better word. */
  initialState(id: string): State;
  explainRefusal(state: State, event: Stamped<Event>): Refusal;
  /** Store constraints that refuse a turn. */
  readonly constraints?: Readonly<Record<string, Refusal>>;
}

export interface MachineDecision<State> {
  readonly accepted: boolean;
  readonly state: State;
  readonly actions: readonly DurableAction[];
}
