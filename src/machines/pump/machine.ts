/**
 * The pump: it takes the next bounded step by itself. A look finds out whether there is something to
 * do and changes nothing, so that idle looks leave nothing in the log; only then a step begins.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `off` | never switched on, or switched off | an operator, the configuration | `SWITCH_ON`, `CONFIGURE` |
 * | `waiting` | there was nothing to do, or a step did something or began a text | its timer, a word that something changed | `LOOKED`, `EFFECT_FAILED`, `SWITCH_OFF` |
 * | `backing_off` | a step got nothing done, or failed, or a text that one began was not written | the same, but never sooner than an interval later | as `waiting` |
 * | `stepping` | a look found something to do | its effect | `STEPPED`, `EFFECT_FAILED` |
 *
 * One step at a time: the next look comes after the result of the last step. Switched off in a step,
 * it lets that end first.
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { limits } from '../../domain/limits.ts';
import { type Pump, pumpSchema } from '../../domain/records.ts';
import { isSameJson } from '../../lib/same-json.ts';
import { createKit, is, performer } from '../kit.ts';
import { afterFailure, afterStep } from './changes.ts';
import type { PumpEffects } from './effects.ts';
import type { PumpEvent } from './events.ts';
import { pauseMs, wakePauseMs } from './pace.ts';
import { afterWriting, endedIn, firstFailed, stillWriting } from './writing.ts';

type Context = Omit<Pump, 'status'>;
type MachineEvent = Stamped<PumpEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<PumpEffects>();

/** A pump never touched: `off`. */
export const initialPump = (_id: string): Pump => blank(pumpSchema, {});
const { status: _status, ...initialContext } = initialPump('');

const lookTimer = 'look';
const due = { type: 'LOOK_DUE' } as const;
const lookNow = kit.perform(({ context }) => {
  const writing = stillWriting(context);
  return perform('pump.look', { ...(writing.length > 0 && { writing }) });
});
const noLook = kit.cancel(lookTimer);
const lookAtOnce = kit.schedule(lookTimer, () => ({ delay_ms: 0, event: due }));
/** As soon as may be after the last step. */
const lookOnWake = kit.schedule(lookTimer, ({ context, event }) => ({
  delay_ms: wakePauseMs(limits.pumpBurstMs, context.last_step?.at ?? null, event.at),
  event: due,
}));
const lookSoon = kit.schedule(lookTimer, () => ({ delay_ms: limits.pumpBurstMs, event: due }));
const lookWhileQuiet = kit.schedule(lookTimer, ({ context, event }) => ({
  delay_ms: pauseMs(context.interval_ms, context.quiet_since, event.at),
  event: due,
}));
const lookWhileFailing = kit.schedule(lookTimer, ({ context, event }) => ({
  delay_ms: pauseMs(context.interval_ms, context.failing_since, event.at),
  event: due,
}));
const lookAfterInterval = kit.schedule(lookTimer, ({ context, event }) => ({
  delay_ms: wakePauseMs(context.interval_ms, context.updated_at, event.at),
  event: due,
}));

/** Nothing is known yet of what there is to do. */
const nothingKnown = { quiet_since: null, tried: [], failing_since: null, last_error: null };
const by = (event: MachineEvent) => ({ changed_by: event.by, changed_at: event.at });

const switchedOn = [
  kit.change<EventOf<'SWITCH_ON'>>(({ event }) => ({
    ...nothingKnown,
    ...by(event),
    enabled: true,
    reason: event.reason,
    interval_ms: event.interval_ms,
  })),
  kit.record<EventOf<'SWITCH_ON'>>('pump.switched_on', ({ event }) => ({
    by: event.by,
    reason: event.reason,
  })),
] as const;
const switchedOff = [
  kit.change<EventOf<'SWITCH_OFF'>>(({ event }) => ({
    ...by(event),
    enabled: false,
    reason: event.reason,
  })),
  kit.record<EventOf<'SWITCH_OFF'>>('pump.switched_off', ({ event }) => ({
    by: event.by,
    reason: event.reason,
  })),
] as const;

/** The configuration says another thing than at the start before, and so it switches. */
const configuredAs = (eventType: string) =>
  [
    kit.change<EventOf<'CONFIGURE'>>(({ event }) => ({
      ...by(event),
      enabled: event.enabled,
      configured: event.enabled,
      interval_ms: event.interval_ms,
      reason: `queue_pump_enabled is ${event.enabled}`,
    })),
    kit.record<EventOf<'CONFIGURE'>>(eventType, ({ event }) => ({
      by: event.by,
      reason: `queue_pump_enabled is ${event.enabled}`,
    })),
  ] as const;
/** It says another thing that the switch agrees with already, or another interval. */
const reconfigured = {
  guard: 'saysSomethingNew',
  actions: [
    kit.change<EventOf<'CONFIGURE'>>(({ event }) => ({
      configured: event.enabled,
      interval_ms: event.interval_ms,
    })),
    kit.record<EventOf<'CONFIGURE'>>('pump.configured', ({ event }) => ({
      enabled: event.enabled,
      interval_ms: event.interval_ms,
    })),
  ],
} as const;

const stepped = [
  kit.change<EventOf<'STEPPED'>>(({ context, event }) => afterStep(context, event)),
  kit.record<EventOf<'STEPPED'>>('pump.stepped', ({ event }) => ({
    tick: event.tick,
    done: event.done,
    tried: event.tried,
  })),
] as const;
const failed = [
  kit.change<EventOf<'EFFECT_FAILED'>>(({ context, event }) =>
    afterFailure(context, event, event.effect === 'pump.step'),
  ),
  kit.record<EventOf<'EFFECT_FAILED'>>('pump.failed', ({ context, event }) => ({
    effect: event.effect,
    tick: context.tick,
    error: event.error,
  })),
] as const;

const isCurrent = (context: Context, event: MachineEvent): boolean =>
  event.type === 'STEPPED' && event.tick === context.tick;

/** The statechart of the table above. */
export const pumpMachine = durableSetup({
  types: { context: {} as Context, events: {} as PumpEvent },
  guards: {
    isOn: ({ context }) => context.enabled,
    turnsOn: ({ context, event }) =>
      event.type === 'CONFIGURE' && event.enabled && !context.configured,
    turnsOff: ({ context, event }) =>
      event.type === 'CONFIGURE' && !event.enabled && context.configured,
    saysSomethingNew: ({ context, event }) =>
      event.type === 'CONFIGURE' &&
      (event.enabled !== context.configured || event.interval_ms !== context.interval_ms),
    /** Of the part whose text was not written no other is begun at once. */
    wroteInVain: ({ context, event }) => {
      const failed = firstFailed(context, event);
      if (failed === undefined || event.type !== 'LOOKED') return false;
      return event.found === null || event.found === failed.part;
    },
    foundSomething: ({ event }) => event.type === 'LOOKED' && event.found !== null,
    knowsThat: ({ context, event }) =>
      event.type === 'LOOKED' &&
      endedIn(context, event).length === 0 &&
      context.quiet_since !== null &&
      isSameJson(event.tried, context.tried),
    lookFailed: ({ event }) => event.type === 'EFFECT_FAILED' && event.effect === 'pump.look',
    stepFailed: ({ event }) => event.type === 'EFFECT_FAILED' && event.effect === 'pump.step',
    stepFailedWhileOff: ({ context, event }) =>
      event.type === 'EFFECT_FAILED' && event.effect === 'pump.step' && !context.enabled,
    steppedWhileOff: ({ context, event }) => isCurrent(context, event) && !context.enabled,
    didSomething: ({ context, event }) =>
      isCurrent(context, event) && event.type === 'STEPPED' && event.done !== null,
    wasRefused: ({ context, event }) =>
      isCurrent(context, event) &&
      event.type === 'STEPPED' &&
      event.tried.some(({ outcome }) => outcome === 'refused'),
    isOver: ({ context, event }) => isCurrent(context, event),
  },
}).createMachine({
  id: 'pump',
  context: initialContext,
  initial: 'off',
  states: {
    off: {
      ...is('off', 'Nothing starts by itself.'),
      on: {
        SWITCH_ON: { target: '#waiting', actions: [...switchedOn, lookNow] },
        CONFIGURE: [
          {
            guard: 'turnsOn',
            target: '#waiting',
            actions: [kit.change(() => nothingKnown), ...configuredAs('pump.switched_on'), lookNow],
          },
          reconfigured,
        ],
      },
    },
    on: {
      description: 'It looks for something to do, again and again.',
      initial: 'waiting',
      on: {
        /** Switched on again it looks at once. */
        SWITCH_ON: { actions: [lookAtOnce] },
        SWITCH_OFF: { target: '#off', actions: [...switchedOff, noLook] },
        CONFIGURE: [
          {
            guard: 'turnsOff',
            target: '#off',
            actions: [...configuredAs('pump.switched_off'), noLook],
          },
          reconfigured,
        ],
        LOOK_DUE: { actions: [lookNow] },
        LOOKED: [
          {
            guard: 'wroteInVain',
            target: '#backing_off',
            actions: [
              // Said before it is changed: afterwards nothing of it is waited for any more.
              kit.record<EventOf<'LOOKED'>>('pump.writing_failed', ({ context, event }) => ({
                paper_id: firstFailed(context, event)?.paper_id ?? null,
                error: firstFailed(context, event)?.error ?? null,
              })),
              kit.change<EventOf<'LOOKED'>>(({ context, event }) => ({
                ...afterWriting(context, event),
                tried: [...event.tried],
                quiet_since: null,
              })),
              lookWhileFailing,
            ],
          },
          {
            guard: 'foundSomething',
            target: '#stepping',
            actions: [
              kit.change<EventOf<'LOOKED'>>(({ context, event }) => ({
                ...afterWriting(context, event),
                tick: context.tick + 1,
                tried: [...event.tried],
                quiet_since: null,
              })),
              kit.record<EventOf<'LOOKED'>>('pump.step_started', ({ context, event }) => ({
                tick: context.tick,
                part: event.found,
              })),
              noLook,
              kit.perform(({ context }) => perform('pump.step', { tick: context.tick })),
            ],
          },
          /** The same as before is not said again: the time it has been so says how long to wait. */
          { guard: 'knowsThat', actions: [lookWhileQuiet] },
          {
            target: '#waiting',
            actions: [
              kit.change<EventOf<'LOOKED'>>(({ context, event }) => ({
                // While a text is being written it is not known whether that fails again.
                ...(stillWriting(context).length === 0 && nothingKnown),
                ...afterWriting(context, event),
                quiet_since: event.at,
                tried: [...event.tried],
              })),
              kit.record<EventOf<'LOOKED'>>('pump.idled', ({ event }) => ({ tried: event.tried })),
              lookWhileQuiet,
            ],
          },
        ],
        EFFECT_FAILED: {
          guard: 'lookFailed',
          target: '#backing_off',
          actions: [...failed, lookWhileFailing],
        },
      },
      states: {
        waiting: {
          ...is('waiting', 'Nothing to do, or a step did something; it looks again in a while.'),
          on: { WAKE: { actions: [lookOnWake] } },
        },
        backing_off: {
          ...is(
            'backing_off',
            'The last step got nothing done; it tries again, less and less often.',
          ),
          on: { WAKE: { actions: [lookAfterInterval] } },
        },
      },
    },
    stepping: {
      ...is('stepping', 'One step is being done.'),
      on: {
        SWITCH_ON: [
          { guard: 'isOn', actions: [kit.reply(() => ({ enabled: true }))] },
          { actions: switchedOn },
        ],
        SWITCH_OFF: { guard: 'isOn', actions: switchedOff },
        CONFIGURE: [
          { guard: 'turnsOn', actions: configuredAs('pump.switched_on') },
          { guard: 'turnsOff', actions: configuredAs('pump.switched_off') },
          reconfigured,
        ],
        STEPPED: [
          { guard: 'steppedWhileOff', target: '#off', actions: stepped },
          { guard: 'didSomething', target: '#waiting', actions: [...stepped, lookSoon] },
          { guard: 'wasRefused', target: '#backing_off', actions: [...stepped, lookWhileFailing] },
          { guard: 'isOver', target: '#waiting', actions: [...stepped, lookWhileQuiet] },
        ],
        EFFECT_FAILED: [
          { guard: 'stepFailedWhileOff', target: '#off', actions: failed },
          { guard: 'stepFailed', target: '#backing_off', actions: [...failed, lookWhileFailing] },
        ],
      },
    },
  },
});
