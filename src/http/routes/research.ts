/** Research quality, source lineage and candidates, each at its address and at the older one. */
import * as z from 'zod';
import { readCandidates, readLineage, readResearchQuality } from '../../control/research/index.ts';

import { limits } from '../../domain/limits.ts';
import { queueStatuses } from '../../domain/statuses.ts';
import type { Page } from '../../store/ports/read-models.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { get, identifier } from '../wire/fields.ts';
import { integerParam, searchParam, toListReply, wordParam } from '../wire/lists.ts';
import {
  candidatesReplySchema,
  lineageReplySchema,
  researchQualityReplySchema,
} from '../wire/research.ts';
import { type ApiContext, stamp } from './context.ts';

const pageSize = integerParam(limits.pageSizeMin, limits.lineagePageSizeMax).default(
  limits.pageSizeDefault,
);
const cursor = z.string().min(1).max(2_000).nullable().default(null);

interface Found<Row, Totals> {
  readonly page: Page<unknown>;
  readonly rows: readonly Row[];
  readonly totals: Totals;
}

/** A page whose list has totals of all that it is narrowed to. */
const withTotals = <Row, Totals>(
  { page, rows, totals }: Found<Row, Totals>,
  pageSizeAsked: number,
  context: ApiContext,
) => ok({ ...toListReply({ page, rows, pageSize: pageSizeAsked, ...stamp(context) }), totals });

const addresses = (v1: string, older: string) =>
  [
    { path: `/control/api/v1/${v1}`, suffix: '' },
    { path: `/control/api/research/${older}`, suffix: '_alias' },
  ] as const;

/** Quality and lineage at two addresses with the same answers, candidates at the older one alone. */
export const researchRoutes: readonly Route<ApiContext>[] = [
  ...addresses('research-quality', 'quality').map(({ path, suffix }) =>
    defineRoute({
      ...get,
      id: `research.quality${suffix}`,
      path,
      summary:
        'Items with what speaks against their research: missing thresholds, thin evidence, duplicates; and admission of queued ones.',
      query: z.strictObject({
        cursor,
        page_size: pageSize,
        status: wordParam(queueStatuses),
        search: searchParam,
      }),
      replies: { 200: researchQualityReplySchema },
      errors: [],
      pageCached: true,
      handler: async ({ query }, context: ApiContext) => {
        const found = await readResearchQuality(context.control, {
          cursor: query.cursor,
          pageSize: query.page_size,
          sort: null,
          search: query.search,
          filters: query.status === '' ? {} : { status: query.status },
        });
        return withTotals(found, query.page_size, context);
      },
    }),
  ),
  ...addresses('source-lineage', 'lineage').map(({ path, suffix }) =>
    defineRoute({
      ...get,
      id: `research.lineage${suffix}`,
      path,
      summary:
        'Projects, oldest first, with source, parents, follow-ups, duplicates and orphans; or one of them.',
      query: z.strictObject({
        cursor,
        page_size: pageSize,
        project_id: identifier.optional(),
      }),
      replies: { 200: lineageReplySchema },
      errors: ['project_not_found'],
      pageCached: true,
      handler: async ({ query }, context: ApiContext) => {
        const found = await readLineage(context.control, query);
        return withTotals(found, query.page_size, context);
      },
    }),
  ),
  defineRoute({
    ...get,
    id: 'research.candidates',
    path: '/control/api/research/candidates',
    summary: 'Queued items in the order of dispatch, each with what would stop it.',
    query: z.strictObject({ cursor, page_size: pageSize, search: searchParam }),
    replies: { 200: candidatesReplySchema },
    pageCached: true,
    handler: async ({ query }, context) => {
      const { page, rows } = await readCandidates(context.control, {
        cursor: query.cursor,
        pageSize: query.page_size,
        sort: null,
        search: query.search,
        filters: {},
      });
      return ok(toListReply({ page, rows, pageSize: query.page_size, ...stamp(context) }));
    },
  }),
];
