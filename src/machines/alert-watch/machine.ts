/**
 * Has the alerts evaluated again and again. A look raises and resolves alerts, which are actors of
 * their own; of the watch itself nothing is written while it finds as much as the time before.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `off` | never started, or not wanted any more | a start that wants it | `START` |
 * | `watching` | it was started | its timer, a word that something changed, the result of a look | `STOP` |
 *
 * The time to the next look counts from the end of the last: what was missed while the service was
 * down, or while its clock jumped, is made up for by one look. It comes sooner where an alert only has
 * to stand a while longer to fire.
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { limits } from '../../domain/limits.ts';
import { type AlertWatch, alertWatchSchema } from '../../domain/records.ts';
import { isSameJson } from '../../lib/same-json.ts';
import { createKit, performer } from '../kit.ts';
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

/** A watch that was never started. */
export const initialAlertWatch = (_id: string): AlertWatch => blank(alertWatchSchema, {});
const { status: _status, ...initialContext } = initialAlertWatch('');

const lookTimer = 'check';
const due = { type: 'CHECK_DUE' } as const;
const lookNow = kit.perform(() => perform('alerts.check', {}));
const lookAtOnce = kit.schedule(lookTimer, () => ({ delay_ms: 0, event: due }));
const lookAfterInterval = kit.schedule(lookTimer, ({ context }) => ({
  delay_ms: context.interval_ms,
  event: due,
}));
/** After the interval, or when the first of the pending alerts has stood for long enough. */
const lookWhenDue = kit.schedule<Checked>(lookTimer, ({ context, event }) => ({
  delay_ms: Math.min(
    context.interval_ms,
    Math.max(limits.alertRecheckMsMin, event.due_ms ?? context.interval_ms),
  ),
  event: due,
}));
const started = [
  kit.change<Start>(({ context, event }) => ({
    interval_ms: event.interval_ms,
    started_at: context.started_at ?? event.at,
  })),
  kit.record<Start>('alert_watch.started', ({ event }) => ({ interval_ms: event.interval_ms })),
] as const;

/** The statechart of the table above. */
export const alertWatchMachine = durableSetup({
  types: { context: {} as Context, events: {} as AlertWatchEvent },
  guards: {
    anotherInterval: ({ context, event }) =>
      event.type === 'START' && event.interval_ms !== context.interval_ms,
    foundTheSame: ({ context, event }) =>
      event.type === 'CHECKED' &&
      context.last_error === null &&
      isSameJson(event.found, context.last_found),
    failedTheSame: ({ context, event }) =>
      event.type === 'EFFECT_FAILED' && event.error === context.last_error,
  },
}).createMachine({
  id: 'alert_watch',
  context: initialContext,
  initial: 'off',
  states: {
    off: {
      description: 'Nobody evaluates the alerts but by hand.',
      on: { START: { target: 'watching', actions: [...started, lookNow] } },
    },
    watching: {
      description: 'The alerts are evaluated again and again.',
      on: {
        START: [
          { guard: 'anotherInterval', actions: [...started, lookAtOnce] },
          { actions: [lookAtOnce] },
        ],
        STOP: {
          target: 'off',
          actions: [
            kit.change<EventOf<'STOP'>>(() => ({ last_found: null, last_error: null })),
            kit.record<EventOf<'STOP'>>('alert_watch.stopped'),
            kit.cancel(lookTimer),
          ],
        },
        WAKE: { actions: [kit.cancel(lookTimer), lookNow] },
        CHECK_DUE: { actions: [lookNow] },
        CHECKED: [
          { guard: 'foundTheSame', actions: [lookWhenDue] },
          {
            actions: [
              kit.change<Checked>(({ event }) => ({ last_found: event.found, last_error: null })),
              kit.record<Checked>('alert_watch.checked', ({ event }) => ({ ...event.found })),
              lookWhenDue,
            ],
          },
        ],
        EFFECT_FAILED: [
          { guard: 'failedTheSame', actions: [lookAfterInterval] },
          {
            actions: [
              kit.change<Failed>(({ event }) => ({ last_error: event.error })),
              kit.record<Failed>('alert_watch.check_failed', ({ event }) => ({
                error: event.error,
              })),
              lookAfterInterval,
            ],
          },
        ],
      },
    },
  },
});
