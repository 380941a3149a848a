/**
 * One turn while it is decided: the context as it becomes, the events still to be taken, the actions
 * collected. There is one such object per machine and it is used again for every turn.
 */
import { InvariantError } from '../../lib/assert.ts';
import type { ActorEvent, DurableAction, Stamp } from '../machine/durable-actions.ts';
import type { Configuration } from './configuration.ts';
import type { WithStatus } from './stored.ts';

/** A stored state without its status and without `machine_state`. */
export type Context = Record<string, unknown>;
/** An event as the machine sees it. */
export type TurnEvent = ActorEvent & Stamp;

/** Does one thing: changes the context, asks for an action, or raises an event. */
export type Step = (turn: Turn) => void;
/** A compiled guard; it looks at the turn and changes nothing. */
export type Predicate = (turn: Turn) => boolean;

/** What guards, assigners and expressions are called with. */
export class Args {
  readonly context: Context;
  readonly event: TurnEvent;

  constructor(context: Context, event: TurnEvent) {
    this.context = context;
    this.event = event;
  }

  get self(): never {
    throw new InvariantError('a durable machine has no `self`: use tell, raise or schedule');
  }
  get system(): never {
    throw new InvariantError('a durable machine has no `system`: tell another actor by address');
  }
  get spawn(): never {
    throw new InvariantError('a durable machine cannot spawn: perform an effect or tell an actor');
  }
}

const noActions: readonly DurableAction[] = [];

/** What guards and actions see and change. `begin` makes it ready for the next event. */
export class Turn {
  /** Where the current microstep began; `stateIn` looks at it. */
  configuration!: Configuration;
  event!: TurnEvent;
  readonly queue: TurnEvent[] = [];
  /** Whether XState would give back another snapshot. */
  isChanged = false;
  /** Invoked effect whose result is this turn's event: it is over and need not be aborted. */
  settled: string | null = null;
  #state!: WithStatus;
  #stamp!: Stamp;
  #context: Context | null = null;
  #args: Args | null = null;
  #actions: DurableAction[] | null = null;

  begin(state: WithStatus, event: TurnEvent, configuration: Configuration): void {
    this.#state = state;
    this.#stamp = event;
    this.configuration = configuration;
    this.event = event;
    this.queue.length = 0;
    this.isChanged = false;
    this.settled = null;
    this.#context = null;
    this.#args = null;
    this.#actions = null;
  }

  /** The next event of the turn: one that it raised itself. */
  take(event: TurnEvent): void {
    this.event = event;
    this.#args = null;
  }

  get args(): Args {
    this.#args ??= new Args(this.context, this.event);
    return this.#args;
  }

  /** The stored state without `status` and `machine_state`: their members are there, undefined. */
  get context(): Context {
    this.#context ??= toContext(this.#state);
    return this.#context;
  }

  assign(partial: object): void {
    const context: Context = { ...this.context, ...partial };
    if (context['status'] !== undefined || context['machine_state'] !== undefined) {
      throw new InvariantError('assign must not set status or machine_state: transitions do');
    }
    this.#context = context;
    this.#args = null;
    this.isChanged = true;
  }

  act(action: DurableAction): void {
    this.#actions ??= [];
    this.#actions.push(action);
  }

  get actions(): readonly DurableAction[] {
    return this.#actions ?? noActions;
  }

  /** Puts an event behind those raised before, with the stamp of the event that began the turn. */
  raise(event: ActorEvent): void {
    const { at, by, request_key } = this.#stamp;
    this.queue.push({ at, by, request_key, ...event });
  }

  /** The state after the turn, with this status. */
  toState(status: string, machineState: WithStatus['machine_state']): WithStatus {
    const next: Context = { ...(this.#context ?? this.#state) };
    next['status'] = status;
    if (machineState !== undefined) {
      next['machine_state'] = machineState;
    } else if ('machine_state' in next) {
      const { machine_state: _gone, ...rest } = next;
      return rest as unknown as WithStatus;
    }
    return next as unknown as WithStatus;
  }
}

function toContext(state: WithStatus): Context {
  const context: Context = { ...state, status: undefined };
  if (state.machine_state !== undefined) context['machine_state'] = undefined;
  return context;
}
