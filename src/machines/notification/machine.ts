/**
 * One message on its way over one channel. It is delivered when the service at the other end has said
 * so, and at no other time: a time-out is an attempt nobody knows the outcome of.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `SEND` | `SEND` |
 * | `sending` | it was asked for, or its pause is over | the answer to one attempt | `ACKNOWLEDGED`, `FAILED`, `REFUSED` |
 * | `waiting` | an attempt failed | the end of a pause that grows | `RETRY_DUE` |
 * | `delivered` | the service took it; its receipt is kept | nothing | `FORGET`, after a long time |
 * | `undeliverable` | it was refused for good, or failed too often | nothing | never |
 *
 * Delivery is at least once: a crash between an attempt and the turn that takes its answer makes the
 * attempt again. All attempts bear the id of the notification, by which a receiver knows a repeat.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Notification, notificationSchema } from '../../domain/records.ts';
import { createKit, type Distinct, isoAfter, performer, telling } from '../kit.ts';
import type { NotificationEffects } from './effects.ts';
import type { NotificationAnswer, NotificationEvent } from './events.ts';
import { attemptsMax, pauseMs } from './pause.ts';

type Context = Omit<Notification, 'status'>;
type MachineEvent = Stamped<Distinct<NotificationEvent>>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
type Ended = EventOf<'FAILED' | 'REFUSED'>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<NotificationEffects>();

/** A message that nobody asked for; the id is known, and nothing else. */
export const initialNotification = (id: string): Notification =>
  blank(notificationSchema, { notification_id: id });
const { status: _status, ...initialContext } = initialNotification('');
const retryTimer = 'retry';

/** The states in which it is asked for have a message. */
const attempt = kit.perform(({ context }) =>
  perform('notification.send', {
    notification_id: context.notification_id,
    channel: context.channel,
    message: context.message!,
  }),
);

/** Stands where the guard has seen that somebody waits. */
const answer = <E extends MachineEvent>(
  words: (args: { context: Context; event: E }) => NotificationAnswer,
) => kit.tell<E>((args) => telling(args.context.answer_to!, words(args)));
const subjectOf = ({ channel, news, incident_id, notification_id }: Context) => ({
  channel,
  news,
  incident_id,
  sequence_id: notification_id,
});

const acknowledged = [
  kit.change<EventOf<'ACKNOWLEDGED'>>(({ context, event }) => ({
    attempts: context.attempts + 1,
    receipt: event.receipt,
    delivered_at: event.at,
  })),
  kit.record<EventOf<'ACKNOWLEDGED'>>('notification.delivered', ({ context, event }) => ({
    channel: context.channel,
    incident_id: context.incident_id,
    news: context.news,
    attempts: context.attempts,
    receipt: event.receipt,
  })),
] as const;
const answerDelivered = answer<EventOf<'ACKNOWLEDGED'>>(({ context, event }) => ({
  type: 'DELIVERED',
  ...subjectOf(context),
  receipt: event.receipt,
  delivered_at: event.at,
}));

const failed = kit.change<Ended>(({ context, event }) => ({
  attempts: context.attempts + 1,
  last_error: event.reason,
  first_failed_at: context.first_failed_at ?? event.at,
  last_failed_at: event.at,
}));
const givenUp = [
  failed,
  kit.record<Ended>('notification.given_up', ({ context, event }) => ({
    channel: context.channel,
    incident_id: context.incident_id,
    news: context.news,
    attempts: context.attempts,
    reason: event.reason,
  })),
] as const;
const answerUndeliverable = answer<Ended>(({ context, event }) => ({
  type: 'UNDELIVERABLE',
  ...subjectOf(context),
  reason: event.reason,
}));
const giveUp = [
  { guard: 'isAwaited', target: 'undeliverable', actions: [...givenUp, answerUndeliverable] },
  { target: 'undeliverable', actions: givenUp },
] as const;

/** The statechart of the table above; a repeated `SEND` is refused and changes nothing. */
export const notificationMachine = setup({
  ...kit.durable,
  guards: {
    isAwaited: ({ context }) => context.answer_to !== null,
    mayBeTriedAgain: ({ context }) => context.attempts + 1 < attemptsMax(context.news),
  },
}).createMachine({
  id: 'notification',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never asked for.',
      on: {
        SEND: {
          target: 'sending',
          actions: [
            kit.change<EventOf<'SEND'>>(({ event: { channel, message, answer_to } }) => ({
              channel,
              incident_id: message.incident_id,
              news: message.news,
              severity: message.severity,
              alert_kind: message.alert_kind,
              title: message.title,
              message,
              answer_to,
            })),
            kit.record<EventOf<'SEND'>>('notification.requested', ({ event }) => ({
              channel: event.channel,
              incident_id: event.message.incident_id,
              news: event.message.news,
              title: event.message.title,
            })),
            attempt,
          ],
        },
      },
    },
    sending: {
      description: 'An attempt is under way.',
      on: {
        ACKNOWLEDGED: [
          {
            guard: 'isAwaited',
            target: 'delivered',
            actions: [...acknowledged, answerDelivered],
          },
          { target: 'delivered', actions: acknowledged },
        ],
        FAILED: [
          {
            guard: 'mayBeTriedAgain',
            target: 'waiting',
            actions: [
              failed,
              kit.change<EventOf<'FAILED'>>(({ context, event }) => ({
                next_attempt_at: isoAfter(event.at, pauseMs(context.attempts, event)),
              })),
              kit.record<EventOf<'FAILED'>>(
                'notification.attempt_failed',
                ({ context, event }) => ({
                  channel: context.channel,
                  attempts: context.attempts,
                  reason: event.reason,
                  next_attempt_at: context.next_attempt_at,
                }),
              ),
              kit.schedule<EventOf<'FAILED'>>(retryTimer, ({ context, event }) => ({
                delay_ms: pauseMs(context.attempts, event),
                event: { type: 'RETRY_DUE' },
              })),
            ],
          },
          ...giveUp,
        ],
        REFUSED: giveUp,
      },
    },
    waiting: {
      description: 'The last attempt failed; it is tried again when its pause is over.',
      on: {
        RETRY_DUE: {
          target: 'sending',
          actions: [
            kit.change<EventOf<'RETRY_DUE'>>(() => ({ next_attempt_at: null })),
            kit.record<EventOf<'RETRY_DUE'>>('notification.retried', ({ context }) => ({
              channel: context.channel,
              attempts: context.attempts,
            })),
            attempt,
          ],
        },
      },
    },
    delivered: {
      description: 'The service took it; the receipt is kept.',
      on: {
        FORGET: kit.forgetAs<EventOf<'FORGET'>>('notification.forgotten', ({ context }) => ({
          channel: context.channel,
          incident_id: context.incident_id,
          delivered_at: context.delivered_at,
        })),
      },
    },
    undeliverable: {
      type: 'final',
      description: 'It was refused for good, or failed too often; the reason is kept.',
    },
  },
});
