/**
 * Refusals made from the running definition: what is not possible now, where it is, what else is.
 * A status stands for all configurations that have it, each with the states around its own.
 */
import type { AnyStateMachine } from 'xstate';
import { isInternalEvent, matchesDescriptor } from '../statechart/events.ts';
import { ancestorsOf, type Chart, chartOf, type Node } from '../statechart/nodes.ts';
import { statusesOf } from '../statechart/shape.ts';
import type { Refusal } from './spec.ts';

/** The ways from an innermost state of a status outwards, up to and without `end`. */
function pathsOf(chart: Chart, status: string, end: Node | null): Node[][] {
  const nodes = [...(statusesOf(chart).get(status)?.nodes ?? [])];
  return nodes
    .filter((node) => node.children.length === 0)
    .map((leaf) => [leaf, ...ancestorsOf(leaf, end)]);
}

/** Whether a state of the way takes the event before one forbids it. */
function isTakenOn(path: readonly Node[], eventType: string): boolean {
  for (const { source } of path) {
    const [first] = source.transitions.get(eventType) ?? [];
    const isForbidden =
      first?.guard === undefined && first?.target === undefined && first?.actions.length === 0;
    if (first !== undefined && isForbidden) return false;
    for (const descriptor of source.transitions.keys()) {
      if (matchesDescriptor(eventType, descriptor)) return true;
    }
  }
  return false;
}

/**
 * Names of the events that a status has transitions for, innermost states first, wildcards as they
 * are written; guards may still refuse them. Events of the runtime itself are left out.
 */
export function legalEvents(machine: AnyStateMachine, status: string): readonly string[] {
  const paths = pathsOf(chartOf(machine), status, null);
  const longest = Math.max(0, ...paths.map((path) => path.length));
  const names = new Set<string>();
  for (let fromRoot = longest; fromRoot > 0; fromRoot -= 1) {
    for (const path of paths) {
      for (const name of path.at(-fromRoot)?.source.transitions.keys() ?? []) names.add(name);
    }
  }
  return [...names].filter(
    (name) =>
      (name === '*' || !isInternalEvent(name)) && paths.some((path) => isTakenOn(path, name)),
  );
}

/**
 * Statuses with a state below the root that has a transition for the event, in the order of the
 * definition. What the root takes, every status takes.
 */
export function statusesAccepting(machine: AnyStateMachine, eventType: string): readonly string[] {
  const chart = chartOf(machine);
  return [...statusesOf(chart).keys()].filter((status) =>
    pathsOf(chart, status, chart.root).some((path) => isTakenOn(path, eventType)),
  );
}

/** Words of states and events apart, as people read them. */
const plain = (words: string): string => words.toLowerCase().replaceAll('_', ' ');

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
      : `it is possible while ${plain(possible.join(', '))}`;
  return {
    code: 'transition_refused',
    message: `${subject} is ${plain(status)}, so "${plain(eventType)}" does not apply: ${where}.`,
  };
}
