/**
 * Stored states of a machine: brought up to the current version, checked, and completed with the
 * states that are active.
 */
import {
  type MachineState,
  type StoredStates,
  storedStatesOf,
  type WithStatus,
} from '../statechart/stored.ts';
import type { ActorEvent } from './durable-actions.ts';
import type { MachineSpec } from './spec.ts';
import { withUnknownMembers } from './unknown-members.ts';

/** How states of one machine come out of the store and into it for the first time. */
export interface Restoring<State> {
  /** The spec's initial state with `machine_state` where it needs one. */
  initialState(id: string): State;
  /**
   * Checks and completes what was stored. Members that a newer program has added to this version stay as they are.
   * Throws with the reason when the state is of a newer version, does not fit the schema, or its `machine_state` and
   * status are none of the machine.
   */
  restore(stored: unknown, storedVersion: number): State;
}

/** How the states of this machine are restored; made once, as the machine is read for it. */
export function createRestoring<
  State extends { readonly status: string },
  Event extends ActorEvent,
>(
  spec: Pick<
    MachineSpec<State, Event>,
    'machine' | 'stateVersion' | 'schema' | 'initialState' | 'migrate'
  >,
): Restoring<State> {
  const states = storedStatesOf(spec.machine);
  /** With the member as the machine has it, so that it is found again without comparing. */
  const complete = (state: State, given: MachineState | undefined): State => {
    const full: WithStatus = given === undefined ? state : { ...state, machine_state: given };
    const configuration = states.configurationOf(full);
    const member = states.memberFor(configuration, states.historyOf(full));
    return member === undefined ? state : { ...state, machine_state: member };
  };
  return {
    initialState: (id) => complete(spec.initialState(id), undefined),
    restore(stored, storedVersion) {
      if (storedVersion > spec.stateVersion) {
        throw new Error(
          `state version ${storedVersion} is newer than this program's ${spec.stateVersion}`,
        );
      }
      const current =
        storedVersion < spec.stateVersion && spec.migrate !== undefined
          ? spec.migrate(stored, storedVersion)
          : stored;
      const { machine_state: given, ...rest } = toRecord(current);
      const known = spec.schema.parse(rest);
      // What `migrate` and the schema leave of an older version is all of it.
      const state = storedVersion < spec.stateVersion ? known : withUnknownMembers(rest, known);
      checkKnown(states, state.status, given);
      return complete(state, given as MachineState | undefined);
    },
  };
}

/** A stored state may leave `machine_state` out only where the status says it all. */
function checkKnown(states: StoredStates, status: string, given: unknown): void {
  if (given !== undefined) {
    if (typeof given === 'object' && given !== null && 'value' in given) return;
    throw new Error('machine_state has no value');
  }
  if (states.configurations.ofStatus(status)?.isUnique !== true) {
    throw new Error(
      `status ${JSON.stringify(status)} does not say which states are active, and machine_state is missing; migrate must set it`,
    );
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Error('a stored state is a JSON object');
}
