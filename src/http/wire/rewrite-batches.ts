/** Queries, bodies and replies of rewrite batches that go on while nobody waits. */
import * as z from 'zod';
import {
  batchPaperSchema,
  rewriteBatchSchema,
  rewriteBatchStatuses,
} from '../../domain/entities/rewrite-batch.ts';
import { listQuerySchema, searchParam, wordParam } from './lists.ts';

const text = z.string();
const textOrNull = z.string().nullable();
const eventId = z
  .int()
  .nullable()
  .meta({ description: 'First audit event of the change; null when nothing changed.' });
const number = z.int().nonnegative();

/** What a batch that was just started is. */
export const startedBatch = z
  .strictObject({
    batch_id: text,
    status: z.enum(rewriteBatchStatuses),
    path: text.describe('Where it is read; with `/cancel` behind it, where it is canceled.'),
  })
  .nullable()
  .describe(
    'The batch that goes on by itself; null where none was asked for or nothing was chosen.',
  );

const progress = z.strictObject({
  total: number,
  rewritten: number,
  skipped: number,
  failed: number,
  left: number.describe('Not come to so far, or left alone by a cancel.'),
  current_paper_id: textOrNull.describe('The paper that is being rewritten.'),
});

const { cursor, page_size } = listQuerySchema({}).shape;
/** Of the list: they come in the order in which they were started, so there is no other to ask for. */
export const rewriteBatchListQuery = z.strictObject({
  cursor,
  page_size,
  status: wordParam(rewriteBatchStatuses).describe(
    'Only batches of this status; a page then may be short, or empty, while has_more is true.',
  ),
  search: searchParam.describe(
    'Words of what started the batch: who asked for it, and ids of its papers.',
  ),
});

/** A row of the list. */
export const rewriteBatchRowSchema = z
  .strictObject({
    ...rewriteBatchSchema.omit({ papers: true }).shape,
    status: z.enum(rewriteBatchStatuses),
    progress,
    path: text.describe('Where it is read, paper by paper; with `/cancel` behind it, canceled.'),
  })
  .meta({ id: 'RewriteBatchRow', description: 'A rewrite batch in a list: how far it is.' });

/** `GET /control/api/v1/rewrite-batches/{batch_id}`. */
export const rewriteBatchStateReply = z
  .strictObject({
    ok: z.literal(true),
    ...rewriteBatchSchema.shape,
    status: z.enum(rewriteBatchStatuses),
    papers: z.array(batchPaperSchema),
    progress,
    path: text,
  })
  .meta({ id: 'RewriteBatch', description: 'A rewrite batch, paper by paper.' });

/** `POST …/cancel`. */
export const cancelBatchReply = z.strictObject({
  ok: z.literal(true),
  batch_id: text,
  status: z.enum(rewriteBatchStatuses),
  event_id: eventId,
  at: z.iso.datetime(),
});
