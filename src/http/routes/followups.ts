/** Follow-up investigations. */
import * as z from 'zod';
import { limits } from '../../domain/limits.ts';
import { defineRoute, type Route } from '../route.ts';
import { askedDry, command, identifier } from '../wire/fields.ts';
import { planErrors, planId } from '../wire/plans.ts';
import { followupReplySchema } from '../wire/research.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';

/** One route: a dry run unless `dry_run` is false, and one follow-up at most. */
export const followupRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'followups.launch_next',
    path: '/control/api/v1/followups/launch-next',
    summary:
      'Queues one bounded follow-up of a completed run that made no paper, or says which it would be.',
    body: z.strictObject({
      ...askedDry,
      project_id: identifier.optional().describe('Only this parent is looked at.'),
      max_followup_depth: z
        .int()
        .min(1)
        .max(limits.followupDepthMax)
        .default(limits.followupDepthDefault)
        .describe('A follow-up deeper than this below the first project is not launched.'),
      plan_id: planId,
    }),
    replies: { 200: followupReplySchema },
    errors: ['queue_item_not_found', 'read_only', 'idempotency_conflict', ...planErrors],
    idempotent: false,
    handler: ({ body: { idempotency_key: key, ...request } }, context) =>
      perform(context, 'launch_followup', { key, request }),
  }),
];
