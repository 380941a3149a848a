/** Lost work of the event log: saying it once it was found, and an operator's word that they know. */
import { type EventLog, eventLogSchema, type LogLoss } from '../../domain/records.ts';
import type { LogFinding } from '../../store/ports/log-finding.ts';
import { askAccepted, type ControlContext, idempotencyOf } from '../common/index.ts';

type Lost = EventLog & { readonly loss: LogLoss };

const eventLogAddress = { kind: 'event_log', id: 'main' } as const;
/** How an operator says that they know; for advice. */
export const howToAcknowledge =
  'look what is missing (docs/operations.md, "When the log has lost events"), then say that you know: orrery acknowledge-loss';

/**
 * Has the loss said by an audit event and remembered; once, however often it is called for it. The store tells of
 * its last loss at every start, so what is remembered decides: the answer under the key is forgotten in time.
 */
export async function reportLoss(
  { actors, reads }: Pick<ControlContext, 'actors' | 'reads'>,
  finding: LogFinding,
): Promise<void> {
  const { epoch, kind, message } = finding;
  if ((await readStored({ reads }))?.loss?.epoch === epoch) return;
  await askAccepted(
    actors,
    eventLogAddress,
    {
      type: 'LOSS_FOUND',
      epoch,
      finding: kind,
      message,
      events_gone: finding.eventsGone,
      last_event_id: finding.lastEventId,
      last_event_at: finding.lastEventAt,
      kept_event_id: finding.keptEventId,
      kept_at: finding.keptAt,
    },
    { by: 'service', ...idempotencyOf('log_loss', epoch, { epoch }) },
  );
}

/** What nobody has acknowledged yet, with when it was said; null when there is nothing. */
export async function readLoss(context: Pick<ControlContext, 'reads'>): Promise<Lost | null> {
  const log = await readStored(context);
  if (log === null || log.status !== 'lost' || log.loss === null) return null;
  return { ...log, loss: log.loss };
}

/** Which log it is and what is known of it. */
export async function readLog({ reads, lineage }: Pick<ControlContext, 'reads' | 'lineage'>) {
  const stored = await readStored({ reads });
  return {
    ok: true as const,
    epoch: lineage.epoch,
    head: await reads.head(),
    status: stored?.status ?? ('whole' as const),
    loss: stored?.loss ?? null,
    acknowledged_by: stored?.acknowledged_by ?? null,
    acknowledged_at: stored?.acknowledged_at ?? null,
    note: stored?.note ?? null,
  };
}

/** Null where nothing was ever found. */
async function readStored({ reads }: Pick<ControlContext, 'reads'>): Promise<EventLog | null> {
  const row = await reads.get('event_log', eventLogAddress.id);
  return row === undefined ? null : eventLogSchema.parse(row);
}

/** Ends what readiness and headline say. Throws `transition_refused` when nothing is lost. */
export async function acknowledgeLoss(
  { actors }: Pick<ControlContext, 'actors'>,
  request: {
    readonly idempotency_key?: string | undefined;
    readonly acknowledged_by: string;
    readonly note: string | null;
  },
) {
  const { idempotency_key: key, ...payload } = request;
  const { outcome, replayed } = await askAccepted(
    actors,
    eventLogAddress,
    { type: 'ACKNOWLEDGE', note: request.note },
    { by: request.acknowledged_by, ...idempotencyOf('acknowledge_loss', key, payload) },
  );
  return {
    replayed,
    body: {
      ok: true as const,
      status: eventLogSchema.shape.status.parse(outcome.status),
      event_id: outcome.event_id,
    },
  };
}
