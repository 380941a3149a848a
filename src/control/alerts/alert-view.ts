/** Alerts and incidents as lists and details show them, with the watch that evaluates them. */
import { ServiceError } from '../../domain/errors.ts';
import { type Alert, alertSchema, type Incident } from '../../domain/records.ts';
import { type EntityRow, type ListQuery, newestEvents } from '../../store/ports/read-models.ts';
import { type Needs, stampOf } from '../common/index.ts';
import { readAlertWatch } from '../readiness/index.ts';
import { inList, toEventListRow, toPlainRow } from '../reading/index.ts';
import { readIncidents } from './incidents.ts';

/** Events of an incident in its detail. */
const eventsMax = 50;

/** A page of alerts, each with the incident that tells of it. Throws `ListQueryError`. */
export async function readAlertPage(context: Needs<'reads' | 'vitals'>, query: ListQuery) {
  const [page, incidents, watch] = await Promise.all([
    context.reads.list('alert', query),
    readIncidents(context),
    readAlertWatch(context),
  ]);
  return {
    page,
    rows: page.rows.map((row) => toAlertRow(row, incidents)),
    watch:
      watch === undefined
        ? null
        : {
            status: watch.status,
            interval_seconds: watch.interval_ms / 1000,
            last_checked_at: context.vitals.alertsCheckedAt(),
            last_found: watch.last_found,
            last_error: watch.last_error,
          },
  };
}

function toAlertRow(row: EntityRow, incidents: ReadonlyMap<string, Incident>) {
  const incident = incidentOf(alertSchema.parse(row), incidents);
  return {
    ...inList(toPlainRow('alert', row)),
    incident_id: incident?.incident_id ?? null,
    deliveries: incident === undefined ? [] : newestDeliveries(incident),
  };
}

function incidentOf(
  { group_key, fingerprint }: Alert,
  incidents: ReadonlyMap<string, Incident>,
): Incident | undefined {
  const incident = incidents.get(group_key);
  const isMember = incident?.members.some((member) => member.fingerprint === fingerprint);
  return isMember === true ? incident : undefined;
}

/** What became of the last message over each channel. */
function newestDeliveries({ deliveries }: Incident) {
  const newest = new Map(deliveries.map((delivery) => [delivery.channel, delivery]));
  return [...newest.values()];
}

/** A page of incidents, those that are over included. Throws `ListQueryError`. */
export async function readIncidentPage({ reads }: Needs<'reads'>, query: ListQuery) {
  const page = await reads.list('incident', query);
  return { page, rows: page.rows.map((row) => inList(toPlainRow('incident', row))) };
}

/** One incident with its events. Throws `incident_not_found`. */
export async function readIncident({ reads, clock }: Needs<'clock' | 'reads'>, incidentId: string) {
  const row = await reads.get('incident', incidentId);
  if (row === undefined)
    throw new ServiceError('incident_not_found', `no incident has the id ${incidentId}`);
  const events = await reads.events({
    ...newestEvents,
    limit: eventsMax,
    entityType: 'incident',
    entityId: incidentId,
  });
  return {
    ok: true as const,
    incident: toPlainRow('incident', row),
    events: events.map(toEventListRow),
    ...stampOf(clock, 'store'),
  };
}
