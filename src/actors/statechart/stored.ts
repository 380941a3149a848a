/**
 * A configuration as it is stored: `status` beside the context, and `machine_state` only where the
 * status does not say which configuration it is or a history node remembers something.
 */
import type { AnyStateMachine, StateValue } from 'xstate';
import { InvariantError } from '../../lib/assert.ts';
import { type Configuration, Configurations } from './configuration.ts';
import { type Chart, chartOf, type Node } from './nodes.ts';

/** The member `machine_state` of a stored state. */
export interface MachineState {
  /** Full state value as XState has it. */
  readonly value: StateValue;
  /** Ids of the states that a history node would enter, by the history node's id. */
  readonly history?: Readonly<Record<string, readonly string[]>>;
}

/** What history nodes remember. */
export type History = ReadonlyMap<Node, readonly Node[]>;
/** Nothing is remembered: every history node leads to its default. */
export const noHistory: History = new Map();

/** A state with what says its configuration. */
export interface WithStatus {
  readonly status: string;
  readonly machine_state?: MachineState;
}

const known = new WeakMap<AnyStateMachine, StoredStates>();

/** The stored states of a machine, made once. Throws `InvariantError` as `Configurations` does. */
export function storedStatesOf(machine: AnyStateMachine): StoredStates {
  let states = known.get(machine);
  if (states === undefined) {
    states = new StoredStates(chartOf(machine));
    known.set(machine, states);
  }
  return states;
}

/** Turns stored states into configurations and back, for one machine. */
export class StoredStates {
  readonly configurations: Configurations;
  readonly #chart: Chart;
  readonly #members = new WeakMap<Configuration, MachineState>();
  readonly #histories = new WeakMap<object, History>();

  constructor(chart: Chart) {
    this.#chart = chart;
    this.configurations = new Configurations(chart);
  }

  /**
   * The configuration of a state. Throws `InvariantError` when `machine_state` is none of the
   * machine, contradicts the status, or is missing where the status leaves open which it is.
   */
  configurationOf(state: WithStatus): Configuration {
    const member = state.machine_state;
    if (member === undefined) {
      const found = this.configurations.ofStatus(state.status);
      if (found !== undefined) return found;
      throw new InvariantError(
        `${this.#chart.name}: status ${JSON.stringify(state.status)} does not say which states are active; machine_state must`,
      );
    }
    const found = this.configurations.ofValue(member.value);
    if (found.status === state.status) return found;
    throw new InvariantError(
      `${this.#chart.name}: status is ${JSON.stringify(state.status)}, but machine_state.value ${JSON.stringify(member.value)} has the status ${found.status}`,
    );
  }

  /** What the history nodes of a state remember. Throws `InvariantError` for ids it cannot know. */
  historyOf(state: WithStatus): History {
    const stored = state.machine_state?.history;
    if (stored === undefined) return noHistory;
    let history = this.#histories.get(stored);
    if (history === undefined) {
      history = new Map(
        Object.entries(stored).map(([id, ids]) => [
          this.#historyNode(id),
          ids.map((each) => this.#remembered(id, each)),
        ]),
      );
      this.#histories.set(stored, history);
    }
    return history;
  }

  /** The member to store, or undefined where the status says it all. */
  memberFor(configuration: Configuration, history: History): MachineState | undefined {
    if (history.size > 0) {
      const stored: Record<string, readonly string[]> = {};
      for (const [node, nodes] of history) stored[node.id] = nodes.map(({ id }) => id);
      this.#histories.set(stored, history);
      return { value: configuration.value, history: stored };
    }
    if (configuration.isUnique) return undefined;
    let member = this.#members.get(configuration);
    if (member === undefined) {
      member = { value: configuration.value };
      this.#members.set(configuration, member);
    }
    return member;
  }

  #historyNode(id: string): Node {
    const node = this.#chart.byId.get(id);
    if (node?.type === 'history') return node;
    throw new InvariantError(
      `machine_state.history: ${this.#chart.name} has no history node ${id}`,
    );
  }

  #remembered(historyId: string, id: string): Node {
    const node = this.#chart.byId.get(id);
    if (node !== undefined && node.type !== 'history') return node;
    throw new InvariantError(
      `machine_state.history.${historyId}: ${this.#chart.name} has no state ${id}`,
    );
  }
}
