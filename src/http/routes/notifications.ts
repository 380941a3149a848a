/** What was told to people over which channel, and proving that they can be told. */
import { listNotifications, readNotification } from '../../control/notify/index.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { entityList } from '../wire/entity-lists.ts';
import { command, get } from '../wire/fields.ts';
import { listReplySchema, toListReply } from '../wire/lists.ts';
import {
  notificationParams,
  notificationReply,
  notificationRowSchema,
  testAlertsBody,
  testAlertsReply,
} from '../wire/notifications.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';

const list = entityList('notification');

/** A test sends at once; there is no dry run of it. */
export const notificationRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'notifications.list',
    path: '/control/api/v1/notifications',
    summary: 'What was told over which channel, with its receipt or why there is none.',
    query: list.query,
    replies: { 200: listReplySchema(notificationRowSchema) },
    handler: async ({ query }, { control }) => {
      const found = await listNotifications(control, list.toListQuery(query));
      return ok(toListReply({ ...found, pageSize: query.page_size, source: 'store' }));
    },
  }),
  defineRoute({
    ...get,
    id: 'notifications.get',
    path: '/control/api/v1/notifications/{notification_id}',
    summary: 'One message over one channel, whole.',
    params: notificationParams,
    replies: { 200: notificationReply },
    errors: ['notification_not_found'],
    handler: async ({ params }, { control }) =>
      ok(await readNotification(control, params.notification_id)),
  }),
  defineRoute({
    ...command,
    id: 'alerts.test',
    path: '/control/api/v1/alerts/test',
    summary:
      'Sends a test message over the channels by the way of every message, and waits a while for the receipts.',
    body: testAlertsBody,
    replies: { 200: testAlertsReply },
    errors: ['idempotency_conflict'],
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'test_alerts', { key, request }),
  }),
];
