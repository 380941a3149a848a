/** Asking an actor for something that must be done, with "no" as a `ServiceError`. */

import type { ActorAddress, ActorEvent } from '../actors/machine/durable-actions.ts';
import type { Outcome, RejectReason, Reply } from '../actors/runtime/definition.ts';
import { type ErrorCode, ServiceError } from '../domain/errors.ts';
import { stateWord } from '../domain/state-words.ts';
import type { AskActor } from './ports.ts';

/** By whom it is asked, in the event log. */
const by = 'worker-gate';

const rejections: Readonly<Record<RejectReason, ErrorCode>> = {
  overloaded: 'overloaded',
  shutting_down: 'shutting_down',
  store_failed: 'store_unavailable',
  quarantined: 'internal',
  idempotency_conflict: 'run_conflict',
  failed: 'internal',
  unknown_kind: 'internal',
  already_applied: 'run_conflict',
};

/** An accepted or refused outcome, and whether it is the repeat of an earlier answer. */
export interface Answered {
  readonly outcome: Outcome;
  readonly replayed: boolean;
}

/** Sends `event`; null where the actor is out of service, for whoever must not be kept by one from the others. */
export async function askInService(
  ask: AskActor,
  address: ActorAddress,
  event: ActorEvent,
): Promise<Answered | null> {
  const reply = await ask(address, event, { by });
  return !reply.ok && reply.rejected === 'quarantined' ? null : answerOf(reply, address, event);
}

/** Sends `event` under `idempotencyKey`; throws a `ServiceError` when it was not handled at all. */
export async function askForOutcome(
  ask: AskActor,
  address: ActorAddress,
  event: ActorEvent,
  idempotencyKey?: string,
): Promise<Answered> {
  const idempotency = { key: idempotencyKey ?? '', payload: event };
  const options = { by, ...(idempotencyKey === undefined ? {} : { idempotency }) };
  return answerOf(await ask(address, event, options), address, event);
}

function answerOf(reply: Reply, address: ActorAddress, event: ActorEvent): Answered {
  if (reply.ok) return { outcome: reply.outcome, replayed: reply.replayed };
  throw new ServiceError(
    rejections[reply.rejected],
    `${event.type} of ${address.kind} ${address.id}: ${reply.detail}`,
  );
}

/** Like `askForOutcome`, and a refusal by the actor is thrown as well. */
export async function askOrThrow(
  ask: AskActor,
  address: ActorAddress,
  event: ActorEvent,
  idempotencyKey?: string,
): Promise<Answered> {
  const answered = await askForOutcome(ask, address, event, idempotencyKey);
  const { accepted, refusal, status } = answered.outcome;
  if (accepted) return answered;
  const code = status === 'fenced' ? 'run_fenced' : 'run_conflict';
  throw new ServiceError(code, refusal?.message ?? `run ${address.id} is ${stateWord(status)}`, {
    refusal: refusal?.code ?? null,
  });
}
