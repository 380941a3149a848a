/** Lists by page number and the project of the older API, kept for older clients; v1 is preferred. */
import * as z from 'zod';
import { mapInPieces } from '../../control/common/index.ts';
import { inList, readProject, toPaperRow, toQueueRow } from '../../control/reading/index.ts';

import { limits } from '../../domain/limits.ts';
import { paperStatuses, queueGroups, queueStatuses } from '../../domain/statuses.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { projectDetailReplySchema } from '../wire/details.ts';
import { idParam } from '../wire/fields.ts';
import {
  legacyListQuerySchema,
  legacyListReplySchema,
  olderWordParam,
  toLegacyListReply,
  toPageQuery,
} from '../wire/lists.ts';
import { eventSchema, paperRowSchema, payloadBytes, queueRowSchema } from '../wire/rows.ts';
import type { ApiContext } from './context.ts';

const get = {
  method: 'GET',
  auth: 'control',
  body: null,
  idempotent: true,
  deprecated: true,
  errors: [],
  pageCached: true,
} as const;
const olderEventSchema = eventSchema.extend({ payload_bytes: payloadBytes });
const text = z
  .string()
  .max(limits.identifierCharsMax * 2)
  .default('');

/** All deprecated: for each there is a v1 route that is bounded better. */
export const olderListRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'queues.list',
    path: '/control/api/queues/{queue}',
    summary: 'One group of the queue.',
    replies: { 200: legacyListReplySchema(queueRowSchema) },
    params: z.strictObject({
      queue: z.enum(Object.keys(queueGroups) as (keyof typeof queueGroups)[]),
    }),
    query: legacyListQuerySchema(
      { status: olderWordParam(queueStatuses) },
      { sortDefault: 'dispatch_priority' },
    ),
    handler: async ({ params, query }, { control }) => {
      const group = params.queue === 'all' ? {} : { queue_group: params.queue };
      const found = await control.reads.listByPage(
        'queue_item',
        toPageQuery(query, { status: query.status, ...group }),
      );
      const rows = await mapInPieces(found.rows, async (row) =>
        inList(await toQueueRow(control, row)),
      );
      return ok(toLegacyListReply({ found, rows, page: query.page, pageSize: query.page_size }));
    },
  }),
  defineRoute({
    ...get,
    id: 'papers.older_list',
    path: '/control/api/papers',
    summary: 'The paper queue.',
    replies: { 200: legacyListReplySchema(paperRowSchema) },
    params: null,
    query: legacyListQuerySchema(
      { status: olderWordParam(paperStatuses) },
      { sortDefault: '-updated_at' },
    ),
    handler: async ({ query }, { control }) => {
      const found = await control.reads.listByPage(
        'paper',
        toPageQuery(query, { status: query.status }),
      );
      const rows = await mapInPieces(found.rows, (row) => inList(toPaperRow(control, row)));
      return ok(toLegacyListReply({ found, rows, page: query.page, pageSize: query.page_size }));
    },
  }),
  defineRoute({
    ...get,
    id: 'events.older_list',
    path: '/control/api/events',
    summary: 'The audit log by page number, newest first.',
    replies: { 200: legacyListReplySchema(olderEventSchema) },
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
  defineRoute({
    ...get,
    id: 'projects.older_get',
    path: '/control/api/projects/{project_id}',
    summary:
      'One project with its queue item, all its runs and papers (at most 500), events and worker observations.',
    params: z.strictObject({
      project_id: idParam,
    }),
    query: null,
    replies: { 200: projectDetailReplySchema },
    errors: ['project_not_found'],
    pageCached: false,
    handler: async ({ params }, { control }) =>
      ok(await readProject(control, params.project_id, limits.pageSizeMax)),
  }),
];
