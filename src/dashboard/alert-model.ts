/** Alerts and incidents as their page shows them, read from replies of the API. Pure. */
import { type ListPage, readPage } from './model.ts';
import { type Fields, listOf, numberOf, textOf, timeOf } from './read.ts';

/** One message over one channel; null is what the service did not say. */
export interface DeliveryRow {
  readonly sequence: number | null;
  readonly channel: string | null;
  readonly news: string | null;
  readonly state: string | null;
  readonly receipt: string | null;
  readonly reason: string | null;
  readonly saidMs: number | null;
}

/** An alert that stands. */
export interface AlertRow {
  readonly id: string | null;
  readonly subject: string | null;
  readonly kind: string | null;
  readonly severity: string | null;
  readonly message: string | null;
  readonly action: string | null;
  readonly sinceMs: number | null;
  /** Fingerprint of the alert that explains it. */
  readonly explainedBy: string | null;
  /** The last message of it over each channel; null: the service did not say. */
  readonly deliveries: readonly DeliveryRow[] | null;
}

/** What people were told of together. */
export interface IncidentRow {
  readonly id: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly severity: string | null;
  readonly openedMs: number | null;
  readonly closedMs: number | null;
  readonly channels: number | null;
  readonly deliveries: readonly DeliveryRow[] | null;
}

/** The page's lists; each is null where the service did not send it. */
export interface AlertLists {
  readonly firing: ListPage<AlertRow> | null;
  readonly suppressed: ListPage<AlertRow> | null;
  readonly incidents: ListPage<IncidentRow> | null;
}

/** What is asked for, in the order of the replies. */
export const alertPaths = [
  '/control/api/v1/alerts?status=firing&page_size=100',
  '/control/api/v1/alerts?status=suppressed&page_size=100',
  '/control/api/v1/incidents?page_size=50',
] as const;

/** From the replies to these. */
export function readAlertLists([firing, suppressed, incidents]: readonly unknown[]): AlertLists {
  return {
    firing: readPage(firing, readAlert),
    suppressed: readPage(suppressed, readAlert),
    incidents: readPage(incidents, readIncident),
  };
}

function readAlert(row: Fields): AlertRow {
  return {
    id: textOf(row.alert_id),
    subject: textOf(row.subject),
    kind: textOf(row.alert_kind),
    severity: textOf(row.severity),
    message: textOf(row.message),
    action: textOf(row.suggested_action),
    sinceMs: timeOf(row.since) ?? timeOf(row.raised_at),
    explainedBy: textOf(row.suppressed_by),
    deliveries: listOf(row.deliveries, readDelivery),
  };
}

function readIncident(row: Fields): IncidentRow {
  return {
    id: textOf(row.incident_id),
    title: textOf(row.title),
    status: textOf(row.status),
    severity: textOf(row.severity),
    openedMs: timeOf(row.opened_at),
    closedMs: timeOf(row.closed_at),
    channels: Array.isArray(row.channels) ? row.channels.length : null,
    deliveries: listOf(row.deliveries, readDelivery),
  };
}

function readDelivery(row: Fields): DeliveryRow {
  return {
    sequence: numberOf(row.sequence),
    channel: textOf(row.channel),
    news: textOf(row.news),
    state: textOf(row.state),
    receipt: textOf(row.receipt),
    reason: textOf(row.reason),
    saidMs: timeOf(row.said_at),
  };
}
