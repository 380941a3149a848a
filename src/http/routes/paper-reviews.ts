/**
 * Publication automation. Every route is mounted under `publication-automation` and, for older
 * clients, under `paper-reviews`; keys and answers are the same in both.
 */
import * as z from 'zod';
import {
  approveFinalization,
  listReviews,
  nextReview,
  readReview,
  setChecklistItem,
  setReviewStatus,
} from '../../control/publication/index.ts';
import { diskCodes } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import {
  checklistStatuses,
  paperStatuses,
  reviewStatuses,
  settableReviewStatuses,
} from '../../domain/statuses.ts';
import { isBlank } from '../../lib/is-blank.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { asked, command, get, idempotencyKey, identifier, line, words } from '../wire/fields.ts';
import {
  booleanParam,
  legacyListQuerySchema,
  legacyListReplySchema,
  olderSearchParam,
  olderWordParam,
  toLegacyListReply,
} from '../wire/lists.ts';
import {
  approveReply,
  nextReviewReply,
  packageReply,
  reviewReply,
  reviewRowSchema,
  rewriteReply,
  setChecklistReply,
  setStatusReply,
} from '../wire/papers.ts';
import { planErrors, planId } from '../wire/plans.ts';
import { rewriteBatchReply } from '../wire/rewrite-batches.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';

const families = ['publication-automation', 'paper-reviews'] as const;
type Family = (typeof families)[number];

const note = words(limits.noteCharsMax).nullable().default(null);
const paperParams = z.strictObject({ paper_id: identifier });
const filters = {
  review_status: olderWordParam(reviewStatuses),
  paper_status: olderWordParam(paperStatuses),
  include_rank_reasons: booleanParam.default(true),
};
const sort = z
  .string()
  .max(64)
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default('-rank_score');
const word = <const Words extends readonly [string, ...string[]]>(values: Words) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

function readRoutes(family: Family): Route<ApiContext>[] {
  const base = `/control/api/${family}`;
  return [
    defineRoute({
      ...get,
      id: `${family}.list`,
      path: base,
      summary: 'Papers in publication automation, best ranked first.',
      query: legacyListQuerySchema(filters, { sortDefault: '-rank_score' }),
      replies: { 200: legacyListReplySchema(reviewRowSchema) },
      pageCached: true,
      handler: async ({ query }, { control }) => {
        const { found, rows } = await listReviews(control, query);
        return ok(toLegacyListReply({ found, rows, page: query.page, pageSize: query.page_size }));
      },
    }),
    defineRoute({
      ...get,
      id: `${family}.next`,
      path: `${base}/next`,
      summary: 'The best ranked paper that is neither finalized nor rejected.',
      query: z.strictObject({
        search: olderSearchParam,
        ...filters,
        paper_status: z
          .union([z.literal(''), z.enum(paperStatuses)], {
            error: `must be one of ${paperStatuses.join(', ')}, or empty for any`,
          })
          .default('publication_draft'),
        sort,
      }),
      replies: { 200: nextReviewReply },
      errors: ['review_not_found'],
      handler: async ({ query }, { control }) => ok(await nextReview(control, query)),
    }),
    defineRoute({
      ...get,
      id: `${family}.get`,
      path: `${base}/{paper_id}`,
      summary: 'One paper in publication automation with checklist, lint and audit.',
      params: paperParams,
      query: z.strictObject({}),
      replies: { 200: reviewReply },
      errors: ['paper_not_found'],
      handler: async ({ params }, { control }) => ok(await readReview(control, params.paper_id)),
    }),
  ];
}

function decisionRoutes(family: Family): Route<ApiContext>[] {
  const base = `/control/api/${family}/{paper_id}`;
  const decision = {
    ...command,
    params: paperParams,
    errors: ['paper_not_found', 'transition_refused', 'idempotency_conflict'],
  } as const;
  return [
    defineRoute({
      ...decision,
      id: `${family}.approve_finalization`,
      path: `${base}/approve-finalization`,
      summary: 'Marks a paper ready for finalization and gives the final approval.',
      body: z.strictObject({
        idempotency_key: idempotencyKey,
        requested_by: line(200).min(1),
        note,
      }),
      replies: { 200: approveReply },
      idempotent: true,
      handler: async ({ params, body }, { control }) =>
        answered(await approveFinalization(control, params.paper_id, body)),
    }),
    defineRoute({
      ...decision,
      id: `${family}.set_status`,
      path: `${base}/status`,
      summary: 'Sets the raw review status, from any status.',
      body: z
        .strictObject({
          ...asked,
          review_status: word(settableReviewStatuses),
          note,
          blocker: note,
        })
        .refine(
          (body) =>
            !['blocked', 'changes_requested', 'rejected'].includes(body.review_status) ||
            !isBlank(body.note) ||
            !isBlank(body.blocker),
          {
            path: ['note'],
            message: 'blocked, changes_requested and rejected need a note or a blocker saying why',
          },
        ),
      replies: { 200: setStatusReply },
      idempotent: false,
      handler: async ({ params, body }, { control }) =>
        answered(await setReviewStatus(control, params.paper_id, body)),
    }),
    defineRoute({
      ...decision,
      id: `${family}.set_checklist_item`,
      path: `${base}/checklist/{item_id}`,
      summary: 'Decides one item of the finalization checklist.',
      params: z.strictObject({ paper_id: identifier, item_id: identifier }),
      body: z
        .strictObject({
          ...asked,
          status: word(checklistStatuses),
          note,
        })
        .refine((body) => !['fail', 'accepted_risk'].includes(body.status) || !isBlank(body.note), {
          path: ['note'],
          message: 'fail and accepted_risk need a note saying why',
        }),
      replies: { 200: setChecklistReply },
      errors: [...decision.errors, 'checklist_item_not_found'],
      idempotent: false,
      handler: async ({ params, body }, { control }) =>
        answered(await setChecklistItem(control, params.paper_id, params.item_id, body)),
    }),
  ];
}

function workRoutes(family: Family): Route<ApiContext>[] {
  const base = `/control/api/${family}`;
  return [
    defineRoute({
      ...command,
      id: `${family}.rewrite_draft`,
      path: `${base}/{paper_id}/rewrite-draft`,
      summary: 'Rewrites the draft of a paper from its evidence, fetching it anew first.',
      params: paperParams,
      body: z.strictObject({
        ...asked,
        force: z.boolean().default(false),
      }),
      replies: { 200: rewriteReply },
      errors: [
        'paper_not_found',
        'transition_refused',
        'idempotency_conflict',
        'not_eligible',
        'gates_failed',
        'evidence_missing',
        'work_given_up',
        'writing_canceled',
        ...diskCodes,
      ],
      idempotent: false,
      handler: ({ params, body: { idempotency_key: key, ...rest } }, context) =>
        perform(context, 'rewrite_draft', { key, request: { ...params, ...rest } }),
    }),
    defineRoute({
      ...command,
      id: `${family}.rewrite_batch`,
      path: `${base}/rewrite-batch`,
      summary:
        'Rewrites the best ranked matching papers, one by one, and answers when all are done, or with async when they have begun.',
      body: z.strictObject({
        ...asked,
        paper_status: olderWordParam(paperStatuses),
        review_status: olderWordParam(reviewStatuses),
        search: olderSearchParam,
        limit: z.int().min(1).max(limits.rewriteBatchMax).default(limits.rewriteBatchDefault),
        force: z.boolean().default(false),
        dry_run: z.boolean().default(true),
        skip_rewritten: z.boolean().default(true),
        async: z
          .boolean()
          .default(false)
          .describe('Answers when the batch has begun, with where its progress is read'),
        plan_id: planId,
      }),
      replies: { 200: rewriteBatchReply },
      errors: ['idempotency_conflict', ...planErrors],
      idempotent: false,
      handler: ({ body: { idempotency_key: key, ...request } }, context) =>
        perform(context, 'rewrite_batch', { key, request }),
    }),
    defineRoute({
      ...command,
      id: `${family}.prepare_finalization_package`,
      path: `${base}/{paper_id}/prepare-finalization-package`,
      summary: 'Assembles the finalization package once lint, audit and checklist pass.',
      params: paperParams,
      body: z.strictObject({
        ...asked,
        target_label: line(200).default('corpus'),
        dry_run: z.boolean().default(true),
        plan_id: planId,
      }),
      replies: { 200: packageReply },
      errors: [
        'paper_not_found',
        'transition_refused',
        'idempotency_conflict',
        'gates_failed',
        ...planErrors,
        ...diskCodes,
      ],
      idempotent: false,
      handler: ({ params, body: { idempotency_key: key, ...rest } }, context) =>
        perform(context, 'prepare_package', { key, request: { ...params, ...rest } }),
    }),
  ];
}

/** Each route twice, once for each family of addresses. */
export const paperReviewRoutes: readonly Route<ApiContext>[] = families.flatMap((family) => [
  ...readRoutes(family),
  ...decisionRoutes(family),
  ...workRoutes(family),
]);
