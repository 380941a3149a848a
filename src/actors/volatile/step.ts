/**
 * A machine's next step as data: the snapshot it comes to and what it asks for, with nothing
 * carried out. Works on XState's lower-level calls with one inert scope, as the durable host does.
 */
import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
} from 'xstate';
import { InvariantError } from '../../lib/assert.ts';
import type { ActorEvent } from '../machine/durable-actions.ts';

/** What a machine asks its host for. */
export type Asked =
  | { readonly type: 'effect'; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'invoke';
      readonly childId: string;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly type: 'abort'; readonly childId: string }
  | {
      readonly type: 'timer';
      readonly id: string;
      readonly delayMs: number;
      readonly event: ActorEvent;
    }
  | { readonly type: 'cancel'; readonly id: string };

/** What one event makes of an actor; the cell carries out what is asked, in this order. */
export interface Step {
  readonly snapshot: AnyMachineSnapshot;
  readonly asked: readonly Asked[];
}

/** Snapshot and effects of an actor's start. Throws what the machine threw. */
export function firstStep(machine: AnyStateMachine, input: unknown): Step {
  return collect((scope) => machine.getInitialSnapshot(scope, input));
}

/** Throws what the machine threw, and the error of an invoked effect that it has no answer to. */
export function nextStep(snapshot: AnyMachineSnapshot, event: ActorEvent): Step {
  return collect((scope) => snapshot.machine.transition(snapshot, event, scope));
}

/** Stands in for the actor that XState would run. It is never started and nobody talks to it. */
const nobody = createEmptyActor();

function collect(move: (scope: AnyActorScope) => AnyMachineSnapshot): Step {
  const asked: Asked[] = [];
  const snapshot = move({
    self: nobody,
    system: nobody.system,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: (action) => note(asked, action.type, action.params),
  });
  if (snapshot.status === 'error') throw snapshot.error;
  return { snapshot, asked };
}

interface RaiseParams {
  readonly event: ActorEvent;
  readonly delay: number | undefined;
  readonly id: string | undefined;
}

function note(asked: Asked[], type: string, params: unknown): void {
  if (type === 'xstate.raise') {
    const { event, delay, id } = params as RaiseParams;
    // Without a delay it was handled within the step.
    if (delay === undefined) return;
    asked.push({ type: 'timer', id: id ?? event.type, delayMs: delay, event });
  } else if (type === 'xstate.cancel') {
    asked.push({ type: 'cancel', id: (params as { sendId: string }).sendId });
  } else if (type === 'xstate.spawnChild') {
    const { id, src, input } = params as { id: string; src: string; input: unknown };
    asked.push({ type: 'invoke', childId: id, name: src, input });
  } else if (type === 'xstate.stopChild') {
    const childId = (params as { id: string } | undefined)?.id;
    if (childId !== undefined) forget(asked, childId);
  } else if (type.startsWith('xstate.')) {
    throw new InvariantError(`a volatile machine cannot use ${type}; ask for an effect instead`);
  } else {
    asked.push({ type: 'effect', name: type, input: params });
  }
}

/** What is left within the step that entered it never begins. */
function forget(asked: Asked[], childId: string): void {
  const begun = asked.findIndex((each) => each.type === 'invoke' && each.childId === childId);
  if (begun === -1) asked.push({ type: 'abort', childId });
  else asked.splice(begun, 1);
}
