/** A machine as a spec with states of any shape, and events as the runtime stamps them. */
import type { AnyStateMachine } from 'xstate';
import { createDecide } from '../../../../src/actors/machine/decide.ts';
import type {
  ActorEvent,
  DurableAction,
  Stamped,
} from '../../../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../../../src/actors/machine/spec.ts';
import type { MachineState } from '../../../../src/actors/statechart/stored.ts';

export interface AnyState {
  readonly status: string;
  readonly machine_state?: MachineState;
  readonly [member: string]: unknown;
}
export interface AnyEvent extends ActorEvent {
  readonly [member: string]: unknown;
}

export const stamp = (event: AnyEvent): Stamped<AnyEvent> => ({
  at: '2026-01-01T00:00:00.000Z',
  by: 'ada',
  request_key: null,
  ...event,
});

/** A spec around a machine that begins with this state; its schema takes every object. */
export function specOf(
  machine: AnyStateMachine,
  first: AnyState,
  more: Partial<MachineSpec<AnyState, AnyEvent>> = {},
): MachineSpec<AnyState, AnyEvent> {
  return {
    kind: machine.id,
    stateVersion: 1,
    schema: { parse: (stored) => stored as AnyState },
    machine,
    initialState: () => first,
    explainRefusal: () => ({ code: 'no', message: 'No.' }),
    ...more,
  };
}

export interface Played {
  readonly state: AnyState;
  readonly accepted: boolean;
  /** Of the last event. */
  readonly actions: readonly DurableAction[];
}

/** Sends events one after the other, as types or whole. */
export function playing(spec: MachineSpec<AnyState, AnyEvent>) {
  const decide = createDecide(spec);
  return (...events: readonly (string | AnyEvent)[]): Played => {
    let played: Played = { state: spec.initialState('x'), accepted: false, actions: [] };
    for (const event of events) {
      played = decide(played.state, stamp(typeof event === 'string' ? { type: event } : event));
    }
    return played;
  };
}
