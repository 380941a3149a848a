/**
 * What operators do to a queue item: pause, resume, retry, cancel, answer, edit. The machine decides
 * whether it may be; this asks it, says what else would be possible, and shows the item afterwards.
 */

import { createDecide } from '../../actors/machine/decide.ts';
import type { Refusal } from '../../actors/machine/spec.ts';
import type { Outcome } from '../../actors/runtime/definition.ts';
import type { AskOptions } from '../../actors/runtime/requests.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type OperatorVerb, operatorVerbs } from '../../domain/operator-verbs.ts';
import { type EditFields, type QueueItem, queueItemSchema } from '../../domain/records.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { QueueItemEvent } from '../../machines/queue-item/events.ts';
import { queueItemSpec, withStates } from '../../machines/queue-item/spec.ts';
import { ask, type Needs, type Once } from '../common/index.ts';
import { inList, toQueueRow } from '../reading/index.ts';
import { standingCancel, stopFailure, stoppedRun } from './cancel-outcome.ts';

/** A verb with what it carries; `answer` and `fields` are for the verbs of these names. */
export interface Verb {
  readonly verb: OperatorVerb;
  readonly note: string | null;
  readonly answer: string | null;
  readonly fields: EditFields | null;
}
/** A verb for one item, and who wants it. */
export interface VerbRequest extends Verb {
  readonly project_id: string;
  readonly requested_by: string;
}

const decide = createDecide(queueItemSpec);
const stamp = { at: '2026-01-01T00:00:00.000Z', by: 'operator', request_key: null } as const;

/** The machine's event for a verb. */
export function toVerbEvent({ verb, note, answer, fields }: Verb): QueueItemEvent {
  switch (verb) {
    case 'answer':
      return { type: 'ANSWER', answer: answer ?? '', note };
    case 'edit':
      return { type: 'EDIT', fields: fields ?? {}, note };
    case 'pause':
      return { type: 'PAUSE', note };
    case 'resume':
      return { type: 'RESUME', note };
    case 'retry':
      return { type: 'RETRY', note };
    case 'cancel':
      return { type: 'CANCEL', note };
  }
}

/** Why the machine would refuse the verb now; null when it would accept it. Changes nothing. */
export function whyRefused(item: QueueItem, verb: Verb): Refusal | null {
  const event = { ...toVerbEvent(verb), ...stamp };
  const { accepted } = decide(withStates(item), event);
  return accepted ? null : queueItemSpec.explainRefusal(item, event);
}

/** Each verb with the reason for which the machine would refuse it now; null: it would accept it. */
export function verbsNow(item: QueueItem): { verb: OperatorVerb; why_not: string | null }[] {
  const sample = { note: null, answer: 'yes', fields: { selection_rank: item.selection_rank } };
  return operatorVerbs.map((verb) => ({
    verb,
    why_not: whyRefused(item, { verb, ...sample })?.message ?? null,
  }));
}

/** The verbs the machine would accept now. */
export function possibleVerbs(item: QueueItem): OperatorVerb[] {
  return verbsNow(item)
    .filter(({ why_not: whyNot }) => whyNot === null)
    .map(({ verb }) => verb);
}

/** Throws `invalid_request` for an edit that names a worker that is not configured. */
export function checkVerb({ workers }: Needs<'workers'>, { fields }: Pick<Verb, 'fields'>): void {
  const target = fields?.machine_target ?? null;
  if (target === null || workers.byName(target) !== undefined) return;
  const names = workers.targets.map(({ name }) => name).join(', ') || 'none is configured';
  const message = `is not a configured worker; configured: ${names}`;
  throw new ServiceError('invalid_request', `fields.machine_target: ${message}`, {
    errors: [{ path: 'fields.machine_target', message }],
  });
}

/**
 * Asks the item; the outcome may be a refusal. A cancel of an active item waits for its run's end, or for the word that it
 * stands until then.
 */
export async function askVerb(
  context: Needs<'actors'>,
  request: VerbRequest,
  idempotency: NonNullable<AskOptions['idempotency']> | null,
): Promise<Outcome> {
  const { outcome } = await ask(
    context.actors,
    { kind: 'queue_item', id: request.project_id },
    toVerbEvent(request),
    {
      by: request.requested_by,
      // What the project is told of an edit it has when the edit is answered.
      settle: request.verb === 'edit',
      ...(idempotency === null ? {} : { idempotency }),
    },
  );
  return outcome;
}

const done: Readonly<Record<OperatorVerb, string>> = {
  pause: 'is held back until it is resumed',
  resume: 'is back in the queue',
  retry: 'is back in the queue, its flag and error cleared',
  cancel: 'is canceled',
  answer: 'is back in the queue; its next run resumes the session with the answer',
  edit: 'is changed',
};

/**
 * Does one verb to one item. 404 when it is not in the queue; 409 with the status and what is
 * possible when the machine refuses; 502 when a run could not be stopped. A cancel of a run that is being looked for
 * stands where it could not, which is no failure.
 */
export async function performVerb(
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'workers'>,
  request: VerbRequest,
  once: Once | null = null,
) {
  await requireItem(context, request.project_id);
  checkVerb(context, request);
  const key = once === null ? null : { key: `${once.key}:verb`, payload: {} };
  const outcome = await askVerb(context, request, key);
  const item = await requireItem(context, request.project_id);
  if (outcome.refusal !== null) {
    throw new ServiceError('transition_refused', outcome.refusal.message, {
      reason: outcome.refusal.code,
      current_status: outcome.status,
      possible: possibleVerbs(queueItemSchema.parse(item)),
    });
  }
  const failure = stopFailure(outcome);
  const stopped = stoppedRun(outcome);
  if (failure !== null) {
    throw new ServiceError('worker_failed', failure, {
      current_status: outcome.status,
      run_id: outcome.body?.['run_id'],
    });
  }
  const first = stopped === null ? '' : `run ${stopped} was stopped on its worker; `;
  const settled = `${first}${request.project_id} ${done[request.verb]}`;
  return {
    ok: true,
    verb: request.verb,
    message: standingCancel(request.project_id, outcome) ?? settled,
    stopped_run_id: stopped,
    event_id: outcome.event_id,
    queue_item: inList(await toQueueRow(context, item)),
  };
}

/** The stored item; 404 when the project is not in the queue. */
export async function requireItem(context: Needs<'reads'>, projectId: string) {
  const row = await context.reads.get('queue_item', projectId);
  if (row !== undefined) return row;
  throw new ServiceError(
    'queue_item_not_found',
    `project ${projectId} is not in the queue; create it or take it in first`,
  );
}

/** A verb as a plan keeps it. */
export function toStoredVerb({ verb, note, answer, fields }: Verb): JsonObject {
  return { verb, note, answer, fields: fields };
}
