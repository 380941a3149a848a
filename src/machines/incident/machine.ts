/**
 * A group of alerts that people are told about together: once when something is wrong, and once when
 * all of it is over. Its id is that of the group with a generation, the same from the first alert to
 * the last word.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | an alert that fires | `MEMBERS` |
 * | `opening` | its first alert fired | others of the same cause, and the end of the cooldown of the incident before | `SAY_DUE`, `MEMBERS` (forced, or none stands) |
 * | `open` | its channels were told, or there is none | further alerts, and the end of all | `MEMBERS` (none stands) |
 * | `quiet` | none of its alerts stands | their return, for a while | `MEMBERS` (one stands), `QUIET_OVER` |
 * | `closed` | nothing came back | answers of its messages | `FORGET`, after a long time |
 *
 * Said is what is news: an alert that no message named yet, or that became graver; at most once in a
 * cooldown, which begins with each message. What comes back while it is quiet is no news. That it is
 * over is said only where the message that something is wrong was taken: where that is still under
 * way, once it arrives.
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { notificationIdOf } from '../../domain/notification.ts';
import { type Incident, incidentSchema } from '../../domain/records.ts';
import { createKit, isoAfter, telling } from '../kit.ts';
import type { IncidentEvent } from './events.ts';
import {
  answered,
  awaited,
  differs,
  follow,
  hasNews,
  remainingMs,
  stands,
  withDeliveries,
} from './members.ts';
import { composeMessage } from './message.ts';

type Context = Omit<Incident, 'status'>;
type MachineEvent = Stamped<IncidentEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
type Members = EventOf<'MEMBERS'>;
type Delivered = EventOf<'DELIVERED'>;
type Answer = EventOf<'DELIVERED' | 'UNDELIVERABLE'>;
const kit = createKit<Context, MachineEvent>();

/** An incident that never was; its id is the group's with a generation. */
export const initialIncident = (id: string): Incident => blank(incidentSchema, { incident_id: id });
const { status: _status, ...initialContext } = initialIncident('');

const sayTimer = 'say';
const quietTimer = 'quiet';

/** One message over each of the channels, each delivery an actor of its own. */
const send = (
  news: 'firing' | 'resolved',
  channelsOf: (context: Context, event: MachineEvent) => readonly string[],
) =>
  kit.tellEach(({ context, event }) => {
    const { incident_id: id, sequence } = context;
    const message = composeMessage(context, news, event.at);
    return channelsOf(context, event).map((channel) =>
      telling(
        { kind: 'notification', id: notificationIdOf(id, sequence, channel) },
        { type: 'SEND', channel, message, answer_to: { kind: 'incident', id } },
      ),
    );
  });

const followed = kit.change<Members>(({ context, event }) => follow(context, event));
const counts = (context: Context) => ({
  group_key: context.group_key,
  title: context.title,
  severity: context.severity,
  standing: context.members.filter(stands).length,
});

/** Everybody is told of every alert that stands. */
const say = [
  kit.change(({ context, event }) => ({
    sequence: context.sequence + 1,
    said_at: event.at,
    due_at: null,
    quiet_since: null,
    members: context.members.map((member) => (stands(member) ? { ...member, told: true } : member)),
    deliveries: withDeliveries(context.deliveries, context.channels, {
      sequence: context.sequence + 1,
      news: 'firing',
      said_at: event.at,
    }),
  })),
  kit.record('incident.told', ({ context }) => ({
    ...counts(context),
    channels: context.channels,
    sequence: context.sequence,
  })),
  kit.cancel(sayTimer),
  kit.cancel(quietTimer),
  send('firing', ({ channels }) => channels),
] as const;

/** The first message waits for others, and for the cooldown of what was said before this incident. */
const firstWaitMs = ({ wait_ms, said_before, cooldown_ms, at }: Members): number =>
  Math.max(wait_ms, remainingMs(said_before, at, cooldown_ms));
const opened = kit.change<Members>(({ event }) => ({
  opened_at: event.at,
  said_before: event.said_before,
}));
const openingWaits = [
  kit.change<Members>(({ event }) => ({ due_at: isoAfter(event.at, firstWaitMs(event)) })),
  kit.record<Members>('incident.opened', ({ context }) => counts(context)),
  kit.schedule<Members>(sayTimer, ({ event }) => ({
    delay_ms: firstWaitMs(event),
    event: { type: 'SAY_DUE' },
  })),
];

const cooldownMs = (context: Context, event: Members): number =>
  remainingMs(context.said_at, event.at, event.cooldown_ms);
/** Something is news, and the cooldown is not over. */
const newsWaits = (eventType: string) => [
  followed,
  kit.change<Members>(({ context, event }) => ({
    due_at: isoAfter(event.at, cooldownMs(context, event)),
    quiet_since: null,
  })),
  kit.record<Members>(eventType, ({ context }) => counts(context)),
  kit.cancel(quietTimer),
  kit.schedule<Members>(sayTimer, ({ context, event }) => ({
    delay_ms: cooldownMs(context, event),
    event: { type: 'SAY_DUE' },
  })),
];
/** Nothing is news. */
const standOn = (eventType: string) => [
  followed,
  kit.change<Members>(() => ({ due_at: null, quiet_since: null })),
  kit.record<Members>(eventType, ({ context }) => counts(context)),
  kit.cancel(sayTimer),
  kit.cancel(quietTimer),
];
const growQuiet = [
  followed,
  kit.change<Members>(({ event }) => ({
    quiet_since: event.at,
    due_at: isoAfter(event.at, event.quiet_ms),
  })),
  kit.record<Members>('incident.quieted', ({ context }) => counts(context)),
  kit.cancel(sayTimer),
  kit.schedule<Members>(quietTimer, ({ event }) => ({
    delay_ms: event.quiet_ms,
    event: { type: 'QUIET_OVER' },
  })),
];
/** Over before anybody was told. */
const closeUnsaid = [
  followed,
  kit.change<Members>(({ event }) => ({ closed_at: event.at, due_at: null })),
  kit.record<Members>('incident.closed', ({ context }) => ({ ...counts(context), channels: [] })),
  kit.cancel(sayTimer),
];
/** The number of the last message; there is one only where there was a first. */
const lastSequence = ({ sequence }: Context): number => (sequence === 0 ? 0 : sequence + 1);
const close = [
  kit.change<EventOf<'QUIET_OVER'>>(({ context, event }) => ({
    closed_at: event.at,
    due_at: null,
    sequence: lastSequence(context),
    ended: [...context.heard],
    deliveries: withDeliveries(context.deliveries, context.heard, {
      sequence: lastSequence(context),
      news: 'resolved',
      said_at: event.at,
    }),
  })),
  kit.record<EventOf<'QUIET_OVER'>>('incident.closed', ({ context }) => ({
    ...counts(context),
    channels: context.ended,
  })),
  send('resolved', ({ ended }) => ended),
];

const noteDelivered = kit.change<Delivered>(({ context, event }) => ({
  deliveries: answered(context, event.sequence_id, {
    state: 'delivered',
    receipt: event.receipt,
    answered_at: event.delivered_at,
  }),
  heard:
    event.news === 'firing' && !context.heard.includes(event.channel)
      ? [...context.heard, event.channel]
      : context.heard,
}));
const about = ({ channel, news }: Answer) => ({ channel, news });
const recordDelivered = kit.record<Delivered>('incident.delivered', ({ event }) => ({
  ...about(event),
  receipt: event.receipt,
}));
const delivered = { guard: 'awaited', actions: [noteDelivered, recordDelivered] } as const;
/** The message that something is wrong arrived after all was over: its reader is told that, too. */
const deliveredLate = {
  guard: 'owesTheEnd',
  actions: [
    noteDelivered,
    kit.change<Delivered>(({ context, event }) => ({
      ended: [...context.ended, event.channel],
      deliveries: withDeliveries(context.deliveries, [event.channel], {
        sequence: context.sequence,
        news: 'resolved',
        said_at: event.at,
      }),
    })),
    recordDelivered,
    send('resolved', (_context, event) => (event.type === 'DELIVERED' ? [event.channel] : [])),
  ],
} as const;
const undeliverable = {
  guard: 'awaited',
  actions: [
    kit.change<EventOf<'UNDELIVERABLE'>>(({ context, event }) => ({
      deliveries: answered(context, event.sequence_id, {
        state: 'undeliverable',
        reason: event.reason,
        answered_at: event.at,
      }),
    })),
    kit.record<EventOf<'UNDELIVERABLE'>>('incident.delivery_failed', ({ event }) => ({
      ...about(event),
      reason: event.reason,
    })),
  ],
} as const;
const answers = { DELIVERED: delivered, UNDELIVERABLE: undeliverable } as const;

const isAnswer = (event: MachineEvent): event is Answer =>
  event.type === 'DELIVERED' || event.type === 'UNDELIVERABLE';
/** What there would be to say after a check; null for other events. */
const afterCheck = (context: Context, event: MachineEvent) =>
  event.type === 'MEMBERS' ? { ...context, ...follow(context, event) } : null;
const hasNewsAfter = (context: Context, event: MachineEvent): boolean => {
  const after = afterCheck(context, event);
  return after !== null && hasNews(after);
};

/** The statechart of the table above; what it says are tells to notifications, one a channel. */
export const incidentMachine = durableSetup({
  types: { context: {} as Context, events: {} as IncidentEvent },
  guards: {
    forced: ({ event }) =>
      event.type === 'MEMBERS' &&
      event.force &&
      event.members.length > 0 &&
      event.channels.length > 0,
    someStand: ({ event }) => event.type === 'MEMBERS' && event.members.length > 0,
    noneStands: ({ event }) => event.type === 'MEMBERS' && event.members.length === 0,
    newsDue: ({ context, event }) =>
      event.type === 'MEMBERS' && hasNewsAfter(context, event) && cooldownMs(context, event) === 0,
    newsWaits: ({ context, event }) =>
      event.type === 'MEMBERS' && hasNewsAfter(context, event) && differs(context, event),
    newsReturns: ({ context, event }) => hasNewsAfter(context, event),
    differs: ({ context, event }) => event.type === 'MEMBERS' && differs(context, event),
    hasChannel: ({ context }) => context.channels.length > 0,
    hasNews: ({ context }) => hasNews(context),
    awaited: ({ context, event }) =>
      isAnswer(event) && awaited(context, event.sequence_id) !== undefined,
    /** Whoever was to be told was told, by a service that said so; nothing is under way. */
    wasHeard: ({ context: { deliveries, channels, sequence, heard } }) =>
      deliveries.every(({ state }) => state !== 'under_way') &&
      (sequence === 0 || channels.length === 0 || heard.length > 0),
    owesTheEnd: ({ context, event }) =>
      event.type === 'DELIVERED' &&
      event.news === 'firing' &&
      !context.ended.includes(event.channel) &&
      awaited(context, event.sequence_id) !== undefined,
  },
}).createMachine({
  id: 'incident',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never stored.',
      on: {
        MEMBERS: [
          { guard: 'forced', target: 'open', actions: [followed, opened, ...say] },
          { guard: 'someStand', target: 'opening', actions: [followed, opened, ...openingWaits] },
        ],
      },
    },
    opening: {
      description: 'Its first alerts come together; nobody was told yet.',
      on: {
        MEMBERS: [
          { guard: 'noneStands', target: 'closed', actions: closeUnsaid },
          { guard: 'forced', target: 'open', actions: [followed, ...say] },
          {
            guard: 'differs',
            actions: [
              followed,
              kit.record<Members>('incident.members_changed', ({ context }) => counts(context)),
            ],
          },
        ],
        SAY_DUE: [
          { guard: 'hasChannel', target: 'open', actions: say },
          {
            target: 'open',
            actions: [
              kit.change<EventOf<'SAY_DUE'>>(() => ({ due_at: null })),
              kit.record<EventOf<'SAY_DUE'>>('incident.left_untold', ({ context }) =>
                counts(context),
              ),
            ],
          },
        ],
      },
    },
    open: {
      description: 'An alert stands, and whoever is to be told was told.',
      on: {
        MEMBERS: [
          { guard: 'noneStands', target: 'quiet', actions: growQuiet },
          { guard: 'forced', actions: [followed, ...say] },
          { guard: 'newsDue', actions: [followed, ...say] },
          { guard: 'newsWaits', actions: newsWaits('incident.members_changed') },
          { guard: 'differs', actions: standOn('incident.members_changed') },
        ],
        SAY_DUE: { guard: 'hasNews', actions: say },
        ...answers,
      },
    },
    quiet: {
      description: 'None of its alerts stands; for a while they may come back without a word.',
      on: {
        MEMBERS: [
          { guard: 'forced', target: 'open', actions: [followed, ...say] },
          { guard: 'newsDue', target: 'open', actions: [followed, ...say] },
          { guard: 'newsReturns', target: 'open', actions: newsWaits('incident.reopened') },
          { guard: 'someStand', target: 'open', actions: standOn('incident.reopened') },
        ],
        QUIET_OVER: { target: 'closed', actions: close },
        ...answers,
      },
    },
    closed: {
      description: 'All of it is over; only answers of its messages still count.',
      on: {
        DELIVERED: [deliveredLate, delivered],
        UNDELIVERABLE: undeliverable,
        FORGET: {
          guard: 'wasHeard',
          ...kit.forgetAs<EventOf<'FORGET'>>('incident.forgotten', ({ context }) =>
            counts(context),
          ),
        },
      },
    },
  },
});
