/**
 * One thing that may be wrong, by fingerprint. It remembers whether it stands, whether somebody was
 * told, and whether they are still owed the message that it is over. It says when a message is due
 * (`judgeNotification`, in its reply); only what the push service took counts as told.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never seen | `OBSERVED` | `OBSERVED` |
 * | `raised` | a check found it | the check that does not | `CLEARED` |
 * | `resolved` | a check no longer found it | its return | `OBSERVED` |
 */
import { setup } from 'xstate';
import { durableActions, type Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Alert, alertSchema } from '../../domain/records.ts';
import { createKit, type Distinct } from '../kit.ts';
import type { AlertEvent } from './events.ts';
import { judgeNotification } from './notification.ts';

type Context = Omit<Alert, 'status'>;
type MachineEvent = Stamped<Distinct<AlertEvent>>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
type Observed = EventOf<'OBSERVED'>;
const kit = createKit<Context, MachineEvent>();

/** A trouble never seen. The id says nothing of it; what it is comes with the first `OBSERVED`. */
export const initialAlert = (_id: string): Alert => blank(alertSchema, {});
const { status: _status, ...initialContext } = initialAlert('');

/** What an observation says of the trouble itself. */
const described = (event: Observed) => ({
  fingerprint: event.fingerprint,
  alert_kind: event.alert_kind,
  subject: event.subject,
  severity: event.severity,
  message: event.message,
  suggested_action: event.suggested_action,
  since: event.since,
});

function saysAnything(context: Context, event: Observed): boolean {
  return Object.entries(described(event)).some(
    ([member, value]) => context[member as keyof Context] !== value,
  );
}

const answerDue = kit.reply<Observed>(({ context, event }) => ({
  raised_at: context.raised_at,
  raise_count: context.raise_count,
  notified_at: context.notified_at,
  notification: judgeNotification(context, event),
}));

const raise = {
  target: 'raised',
  actions: [
    kit.change<Observed>(({ context, event }) => ({
      ...described(event),
      raised_at: event.at,
      resolved_at: null,
      raise_count: context.raise_count + 1,
      told_of_raise: false,
      // It is back: that it was over is no news any more.
      recovery_owed: false,
    })),
    kit.record<Observed>('alert.raised', ({ event }) => described(event)),
    answerDue,
  ],
} as const;

const told = [
  kit.record<EventOf<'NOTIFIED'>>('alert.notified', ({ context }) => ({
    fingerprint: context.fingerprint,
  })),
] as const;

/** The statechart of the table above. It asks for no effect: whoever sent the event acts on its reply. */
export const alertMachine = setup({
  types: { context: {} as Context, events: {} as MachineEvent },
  actions: durableActions,
  guards: {
    saysSomethingNew: ({ context, event }) =>
      event.type === 'OBSERVED' && saysAnything(context, event),
    recoveryOwed: ({ context }) => context.recovery_owed,
  },
}).createMachine({
  id: 'alert',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'Never seen.', on: { OBSERVED: raise } },
    raised: {
      description: 'The last check found it.',
      on: {
        OBSERVED: [
          {
            guard: 'saysSomethingNew',
            actions: [
              kit.change<Observed>(({ event }) => described(event)),
              kit.record<Observed>('alert.changed', ({ event }) => described(event)),
              answerDue,
            ],
          },
          { actions: [answerDue] },
        ],
        CLEARED: {
          target: 'resolved',
          actions: [
            kit.change<EventOf<'CLEARED'>>(({ context, event }) => ({
              resolved_at: event.at,
              // Only who heard of this raise needs to hear that it is over.
              recovery_owed: context.told_of_raise,
            })),
            kit.record<EventOf<'CLEARED'>>('alert.resolved', ({ context, event }) => ({
              fingerprint: context.fingerprint,
              raised_at: context.raised_at,
              reason: event.reason,
            })),
            kit.reply<EventOf<'CLEARED'>>(({ context }) => ({
              recovery_owed: context.recovery_owed,
            })),
          ],
        },
        NOTIFIED: {
          actions: [
            kit.change<EventOf<'NOTIFIED'>>(({ context, event }) => ({
              notified_at: event.at,
              notification_count: context.notification_count + 1,
              told_of_raise: true,
            })),
            ...told,
          ],
        },
      },
    },
    resolved: {
      description: 'The last check no longer found it.',
      on: {
        OBSERVED: raise,
        // The message was under way when it ended: whoever got it is owed the other one.
        NOTIFIED: {
          actions: [
            kit.change<EventOf<'NOTIFIED'>>(({ context, event }) => ({
              notified_at: event.at,
              notification_count: context.notification_count + 1,
              recovery_owed: true,
            })),
            ...told,
          ],
        },
        RECOVERY_NOTIFIED: {
          guard: 'recoveryOwed',
          actions: [
            kit.change<EventOf<'RECOVERY_NOTIFIED'>>(() => ({ recovery_owed: false })),
            kit.record<EventOf<'RECOVERY_NOTIFIED'>>('alert.recovery_notified', ({ context }) => ({
              fingerprint: context.fingerprint,
            })),
          ],
        },
      },
    },
  },
});
