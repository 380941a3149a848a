/** Refusals made from the running definition: what is not possible now, where it is, what else is. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Refusal } from './spec.ts';

function eventsOf(node: AnyStateNode | undefined): string[] {
  return node === undefined ? [] : [...node.transitions.keys()];
}

/** Names of the events that a state has transitions for; guards may still refuse them. */
export function legalEvents(machine: AnyStateMachine, status: string): readonly string[] {
  const names = [...eventsOf(machine.root.states[status]), ...eventsOf(machine.root)];
  return [...new Set(names)];
}

/** Statuses that have a transition for the event, in the order of the definition. */
export function statusesAccepting(machine: AnyStateMachine, eventType: string): readonly string[] {
  return Object.keys(machine.root.states).filter((status) =>
    machine.root.states[status]?.transitions.has(eventType),
  );
}

/** The refusal for an event that no special case explains. Code `transition_refused`. */
export function refuseGenerally(
  machine: AnyStateMachine,
  subject: string,
  status: string,
  eventType: string,
): Refusal {
  const possible = statusesAccepting(machine, eventType);
  const where =
    possible.length === 0 || possible.includes(status)
      ? 'its present values do not allow it'
      : `it is possible while ${possible.join(', ')}`;
  return {
    code: 'transition_refused',
    message: `${subject} is ${status}, so ${eventType} does not apply: ${where}.`,
  };
}
