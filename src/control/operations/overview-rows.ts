/** Rows that the overview of now and those of the past have in common. */
import { operatorLaneOf } from '../../domain/operator-lanes.ts';
import { type QueueItem, type Run, runSchema } from '../../domain/records.ts';
import type { ListedEvent } from '../../store/ports/read-models.ts';
import type { Counts, Needs } from '../common/index.ts';
import { describeEvent } from '../reading/index.ts';

/** Numbers by status. */
export const detailCounts = (counts: Counts) => ({
  queue: counts.byStatus,
  papers: counts.papersByStatus,
  reviews: counts.reviewsByStatus,
  queue_total: counts.queueTotal,
});

/** An event as the overviews list it. */
export const eventRow = (event: ListedEvent) => ({
  event_id: event.event_id,
  event_type: event.event_type,
  entity_type: event.entity_type,
  entity_id: event.entity_id,
  actor: event.actor,
  created_at: event.created_at,
  summary: describeEvent(event),
});

/** An item that needs a person, and why. */
export const waitingRow = (item: QueueItem) => ({
  project_id: item.project_id,
  project_name: item.project_name,
  status: item.status,
  operator_lane: operatorLaneOf(item, null),
  reason: item.blocked_reason ?? item.last_error ?? 'flagged for manual review',
  since: item.updated_at,
});

/** The run that an item has under way; null where it has none. */
export async function runOfItem(
  { reads }: Needs<'reads'>,
  { current_run_id: id }: QueueItem,
): Promise<Run | null> {
  const stored = id === null ? undefined : await reads.get('run', id);
  return stored === undefined ? null : runSchema.parse(stored);
}

/** An item that runs, where and for how long. */
export function runningRow({ clock }: Needs<'clock'>, item: QueueItem, run: Run | null) {
  const startedAt = run?.started_at ?? item.last_dispatch_at;
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    run_id: item.current_run_id,
    status: item.status,
    worker_target: run?.worker_target ?? null,
    started_at: startedAt,
    age_seconds:
      startedAt === null
        ? null
        : Math.max(0, Math.round((clock.now() - Date.parse(startedAt)) / 1000)),
    gate_state: run?.gate_state ?? null,
  };
}
