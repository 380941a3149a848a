/**
 * Turns a machine into a pure decision: (stored state, event) -> (next stored state, actions as
 * data). It calls `machine.transition` with one kept, inert actor scope, which is several times
 * faster than XState's `transition()` (that builds a scope per call). A test holds both against
 * each other, since this is XState's lower-level call.
 */
import { type AnyActorScope, type AnyMachineSnapshot, createActor } from 'xstate';
import { assert, InvariantError } from '../lib/assert.ts';
import {
  type ActorEvent,
  type DurableAction,
  durableActions,
  type Stamped,
} from './durable-actions.ts';
import type { MachineDecision, MachineSpec } from './spec.ts';

const actionNames = new Set(Object.keys(durableActions));

/**
 * The decision function of a machine. States are flat: `{ status, ...context }`, and must not be
 * changed after they were given in or out, because the snapshot of a state is kept as long as the
 * state object lives. An event that is not accepted gives back the same state object and no
 * actions. Throws `InvariantError` for an action outside the durable vocabulary.
 */
export function createDecide<State extends { readonly status: string }, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
): (state: State, event: Stamped<Event>) => MachineDecision<State> {
  const { machine, kind } = spec;
  const snapshots = new WeakMap<State, AnyMachineSnapshot>();
  const scope = createInertScope(machine);
  let collected: DurableAction[] = [];
  const collect: AnyActorScope['actionExecutor'] = (action) => {
    collected.push(toDurableAction(kind, action));
  };

  const snapshotOf = (state: State): AnyMachineSnapshot => {
    const known = snapshots.get(state);
    if (known !== undefined) return known;
    const { status, ...context } = state;
    const snapshot: AnyMachineSnapshot = machine.resolveState({ value: status, context });
    snapshots.set(state, snapshot);
    return snapshot;
  };

  return (state, event) => {
    // Names XState keeps for itself are not events of ours, whoever sends them.
    if (event.type === '*' || event.type.startsWith('xstate.')) {
      return { accepted: false, state, actions: [] };
    }
    const before = snapshotOf(state);
    collected = [];
    scope.actionExecutor = collect;
    const after: AnyMachineSnapshot = machine.transition(before, event, scope);
    const actions = collected;
    if (after === before) return { accepted: actions.length > 0, state, actions };
    const next = toState<State>(kind, after);
    snapshots.set(next, after);
    return { accepted: true, state: next, actions };
  };
}

/** What `machine.transition` needs around it; nothing in it runs, waits or sends. */
function createInertScope(
  machine: MachineSpec<{ status: string }, ActorEvent>['machine'],
): AnyActorScope {
  const self = createActor(machine);
  return {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: () => {},
  };
}

function toDurableAction(kind: string, action: { type: string; params: unknown }): DurableAction {
  if (!actionNames.has(action.type)) {
    throw new InvariantError(
      `${kind}: a machine may ask only for durable actions, got ${action.type}`,
    );
  }
  return { type: action.type, params: action.params } as DurableAction;
}

function toState<State extends { readonly status: string }>(
  kind: string,
  snapshot: AnyMachineSnapshot,
): State {
  assert(typeof snapshot.value === 'string', `${kind}: states of a durable machine are flat`);
  return { status: snapshot.value, ...snapshot.context } as State;
}
