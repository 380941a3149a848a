/** Trying: what an event would do to an actor as it is stored now. Nothing is committed. */
import type { ActorAddress, ActorEvent } from '../../actors/machine/durable-actions.ts';
import type { Trial } from '../../actors/runtime/trial.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type Bench, type BenchContext, stampOf } from '../common/index.ts';

import { checkEvent } from './check-event.ts';
import { showText } from './entries.ts';
import { findQuarantine, requireLetter } from './find.ts';

/** A trial as replies show it: every member is there, null where it says nothing. */
export function toTrialReply(bench: Pick<Bench, 'redact'>, trial: Trial) {
  if (trial.result === 'failed') {
    const nothing = { from: null, to: null, refusal: null, actions: [] };
    return { result: trial.result, ...nothing, error: showText(trial.error, bench) };
  }
  return { ...trial, error: null };
}
/** What an event would do, with secrets replaced; `error` is null unless it would fail. */
export type TrialReply = ReturnType<typeof toTrialReply>;

/** A trial in words, of which the subject is `actor`. */
export function trialWords(
  actor: string,
  type: string,
  { result, from, to, refusal, error }: TrialReply,
): string {
  if (result === 'failed') return `${actor} would fail at ${type} again: ${error}`;
  if (result === 'refused') {
    return `${actor} would refuse ${type}: ${refusal?.message ?? 'it gives no reason'}`;
  }
  const move = from === to ? `and stay ${to}` : `and go from ${from} to ${to}`;
  return `${actor} would accept ${type} ${move}`;
}

/**
 * Tries an event on an actor; without one, the event it failed at. 404 for an actor that is neither
 * stored nor out of service, 422 where there is no event to try.
 */
export async function tryOnActor(
  context: BenchContext,
  address: ActorAddress,
  given: ActorEvent | null,
) {
  const { bench, reads } = context;
  const quarantine = findQuarantine(bench, address);
  if (quarantine === undefined && (await reads.get(address.kind, address.id)) === undefined) {
    throw new ServiceError(
      'actor_not_found',
      `no ${address.kind} actor has the id ${JSON.stringify(address.id)}`,
    );
  }
  const stored = quarantine?.event ?? null;
  if (given === null && stored === null) {
    const message =
      quarantine === undefined
        ? 'is required: the actor is in service and failed at no event'
        : 'is required: the actor failed at no event, its state could not be restored';
    throw new ServiceError('invalid_request', `event: ${message}`, {
      errors: [{ path: 'event', message }],
    });
  }
  const event =
    given === null
      ? (JSON.parse(String(stored)) as ActorEvent)
      : checkEvent(bench, address.kind, given);
  return tryEvent(context, address, { event, isStored: given === null });
}

/** Tries a dead letter's event, or another in its place, on the actor it was for. 404 when gone. */
export async function tryLetter(context: BenchContext, sequence: number, given: ActorEvent | null) {
  const letter = await requireLetter(context.bench, sequence);
  const event =
    given === null
      ? (JSON.parse(letter.message) as ActorEvent)
      : checkEvent(context.bench, letter.kind, given);
  return tryEvent(context, letter, { event, isStored: given === null });
}

async function tryEvent(
  { bench, clock }: BenchContext,
  { kind, id }: ActorAddress,
  { event, isStored }: { readonly event: ActorEvent; readonly isStored: boolean },
) {
  const trial = toTrialReply(bench, await bench.try({ kind, id }, event));
  return {
    ok: true as const,
    kind,
    id,
    event_type: event.type,
    as_stored: isStored,
    message: `${trialWords(`${kind}/${id}`, event.type, trial)}. Nothing was changed.`,
    trial,
    ...stampOf(clock, 'store'),
  };
}
