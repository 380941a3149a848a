/** What the alert rules look at, read from the store at one moment. */
import { limits } from '../../domain/limits.ts';
import { queueItemSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import type { Needs } from '../common/index.ts';
import { readWorkerHealth } from '../workers/index.ts';
import type { AlertFacts } from './alert-rules.ts';
import { readReadiness } from './readiness.ts';

/** With `refreshWorker` workers are looked at first. */
export async function gatherFacts(
  context: Needs<
    'actors' | 'bench' | 'clock' | 'lineage' | 'reads' | 'settings' | 'vitals' | 'workers'
  >,
  refreshWorker: boolean,
): Promise<AlertFacts> {
  const { reads, vitals, workers: directory } = context;
  // Asked before anything is read, so that everything below sees the fresh answers.
  const readiness = await readReadiness(context, { refreshWorker });
  const [page, health, dispatchFailures] = await Promise.all([
    reads.list('queue_item', {
      cursor: null,
      pageSize: limits.pageSizeMax,
      sort: null,
      filters: { status: activeQueueStatuses },
      search: '',
    }),
    readWorkerHealth(context),
    readDispatchFailures(context),
  ]);
  const workers = await Promise.all(
    health.map(async (entry) => ({
      ...entry,
      lostAt: entry.worker.since ?? (await lostAt(context, entry.worker.target)),
    })),
  );
  return {
    nowMs: context.clock.now(),
    settings: vitals.alerts,
    active: page.rows.map((row) => {
      const item = queueItemSchema.parse(row);
      const target = item.lane === null ? undefined : directory.byLane(item.lane)?.name;
      return { item, target: target ?? null };
    }),
    workers,
    dispatchFailures,
    readiness,
  };
}

const newest = (
  context: Needs<'reads'>,
  eventType: string,
  limit: number,
  entity: { readonly type: string; readonly id: string } = { type: '', id: '' },
) =>
  context.reads.events({
    before: null,
    limit,
    entityType: entity.type,
    entityId: entity.id,
    eventType,
    search: '',
  });

/** Time of the newest event that says that the worker was lost; for states without `since`. */
async function lostAt(context: Needs<'reads'>, target: string): Promise<string | null> {
  const entity = { type: 'worker_target', id: target };
  const [event] = await newest(context, 'worker_target.lost', 1, entity);
  return event?.created_at ?? null;
}

/** Failed dispatches newer than the last one that worked, newest first; as many as decide. */
async function readDispatchFailures(context: Needs<'reads' | 'vitals'>) {
  const limit = context.vitals.alerts.dispatchErrorCount;
  const [worked, ...failed] = await Promise.all([
    newest(context, 'queue_item.dispatched', 1),
    newest(context, 'queue_item.dispatch_refused', limit),
    newest(context, 'queue_item.dispatch_failed', limit),
  ]);
  const since = worked[0]?.event_id ?? 0;
  return failed
    .flat()
    .filter((event) => event.event_id > since)
    .sort((one, other) => other.event_id - one.event_id)
    .slice(0, limit)
    .map((event) => ({ at: event.created_at, error: asText(event.payload['error']) }));
}
