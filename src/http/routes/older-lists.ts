/** Lists by page number, kept for older clients; the v1 lists are preferred. */
import * as z from 'zod';
import { toPaperRow, toQueueRow } from '../../control/rows.ts';
import { limits } from '../../domain/limits.ts';
import { paperStatuses, queueGroups, queueStatuses } from '../../domain/statuses.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import {
  legacyListQuerySchema,
  legacyListReplySchema,
  toLegacyListReply,
  toPageQuery,
  wordParam,
} from '../wire/lists.ts';
import type { ApiContext } from './context.ts';

const get = {
  method: 'GET',
  auth: 'control',
  body: null,
  idempotent: true,
  deprecated: true,
  errors: [],
  pageCached: true,
  replies: { 200: legacyListReplySchema(z.looseObject({})) },
} as const;
const text = z
  .string()
  .max(limits.identifierCharsMax * 2)
  .default('');

export const olderListRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'queues.list',
    path: '/control/api/queues/{queue}',
    summary: 'One group of the queue.',
    params: z.strictObject({
      queue: z.enum(Object.keys(queueGroups) as (keyof typeof queueGroups)[]),
    }),
    query: legacyListQuerySchema(
      { status: wordParam(queueStatuses) },
      { sortDefault: 'dispatch_priority' },
    ),
    handler: async ({ params, query }, { control }) => {
      const group = params.queue === 'all' ? {} : { queue_group: params.queue };
      const found = await control.reads.listByPage(
        'queue_item',
        toPageQuery(query, { status: query.status, ...group }),
      );
      const rows = await Promise.all(found.rows.map((row) => toQueueRow(control, row)));
      return ok(toLegacyListReply({ found, rows, page: query.page, pageSize: query.page_size }));
    },
  }),
  defineRoute({
    ...get,
    id: 'papers.older_list',
    path: '/control/api/papers',
    summary: 'The paper queue.',
    params: null,
    query: legacyListQuerySchema(
      { status: wordParam(paperStatuses) },
      { sortDefault: '-updated_at' },
    ),
    handler: async ({ query }, { control }) => {
      const found = await control.reads.listByPage(
        'paper',
        toPageQuery(query, { status: query.status }),
      );
      const rows = found.rows.map((row) => toPaperRow(control, row));
      return ok(toLegacyListReply({ found, rows, page: query.page, pageSize: query.page_size }));
    },
  }),
  defineRoute({
    ...get,
    id: 'events.older_list',
    path: '/control/api/events',
    summary: 'The audit log by page number, newest first.',
    params: null,
    query: legacyListQuerySchema(
      { entity_type: text, entity_id: text, event_type: text },
      { pageSizeDefault: limits.eventPageSizeDefault },
    ).omit({ sort: true }),
    handler: async ({ query }, { control }) => {
      const found = await control.reads.eventsByPage({
        page: query.page,
        pageSize: query.page_size,
        entityType: query.entity_type,
        entityId: query.entity_id,
        eventType: query.event_type,
        search: query.search,
      });
      const { rows } = found;
      return ok(toLegacyListReply({ found, rows, page: query.page, pageSize: query.page_size }));
    },
  }),
];
