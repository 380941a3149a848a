/** Reply: what may be spent, what is spent of it, and what is left. */
import * as z from 'zod';
import {
  type BudgetName,
  budgetNames,
  budgetStopSchema,
  budgetViewSchema,
} from '../../domain/budgets.ts';
import { okReply } from './parts.ts';
import { moment } from './rows.ts';

const limit = z.number().nullable().describe('Null: no such budget.');
const summed = budgetViewSchema.extend({
  unknown_runs: z
    .int()
    .describe(
      'Runs, and writings of papers by a language model, that reported nothing of it; they are not in `spent`.',
    ),
  at_least: z.boolean().describe('True when there were more runs than are added up.'),
});

/** Reply member: what all runs of the last 24 hours have spent. */
export const dayBudgetsSchema = z
  .array(
    summed.extend({
      free_at: moment
        .nullable()
        .describe('When it is free again if nothing more is run; null: it is free.'),
    }),
  )
  .describe('All runs of the last 24 hours.');

/** Of `GET /control/api/v1/budgets`. Seconds, tokens, US dollars and retries, as each name says. */
export const budgetsReplySchema = okReply.extend({
  limits: z.strictObject(
    Object.fromEntries(budgetNames.map((name) => [name, limit])) as Record<
      BudgetName,
      typeof limit
    >,
  ),
  warn_percent: z.number().nullable().describe('Part of a limit that is warned of.'),
  runs: z
    .array(
      z.strictObject({
        project_id: z.string(),
        run_id: z.string().nullable(),
        status: z.string().describe('Of its queue item.'),
        budget: z.array(budgetViewSchema).describe('Empty where nothing limits it.'),
        budget_stop: budgetStopSchema
          .strict()
          .nullable()
          .describe('The budget for which it is being stopped; null: it is not.'),
        retry_count: z.int().describe('Dispatches that were tried again.'),
        max_retries: z.int().describe('How many may be.'),
      }),
    )
    .describe('Every run under way.'),
  project: z
    .strictObject({ project_id: z.string(), budget: z.array(summed) })
    .nullable()
    .describe('All runs of the project that was asked about; null when none was.'),
  day: dayBudgetsSchema,
  generated_at: moment,
  source: z.string().describe('What answered: `store`.'),
});
