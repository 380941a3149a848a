/** Drafting, rewriting and packaging papers, in both route families. */
import * as z from 'zod';
import { runCommand } from '../../control/commands.ts';
import { rewriteDraft } from '../../control/drafting.ts';
import { preparePackage } from '../../control/publishing.ts';
import { answered, defineRoute, type Route } from '../route.ts';
import { command, idempotencyKey, identifier, line, requestedBy } from '../wire/fields.ts';
import type { ApiContext } from './context.ts';

const anyObject = z.looseObject({ ok: z.literal(true) });
const paperParams = z.strictObject({ paper_id: identifier });

export const paperRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'papers.draft_next',
    path: '/control/papers/draft-next',
    summary: 'Drafts the paper of the next completed project whose decision is positive.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      dry_run: z.boolean().default(true),
      requested_by: requestedBy,
      force: z.boolean().default(false),
    }),
    replies: { 200: anyObject.extend({ action: z.enum(['noop', 'dry_run_draft', 'drafted']) }) },
    errors: ['idempotency_conflict'],
    idempotent: false,
    handler: async ({ body: { idempotency_key: key, ...request } }, context) =>
      answered(await runCommand(context, 'draft_next', { key, by: request.requested_by, request })),
  }),
  ...(['paper-reviews', 'publication-automation'] as const).flatMap((family) => [
    defineRoute({
      ...command,
      id: `${family}.rewrite_draft`,
      path: `/control/api/${family}/{paper_id}/rewrite-draft`,
      summary: 'Rewrites the draft of a paper from its evidence, fetching it anew first.',
      params: paperParams,
      body: z.strictObject({
        idempotency_key: idempotencyKey,
        requested_by: requestedBy,
        force: z.boolean().default(false),
      }),
      replies: { 200: anyObject },
      errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict', 'evidence_missing'],
      idempotent: true,
      handler: async ({ params, body }, { control }) =>
        answered(await rewriteDraft(control, params.paper_id, body)),
    }),
    defineRoute({
      ...command,
      id: `${family}.prepare_finalization_package`,
      path: `/control/api/${family}/{paper_id}/prepare-finalization-package`,
      summary: 'Assembles the finalization package once lint, audit and checklist pass.',
      params: paperParams,
      body: z.strictObject({
        idempotency_key: idempotencyKey,
        requested_by: requestedBy,
        target_label: line(200).default('corpus'),
        dry_run: z.boolean().default(true),
      }),
      replies: { 200: anyObject },
      errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict', 'gates_failed'],
      idempotent: true,
      handler: async ({ params, body }, { control, papers }) =>
        answered(await preparePackage(control, papers.previewPackage, params.paper_id, body)),
    }),
  ]),
];
