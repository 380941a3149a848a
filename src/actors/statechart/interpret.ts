/**
 * The interpreter: SCXML's macrostep over compiled tables, in XState's order. An event selects
 * transitions, innermost first; then eventless transitions and raised events until nothing moves.
 */
import { InvariantError } from '../../lib/assert.ts';
import type { DurableAction } from '../machine/durable-actions.ts';
import type { Configuration } from './configuration.ts';
import { isDeliverable, settledBy } from './events.ts';
import { type Plan, Planner } from './plan.ts';
import { type Selected, Selection } from './selection.ts';
import { type History, noHistory, type StoredStates, type WithStatus } from './stored.ts';
import type { Tables } from './tables.ts';
import { Turn, type TurnEvent } from './turn.ts';

/** What becomes of a stored state by one event. */
export interface Decision {
  readonly accepted: boolean;
  /** The very state that came in when nothing changed. */
  readonly state: WithStatus;
  readonly actions: readonly DurableAction[];
}

/** Microsteps of one turn; a machine that needs more goes in circles. */
const microstepsMax = 1000;
/** The last of them that the error about it names. */
const microstepsNamed = 6;

/**
 * Decides for all actors of a machine, one event at a time; between events it keeps only what it has
 * worked out of the machine.
 */
export class Interpreter {
  readonly #tables: Tables;
  readonly #stored: StoredStates;
  readonly #planner: Planner;
  readonly #selections = new WeakMap<Configuration, Selection>();
  readonly #turn = new Turn();
  #history: History = noHistory;
  #isDone = false;

  constructor(tables: Tables, stored: StoredStates) {
    this.#tables = tables;
    this.#stored = stored;
    this.#planner = new Planner(tables, stored.configurations);
  }

  /** Decides one event. Throws `InvariantError` when the machine goes in circles. */
  decide(state: WithStatus, event: TurnEvent): Decision {
    const configuration = this.#stored.configurationOf(state);
    if (configuration.isDone || !isDeliverable(event.type)) return refused(state);
    const turn = this.#turn;
    turn.begin(state, event, configuration);
    const selection = this.#selectionIn(configuration);
    const selected = selection.forEvent(turn);
    // A failed effect that nothing takes must not set anything else off.
    const isOver = !selection.hasEventless || event.type.startsWith('xstate.error.');
    if (selected === null && isOver) return refused(state);
    turn.settled = settledBy(event.type);
    this.#history = this.#stored.historyOf(state);
    this.#isDone = false;
    const isChanged = selected !== null && this.#microstep(selected);
    return this.#answer(state, this.#settle() || isChanged);
  }

  /** Takes eventless transitions and raised events until none is left; answers whether it moved. */
  #settle(): boolean {
    const turn = this.#turn;
    let isChanged = false;
    let maySelect = true;
    const path: Configuration[] = [];
    for (let microsteps = 1; !this.#isDone; microsteps += 1) {
      if (microsteps > microstepsMax - microstepsNamed) path.push(turn.configuration);
      if (microsteps > microstepsMax) throw this.#circles(path);
      const eventless: Selected | null = maySelect
        ? this.#selectionIn(turn.configuration).eventless(turn)
        : null;
      let selected: Selected | null = eventless;
      if (selected === null) {
        const raised = turn.queue.shift();
        if (raised === undefined) break;
        turn.take(raised);
        selected = this.#selectionIn(turn.configuration).forEvent(turn);
      }
      const hasMoved: boolean = selected !== null && this.#microstep(selected);
      // Eventless transitions that changed nothing would be selected for ever.
      maySelect = eventless === null || hasMoved;
      isChanged ||= hasMoved;
    }
    return isChanged;
  }

  /** Takes transitions; answers whether XState would give back another snapshot. */
  #microstep(selected: Selected): boolean {
    const { configuration } = this.#turn;
    const plan =
      selected.plan ?? this.#planner.plan(configuration, selected.transitions, this.#history);
    if (plan.isFixed) selected.plan = plan;
    return this.#take(plan);
  }

  #take({ steps, next, remembered, isDone }: Plan): boolean {
    const turn = this.#turn;
    turn.isChanged = next !== turn.configuration || remembered !== null || isDone;
    for (const step of steps) step(turn);
    turn.configuration = next;
    if (remembered !== null) this.#history = new Map([...this.#history, ...remembered]);
    if (isDone) this.#end();
    return turn.isChanged;
  }

  /** What was invoked and not left is given up with the machine. */
  #end(): void {
    this.#isDone = true;
    for (const node of this.#turn.configuration.nodes) {
      for (const stop of this.#tables.rows[node.index]?.invokes.stop ?? []) stop(this.#turn);
    }
  }

  #answer(state: WithStatus, isChanged: boolean): Decision {
    const { actions, configuration } = this.#turn;
    if (!isChanged) return { accepted: actions.length > 0, state, actions };
    const rested = this.#stored.configurations.rested(configuration);
    const member = this.#stored.memberFor(rested, this.#history);
    return { accepted: true, state: this.#turn.toState(rested.status, member), actions };
  }

  #selectionIn(configuration: Configuration): Selection {
    let selection = this.#selections.get(configuration);
    if (selection === undefined) {
      selection = new Selection(this.#tables, configuration);
      this.#selections.set(configuration, selection);
    }
    return selection;
  }

  #circles(path: readonly Configuration[]): InvariantError {
    const values = path.map(({ value }) => JSON.stringify(value)).join(' → ');
    return new InvariantError(
      `${this.#tables.chart.name}: ${this.#turn.event.type} led to more than ${microstepsMax} microsteps; the last went ${values}`,
    );
  }
}

function refused(state: WithStatus): Decision {
  return { accepted: false, state, actions: [] };
}
