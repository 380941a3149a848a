/** Alerts, what was told of them, and the heartbeat as metrics. What is not known has no value. */
import { limits } from '../../domain/limits.ts';
import {
  alertSchema,
  alertSeverities,
  incidentSchema,
  notification,
} from '../../domain/records.ts';
import {
  type MetricFamily,
  type MetricSource,
  perWord,
  single,
} from '../../metrics/metric-family.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import type { ControlContext } from '../common/index.ts';
import { readHeartbeat } from '../notify/index.ts';

type Context = Pick<ControlContext, 'reads' | 'vitals' | 'clock'>;

/** Read at every scrape, from indexes. */
export function createAlertMetrics(context: Context): MetricSource {
  return {
    name: 'alerts',
    async read() {
      const [firing, deliveries, times, heartbeat] = await Promise.all([
        countFiring(context),
        countDeliveries(context),
        readMessageTimes(context),
        readHeartbeat(context),
      ]);
      const checkedAt = context.vitals.alertsCheckedAt();
      const answeredAt = heartbeat?.last_answered_at ?? null;
      return [
        perWord(
          'orrery_alerts_firing',
          'Alerts that fire, by severity.',
          'severity',
          alertSeverities,
          firing,
        ),
        single(
          'gauge',
          'orrery_alerts_checked_timestamp_seconds',
          'When the alerts were last evaluated, in seconds since 1970; absent: not since the start.',
          secondsOf(checkedAt),
        ),
        deliveries,
        messageTimes(times),
        single(
          'gauge',
          'orrery_heartbeat_answered_timestamp_seconds',
          'When a call of the heartbeat was last known to be answered, in seconds since 1970, kept every ten minutes; absent: never.',
          secondsOf(answeredAt),
        ),
        single(
          'gauge',
          'orrery_heartbeat_missed',
          'Calls of the heartbeat in a row that nobody answered; absent: none is configured.',
          context.vitals.heartbeat === null ? null : (heartbeat?.failures ?? null),
        ),
      ];
    },
  };
}

const secondsOf = (time: string | null): number | null =>
  time === null ? null : Date.parse(time) / 1000;

async function countFiring({ reads }: Context): Promise<Readonly<Record<string, number>>> {
  const rows = await reads.standingAlerts(limits.alertsStandingMax);
  const counts: Record<string, number> = {};
  for (const { status, severity } of rows.map((row) => alertSchema.parse(row)))
    if (status === 'firing') counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}

async function countDeliveries({ reads, vitals }: Context): Promise<MetricFamily> {
  const statuses = notification.filters['status']!.values!.filter((status) => status !== 'new');
  const pairs = vitals.alerts.channels.flatMap((channel) =>
    statuses.map((status) => ({ channel, status })),
  );
  return {
    type: 'gauge',
    name: 'orrery_notifications',
    help: 'Messages that are stored, by channel and what became of them; those long delivered are forgotten.',
    values: await Promise.all(
      pairs.map(async (labels) => ({ labels, value: await reads.count('notification', labels) })),
    ),
  };
}

/** Seconds from the opening of each of the last incidents to the receipt for its first message, ascending. */
async function readMessageTimes({ reads }: Context): Promise<readonly number[]> {
  const page = await reads.list('incident', {
    ...firstPage,
    pageSize: limits.alertTimesRead,
    sort: '-updated_at',
  });
  const times = page.rows.flatMap((row) => {
    const { opened_at, deliveries } = incidentSchema.parse(row);
    const first = deliveries.find(({ sequence, state }) => sequence === 1 && state === 'delivered');
    const answeredAt = first?.answered_at ?? null;
    return answeredAt === null ? [] : [(Date.parse(answeredAt) - Date.parse(opened_at)) / 1000];
  });
  return times.sort((one, other) => one - other);
}

function messageTimes(times: readonly number[]): MetricFamily {
  const at = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? 0;
  return {
    type: 'gauge',
    name: 'orrery_alert_message_seconds',
    help: `Time from the first alert of an incident to the first receipt for its message, over the last ${limits.alertTimesRead} incidents that were changed; absent: there was none.`,
    values:
      times.length === 0
        ? []
        : [0.5, 0.95, 1].map((quantile) => ({ labels: { quantile }, value: at(quantile) })),
  };
}
