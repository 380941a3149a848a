/** What a machine sends: raised events, timers, events to other actors, audit events. */
import { InvariantError } from '../../lib/assert.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { ActorAddress, ActorEvent, DurableAction } from '../machine/durable-actions.ts';
import type { BuiltInAction } from './builtins.ts';
import type { Site } from './site.ts';
import type { Args, Step, Turn } from './turn.ts';

type Of<Name extends BuiltInAction['name']> = Extract<BuiltInAction, { name: Name }>;
type Given = (args: Args) => unknown;
type JsonEvent = ActorEvent & JsonObject;
type EventSource = Of<'raise'>['event'];

const nothing: Step = () => {};

/** The event that a built-in was given, or that its expression gives. */
function eventOf(event: EventSource, given: Given): (turn: Turn) => JsonEvent {
  return typeof event === 'function' ? (turn) => event(turn.args, given(turn.args)) : () => event;
}

/** The step that puts an event into the turn's own queue: it is taken before the turn ends. */
export function compileRaise({ event }: Of<'raise'>, given: Given): Step {
  const read = eventOf(event, given);
  return (turn) => turn.raise(read(turn));
}

/** A delayed raise is a durable timer; without an id it could neither be cleared nor set anew. */
export function compileDelayedRaise(
  raise: Of<'raise'>,
  given: Given,
  action: unknown,
  site: Site,
): Step {
  const { id: timer } = raise;
  if (timer === undefined) {
    site.report(site.place, 'a delayed raise needs an id, which becomes the name of its timer');
    return nothing;
  }
  site.noteTimer(timer, action, site.place);
  const event = eventOf(raise.event, given);
  const delay = delayOf(raise.delay, given, site);
  return (turn) => {
    const delayMs = delay(turn);
    if (typeof delayMs !== 'number' || !(delayMs >= 0) || delayMs === Infinity) {
      throw new InvariantError(`${site.place}: the delay of ${timer} is ${String(delayMs)}`);
    }
    turn.act({ type: 'schedule', params: { timer, delay_ms: delayMs, event: event(turn) } });
  };
}

function delayOf(delay: unknown, given: Given, site: Site): (turn: Turn) => unknown {
  let source = delay;
  if (typeof delay === 'string') {
    const { delays } = site.chart.machine.implementations;
    source = (delays as Readonly<Record<string, unknown>>)[delay];
    if (source === undefined) site.report(site.place, `delay ${delay} is not declared`);
  }
  if (typeof source !== 'function') return () => source;
  const compute = source as (args: Args, params: unknown) => unknown;
  return (turn) => compute(turn.args, given(turn.args));
}

/** Sending to an address is a durable tell. There is no child, no parent and no delay. */
export function compileSendTo({ to, event, delay }: Of<'sendTo'>, given: Given, site: Site): Step {
  if (delay !== undefined) {
    site.report(site.place, 'sendTo cannot be delayed; raise with a delay and send then');
  }
  const read = eventOf(event, given);
  if (typeof to === 'function') {
    const find = to as (args: Args, params: unknown) => unknown;
    return (turn) => {
      const target = find(turn.args, given(turn.args));
      const address = toAddress(target);
      if (address === undefined) {
        throw new InvariantError(`${site.place}: sendTo ${describe(target)}`);
      }
      turn.act({ type: 'tell', params: { to: address, event: withoutStamp(read(turn)) } });
    };
  }
  const address = toAddress(to);
  if (address === undefined) {
    site.report(site.place, `sendTo ${describe(to)}`);
    return nothing;
  }
  return (turn) => {
    turn.act({ type: 'tell', params: { to: address, event: withoutStamp(read(turn)) } });
  };
}

/** The address in `kind/id`; undefined for everything else, actor references included. */
function toAddress(to: unknown): ActorAddress | undefined {
  const [, kind, id] = typeof to === 'string' ? (/^([^/#]+)\/(.+)$/s.exec(to) ?? []) : [];
  return kind === undefined || id === undefined ? undefined : { kind, id };
}

function describe(to: unknown): string {
  if (to === '#_parent') return 'the parent: a durable actor has none; send to its address';
  if (to === '#_internal') return 'the machine itself: raise the event';
  const what = typeof to === 'string' ? JSON.stringify(to) : 'an actor reference';
  return `${what}: a durable actor is sent to by its address 'kind/id'`;
}

/** A forwarded event goes without the stamp of this turn: it gets its own. */
function withoutStamp(event: JsonEvent): JsonEvent {
  if (event['at'] === undefined && event['request_key'] === undefined) return event;
  const { at: _at, by: _by, request_key: _key, ...plain } = event;
  return plain;
}

/** Emitted events are audit events; a static one is the same every time. */
export function compileEmit({ event }: Of<'emit'>, given: Given): Step {
  const read = eventOf(event, given);
  return (turn) => {
    const { type, ...payload } = read(turn);
    const action: DurableAction = { type: 'record', params: { event_type: type, payload } };
    turn.act(action);
  };
}
