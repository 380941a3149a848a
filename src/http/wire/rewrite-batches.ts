/** Queries, bodies and replies of rewrite batches, those that are waited for and those that go on while nobody waits. */
import * as z from 'zod';
import {
  batchPaperSchema,
  rewriteBatchSchema,
  rewriteBatchStatuses,
} from '../../domain/entities/rewrite-batch.ts';
import { paperStatuses, reviewStatuses } from '../../domain/statuses.ts';
import { listQuerySchema, searchParam, wordParam } from './lists.ts';
import { evidenceSync } from './papers.ts';
import { count, eventId, okReply, text, textOrNull, time } from './parts.ts';
import { planOfDryRun } from './plans.ts';

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

/** `POST …/rewrite-batch`. */
export const rewriteBatchReply = okReply.extend({
  dry_run: z.boolean(),
  selected_count: z.int(),
  rewritten_count: z.int(),
  failed_count: z.int(),
  skipped_count: z.int().meta({ description: 'Also counts skipped papers that are not listed.' }),
  selection_complete: z
    .boolean()
    .meta({ description: 'False when more papers match than one batch looks at.' }),
  results: z.array(
    z.strictObject({
      paper_id: text,
      result: z.enum(['would_rewrite', 'queued', 'rewritten', 'skipped', 'failed']),
      title: textOrNull.optional(),
      paper_status: z.enum(paperStatuses).optional(),
      review_status: z.enum(reviewStatuses).optional(),
      rank_score: z.number().optional(),
      code: textOrNull.meta({ description: 'Why not, as a word: evidence_missing, for example.' }),
      detail: textOrNull,
      event_id: eventId,
      evidence_sync: evidenceSync,
      review_put_back: z.boolean(),
    }),
  ),
  batch: startedBatch.optional(),
  ...planOfDryRun,
});

const progress = z.strictObject({
  total: count,
  rewritten: count,
  skipped: count,
  failed: count,
  left: count.describe('Not come to so far, or left alone by a cancel.'),
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
export const rewriteBatchStateReply = okReply
  .extend({
    ...rewriteBatchSchema.shape,
    status: z.enum(rewriteBatchStatuses),
    papers: z.array(batchPaperSchema),
    progress,
    path: text,
  })
  .meta({ id: 'RewriteBatch', description: 'A rewrite batch, paper by paper.' });

/** `POST …/cancel`. */
export const cancelBatchReply = okReply.extend({
  batch_id: text,
  status: z.enum(rewriteBatchStatuses),
  event_id: eventId,
  at: time,
});
