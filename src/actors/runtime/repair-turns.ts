/**
 * Turns of the runtime itself: what it keeps when a message or an actor cannot go on, and when a
 * person mends it. Each is an audit event too, so that the log tells what was out of service, since
 * when, and who acted on it. Pure.
 */
import { canonicalJson, type JsonObject } from '../../lib/canonical-json.ts';
import type {
  NewDeadLetter,
  NewEvent,
  Quarantine,
  SequencedEffect,
  TurnRecord,
  Upkeep,
} from '../journal/port.ts';
import { type ActorAddress, type ActorEvent, toKey } from '../machine/durable-actions.ts';
import { messageOf, type TellInput, tellEffect } from './effect-channel.ts';
import type { Message } from './message.ts';
import { plainTurn } from './plain-turn.ts';

/** Audit events of the runtime itself; their entity is the actor concerned. */
export const runtimeEvents = {
  quarantined: 'actor.quarantined',
  released: 'actor.released',
  deadLettered: 'actor.dead_lettered',
  letterDiscarded: 'actor.dead_letter_discarded',
  letterRetried: 'actor.dead_letter_retried',
} as const;

interface Origin {
  readonly at: string;
  readonly by: string;
  readonly correlationId: string;
  readonly causeId: number | null;
}

function auditEvent(
  address: ActorAddress,
  type: string,
  origin: Origin,
  payload: JsonObject,
): NewEvent {
  return {
    event_type: type,
    entity_type: address.kind,
    entity_id: address.id,
    payload: canonicalJson(payload),
    idempotency_key: null,
    actor: origin.by,
    cause_id: origin.causeId,
    correlation_id: origin.correlationId,
    created_at: origin.at,
  };
}

/**
 * Keeps a message as a dead letter. What would bring it again goes with it: its timer, its outbox
 * row, or the dead letter it was another attempt at.
 */
export function buryTurn(
  address: ActorAddress,
  message: Omit<Message, 'settle'>,
  reason: string,
  at: string,
): TurnRecord {
  const { by, source, correlationId, causeId, timer, retries } = message;
  const letter: NewDeadLetter = {
    kind: address.kind,
    id: address.id,
    message: JSON.stringify(message.event),
    reason,
    at,
    source,
    by,
    correlation_id: correlationId,
    cause_id: causeId,
  };
  const upkeep: Upkeep = {
    letters: [letter],
    ...(retries === null ? undefined : { lettersRemoved: [retries.letter] }),
  };
  return plainTurn(address, {
    completedEffectId: message.completesEffectId,
    ...(timer === null ? undefined : { timersCleared: [timer.name], firedTimer: timer }),
    events: [
      auditEvent(
        address,
        runtimeEvents.deadLettered,
        { at, by, correlationId, causeId },
        { event: message.event.type, reason, source },
      ),
      ...retryNote(address, message, { at, outcome: 'failed', detail: reason }),
    ],
    upkeep,
  });
}

/** Keeps a message to a kind that nobody defined as a dead letter, in place of its outbox row. */
export function buryEffectTurn(row: SequencedEffect, reason: string, at: string): TurnRecord {
  const asked = { type: 'EFFECT', effect: row.name, input: row.input };
  const { to, event, by }: TellInput =
    row.name === tellEffect
      ? (JSON.parse(row.input) as TellInput)
      : { to: row, event: asked, by: 'system' };
  return buryTurn(to, messageOf(row, event, by), reason, at);
}

/** Takes an actor out of service. */
export function quarantineTurn(
  address: ActorAddress,
  quarantine: Omit<Quarantine, 'kind' | 'id'>,
): TurnRecord {
  const { reason, event, since } = quarantine;
  const origin = { at: since, by: 'system', correlationId: toKey(address), causeId: null };
  const payload = { reason, event: event === null ? null : typeOf(event) };
  return plainTurn(address, {
    events: [auditEvent(address, runtimeEvents.quarantined, origin, payload)],
    upkeep: { quarantine },
  });
}

/** Who mends, and why. */
export interface Repair {
  readonly by: string;
  readonly reason: string;
  readonly at: string;
  readonly correlationId: string;
}

const originOf = ({ at, by, correlationId }: Repair): Origin => ({
  at,
  by,
  correlationId,
  causeId: null,
});

/** Puts an actor back into service. */
export function releaseTurn(address: ActorAddress, repair: Repair): TurnRecord {
  const payload = { reason: repair.reason };
  return plainTurn(address, {
    events: [auditEvent(address, runtimeEvents.released, originOf(repair), payload)],
    upkeep: { quarantine: null },
  });
}

/** Removes a dead letter for good; what it held stays in the log. */
export function discardTurn(
  letter: NewDeadLetter & { readonly sequence: number },
  repair: Repair,
): TurnRecord {
  const payload = {
    reason: repair.reason,
    letter: letter.sequence,
    message: JSON.parse(letter.message) as JsonObject,
    failed_with: letter.reason,
  };
  return plainTurn(letter, {
    events: [auditEvent(letter, runtimeEvents.letterDiscarded, originOf(repair), payload)],
    upkeep: { lettersRemoved: [letter.sequence] },
  });
}

/**
 * Tells how another attempt at a dead letter ended. Part of the turn that ends it: written before, a
 * crash would leave an attempt in the log that nobody made; written after, one that nobody noted.
 */
export function retryNote(
  address: ActorAddress,
  { event, retries }: Pick<Message, 'event' | 'retries'>,
  ending: {
    readonly at: string;
    readonly outcome: 'accepted' | 'refused' | 'failed';
    readonly detail: string | null;
  },
): readonly NewEvent[] {
  if (retries === null) return [];
  const { letter, by, reason, correlationId } = retries;
  const { at, outcome, detail } = ending;
  const payload = { reason, letter, event: event as ActorEvent & JsonObject, outcome, detail };
  const origin = { at, by, correlationId, causeId: null };
  return [auditEvent(address, runtimeEvents.letterRetried, origin, payload)];
}

const typeOf = (event: string): string => (JSON.parse(event) as { type: string }).type;
