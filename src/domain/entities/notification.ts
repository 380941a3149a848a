/** The notification: one message on its way over one channel, and the receipt for it. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import { notificationMessageSchema } from '../notification.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

const { news, severity } = notificationMessageSchema.shape;

/** Table of what was told to people: one row a message and channel, made when it is first asked for. */
export const notification = defineEntity({
  id: 'notification_id',
  defaultSort: '-updated_at',
  members: {
    status: shown(
      z.enum(['new', 'sending', 'waiting', 'delivered', 'undeliverable']),
      'How far it is; delivered only with a receipt.',
      { column: 'plain', filter: true },
    ),
    notification_id: shown(
      text,
      'The message and the channel; the service gets it with each attempt.',
    ),
    channel: shown(text, 'The channel that it goes over.', { column: 'plain', filter: true }),
    incident_id: shown(text, 'What it is about.', { filter: true }),
    news: shown(news, 'What it says of that.', { filter: true }),
    severity: shown(severity, 'How grave it is.', { filter: true }),
    alert_kind: shown(text, 'Kind of the alert.'),
    title: shown(text, 'Its first line.'),
    attempts: shown(count, 'Attempts that have ended, whatever came of them.'),
    last_error: shown(
      textOrNull,
      'Why the last attempt brought no receipt; null when none failed.',
    ),
    receipt: shown(textOrNull, 'What the service at the other end gave for it.'),
    first_failed_at: shown(timeOrNull, 'When an attempt first failed.'),
    last_failed_at: shown(timeOrNull, 'When an attempt last failed.'),
    next_attempt_at: shown(timeOrNull, 'When it is tried again; null unless it waits.'),
    delivered_at: shown(timeOrNull, 'When the receipt came.'),
    message: internal(
      notificationMessageSchema.nullable(),
      'The whole message; its own route shows it.',
    ),
    answer_to: internal(
      z.object({ kind: text, id: text }).nullable(),
      'The actor that is told how it ended.',
    ),
    created_at: shown(time, 'When it was asked for.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
/** What is stored of a notification, the whole message included. */
export const notificationSchema = notification.stored;
/** State of the actor that carries one message over one channel, until there is a receipt or no hope. */
export type Notification = z.infer<typeof notificationSchema>;
