/**
 * What a machine folder exports to the rest of the program: the machine and what is needed to keep
 * it in a store, as one value. `actors/` turns it into an actor definition.
 */
import type { AnyStateMachine, ContextFrom, EventFrom } from 'xstate';
import type { ActorEvent, DurableAction, Stamped } from './durable-actions.ts';

/** Why an event was refused: a stable code and a sentence saying what is, why, and what would help. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** One per machine folder; `machines/all.ts` lists them for the host. */
export interface MachineSpec<State extends { readonly status: string }, Event extends ActorEvent> {
  /** Kind of the actor and default entity type of its audit events. */
  readonly kind: string;
  /**
   * Kind of its owner, for what is part of another actor: nobody else tells it anything, and what it
   * is told it takes within the owner's turn. It can change and record, and nothing more.
   */
  readonly partOf?: string;
  /**
   * True where it may say `forget`: its id then begins anew, versions and all, so that what it asks for in
   * one life is told from what it asked for in another.
   */
  readonly forgettable?: true;
  /** Version of the stored shape. */
  readonly stateVersion: number;
  /** Checks status and context of a stored state; throws with the reason when it is not one. */
  readonly schema: { parse(stored: unknown): State };
  /**
   * Any statechart that can be carried out durably. `status` is what the `meta` of the active states
   * says, or the key of the top-level state where no `meta` does; context is the rest.
   */
  readonly machine: AnyStateMachine;
  /**
   * State of an id never stored; its status is `new` except where the domain has a better word. It
   * needs no `machine_state` where its status leaves no doubt which states are meant.
   */
  initialState(id: string): State;
  /**
   * Brings a state stored under an older version up to the current shape. Where the status no
   * longer says which states are active, it sets `machine_state`.
   */
  migrate?(stored: unknown, fromVersion: number): unknown;
  explainRefusal(state: State, event: Stamped<Event>): Refusal;
  /** Store constraints that refuse a turn. */
  readonly constraints?: Readonly<Record<string, Refusal>>;
}

/** What a machine makes of one event. Refused: `state` is the one that came in, and nothing is asked for. */
export interface MachineDecision<State> {
  readonly accepted: boolean;
  readonly state: State;
  readonly actions: readonly DurableAction[];
}

/** What a machine must be to stand in a spec; else a type that says by its name what differs. */
type Fitting<Machine, State, Event extends ActorEvent> = [ContextFrom<Machine>] extends [
  Omit<State, 'status'>,
]
  ? [Stamped<Event>] extends [EventFrom<Machine>]
    ? unknown
    : { readonly 'the machine does not take the events of its spec': never }
  : { readonly 'the context of the machine is not the stored state without status': never };

/**
 * Makes a spec whose machine is checked against its state and events, which a `MachineSpec` written
 * out by hand forgets: `createSpec<Order, OrderEvent>()({ machine: orderMachine, … })`.
 */
export function createSpec<State extends { readonly status: string }, Event extends ActorEvent>() {
  return <Machine extends AnyStateMachine>(
    spec: Omit<MachineSpec<State, Event>, 'machine'> & {
      readonly machine: Machine & Fitting<Machine, State, Event>;
    },
  ): MachineSpec<State, Event> => spec;
}
