/**
 * Builders for the action lists of durable machines, so that a transition reads as a sentence:
 * what changes, what is recorded, what is asked for. They make typed data; nothing here acts.
 */
import { assign, enqueueActions } from 'xstate';
import type * as z from 'zod';
import {
  type ActorEvent,
  durableActions,
  type PerformParams,
  type RecordParams,
  type Stamp,
  type TellParams,
} from '../actors/machine/durable-actions.ts';
import type { JsonObject } from '../lib/canonical-json.ts';

/** An event union in which every member has one literal type, as narrowing by event name needs. */
export type Distinct<Event extends ActorEvent> = Event extends ActorEvent
  ? { [Type in Event['type']]: Omit<Event, 'type'> & { readonly type: Type } }[Event['type']]
  : never;

/** Members of every stored state that the kit keeps itself. */
export interface Dated {
  readonly created_at: string;
  readonly updated_at: string;
}

type StoredJson = Record<string, z.infer<ReturnType<typeof z.json>>>;

/** Context and event as an action sees them. */
export interface Args<Context, Event> {
  readonly context: Context;
  readonly event: Event;
}

/**
 * A state that is a status of its own: found by it (`#status`), counted as it, and described in a
 * sentence.
 */
export const is = <Status extends string>(status: Status, description: string) => ({
  id: status,
  meta: { status },
  description,
});

/** What `perform` may ask for, checked against the effects of the machine. */
export function performer<Effects>(): <Name extends keyof Effects & string>(
  effect: Name,
  input: Effects[Name],
) => PerformParams {
  // Effect inputs are JSON by contract; an interface just has no index signature to prove it.
  return (effect, input) => ({ effect, input: input as JsonObject });
}

/** Params of a `tell`, checked against the events of the actor that is told. */
export function telling<Event extends ActorEvent>(
  to: { readonly kind: string; readonly id: string },
  event: Event,
): TellParams {
  // Events are JSON by contract, as above.
  return { to, event: event as Event & JsonObject };
}

/**
 * Action builders for one machine. Each takes functions of `{ context, event }`; a builder placed
 * before `change` sees the context as it was, one placed after sees it as it becomes.
 */
export function createKit<Context extends Dated, Event extends ActorEvent & Stamp>() {
  type From<E, Result> = (args: Args<Context, E>) => Result;
  const nameOf = <E>(timer: string | From<E, string>, args: Args<Context, E>): string =>
    typeof timer === 'string' ? timer : timer(args);
  return {
    /** What `setup` needs to know of every durable machine; guards are beside it. */
    durable: { types: { context: {} as Context, events: {} as Event }, actions: durableActions },
    /** New member values. Sets `updated_at`, and `created_at` on the first change of all. */
    change: <E extends Event>(patch: From<E, Partial<Context>>) =>
      assign<Context, E, undefined, Event, never>(
        ({ context, event }): Partial<Context> => ({
          ...patch({ context, event }),
          ...(context.created_at === '' ? { created_at: event.at } : {}),
          updated_at: event.at,
        }),
      ),
    /** An audit event of the actor itself. */
    record: <E extends Event>(eventType: string, payload?: From<E, JsonObject>) => ({
      type: 'record' as const,
      params: (args: Args<Context, E>): RecordParams =>
        payload === undefined
          ? { event_type: eventType }
          : { event_type: eventType, payload: payload(args) },
    }),
    /** An audit event of a move; the runtime adds `from` and `to`, the statuses before and after. */
    recordMove: <E extends Event>(eventType: string, payload: From<E, JsonObject>) => ({
      type: 'record' as const,
      params: (args: Args<Context, E>): RecordParams => ({
        event_type: eventType,
        payload: payload(args),
        stamp_move: true,
      }),
    }),
    /** An audit event whose name or entity depends on the event. */
    recordAs: <E extends Event>(params: From<E, RecordParams>) => ({
      type: 'record' as const,
      params,
    }),
    perform: <E extends Event>(params: From<E, PerformParams>) => ({
      type: 'perform' as const,
      params,
    }),
    tell: <E extends Event>(params: From<E, TellParams>) => ({ type: 'tell' as const, params }),
    /** As many words as `params` gives, in that order. */
    tellEach: (params: From<Event, readonly TellParams[]>) =>
      enqueueActions<
        Context,
        Event,
        undefined,
        Event,
        never,
        { type: 'tell'; params: TellParams },
        never,
        never,
        never
      >(({ context, event, enqueue }) => {
        for (const each of params({ context, event })) enqueue({ type: 'tell', params: each });
      }),
    /** `timer` may depend on the event, where there is one for each of several things. */
    schedule: <E extends Event>(
      timer: string | From<E, string>,
      params: From<E, { delay_ms: number; event: ActorEvent & JsonObject }>,
    ) => ({
      type: 'schedule' as const,
      params: (args: Args<Context, E>) => ({ timer: nameOf(timer, args), ...params(args) }),
    }),
    cancel: <E extends Event>(timer: string | From<E, string>) => ({
      type: 'cancel' as const,
      params: (args: Args<Context, E>) => ({ timer: nameOf(timer, args) }),
    }),
    reply: <E extends Event>(body: From<E, JsonObject>) => ({
      type: 'reply' as const,
      params: (args: Args<Context, E>) => ({ body: body(args) }),
    }),
    /** A transition that records the end of the state and is it: the state leaves the store with this turn. */
    forgetAs: <E extends Event>(eventType: string, payload: From<E, JsonObject>) =>
      ({
        actions: [
          {
            type: 'record',
            params: (args: Args<Context, E>): RecordParams => ({
              event_type: eventType,
              payload: payload(args),
            }),
          },
          { type: 'forget', params: {} },
        ],
      }) as const,
    /** Keeps the sender waiting; its request key must go into the context for `answer`. */
    defer: { type: 'defer' as const, params: {} },
    /** Answers the request whose key is `key`; stands before the `change` that clears the key, where the context has it. */
    answer: <E extends Event>(
      key: (context: Context, event: E) => string | null,
      body: From<E, JsonObject>,
    ) => ({
      type: 'answer' as const,
      params: (args: Args<Context, E>) => ({
        key: key(args.context, args.event),
        body: body(args),
      }),
    }),
  };
}

/** JSON from an event as a member of a stored state: the same values, typed as the schemas say. */
export function toStored(value: JsonObject): StoredJson {
  return value as StoredJson;
}

/** ISO time `delayMs` after `at`. */
export function isoAfter(at: string, delayMs: number): string {
  return new Date(Date.parse(at) + delayMs).toISOString();
}
