/** Invoked effects: asked for when their state is entered, given up when it is left. */
import { InvariantError } from '../../lib/assert.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { DurableAction } from '../machine/durable-actions.ts';
import { isDeclaredEffect } from '../machine/effects.ts';
import { ancestorsOf, type Node } from './nodes.ts';
import type { Site } from './site.ts';
import type { Args, Step } from './turn.ts';

/** The effects that one state invokes: steps for entering it, steps for leaving it, in their order. */
export interface Invokes {
  readonly ids: readonly string[];
  readonly start: readonly Step[];
  readonly stop: readonly Step[];
}

/** An invoke as XState's nodes have it; more members than these are refused where they matter. */
interface InvokeDefinition {
  readonly id: string;
  readonly src: string;
  readonly input?: unknown;
  readonly systemId?: string;
  readonly onError?: unknown;
  readonly onSnapshot?: unknown;
}

/** Reports an invoke that names no declared effect, or whose failure nothing in the machine takes. */
export function compileInvokes(node: Node, site: Site): Invokes {
  const definitions = node.source.invoke as readonly InvokeDefinition[];
  const configs = [node.source.config.invoke ?? []].flat() as readonly { readonly src: unknown }[];
  for (const [at, definition] of definitions.entries()) {
    check(node, definition, configs[at]?.src, site);
  }
  return {
    ids: definitions.map(({ id }) => id),
    start: definitions.map((definition) => startOf(definition, placeOf(site, definition))),
    stop: definitions.map(({ id }) => stopOf(id)),
  };
}

function placeOf({ place }: Site, { id }: InvokeDefinition): string {
  return `${place}.invoke.${id}`;
}

function check(node: Node, definition: InvokeDefinition, src: unknown, site: Site): void {
  const { input, systemId, onError, onSnapshot } = definition;
  const place = placeOf(site, definition);
  const { report, chart } = site;
  const actors = chart.machine.implementations.actors as Readonly<Record<string, unknown>>;
  if (typeof src !== 'string') {
    report(place, 'src is logic with a body; name a declared effect');
  } else if (!isDeclaredEffect(actors[src])) {
    report(place, `${src} is not a declared effect; declare it with declareEffect()`);
  }
  if (systemId !== undefined) report(place, 'systemId has no meaning: actors have addresses');
  if (onSnapshot !== undefined) report(place, 'an effect has no snapshots; leave onSnapshot out');
  if (input !== undefined && typeof input !== 'function' && !isPlainObject(input)) {
    report(place, 'input must be a JSON object or a function giving one');
  }
  const takesAll = [node, ...ancestorsOf(node)].some((each) => each.source.transitions.has('*'));
  if (onError === undefined && !takesAll) {
    report(place, 'needs onError: a durable actor does not end because an effect failed');
  }
}

function startOf({ id, src, input }: InvokeDefinition, place: string): Step {
  const compute =
    typeof input === 'function' ? (input as (args: Args) => unknown) : () => input ?? {};
  return (turn) => {
    const resolved = compute(turn.args);
    if (!isPlainObject(resolved)) throw new InvariantError(`${place}: input is no JSON object`);
    if (turn.settled === id) turn.settled = null;
    turn.isChanged = true;
    turn.act({ type: 'perform', params: { effect: src, input: resolved, invoke_id: id } });
  };
}

/** Gives an effect up unless it was its result that this turn is about. */
function stopOf(id: string): Step {
  const action: DurableAction = { type: 'abort', params: { invoke_id: id } };
  return (turn) => {
    turn.isChanged = true;
    if (turn.settled !== id) turn.act(action);
  };
}

function isPlainObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
