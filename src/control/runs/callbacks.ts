/** Receiving completion callbacks: once in effect, whatever is repeated, late or out of order. */
import { ServiceError } from '../../domain/errors.ts';
import { type CallbackBody, queueItemSchema } from '../../domain/records.ts';
import type { CallbackType } from '../../domain/statuses.ts';
import type { CallbackEvent } from '../../machines/queue-item/events.ts';
import { newestEvents } from '../../store/ports/read-models.ts';
import { ask, type Needs } from '../common/index.ts';

const machineEvents: Readonly<Record<CallbackType, CallbackEvent['type']>> = {
  session_started: 'SESSION_STARTED',
  agent_yielded: 'AGENT_YIELDED',
  question_pending: 'QUESTION_PENDING',
  wake_ready: 'WAKE_READY',
  session_finished_ready: 'SESSION_FINISHED_READY',
  gate_timeout: 'GATE_TIMEOUT',
  gate_error: 'GATE_ERROR',
};

interface CallbackReply {
  readonly accepted: true;
  readonly applied: boolean;
  readonly ignore_reason: string | null;
  readonly run_id: string;
  readonly event_id: number | null;
  readonly queue_status: string;
}

/**
 * Gives a callback to its queue item. A repeat gets the first answer again; the same key with
 * another payload is 409; one that cannot apply any more is recorded and answered `applied: false`.
 */
export async function receiveCallback(
  context: Needs<'actors' | 'reads'>,
  body: CallbackBody & { readonly event_type: CallbackType },
): Promise<{ reply: CallbackReply; replayed: boolean }> {
  const row = await context.reads.get('queue_item', body.project_id);
  if (row === undefined) {
    throw new ServiceError(
      'project_not_found',
      `no project ${body.project_id} is known here; the callback was not recorded`,
    );
  }
  const { seen_at: _, ...payload } = body;
  const causeId = await claimOf(context, body);
  const { outcome, replayed } = await ask(
    context.actors,
    { kind: 'queue_item', id: queueItemSchema.parse(row).project_id },
    { type: machineEvents[body.event_type], callback: body },
    {
      by: `worker:${body.run_id}`,
      lane: 'control',
      ...(causeId === null ? {} : { causeId }),
      idempotency: { key: `worker-callback:${body.idempotency_key}`, payload },
    },
  );
  return {
    replayed,
    reply: {
      accepted: true,
      applied: outcome.body?.['applied'] === true,
      ignore_reason:
        (outcome.body?.['ignore_reason'] as string | undefined) ?? outcome.refusal?.code ?? null,
      run_id: body.run_id,
      event_id: outcome.event_id,
      queue_status: outcome.status,
    },
  };
}

/** The claim that gave the run to its worker, and so led to this callback; null unless it is the last. */
async function claimOf(
  { reads }: Needs<'reads'>,
  { project_id: projectId, run_id: runId }: CallbackBody,
): Promise<number | null> {
  const [claim] = await reads.events({
    ...newestEvents,
    limit: 1,
    entityType: 'queue_item',
    entityId: projectId,
    eventType: 'queue_item.claimed',
  });
  return claim?.payload['run_id'] === runId ? claim.event_id : null;
}
