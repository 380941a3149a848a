/** The plane as it was: what the log tells of a moment, without what was only known then, such as who answered. */

import { reported } from '../../domain/freshness.ts';
import { alertSchema, queueItemSchema, workerTargetSchema } from '../../domain/records.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { firstPage, newestEvents } from '../../store/ports/read-models.ts';
import { type ControlContext, readCounts, readPump, readSwitch, stampOf } from '../common/index.ts';
import { observationFreshness, readListsAsOf } from '../reading/index.ts';
import { detailCounts, eventRow, runningRow, runOfItem, waitingRow } from './overview-rows.ts';

const topItemsMax = 20;
const activeMax = 50;
const alertsMax = 50;
const eventsMax = 20;
const workersMax = 500;

/** The body of `GET /control/api/v1/overview/past`; throws as `readListsAsOf` does. */
export async function readPastOverview(context: ControlContext, at: string) {
  const { body, asOf } = await readListsAsOf(context, at, readMoment);
  return {
    ok: true,
    ...stampOf(context.clock, 'log'),
    as_of: asOf,
    ...body,
  };
}

async function readMoment(context: ControlContext) {
  const { reads } = context;
  const list = (
    kind: 'queue_item' | 'worker_target' | 'alert',
    filters: Readonly<Record<string, string | readonly string[]>>,
    pageSize: number,
  ) => reads.list(kind, { ...firstPage, pageSize, filters });
  const [counts, control, pump, waiting, active, workers, alerts, events] = await Promise.all([
    readCounts(context),
    readSwitch(context),
    readPump(context),
    list('queue_item', { queue_group: 'blocked' }, topItemsMax),
    list('queue_item', { status: activeQueueStatuses }, activeMax),
    list('worker_target', {}, workersMax),
    reads.standingAlerts(alertsMax),
    reads.events({ ...newestEvents, limit: eventsMax }),
  ]);
  const items = active.rows.map((row) => queueItemSchema.parse(row));
  return {
    operator_counts: counts.operator,
    operator_detail_counts: detailCounts(counts),
    control: { status: control.status, reason: control.reason, changed_by: control.changed_by },
    pump: {
      status: pump.status,
      enabled: pump.enabled,
      changed_by: pump.changed_by,
      changed_at: pump.changed_at,
    },
    top_items: waiting.rows.map((row) => waitingRow(queueItemSchema.parse(row))),
    active: await Promise.all(
      items.map(async (item) => {
        const run = await runOfItem(context, item);
        const freshness = reported(context.clock.now(), run, context.settings.staleAfterMs);
        return { ...runningRow(context, item, run), freshness };
      }),
    ),
    workers: workers.rows.map((row) => {
      const { target, status, reason, since = null, observed_at } = workerTargetSchema.parse(row);
      const freshness = observationFreshness(context, row);
      return { target, status, reason, since, observed_at, freshness };
    }),
    alerts: alerts.map((row) => {
      const { alert_id, status, severity, subject, message, since } = alertSchema.parse(row);
      return { alert_id, status, severity, subject, message, since };
    }),
    recent_events: events.map(eventRow),
  };
}
