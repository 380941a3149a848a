/** Alerts, the incidents that tell of them, and evaluating them by hand. */
import * as z from 'zod';
import { readAlertPage, readIncident, readIncidentPage } from '../../control/alerts/index.ts';
import { limits } from '../../domain/limits.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import {
  alertCheckReplySchema,
  alertListReplySchema,
  incidentListReplySchema,
  incidentReplySchema,
} from '../wire/alerts.ts';
import { entityList } from '../wire/entity-lists.ts';
import { command, get, idempotencyKey, requestedBy } from '../wire/fields.ts';
import { toListReply } from '../wire/lists.ts';
import { type ApiContext, stamp } from './context.ts';
import { perform } from './perform.ts';

const alerts = entityList('alert');
const incidents = entityList('incident');

/** The service evaluates its alerts by itself; unless `dry_run` is false a check by hand records nothing. */
export const alertRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'alerts.list',
    path: '/control/api/v1/alerts',
    summary:
      'Alerts with their state and incident, newest change first, and when they were evaluated.',
    query: alerts.query,
    replies: { 200: alertListReplySchema },
    handler: async ({ query }, context: ApiContext) => {
      const { watch, ...found } = await readAlertPage(context.control, alerts.toListQuery(query));
      const list = toListReply({ ...found, pageSize: query.page_size, ...stamp(context) });
      return ok({ ...list, watch });
    },
  }),
  defineRoute({
    ...get,
    id: 'incidents.list',
    path: '/control/api/v1/incidents',
    summary: 'Incidents, newest change first: what was said of them, and whether it arrived.',
    query: incidents.query,
    replies: { 200: incidentListReplySchema },
    handler: async ({ query }, context: ApiContext) => {
      const found = await readIncidentPage(context.control, incidents.toListQuery(query));
      return ok(toListReply({ ...found, pageSize: query.page_size, ...stamp(context) }));
    },
  }),
  defineRoute({
    ...get,
    id: 'incidents.get',
    path: '/control/api/v1/incidents/{incident_id}',
    summary: 'One incident with its alerts, its messages and its events.',
    params: z.strictObject({ incident_id: z.string().min(1).max(limits.identifierCharsMax) }),
    replies: { 200: incidentReplySchema },
    errors: ['incident_not_found'],
    handler: async ({ params }, { control }: ApiContext) =>
      ok(await readIncident(control, params.incident_id)),
  }),
  defineRoute({
    ...command,
    id: 'alerts.queue_check',
    path: '/control/api/alerts/queue-check',
    summary:
      'Looks for stale items, lost workers, refused callbacks, failing dispatches and failed readiness; raises and resolves alerts.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      dry_run: z.boolean().default(true),
      force_notify: z
        .boolean()
        .default(false)
        .describe('Has every incident with a standing alert say so now, whatever was said before.'),
      refresh_worker: z.boolean().default(false).describe('Asks every worker first.'),
      requested_by: requestedBy,
    }),
    replies: { 200: alertCheckReplySchema },
    errors: ['idempotency_conflict'],
    idempotent: true,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'check_alerts', { key, request }),
  }),
];
