/** The state in which actors of a kind begin: one that nothing had to be done to get into. */
import type { AnyStateMachine } from 'xstate';
import { checkContext } from './check.ts';
import { Problems } from './problems.ts';
import { storedStatesOf, type WithStatus } from './stored.ts';

/**
 * Throws `InvariantError` when the first state is none of the machine, holds what is not JSON, or
 * lies in states with entry actions, timers or effects: an actor begins there without entering, so
 * they would silently never be carried out.
 */
export function checkBeginning(machine: AnyStateMachine, first: WithStatus): void {
  const problems = new Problems();
  const configuration = problems.attempt(() => storedStatesOf(machine).configurationOf(first));
  const why = 'an actor begins here without entering it; do it on its first event';
  for (const { place, source } of configuration?.nodes ?? []) {
    if (source.entry.length > 0) problems.report(`${place}.entry`, why);
    if (source.invoke.length > 0) problems.report(`${place}.invoke`, why);
  }
  const { status: _status, machine_state: _machineState, ...context } = first;
  checkContext(context, 'initialState', problems.report);
  problems.throwIfAny(machine.id);
}
