/**
 * Forgetting what was told: messages that arrived, incidents that are over, alerts that no check finds any
 * more. What stays, however old: what no service has taken, the last message of each channel, which says
 * how that is, the last incident of each group, which numbers the next, and the messages of an incident
 * that is not over.
 */
import { limits } from '../../domain/limits.ts';
import {
  type Forgotten,
  incidentSchema,
  type Notification,
  notificationSchema,
} from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { type EntityRow, firstPage } from '../../store/ports/read-models.ts';
import { ask, type ControlContext } from '../common/index.ts';

type Context = Pick<ControlContext, 'actors'> & {
  readonly reads: Pick<ControlContext['reads'], 'get' | 'list' | 'lastIncident'>;
};
const by = { by: 'retention' } as const;

/** So many rows of each kind at most; the rest waits for the next sweep. `before`: ISO 8601. */
export async function forgetTold(context: Context, before: string): Promise<Forgotten> {
  return {
    notifications: await forgetNotifications(context, before),
    incidents: await forgetIncidents(context, before),
    alerts: await forgetAlerts(context, before),
  };
}

async function forgetNotifications(context: Context, before: string): Promise<number> {
  const last = new Map<string, string | undefined>();
  const isLast = async ({ channel, notification_id: id }: Notification): Promise<boolean> => {
    if (!last.has(channel)) last.set(channel, await lastOf(context, channel));
    return last.get(channel) === id;
  };
  let forgotten = 0;
  for await (const row of overBefore(
    context,
    { kind: 'notification', status: 'delivered' },
    before,
  )) {
    const notification = notificationSchema.parse(row);
    if (await isLast(notification)) continue;
    const incident = await context.reads.get('incident', notification.incident_id);
    if (incident !== undefined && incident['status'] !== 'closed') continue;
    const id = notification.notification_id;
    const { outcome } = await ask(context.actors, { kind: 'notification', id }, forget, by);
    if (outcome.accepted) forgotten += 1;
  }
  return forgotten;
}

async function forgetIncidents(context: Context, before: string): Promise<number> {
  let forgotten = 0;
  for await (const row of overBefore(context, { kind: 'incident', status: 'closed' }, before)) {
    const { incident_id: id, group_key: groupKey } = incidentSchema.parse(row);
    if ((await context.reads.lastIncident(groupKey))?.['incident_id'] === id) continue;
    const { outcome } = await ask(context.actors, { kind: 'incident', id }, forget, by);
    if (outcome.accepted) forgotten += 1;
  }
  return forgotten;
}

async function forgetAlerts(context: Context, before: string): Promise<number> {
  let forgotten = 0;
  for await (const row of overBefore(context, { kind: 'alert', status: 'resolved' }, before)) {
    const id = asText(row['alert_id']);
    const { outcome } = await ask(context.actors, { kind: 'alert', id }, forget, by);
    if (outcome.accepted) forgotten += 1;
  }
  return forgotten;
}

const forget = { type: 'FORGET' } as const;

/** The oldest change first, as many as one sweep looks at. */
async function* overBefore(
  { reads }: Context,
  {
    kind,
    status,
  }: { readonly kind: 'notification' | 'incident' | 'alert'; readonly status: string },
  before: string,
): AsyncGenerator<EntityRow> {
  let cursor: string | null = null;
  for (let seen = 0; seen < limits.retentionRowsMax; seen += limits.pageSizeMax) {
    const page: Awaited<ReturnType<typeof reads.list>> = await reads.list(kind, {
      cursor,
      pageSize: limits.pageSizeMax,
      sort: 'updated_at',
      filters: { status },
      search: '',
    });
    for (const row of page.rows) {
      if (asText(row['updated_at']) >= before) return;
      yield row;
    }
    cursor = page.nextCursor;
    if (cursor === null) return;
  }
}

async function lastOf({ reads }: Context, channel: string): Promise<string | undefined> {
  const page = await reads.list('notification', {
    ...firstPage,
    pageSize: 1,
    sort: '-updated_at',
    filters: { status: 'delivered', channel },
  });
  const id = page.rows[0]?.['notification_id'];
  return id === undefined ? undefined : asText(id);
}
