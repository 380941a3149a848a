/** Playing a machine in a test: a history of events gives a starting point, one more is looked at. */

import type { AnyStateNode } from 'xstate';
import { createDecide } from '../../../src/actors/machine/decide.ts';
import type {
  ActorEvent,
  DurableAction,
  PerformParams,
  Stamp,
  Stamped,
  TellParams,
} from '../../../src/actors/machine/durable-actions.ts';
import type { MachineSpec, Refusal } from '../../../src/actors/machine/spec.ts';

export const t0 = Date.parse('2026-01-01T00:00:00.000Z');
/** ISO time that many minutes after the start. */
export const minute = (count: number): string => new Date(t0 + count * 60_000).toISOString();

export interface Played<State> {
  readonly state: State;
  readonly before: State;
  readonly accepted: boolean;
  readonly refusal: Refusal | null;
  readonly actions: readonly DurableAction[];
  /** Event types of the records, in order. */
  readonly records: readonly string[];
  readonly performed: readonly PerformParams[];
  readonly told: readonly TellParams[];
  readonly reply: unknown;
  readonly answers: readonly { readonly key: string | null; readonly body: unknown }[];
}

/** What an event stands for in a test: the event, and stamps that differ from the usual ones. */
export type Given<Event extends ActorEvent> = Event & Partial<Stamp>;

/**
 * Plays `history` and then `last`, one minute apart, each with the request key `k<position>`.
 * Every event of the history must be accepted.
 */
export function createPlay<State extends { readonly status: string }, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
  id = 'p',
  begin: State = spec.initialState(id),
) {
  const decide = createDecide(spec);
  const stamp = (event: Given<Event>, position: number): Stamped<Event> => ({
    at: minute(position),
    by: 'ada',
    request_key: `k${position}`,
    ...event,
  });
  return (history: readonly Given<Event>[], last: Given<Event>): Played<State> => {
    let before = begin;
    history.forEach((event, position) => {
      const decision = decide(before, stamp(event, position));
      if (!decision.accepted) {
        throw new Error(`history: ${event.type} refused while ${before.status} (at ${position})`);
      }
      before = decision.state;
    });
    const event = stamp(last, history.length);
    const { state, accepted, actions } = decide(before, event);
    const only = <Type extends DurableAction['type']>(type: Type) =>
      actions.flatMap((action) =>
        action.type === type ? [action as Extract<DurableAction, { type: Type }>] : [],
      );
    return {
      state,
      before,
      accepted,
      refusal: accepted ? null : spec.explainRefusal(before, event),
      actions,
      records: only('record').map((action) => action.params.event_type),
      performed: only('perform').map((action) => action.params),
      told: only('tell').map((action) => action.params),
      reply: only('reply')[0]?.params.body,
      answers: only('answer')
        .map((action) => action.params)
        .filter(({ key }) => key !== null),
    };
  };
}

/** Every transition of a machine: those of each state, the root's, `always`, `after` and `onDone`. */
export function transitionsOf(node: AnyStateNode): readonly unknown[] {
  return [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
    ...Object.values(node.states).flatMap(transitionsOf),
  ];
}
