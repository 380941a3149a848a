/** Checking the queue for alerts. */
import * as z from 'zod';
import { runCommand } from '../../control/commands/index.ts';
import { answered, defineRoute, type Route } from '../route.ts';
import { command, idempotencyKey, requestedBy } from '../wire/fields.ts';
import { alertCheckReplySchema } from '../wire/readiness.ts';
import type { ApiContext } from './context.ts';

/** One route; unless `dry_run` is false it records nothing. */
export const alertRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'alerts.queue_check',
    path: '/control/api/alerts/queue-check',
    summary:
      'Looks for stale items, lost workers, refused callbacks, failing dispatches and failed readiness; raises and resolves alerts.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      dry_run: z.boolean().default(true),
      force_notify: z
        .boolean()
        .default(false)
        .describe('Counts a message as due whatever the cooldown says.'),
      refresh_worker: z.boolean().default(false).describe('Asks every worker first.'),
      requested_by: requestedBy,
    }),
    replies: { 200: alertCheckReplySchema },
    errors: ['idempotency_conflict'],
    idempotent: true,
    partial: 'Messages are not sent to the push service yet; `notified` is always false.',
    handler: async ({ body: { idempotency_key: key, ...request } }, context) =>
      answered(
        await runCommand(context, 'check_alerts', { key, by: request.requested_by, request }),
      ),
  }),
];
