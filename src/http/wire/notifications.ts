/** What is told to people, as replies show it, and what a test of the channels brought. */
import * as z from 'zod';
import { testStations } from '../../control/alerts/index.ts';
import { notificationMessageSchema } from '../../domain/notification.ts';
import { channelNames } from '../../domain/notification-channels.ts';
import { notification } from '../../domain/records.ts';
import { idempotencyKey, idParam, requestedBy } from './fields.ts';
import { okReply, time } from './parts.ts';

/** One message over one channel. */
export const notificationRowSchema = notification.row
  .extend({
    version: z.int().min(1).describe('Grows by one with every change of this entity.'),
    truncated: z.literal(true).optional().describe('Present when a long text was cut.'),
  })
  .strict()
  .meta({ id: 'NotificationRow', description: 'A message on its way over one channel.' });

/** The same with the message whole. */
export const notificationReply = okReply.extend({
  notification: notificationRowSchema,
  message: notificationMessageSchema
    .nullable()
    .describe('What is told; null for one that was never asked for.'),
  generated_at: time,
});

/** The longest id is that of an incident with the number and the channel of the message. */
export const notificationParams = z.strictObject({
  notification_id: idParam,
});

/** Without a channel: all of them. */
export const testAlertsBody = z.strictObject({
  idempotency_key: idempotencyKey.optional(),
  channel: z
    .enum(channelNames)
    .optional()
    .describe('Only this channel; without it every one that is configured.'),
  rule: z
    .boolean()
    .optional()
    .describe(
      'Begins at a rule: an alert that is made up fires, and its incident tells of it over every channel.',
    ),
  requested_by: requestedBy,
});

/** What came of it within the time that the request waits. */
export const testAlertsReply = okReply.extend({
  delivered: z.boolean().describe('True only when every channel asked gave a receipt.'),
  summary: z
    .string()
    .nullable()
    .describe('What ended the way before any channel; null where nothing did.'),
  results: z.array(
    z.strictObject({
      channel: z.string(),
      notification_id: z.string(),
      status: notification.stored.shape.status,
      receipt: z.string().nullable().describe('What the service at the other end gave for it.'),
      attempts: z.int().min(0),
      error: z.string().nullable().describe('Why the last attempt brought no receipt.'),
      action: z.string().nullable().describe('What to do about it; null for a channel that works.'),
    }),
  ),
  stations: z
    .array(
      z.strictObject({
        station: z.enum(testStations),
        channel: z.string().nullable().describe('Of the last station.'),
        at: time.nullable().describe('Null where it was not reached.'),
        after_seconds: z.number().nullable().describe('Since it was asked for.'),
      }),
    )
    .describe('The way from the rule to the receipts, in order; empty without a rule.'),
  generated_at: time,
});
