/** The corpus: its state and ledger, and importing finalized packages. */
import * as z from 'zod';
import { readCorpus } from '../../control/publication/index.ts';
import { corpusEntryStatuses } from '../../domain/entities/corpus-entry.ts';
import { diskCodes } from '../../domain/errors.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { corpusReply, importReply, removalReply } from '../wire/corpus.ts';
import { command, get, idempotencyKey, identifier, requestedBy, words } from '../wire/fields.ts';
import { listQuerySchema, toListQuery, toListReply, wordParam } from '../wire/lists.ts';
import { planErrors, planId } from '../wire/plans.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';

const reasonCharsMax = 4000;

/** An import or a removal is a dry run unless `dry_run` is false. */
export const corpusRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'corpus.get',
    path: '/control/api/v1/corpus',
    summary: 'What the corpus holds, whether import, index, lint and audit are known, its ledger.',
    query: listQuerySchema({ status: wordParam(corpusEntryStatuses) }),
    replies: { 200: corpusReply },
    handler: async ({ query }, { control, papers }) => {
      const found = await readCorpus(control, papers, toListQuery(query, { status: query.status }));
      const { counts, state, page, rows, generatedAt } = found;
      const list = toListReply({
        page,
        rows,
        pageSize: query.page_size,
        generatedAt,
        source: 'store and corpus index',
      });
      return ok({ ...list, counts, state });
    },
  }),
  defineRoute({
    ...command,
    id: 'corpus.import',
    path: '/control/api/v1/corpus/import',
    summary: 'Imports a finalized package into the corpus and records it in the ledger.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      paper_id: identifier,
      dry_run: z.boolean().default(true),
      accept_duplicate: z
        .boolean()
        .default(false)
        .describe(
          'Also where the corpus has the same result already, or had it and it was removed',
        ),
      requested_by: requestedBy,
      plan_id: planId,
    }),
    replies: { 200: importReply },
    errors: [
      'paper_not_found',
      'transition_refused',
      'idempotency_conflict',
      'gates_failed',
      ...planErrors,
      ...diskCodes,
    ],
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'import_into_corpus', { key, request }),
  }),
  defineRoute({
    ...command,
    id: 'corpus.remove',
    path: '/control/api/v1/corpus/remove',
    summary:
      'Removes a paper from the corpus and leaves a tombstone; its public id is never given again.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      paper_id: identifier,
      reason: words(reasonCharsMax)
        .refine((text) => text.trim() !== '', 'must say why')
        .describe('Why it is removed, as the tombstone says it'),
      dry_run: z.boolean().default(true),
      requested_by: requestedBy,
    }),
    replies: { 200: removalReply },
    errors: [
      'paper_not_found',
      'transition_refused',
      'idempotency_conflict',
      'gates_failed',
      ...diskCodes,
    ],
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'remove_from_corpus', { key, request }),
  }),
];
