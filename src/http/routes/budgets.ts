/** What runs may spend, and what they have. */
import * as z from 'zod';
import { readBudgets } from '../../control/operations/index.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { budgetsReplySchema } from '../wire/budgets.ts';
import { get, idParam } from '../wire/fields.ts';
import type { ApiContext } from './context.ts';

/** From the store alone: no worker is asked. */
export const budgetRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'budgets.get',
    path: '/control/api/v1/budgets',
    summary: 'The budgets, and what is spent and left of them: runs under way, a project, the day.',
    query: z.strictObject({
      project_id: idParam
        .optional()
        .describe('Adds what all runs and papers of this project have spent.'),
    }),
    replies: { 200: budgetsReplySchema },
    errors: ['project_not_found'],
    handler: async ({ query }, { control }) =>
      ok(await readBudgets(control, query.project_id ?? null)),
  }),
];
