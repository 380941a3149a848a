/** The event log itself: which one it is, what is gone from it, and that an operator knows. */
import * as z from 'zod';
import { acknowledgeLoss, readLog } from '../../control/operations/index.ts';
import { eventLogSchema } from '../../domain/records.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { command, get, idempotencyKey, requestedBy, words } from '../wire/fields.ts';
import { moment } from '../wire/rows.ts';
import type { ApiContext } from './context.ts';

const { status, loss } = eventLogSchema.shape;

const logReply = z.strictObject({
  ok: z.literal(true),
  epoch: z
    .string()
    .describe('Which log the ids of events are of; another one after events were lost.'),
  head: z.int().min(0).describe('Id of the last event.'),
  status: status.describe('`lost` until an operator has acknowledged what is gone.'),
  loss: loss.describe('The last loss that was found; null where there was none.'),
  acknowledged_by: z.string().nullable(),
  acknowledged_at: moment.nullable(),
  note: z.string().nullable(),
});

/** Acknowledging a loss changes what is said of the log, and nothing in it. */
export const eventLogRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'event_log.get',
    path: '/control/api/v1/event-log',
    summary: 'Which log it is, and whether anything is known to be gone from it.',
    replies: { 200: logReply },
    handler: async (_request, { control }) => ok(await readLog(control)),
  }),
  defineRoute({
    ...command,
    id: 'event_log.acknowledge_loss',
    path: '/control/api/v1/event-log/acknowledge-loss',
    summary: 'An operator knows what is gone from the log; readiness says no more of it.',
    body: z.strictObject({
      idempotency_key: idempotencyKey.optional(),
      acknowledged_by: requestedBy,
      note: words(1000).nullable().default(null),
    }),
    replies: {
      200: z.strictObject({ ok: z.literal(true), status, event_id: z.int().nullable() }),
    },
    errors: ['transition_refused', 'idempotency_conflict'],
    idempotent: true,
    handler: async ({ body }, { control }) => answered(await acknowledgeLoss(control, body)),
  }),
];
