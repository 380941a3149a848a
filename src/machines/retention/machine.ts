/**
 * Has what is over forgotten after a while, one sweep a day. Each id is of one kind of things and one time: what was
 * told to people, what was asked for under a key, the runs of a gate.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `off` | never stored | the first start of the service | `START` |
 * | `keeping` | it was started | the timer of the next sweep, the result of one | never |
 *
 * Ages are counted to a time of its own that advances with the sweeps and hardly faster than they are
 * apart: a clock that jumps ahead makes nothing old, and one that comes back is followed.
 */
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { durableSetup } from '../../actors/machine/setup.ts';
import { blank } from '../../domain/blank.ts';
import { limits } from '../../domain/limits.ts';
import {
  type Forgotten,
  forgottenKinds,
  type Retention,
  retentionSchema,
} from '../../domain/records.ts';
import { createKit, isoAfter, performer } from '../kit.ts';
import type { RetentionEffects } from './effects.ts';
import type { RetentionEvent } from './events.ts';

type Context = Omit<Retention, 'status'>;
type MachineEvent = Stamped<RetentionEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<RetentionEffects>();

/** Nothing was ever forgotten. */
export const initialRetention = (_id: string): Retention => blank(retentionSchema, {});
const { status: _status, ...initialContext } = initialRetention('');

const sweepTimer = 'sweep';
const sweepIn = (delay_ms: number) =>
  kit.schedule(sweepTimer, () => ({ delay_ms, event: { type: 'SWEEP_DUE' } }));

/** A little faster than the sweeps are apart, so that times without the service are made up for. */
const advanceMsMax = limits.retentionSweepMs * 1.25;
/** Up to where ages are counted now. */
function countTo({ counted_to: before }: Context, at: string): string {
  const latest = before === null ? at : isoAfter(before, advanceMsMax);
  return Date.parse(at) < Date.parse(latest) ? at : latest;
}

type Counts = Partial<Record<`forgotten_${keyof Forgotten}`, number>>;
/** The counts of what a sweep has looked at, as they are after it. */
function added(context: Context, forgotten: Forgotten): Counts {
  const looked = forgottenKinds.flatMap((kind) => {
    const more = forgotten[kind];
    return more === undefined ? [] : [[kind, more] as const];
  });
  return Object.fromEntries(
    looked.map(([kind, more]) => [`forgotten_${kind}`, (context[`forgotten_${kind}`] ?? 0) + more]),
  );
}

const keepFor = [
  kit.change<EventOf<'START'>>(({ context, event }) => ({
    keep_ms: event.keep_ms,
    counted_to: context.counted_to ?? event.at,
  })),
  kit.record<EventOf<'START'>>('retention.configured', ({ event }) => ({ keep_ms: event.keep_ms })),
] as const;

/** The statechart of the table above. */
export const retentionMachine = durableSetup({
  types: { context: {} as Context, events: {} as RetentionEvent },
  guards: {
    anotherTime: ({ context, event }) =>
      event.type === 'START' && event.keep_ms !== context.keep_ms,
  },
}).createMachine({
  id: 'retention',
  context: initialContext,
  initial: 'off',
  states: {
    off: {
      description: 'Never started.',
      on: { START: { target: 'keeping', actions: [...keepFor, sweepIn(limits.retentionSweepMs)] } },
    },
    keeping: {
      description: 'What is over is kept for a while, and looked through once a day.',
      on: {
        START: { guard: 'anotherTime', actions: keepFor },
        SWEEP_DUE: {
          actions: [
            kit.perform<EventOf<'SWEEP_DUE'>>(({ context, event }) => {
              const counted_to = countTo(context, event.at);
              return perform('retention.sweep', {
                counted_to,
                before: isoAfter(counted_to, -context.keep_ms),
              });
            }),
          ],
        },
        SWEPT: {
          actions: [
            kit.change<EventOf<'SWEPT'>>(({ context, event }) => ({
              ...added(context, event.forgotten),
              counted_to: event.counted_to,
              last_error: null,
            })),
            kit.record<EventOf<'SWEPT'>>('retention.swept', ({ event }) => ({
              ...event.forgotten,
            })),
            sweepIn(limits.retentionSweepMs),
          ],
        },
        EFFECT_FAILED: {
          actions: [
            kit.change<EventOf<'EFFECT_FAILED'>>(({ event }) => ({ last_error: event.error })),
            kit.record<EventOf<'EFFECT_FAILED'>>('retention.sweep_failed', ({ event }) => ({
              error: event.error,
            })),
            sweepIn(limits.retentionRetryMs),
          ],
        },
      },
    },
  },
});
