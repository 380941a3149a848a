/**
 * Has the alerts evaluated again and again, and remembers when that was last done and what came of
 * it. The time to the next check counts from the end of the last: what was missed while the service
 * was down, or while its clock jumped, is made up for by one check.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | the first start of the service | `START` |
 * | `waiting` | it was started, or a check ended | its timer | `CHECK_DUE` |
 * | `checking` | the time had come | the evaluation, also over a restart | `CHECKED`, `EFFECT_FAILED` |
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { type AlertWatch, alertWatchSchema } from '../../domain/records.ts';
import { createKit, isoAfter, performer } from '../kit.ts';
import type { AlertWatchEffects } from './effects.ts';
import type { AlertWatchEvent } from './events.ts';

type Context = Omit<AlertWatch, 'status'>;
type MachineEvent = Stamped<AlertWatchEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
type Start = EventOf<'START'>;
type Checked = EventOf<'CHECKED'>;
type Failed = EventOf<'EFFECT_FAILED'>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<AlertWatchEffects>();
const timer = 'check';

/** A watch that was never started. */
export const initialAlertWatch = (_id: string): AlertWatch => blank(alertWatchSchema, {});
const { status: _status, ...initialContext } = initialAlertWatch('');

/** The next check is one interval away; stands after what sets the interval. */
const waitAgain = [
  kit.change(({ context, event }) => ({
    next_check_at: isoAfter(event.at, context.interval_ms),
  })),
  kit.schedule(timer, ({ context }) => ({
    delay_ms: context.interval_ms,
    event: { type: 'CHECK_DUE' },
  })),
] as const;
const ended = { began_at: null } as const;
const takeInterval = kit.change<Start>(({ context, event }) => ({
  interval_ms: event.interval_ms,
  started_at: context.started_at ?? event.at,
}));
const recordStart = kit.record<Start>('alert_watch.started', ({ event }) => ({
  interval_ms: event.interval_ms,
}));

/** The statechart of the table above; a start that changes nothing is refused. */
export const alertWatchMachine = durableSetup({
  types: { context: {} as Context, events: {} as AlertWatchEvent },
  guards: {
    isNews: ({ context, event }) =>
      event.type === 'START' && event.interval_ms !== context.interval_ms,
    /** The interval is another one, or the clock was set back: the timer would be too late. */
    isLate: ({ context, event }) =>
      event.type === 'START' &&
      (event.interval_ms !== context.interval_ms ||
        Date.parse(context.next_check_at ?? event.at) - Date.parse(event.at) > event.interval_ms),
  },
}).createMachine({
  id: 'alert_watch',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never started.',
      on: { START: { target: 'waiting', actions: [takeInterval, recordStart, ...waitAgain] } },
    },
    waiting: {
      description: 'The next check has its time.',
      on: {
        START: { guard: 'isLate', actions: [takeInterval, recordStart, ...waitAgain] },
        CHECK_DUE: {
          target: 'checking',
          actions: [
            kit.change<EventOf<'CHECK_DUE'>>(({ event }) => ({
              began_at: event.at,
              next_check_at: null,
            })),
            kit.record<EventOf<'CHECK_DUE'>>('alert_watch.check_began'),
            kit.perform<EventOf<'CHECK_DUE'>>(() => perform('alerts.check', {})),
          ],
        },
      },
    },
    checking: {
      description: 'The alerts are being evaluated.',
      on: {
        START: { guard: 'isNews', actions: [takeInterval, recordStart] },
        CHECKED: {
          target: 'waiting',
          actions: [
            kit.change<Checked>(({ context, event }) => ({
              ...ended,
              last_checked_at: event.at,
              last_found: event.found,
              last_error: null,
              check_count: context.check_count + 1,
            })),
            kit.record<Checked>('alert_watch.checked', ({ event }) => ({ ...event.found })),
            ...waitAgain,
          ],
        },
        EFFECT_FAILED: {
          target: 'waiting',
          actions: [
            kit.change<Failed>(({ event }) => ({ ...ended, last_error: event.error })),
            kit.record<Failed>('alert_watch.check_failed', ({ event }) => ({ error: event.error })),
            ...waitAgain,
          ],
        },
      },
    },
  },
});
