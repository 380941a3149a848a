/** What XState needs of a stored state to have it back. */
import type { AnyStateMachine } from 'xstate';
import {
  type MachineState,
  storedStatesOf,
  type WithStatus,
} from '../src/actors/statechart/stored.ts';

/** The whole state value of a stored state and what its history nodes remember, stored or not. */
export function machineStateOf(machine: AnyStateMachine, state: WithStatus): MachineState {
  const { value } = storedStatesOf(machine).configurationOf(state);
  const history = state.machine_state?.history;
  return history === undefined ? { value } : { value, history };
}
