/**
 * A test of the whole way: an alert that is made up is found by its rule, fires, opens an incident, and is told over
 * every channel. The request waits a bounded time and says when each station was reached; then the alert is over,
 * which is told, too.
 */
import { limits } from '../../domain/limits.ts';
import { notificationIdOf } from '../../domain/notification.ts';
import {
  type Alert,
  alertIdOf,
  alertSchema,
  type Incident,
  type Notification,
} from '../../domain/records.ts';
import { pause, toIsoTime } from '../../lib/clock.ts';
import { keepOnce, type Needs, type Once } from '../common/index.ts';
import {
  checkChannel,
  noChannel,
  type TestAlertsRequest,
  toTestResult,
  untilEnded,
} from '../notify/index.ts';
import { fingerprintOf, testGroup } from './alert-kinds.ts';
import { beginTrial, endTrial } from './alert-trial.ts';
import { wakeAlertWatch } from './alert-watch.ts';
import { readIncidents } from './incidents.ts';

/** On the way from a rule to a phone, in order. */
export const testStations = ['asked', 'found', 'fired', 'incident', 'told', 'delivered'] as const;

type Context = Needs<'actors' | 'clock' | 'entropy' | 'reads' | 'vitals'>;

/** What is stored of the test; undefined: it has not come so far. */
interface Seen {
  readonly alert: Alert | undefined;
  readonly incident: Incident | undefined;
}

/** `delivered` is true only when every configured channel has given a receipt. Throws 422 for a request with a channel. */
export async function testRule(context: Context, request: TestAlertsRequest, once: Once | null) {
  checkChannel(context, request);
  const { requested_by: by } = request;
  const { actors, clock, entropy, vitals } = context;
  const { test_id: testId, said_at: at } = await keepOnce(actors, once, 'rule', async () => ({
    test_id: `test-${entropy.id()}`,
    said_at: toIsoTime(clock.now()),
  }));
  const endMs = clock.monotonic() + limits.alertTestWaitMs;
  beginTrial(vitals, { testId, by, at });
  try {
    await wakeAlertWatch(context, `${by} tests the alerts`);
    const seen = await untilTold(context, testId, endMs);
    const sent = sentOf(seen.incident, vitals.alerts.channels);
    const ended = await untilEnded(context, sent, endMs);
    const results = sent.map(({ channel, id }) => toTestResult(channel, id, ended.get(id)));
    return {
      ok: true as const,
      delivered: results.length > 0 && results.every(({ status }) => status === 'delivered'),
      summary: summaryOf(context, seen),
      results,
      stations: stationsOf({ at, seen, ended: [...ended.values()] }),
      generated_at: toIsoTime(clock.now()),
    };
  } finally {
    endTrial(vitals, testId);
    // Without a word the next look by itself ends it.
    await wakeAlertWatch(context, 'a test of the alerts is over').catch(() => undefined);
  }
}

/** What is stored once its incident has said so, or has nobody to tell, or when the time is over. */
async function untilTold(context: Context, testId: string, endMs: number): Promise<Seen> {
  const { reads, clock, vitals } = context;
  const fingerprint = fingerprintOf('test', testId);
  for (;;) {
    const row = await reads.get('alert', alertIdOf(fingerprint));
    const incident = (await readIncidents(context)).get(testGroup);
    const member = incident?.members.find((one) => one.fingerprint === fingerprint);
    const seen = {
      alert: row === undefined ? undefined : alertSchema.parse(row),
      incident: member === undefined ? undefined : incident,
    };
    const isUntold = vitals.alerts.channels.length === 0 && seen.incident?.status === 'open';
    if (member?.told === true || isUntold || clock.monotonic() >= endMs) return seen;
    await pause(clock, limits.alertTestLookMs);
  }
}

/** The messages in which it was told, by channel. */
function sentOf(incident: Incident | undefined, channels: readonly string[]) {
  if (incident === undefined || incident.said_at === null) return [];
  const { incident_id: id, sequence } = incident;
  return channels.map((channel) => ({ channel, id: notificationIdOf(id, sequence, channel) }));
}

/** What ended the way before a channel; null where nothing did. */
function summaryOf({ vitals }: Context, { alert, incident }: Seen): string | null {
  const { channels, checkIntervalMs } = vitals.alerts;
  const waited = `within ${limits.alertTestWaitMs / 1000} s`;
  if (alert === undefined)
    return checkIntervalMs === 0
      ? 'queue_alert_check_interval_sec is 0: nothing looks by itself for what is wrong'
      : `no evaluation of the alerts found it ${waited}; the check alerts_evaluated says why`;
  if (incident === undefined)
    return alert.suppressed_by === null
      ? `no incident told of it ${waited}`
      : `another alert explains it, and is told instead: ${alert.suppressed_by}`;
  if (channels.length === 0) return noChannel;
  return incident.said_at === null ? `its incident said nothing ${waited}` : null;
}

function stationsOf({
  at,
  seen: { alert, incident },
  ended,
}: {
  readonly at: string;
  readonly seen: Seen;
  readonly ended: readonly Notification[];
}) {
  const reached = (
    station: (typeof testStations)[number],
    time: string | null | undefined,
    channel: string | null = null,
  ) => ({
    station,
    channel,
    at: time ?? null,
    after_seconds: time == null ? null : Math.max(0, Date.parse(time) - Date.parse(at)) / 1000,
  });
  return [
    reached('asked', at),
    reached('found', alert?.raised_at),
    reached('fired', alert?.fired_at),
    reached('incident', incident?.opened_at),
    reached('told', incident?.said_at),
    ...ended.map(({ channel, delivered_at }) => reached('delivered', delivered_at, channel)),
  ];
}
