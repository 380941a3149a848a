/** The event log itself: which one it is, what is gone from it, and that an operator knows. */
import * as z from 'zod';
import { archiveEvents } from '../../control/operations/index.ts';
import { acknowledgeLoss, readLog } from '../../control/readiness/index.ts';
import { eventLogSchema } from '../../domain/records.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { command, get, idempotencyKey, requestedBy, words } from '../wire/fields.ts';
import { count, okReply } from '../wire/parts.ts';
import { moment } from '../wire/rows.ts';
import type { ApiContext } from './context.ts';

const { status, loss } = eventLogSchema.shape;

const logReply = okReply.extend({
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

const archiveReply = okReply.extend({
  dry_run: z.boolean(),
  scheduled: z.boolean().describe('Whether the service archives by itself.'),
  after_days: z.int(),
  files: count.describe('Files of the archive, with those of this request.'),
  bytes: count,
  archived_to: count.describe('Last event that lies in a file; 0: none.'),
  kept: count.describe(
    'Payloads of them that the store has as well: something open may need them.',
  ),
  due_to: count.describe('Last event that is old enough.'),
  due_count: count,
  looks: count.describe('Daily looks at the log so far, no more than are needed.'),
  waits_for: z
    .string()
    .nullable()
    .describe('What keeps events that are old by the clock; null: nothing.'),
  made: z.array(
    z.strictObject({
      first_id: count,
      last_id: count,
      file: z.string(),
      bytes: count,
      sha256: z.string(),
      kept: count,
    }),
  ),
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
    id: 'event_log.archive',
    path: '/control/api/v1/event-log/archive',
    summary: 'Moves old events into the archive, or says what is archived and what would be.',
    body: z.strictObject({
      dry_run: z.boolean().default(true),
      requested_by: requestedBy.default('operator'),
      after_days: z.int().min(1).max(3650).nullable().default(null),
      trust_clock: z.boolean().default(false),
      up_to: z
        .int()
        .min(1)
        .optional()
        .describe('No event after this one is moved, such as `due_to` of a dry run.'),
    }),
    replies: { 200: archiveReply },
    errors: ['invalid_request', 'read_only'],
    idempotent: true,
    handler: async ({ body }, { control }) => ok(await archiveEvents(control, body)),
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
