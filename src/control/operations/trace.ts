/** What a request led to: everything that bears its id, as trees of cause and effect. */
import { ServiceError } from '../../domain/errors.ts';
import { type ControlContext, stampOf } from '../common/index.ts';
import { toTraceTree } from './trace-tree.ts';

/**
 * The trace of a request, by its id; a number that an event has means the trace of that event. At
 * most `limit` events, the first ones. Throws `trace_not_found` when nothing bears the id.
 */
export async function readTrace(
  context: Pick<ControlContext, 'reads' | 'clock'>,
  id: string,
  limit: number,
) {
  const correlationId = await correlationOf(context, id);
  const [events, outstanding] = await Promise.all([
    context.reads.eventsOfTrace(correlationId, limit),
    context.reads.outstandingOfTrace(correlationId),
  ]);
  const { effects, timers, letters } = outstanding;
  const waiting = effects.length + timers.length;
  // What could not be looked through in full may hold something: that is said and not denied.
  const looked = events.complete && outstanding.complete;
  if (looked && events.rows.length + waiting + letters.length === 0) throw notFound(id);
  return {
    ok: true,
    correlation_id: correlationId,
    started_at: events.rows[0]?.created_at ?? null,
    event_count: events.rows.length,
    waiting_count: waiting,
    dead_letter_count: letters.length,
    truncated: !events.complete,
    outbox_complete: outstanding.complete,
    nodes: toTraceTree(events.rows, outstanding),
    ...stampOf(context.clock, 'store'),
  };
}

async function correlationOf(
  { reads }: Pick<ControlContext, 'reads'>,
  id: string,
): Promise<string> {
  const event = /^[1-9]\d{0,14}$/.test(id) ? await reads.event(Number(id)) : undefined;
  return event?.correlation_id ?? id;
}

function notFound(id: string): ServiceError {
  return new ServiceError(
    'trace_not_found',
    `nothing bears the id ${JSON.stringify(id)}: a request that only read or was refused leads to nothing, ` +
      'and one that repeated an idempotency key led to what bears the id of the first',
  );
}
