/** Rewrite batches that go on while nobody waits: how far one is, and canceling it. */
import * as z from 'zod';
import { cancelBatch, readBatch } from '../../control/publication/index.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { asked, command, get, identifier, words } from '../wire/fields.ts';
import { cancelBatchReply, rewriteBatchStateReply } from '../wire/rewrite-batches.ts';
import type { ApiContext } from './context.ts';

const params = z.strictObject({ batch_id: identifier });
const noteCharsMax = 4000;

/** They are started by `rewrite-batch` with `async`. */
export const rewriteBatchRoutes: readonly Route<ApiContext>[] = [
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
      note: words(noteCharsMax).nullable().default(null),
    }),
    replies: { 200: cancelBatchReply },
    errors: ['rewrite_batch_not_found', 'transition_refused', 'idempotency_conflict'],
    idempotent: false,
    handler: async ({ params: { batch_id }, body }, { control }) =>
      answered(await cancelBatch(control, batch_id, body)),
  }),
];
