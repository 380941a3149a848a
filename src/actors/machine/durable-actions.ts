/**
 * The vocabulary in which machines say what shall happen. A machine declares these actions in
 * `setup` without bodies; the actor runtime reads them from the transition as data, commits them
 * with the state, and only then carries them out.
 *
 * | Action     | Meaning |
 * |------------|---------|
 * | `record`   | append an audit event; the first one of a turn carries the state change |
 * | `perform`  | put an effect into the outbox; its result comes back to this actor as an event. With an `invoke_id` these are `xstate.done.actor.<invoke_id>` with `output` and `xstate.error.actor.<invoke_id>` with `error` |
 * | `abort`    | give up the effect that was asked for under this `invoke_id`, if it is still under way |
 * | `tell`     | send an event to another actor, durably, in order, once in effect; a part of its own takes it in this turn |
 * | `schedule` | set a durable timer; an earlier one of that name is replaced |
 * | `cancel`   | clear a durable timer |
 * | `reply`    | answer the sender of the current event with this body |
 * | `defer`    | keep the sender of the current event waiting; a later turn answers by its request key |
 * | `answer`   | answer a request deferred in an earlier turn |
 * | `forget`   | take the actor's state out of the store with this turn; the log keeps what it was, and whoever comes to the id finds an actor that never was |
 */
import type { JsonObject } from '../../lib/canonical-json.ts';

/** Names an actor for good, whether or not it was ever stored. */
export interface ActorAddress {
  readonly kind: string;
  readonly id: string;
}

/** An address as inspection, counts and logs write it: `kind/id`. */
export function toKey({ kind, id }: ActorAddress): string {
  return `${kind}/${id}`;
}

/** What a sender writes. Member values are JSON. */
export interface ActorEvent {
  readonly type: string;
}

/** What the runtime adds to every event before the machine sees it. */
export interface Stamp {
  /** Time of the turn, ISO 8601 UTC. */
  readonly at: string;
  /** Who asked: an operator's name, `worker:<target>`, or `system`. */
  readonly by: string;
  /** Identifies the request for `defer` and `answer`; null when nobody waits. */
  readonly request_key: string | null;
}
/** An event as a machine gets it. */
export type Stamped<Event extends ActorEvent> = Event & Stamp;

/**
 * An audit event. The runtime adds who, when and of which actor; to the first of a turn, the change of
 * state.
 */
export interface RecordParams {
  readonly event_type: string;
  /** Defaults to the actor's kind and id. */
  readonly entity_type?: string;
  readonly entity_id?: string;
  readonly payload?: JsonObject;
  /** The runtime adds `from` and `to`, the statuses before and after the turn, to the payload. */
  readonly stamp_move?: boolean;
}
/** An effect to be carried out after the commit. */
export interface PerformParams {
  /** Name of a registered effect handler, `area.verb`. */
  readonly effect: string;
  readonly input: JsonObject;
  /** Set by `invoke`: under this name the result comes back and `abort` gives the effect up. */
  readonly invoke_id?: string;
}
interface AbortParams {
  readonly invoke_id: string;
}
/** An event for another actor, or for a part of the actor's own. */
export interface TellParams {
  readonly to: ActorAddress;
  readonly event: ActorEvent & JsonObject;
}
/** A timer by its name within the actor; `delay_ms` counts from the turn. */
export interface ScheduleParams {
  readonly timer: string;
  readonly delay_ms: number;
  readonly event: ActorEvent & JsonObject;
}
interface CancelParams {
  readonly timer: string;
}
interface ReplyParams {
  readonly body: JsonObject;
}
interface AnswerParams {
  /** `request_key` of the deferred event; null does nothing. */
  readonly key: string | null;
  readonly body: JsonObject;
}

/** One entry of what a decision asks for. */
export type DurableAction =
  | { readonly type: 'record'; readonly params: RecordParams }
  | { readonly type: 'perform'; readonly params: PerformParams }
  | { readonly type: 'abort'; readonly params: AbortParams }
  | { readonly type: 'tell'; readonly params: TellParams }
  | { readonly type: 'schedule'; readonly params: ScheduleParams }
  | { readonly type: 'cancel'; readonly params: CancelParams }
  | { readonly type: 'reply'; readonly params: ReplyParams }
  | { readonly type: 'defer'; readonly params: Record<string, never> }
  | { readonly type: 'answer'; readonly params: AnswerParams }
  | { readonly type: 'forget'; readonly params: Record<string, never> };

/**
 * The implementations every durable machine passes to `setup({ actions })`: they do nothing, since
 * the runtime works from the returned data.
 */
export const durableActions = {
  record: (_: unknown, _params: RecordParams): void => {},
  perform: (_: unknown, _params: PerformParams): void => {},
  abort: (_: unknown, _params: AbortParams): void => {},
  tell: (_: unknown, _params: TellParams): void => {},
  schedule: (_: unknown, _params: ScheduleParams): void => {},
  cancel: (_: unknown, _params: CancelParams): void => {},
  reply: (_: unknown, _params: ReplyParams): void => {},
  defer: (_: unknown, _params: Record<string, never>): void => {},
  answer: (_: unknown, _params: AnswerParams): void => {},
  forget: (_: unknown, _params: Record<string, never>): void => {},
};
