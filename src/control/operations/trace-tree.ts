/**
 * Lays out what bears one correlation id as trees: what an event led to hangs below it. Causes are
 * older than what they lead to, so there is no circle to fall into. Pure.
 */
import type { EffectRow, StoredEvent, TimerRow } from '../../actors/journal/port.ts';
import { asText } from '../../lib/as-text.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { Outstanding, TraceLetter } from '../../store/ports/trace.ts';
import { describeEvent } from '../reading/index.ts';

/** An event of the log, with what it led to. */
export interface TraceEvent {
  readonly kind: 'event';
  readonly event_id: number;
  readonly event_type: string;
  readonly entity_type: string;
  readonly entity_id: string;
  /** Who asked. */
  readonly actor: string;
  /** Null when no event led to it: it was asked for. */
  readonly cause_id: number | null;
  readonly at: string;
  readonly summary: string;
  readonly children: TraceNode[];
}

/** The actor that a waiting thing belongs to. */
interface OfActor {
  readonly entity_type: string;
  readonly entity_id: string;
}

/** Something to be done, or a message to be handed over, that is not done yet. */
export interface TraceEffect extends OfActor {
  readonly kind: 'effect';
  readonly effect_id: string;
  readonly name: string;
  /** Failed so far. */
  readonly attempts: number;
  /** Null: as soon as there is room. */
  readonly not_before: string | null;
  readonly last_error: string | null;
}

/** A timer that has not fallen due, or whose event was not taken yet. */
export interface TraceTimer extends OfActor {
  readonly kind: 'timer';
  readonly timer: string;
  /** What the actor is told when it falls due. */
  readonly event: string;
  readonly due_at: string;
}

/** A message that its actor could not handle. */
export interface TraceDeadLetter extends OfActor {
  readonly kind: 'dead_letter';
  readonly sequence: number;
  readonly event: string;
  readonly reason: string;
  readonly at: string;
}

/** One thing in a tree; only events have others below them. */
export type TraceNode = TraceEvent | TraceEffect | TraceTimer | TraceDeadLetter;

/**
 * The roots in order: events first, then what waits. Whatever has no cause among `events`, which are
 * in ascending order, is a root.
 */
export function toTraceTree(events: readonly StoredEvent[], outstanding: Outstanding): TraceNode[] {
  const roots: TraceNode[] = [];
  const byId = new Map<number, TraceEvent>();
  const place = (causeId: number | null, node: TraceNode): void => {
    const cause = causeId === null ? undefined : byId.get(causeId);
    (cause?.children ?? roots).push(node);
  };
  for (const event of events) {
    const node = toEventNode(event);
    // Looked up before it is known itself: an event is never below itself or a later one.
    place(event.cause_id, node);
    byId.set(event.event_id, node);
  }
  for (const letter of outstanding.letters) place(letter.cause_id, toLetterNode(letter));
  for (const effect of outstanding.effects) place(effect.cause_id, toEffectNode(effect));
  for (const timer of outstanding.timers) place(timer.cause_id, toTimerNode(timer));
  return roots;
}

function toEventNode(event: StoredEvent): TraceEvent {
  const { event_id, event_type, entity_type, entity_id, actor, cause_id } = event;
  return {
    kind: 'event',
    event_id,
    event_type,
    entity_type,
    entity_id,
    actor,
    cause_id,
    at: event.created_at,
    summary: describeEvent(event),
    children: [],
  };
}

function toEffectNode(row: EffectRow): TraceEffect {
  return {
    kind: 'effect',
    entity_type: row.kind,
    entity_id: row.id,
    effect_id: row.effect_id,
    name: row.name,
    attempts: row.attempts,
    not_before: row.not_before_ms === 0 ? null : toIsoTime(row.not_before_ms),
    last_error: row.last_error,
  };
}

function toTimerNode(row: TimerRow): TraceTimer {
  return {
    kind: 'timer',
    entity_type: row.kind,
    entity_id: row.id,
    timer: row.name,
    event: eventTypeOf(row.event),
    due_at: toIsoTime(row.due_ms),
  };
}

function toLetterNode(row: TraceLetter): TraceDeadLetter {
  return {
    kind: 'dead_letter',
    entity_type: row.kind,
    entity_id: row.id,
    sequence: row.sequence,
    event: eventTypeOf(row.message),
    reason: row.reason,
    at: row.at,
  };
}

/** Name of a stored event; what an earlier version kept may have none. */
function eventTypeOf(json: string): string {
  const event = JSON.parse(json) as Readonly<Record<string, unknown>> | null;
  return asText(event?.['type'], 'unknown');
}
