/** What became of a worker's health lately, in words, from the log. */
import { limits } from '../../domain/limits.ts';
import { newestEvents } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { describeEvent } from '../reading/index.ts';

/** Events in which a worker's health changed; those that only say "as before" are left out. */
const changeEvents = ['discovered', 'degraded', 'recovered', 'lost'] as const;

/** Newest first, `limits.workerHistoryMax` at most. */
export async function readWorkerHistory(context: Needs<'reads'>, name: string) {
  const found = await Promise.all(
    changeEvents.map((change) =>
      context.reads.events({
        ...newestEvents,
        limit: limits.workerHistoryMax,
        entityType: 'worker_target',
        entityId: name,
        eventType: `worker_target.${change}`,
      }),
    ),
  );
  return found
    .flat()
    .sort((one, other) => other.event_id - one.event_id)
    .slice(0, limits.workerHistoryMax)
    .map((event) => ({
      event_id: event.event_id,
      event_type: event.event_type,
      at: event.created_at,
      sentence: describeEvent(event),
    }));
}
