/** Alerts, messages and the heartbeat as metrics, from what is stored. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAlertMetrics } from '../../../src/control/alerts/alert-metrics.ts';
import { blank } from '../../../src/domain/blank.ts';
import {
  alertSchema,
  heartbeatSchema,
  incidentSchema,
  notificationSchema,
} from '../../../src/domain/records.ts';
import { createTestControl, wellVitals } from '../../support/control-context.ts';
import {
  commitAll,
  openTestStore,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

let store: TestStore;
beforeEach(() => {
  store = openTestStore();
});
afterEach(() => store.journal.close());

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const dated = { created_at: at(0), updated_at: at(0) };
const alert = (id: string, change: object) =>
  stateTurn('alert', id, 1, { ...blank(alertSchema, { alert_id: id }), ...dated, ...change });
const notification = (id: string, status: string) =>
  stateTurn('notification', id, 1, {
    ...blank(notificationSchema, { notification_id: id, channel: 'ntfy' }),
    ...dated,
    status,
  });
const incident = (id: string, seconds: number | null) =>
  stateTurn('incident', id, 1, {
    ...blank(incidentSchema, { incident_id: id, opened_at: at(0) }),
    ...dated,
    status: 'closed',
    deliveries: [
      {
        sequence: 1,
        channel: 'ntfy',
        news: 'firing',
        said_at: at(0),
        state: seconds === null ? 'under_way' : 'delivered',
        receipt: 'r',
        reason: null,
        answered_at: seconds === null ? null : at(seconds),
      },
    ],
  });
async function read(checkedAt: string | null = at(5)) {
  const metrics = createAlertMetrics(
    createTestControl({
      reads: store.reads,
      vitals: {
        alerts: { ...wellVitals.alerts, channels: ['ntfy'] },
        heartbeat: { intervalMs: 60_000 },
        alertsCheckedAt: () => checkedAt,
      },
    }),
  );
  return Object.fromEntries((await metrics.read()).map(({ name, values }) => [name, values]));
}

it('have no value for what is not known, and zeros for what is', async () => {
  const families = await read(null);
  expect(families['orrery_alerts_checked_timestamp_seconds']).toEqual([]);
  expect(families['orrery_alert_message_seconds']).toEqual([]);
  expect(families['orrery_heartbeat_answered_timestamp_seconds']).toEqual([]);
  expect(families['orrery_heartbeat_missed']).toEqual([]);
  expect(families['orrery_alerts_firing']!.map(({ value }) => value)).toEqual([0, 0, 0]);
});

it('say what fires, what became of messages, how long they took and how the heartbeat is', async () => {
  await commitAll(store.journal, [
    alert('a', { status: 'firing', severity: 'critical' }),
    alert('b', { status: 'firing', severity: 'warn' }),
    alert('c', { status: 'suppressed', severity: 'warn' }),
    notification('n1', 'delivered'),
    notification('n2', 'delivered'),
    notification('n3', 'undeliverable'),
    incident('i1', 12),
    incident('i2', 30),
    incident('i3', null),
    stateTurn('heartbeat', 'main', 1, {
      ...blank(heartbeatSchema, {}),
      ...dated,
      status: 'late',
      last_answered_at: at(3),
      failures: 2,
    }),
  ]);
  const families = await read();
  const by = (name: string, label: string) =>
    Object.fromEntries(families[name]!.map(({ labels, value }) => [labels![label], value]));
  expect(by('orrery_alerts_firing', 'severity')).toEqual({ info: 0, warn: 1, critical: 1 });
  expect(by('orrery_notifications', 'status')).toEqual({
    sending: 0,
    waiting: 0,
    delivered: 2,
    undeliverable: 1,
  });
  expect(by('orrery_alert_message_seconds', 'quantile')).toEqual({ 0.5: 12, 0.95: 30, 1: 30 });
  const seconds = Date.parse(at(0)) / 1000;
  expect(families['orrery_alerts_checked_timestamp_seconds']).toEqual([{ value: seconds + 5 }]);
  expect(families['orrery_heartbeat_answered_timestamp_seconds']).toEqual([{ value: seconds + 3 }]);
  expect(families['orrery_heartbeat_missed']).toEqual([{ value: 2 }]);
});
