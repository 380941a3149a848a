/**
 * Turns a machine into a pure decision: (stored state, event) -> (next stored state, actions as
 * data). The machine is compiled once to tables; XState is its source, and in the property tests the
 * judge of what the tables say.
 */
import { checkBeginning } from '../statechart/beginning.ts';
import { compileMachine } from '../statechart/compile.ts';
import type { ActorEvent, Stamped } from './durable-actions.ts';
import type { MachineDecision, MachineSpec } from './spec.ts';

/**
 * The decision function of a machine. States are `{ status, ...context }` and, where the status
 * leaves open which states are active, `machine_state`. They must not be changed after they were
 * given in or out. An event that is not accepted gives back the same state object and no actions;
 * so does every event once the machine is done.
 *
 * Throws `InvariantError` listing what durable execution cannot honour in the machine; the decision
 * throws it for what shows only there, and for a machine that goes in circles.
 */
export function createDecide<State extends { readonly status: string }, Event extends ActorEvent>(
  // All of a spec says which events it takes; no more than these two are looked at.
  spec: Partial<MachineSpec<State, Event>> &
    Pick<MachineSpec<State, Event>, 'machine' | 'initialState'>,
): (state: State, event: Stamped<Event>) => MachineDecision<State> {
  const interpreter = compileMachine(spec.machine);
  checkBeginning(spec.machine, spec.initialState('checked'));
  // The interpreter keeps every member of the state and gives back one of its kind.
  return (state, event) => interpreter.decide(state, event) as MachineDecision<State>;
}
