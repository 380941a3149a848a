/** Rewrite batches that go on while nobody waits: which there are, how far one is, and canceling it. */
import * as z from 'zod';
import { cancelBatch, listBatches, readBatch } from '../../control/publication/index.ts';
import { limits } from '../../domain/limits.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { asked, command, get, identifier, words } from '../wire/fields.ts';
import { listReplySchema, toListReply } from '../wire/lists.ts';
import {
  cancelBatchReply,
  rewriteBatchListQuery,
  rewriteBatchRowSchema,
  rewriteBatchStateReply,
} from '../wire/rewrite-batches.ts';
import type { ApiContext } from './context.ts';

const params = z.strictObject({ batch_id: identifier });

/** They are started by `rewrite-batch` with `async`. */
export const rewriteBatchRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'rewrite-batches.list',
    path: '/control/api/v1/rewrite-batches',
    summary: 'Rewrite batches, those started last first: how far each is.',
    query: rewriteBatchListQuery,
    replies: { 200: listReplySchema(rewriteBatchRowSchema) },
    handler: async ({ query }, { control }) => {
      const page = await listBatches(control, query);
      const generatedAt = toIsoTime(control.clock.now());
      const { rows } = page;
      return ok(
        toListReply({ page, rows, pageSize: query.page_size, generatedAt, source: 'store' }),
      );
    },
  }),
  defineRoute({
    ...get,
    id: 'rewrite-batches.get',
    path: '/control/api/v1/rewrite-batches/{batch_id}',
    summary: 'A rewrite batch: how far it is, and what became of each paper.',
    params,
    replies: { 200: rewriteBatchStateReply },
    errors: ['rewrite_batch_not_found'],
    handler: async ({ params: { batch_id } }, { control }) =>
      ok(await readBatch(control, batch_id)),
  }),
  defineRoute({
    ...command,
    id: 'rewrite-batches.cancel',
    path: '/control/api/v1/rewrite-batches/{batch_id}/cancel',
    summary: 'Cancels a rewrite batch: the paper that is being rewritten ends, the others stay.',
    params,
    body: z.strictObject({
      ...asked,
      note: words(limits.noteCharsMax).nullable().default(null),
    }),
    replies: { 200: cancelBatchReply },
    errors: ['rewrite_batch_not_found', 'transition_refused', 'idempotency_conflict'],
    idempotent: false,
    handler: async ({ params: { batch_id }, body }, { control }) =>
      answered(await cancelBatch(control, batch_id, body)),
  }),
];
