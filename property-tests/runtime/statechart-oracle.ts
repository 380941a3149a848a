/** XState's public calls as the judge: the same state and event, and what it does in our words. */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type ExecutableActionObject,
  getInitialMicrosteps,
  getMicrosteps,
  initialTransition,
  transition,
} from 'xstate';
import type { DurableAction } from '../../src/actors/machine/durable-actions.ts';
import { chartOf } from '../../src/actors/statechart/nodes.ts';
import { storedStatesOf, type WithStatus } from '../../src/actors/statechart/stored.ts';
import type { TurnEvent } from '../../src/actors/statechart/turn.ts';
import { machineStateOf } from '../machine-state.ts';

export interface Judged {
  readonly value: unknown;
  readonly context: unknown;
  /** Ids in document order. */
  readonly history: unknown;
  readonly actions: readonly DurableAction[];
  readonly accepted: boolean;
}

/** A stored state as XState would have it back, its invoked effects under way. */
export function toSnapshot(machine: AnyStateMachine, state: WithStatus): AnyMachineSnapshot {
  const { status: _status, machine_state: _machineState, ...context } = state;
  const { value, history } = machineStateOf(machine, state);
  const historyValue = Object.entries(history ?? {}).map(([id, ids]) => [
    id,
    ids.map((each) => nodeOf(machine, each)),
  ]);
  const snapshot: AnyMachineSnapshot = machine.resolveState({
    value,
    context,
    historyValue: Object.fromEntries(historyValue),
  });
  const ids = snapshot._nodes.flatMap((node) => node.invoke.map(({ id }) => id));
  // Stopping looks for the child's id and runs nothing.
  const children = Object.fromEntries(ids.map((id) => [id, { id }]));
  return { ...snapshot, children };
}

function nodeOf(machine: AnyStateMachine, id: string): AnyStateNode {
  return chartOf(machine).byId.get(id)!.source;
}

/** What XState makes of an event; null when its actor has ended or would end for a failed effect. */
export function judge(
  machine: AnyStateMachine,
  state: WithStatus,
  event: TurnEvent,
): Judged | null {
  const before = toSnapshot(machine, state);
  if (before.status === 'done') return null;
  const [after, executed] = transition(machine, before, event);
  if (after.status === 'error') return null;
  const settled = /^xstate\.(?:done|error)\.actor\.(.+)$/s.exec(event.type)?.[1];
  const actions = toDurable(executed, settled);
  return { ...seen(after), actions, accepted: after !== before || actions.length > 0 };
}

/** The state in which XState finds the machine when it has entered it, as we would store it. */
export function enteredState(machine: AnyStateMachine): WithStatus {
  const [after] = initialTransition(machine);
  if (after.status === 'error') throw after.error;
  const { value, context, history: remembered } = seen(after);
  const stored = storedStatesOf(machine);
  const configuration = stored.configurations.ofValue(value);
  const { byId } = chartOf(machine);
  const history = Object.entries(remembered as Record<string, string[]>).map(
    ([id, ids]) => [byId.get(id)!, ids.map((each) => byId.get(each)!)] as const,
  );
  const member = stored.memberFor(configuration, new Map(history));
  return {
    ...(context as object),
    status: configuration.status,
    ...(member && { machine_state: member }),
  };
}

/**
 * Whether XState itself goes through active states that are no configuration. Its 5.33.3 does where
 * transitions of two regions do not conflict in its eyes and one leaves the other's states.
 */
export function isBroken(machine: AnyStateMachine, state: WithStatus, event: TurnEvent): boolean {
  return getMicrosteps(machine, toSnapshot(machine, state), event).some(
    ([snapshot]) => !isConfiguration(snapshot as AnyMachineSnapshot),
  );
}

/** As `isBroken`, while the machine is entered. */
export function isBrokenFromTheStart(machine: AnyStateMachine): boolean {
  return getInitialMicrosteps(machine).some(
    ([snapshot]) => !isConfiguration(snapshot as AnyMachineSnapshot),
  );
}

function isConfiguration({ _nodes: nodes }: AnyMachineSnapshot): boolean {
  return nodes.every((node) => {
    const inside = nodes.filter(({ parent }) => parent === node).length;
    const children = Object.values(node.states).filter(({ type }) => type !== 'history').length;
    const expected = node.type === 'parallel' ? children : node.type === 'compound' ? 1 : 0;
    return inside === expected && (node.parent === undefined || nodes.includes(node.parent));
  });
}

/** Our own state in the same form. */
export function seenOf(
  machine: AnyStateMachine,
  state: WithStatus,
): Pick<Judged, 'value' | 'context' | 'history'> {
  const { status: _status, machine_state: _machineState, ...context } = state;
  const { value, history } = machineStateOf(machine, state);
  return { value, context, history: history ?? {} };
}

function seen(snapshot: AnyMachineSnapshot): Pick<Judged, 'value' | 'context' | 'history'> {
  const remembered = snapshot.historyValue as Record<string, AnyStateNode[]>;
  const history = Object.entries(remembered).map(([id, nodes]) => [
    id,
    [...nodes].sort((a, b) => a.order - b.order).map((node) => node.id),
  ]);
  return {
    value: snapshot.value,
    context: snapshot.context,
    history: Object.fromEntries(history),
  };
}

function toDurable(
  executed: readonly ExecutableActionObject[],
  settled: string | undefined,
): DurableAction[] {
  const actions: DurableAction[] = [];
  let isOver = settled !== undefined;
  for (const { type, params } of executed) {
    const action = translate(type, params as Record<string, unknown> | undefined);
    if (action === undefined) continue;
    const invokeId = 'invoke_id' in action.params ? action.params.invoke_id : undefined;
    const isSettled = isOver && invokeId === settled;
    if (isSettled && action.type === 'perform') isOver = false;
    // The result that began the turn ends its effect: there is nothing left to give up.
    if (!isSettled || action.type !== 'abort') actions.push(action);
  }
  return actions;
}

function translate(
  type: string,
  params: Record<string, unknown> | undefined,
): DurableAction | undefined {
  if (!type.startsWith('xstate.')) return { type, params } as unknown as DurableAction;
  const { event, delay, id, sendId, src, input } = params ?? {};
  const { type: eventType, ...rest } = (event ?? {}) as { readonly type: string };
  switch (type) {
    case 'xstate.raise':
      if (typeof delay !== 'number') return undefined;
      return { type: 'schedule', params: { timer: id, delay_ms: delay, event } } as DurableAction;
    case 'xstate.cancel':
      return { type: 'cancel', params: { timer: sendId as string } };
    case 'xstate.emit':
      return { type: 'record', params: { event_type: eventType, payload: rest } };
    case 'xstate.sendTo':
      return { type: 'tell', params: { to: { kind: 'other', id: '1' }, event } } as DurableAction;
    case 'xstate.spawnChild':
      return { type: 'perform', params: { effect: src, input, invoke_id: id } } as DurableAction;
    case 'xstate.stopChild':
      return { type: 'abort', params: { invoke_id: id as string } };
    default:
      throw new Error(`XState asks for ${type}`);
  }
}
