/** The corpus: importing finalized packages. */
import * as z from 'zod';
import { importIntoCorpus } from '../../control/publishing.ts';
import { answered, defineRoute, type Route } from '../route.ts';
import { command, idempotencyKey, identifier, requestedBy } from '../wire/fields.ts';
import type { ApiContext } from './context.ts';

const anyObject = z.looseObject({ ok: z.literal(true) });

export const corpusRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'corpus.import',
    path: '/control/api/v1/corpus/import',
    summary: 'Imports a finalized package into the corpus and records it in the ledger.',
    body: z.strictObject({
      idempotency_key: idempotencyKey,
      paper_id: identifier,
      dry_run: z.boolean().default(true),
      requested_by: requestedBy,
    }),
    replies: { 200: anyObject },
    errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict', 'gates_failed'],
    idempotent: true,
    handler: async ({ body }, { control }) => answered(await importIntoCorpus(control, body)),
  }),
];
