/** The rows of a filled store of what people were told and asked for: all of it over, so that nothing moves by itself. */
import type { Alert, Incident, Notification, RewriteBatch } from '../../src/domain/records.ts';
import { type Entity, paperId, projectId, type StoreSizes, timeOf } from './large-store-rows.ts';

const itemsToAnAlert = 100;
const eventsToABatch = 1000;
const papersOfABatch = 20;

/** Alerts, and as many incidents and messages. */
export const alertCount = (sizes: StoreSizes): number => Math.ceil(sizes.items / itemsToAnAlert);
/** The batch that event `n` starts; null of nearly all. */
export const batchOfEvent = (n: number): number | null =>
  n % eventsToABatch === 99 ? Math.floor(n / eventsToABatch) : null;
export const batchCount = (sizes: StoreSizes): number => Math.ceil(sizes.events / eventsToABatch);

export const incidentId = (n: number): string => `bench-incident-${n}`;
export const notificationId = (n: number): string => `bench-notification-${n}`;
export const batchId = (n: number): string => `bench-batch-${n}`;

const subjectOf = (n: number): string => projectId(n * itemsToAnAlert);
const said = (n: number) => ({
  fingerprint: `stale_item:${subjectOf(n)}`,
  alert_kind: 'stale_item',
  subject: subjectOf(n),
  severity: 'warn' as const,
  message: `${subjectOf(n)} was not heard of for long`,
  suggested_action: 'look at its run',
});

export function alertOf(n: number, sizes: StoreSizes): Entity {
  const at = timeOf(n, alertCount(sizes));
  const state: Alert = {
    ...said(n),
    status: 'resolved',
    alert_id: `bench-alert-${n}`,
    group_key: `group-${n % 10}`,
    since: at,
    raised_at: at,
    fired_at: at,
    resolved_at: at,
    raise_count: 1,
    suppressed_by: null,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'alert', id: state.alert_id, state };
}

export function incidentOf(n: number, sizes: StoreSizes): Entity {
  const at = timeOf(n, alertCount(sizes));
  const state: Incident = {
    status: 'closed',
    incident_id: incidentId(n),
    group_key: `group-${n % 10}`,
    generation: Math.floor(n / 10) + 1,
    severity: 'warn',
    alert_kind: 'stale_item',
    title: said(n).message,
    members: [{ ...said(n), since: at, joined_at: at, left_at: at, told: true }],
    left_out: 0,
    channels: ['bench'],
    sequence: 1,
    said_at: at,
    heard: ['bench'],
    ended: ['bench'],
    deliveries: [
      {
        sequence: 1,
        channel: 'bench',
        news: 'firing',
        said_at: at,
        state: 'delivered',
        receipt: 'taken',
        reason: null,
        answered_at: at,
      },
    ],
    due_at: null,
    said_before: null,
    cooldown_ms: 0,
    quiet_ms: 0,
    opened_at: at,
    quiet_since: at,
    closed_at: at,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'incident', id: state.incident_id, state };
}

export function notificationOf(n: number, sizes: StoreSizes): Entity {
  const at = timeOf(n, alertCount(sizes));
  const state: Notification = {
    status: 'delivered',
    notification_id: notificationId(n),
    channel: 'bench',
    incident_id: incidentId(n),
    news: 'firing',
    severity: 'warn',
    alert_kind: 'stale_item',
    title: said(n).message,
    attempts: 1,
    last_error: null,
    receipt: 'taken',
    first_failed_at: null,
    last_failed_at: null,
    next_attempt_at: null,
    delivered_at: at,
    message: null,
    answer_to: null,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'notification', id: state.notification_id, state };
}

export function batchOf(n: number, sizes: StoreSizes): Entity {
  const at = timeOf(n, batchCount(sizes));
  const count = Math.min(papersOfABatch, sizes.papers);
  const state: RewriteBatch = {
    status: 'done',
    batch_id: batchId(n),
    requested_by: 'bench',
    force: false,
    papers: Array.from({ length: count }, (_, place) => ({
      paper_id: paperId((n * count + place) % sizes.papers),
      title: null,
      result: 'rewritten',
      code: null,
      detail: null,
      event_id: 1,
    })),
    canceled_by: null,
    note: null,
    ended_at: at,
    created_at: at,
    updated_at: at,
  };
  return { kind: 'rewrite_batch', id: state.batch_id, state };
}
