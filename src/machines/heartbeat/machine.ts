/**
 * The heartbeat of the service. Each beat is a turn of this actor that was committed to the store, and
 * only then the call: a service whose store takes no writes falls silent, and the outsider says so.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new`, `off` | no address is configured | one that is | `START` |
 * | `beating` | it was started, or a call was answered | the next beat, or the answer to a call | `MISSED`, `STOP` |
 * | `late` | a call was not answered | the same | `ANSWERED`, `MISSED` (too often), `STOP` |
 * | `failing` | several calls in a row were not answered | the same | `ANSWERED`, `STOP` |
 *
 * The next beat is set when a call has ended, under one name: however often the service starts, there is
 * one chain of beats. While all calls are answered, or none for long, nothing is stored but a sign now and then.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { limits } from '../../domain/limits.ts';
import { type Heartbeat, heartbeatSchema } from '../../domain/records.ts';
import { createKit, type Distinct, performer } from '../kit.ts';
import type { HeartbeatEffects } from './effects.ts';
import type { HeartbeatEvent } from './events.ts';

type Context = Omit<Heartbeat, 'status'>;
type MachineEvent = Stamped<Distinct<HeartbeatEvent>>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<HeartbeatEffects>();

/** A heartbeat that was never wanted. The only id is `main`. */
export const initialHeartbeat = (_id: string): Heartbeat => blank(heartbeatSchema, {});
const { status: _status, ...initialContext } = initialHeartbeat('');
const beatTimer = 'beat';

const call = kit.perform(() => perform('heartbeat.call', {}));
const scheduleNext = kit.schedule(beatTimer, ({ context }) => ({
  delay_ms: context.interval_ms,
  event: { type: 'BEAT_DUE' },
}));
const start = {
  target: 'beating',
  actions: [
    kit.change<EventOf<'START'>>(({ event }) => ({
      interval_ms: event.interval_ms,
      failing_since: null,
      failures: 0,
      last_error: null,
    })),
    kit.record<EventOf<'START'>>('heartbeat.started', ({ event }) => ({
      interval_ms: event.interval_ms,
    })),
    call,
  ],
} as const;
const beatNow = kit.schedule<EventOf<'START'>>(beatTimer, () => ({
  delay_ms: 0,
  event: { type: 'BEAT_DUE' },
}));
/** The service has started again: the first beat is due at once, whatever was waited for. */
const startAgain = [
  {
    guard: 'anotherInterval',
    actions: [
      kit.change<EventOf<'START'>>(({ event }) => ({ interval_ms: event.interval_ms })),
      kit.record<EventOf<'START'>>('heartbeat.started', ({ event }) => ({
        interval_ms: event.interval_ms,
      })),
      beatNow,
    ],
  },
  { actions: [beatNow] },
] as const;
const stop = {
  target: 'off',
  actions: [
    kit.change<EventOf<'STOP'>>(() => ({ failing_since: null, failures: 0, last_error: null })),
    kit.record<EventOf<'STOP'>>('heartbeat.stopped'),
    kit.cancel(beatTimer),
  ],
} as const;
const answered = (eventType: string) => [
  kit.record<EventOf<'ANSWERED'>>(eventType, ({ context }) => ({
    failing_since: context.failing_since,
    failures: context.failures,
  })),
  kit.change<EventOf<'ANSWERED'>>(({ event }) => ({
    last_answered_at: event.at,
    failing_since: null,
    failures: 0,
    last_error: null,
  })),
  scheduleNext,
];
const missed = [
  kit.change<EventOf<'MISSED'>>(({ context, event }) => ({
    failing_since: context.failing_since ?? event.at,
    failures: context.failures + 1,
    last_error: event.reason,
  })),
  kit.record<EventOf<'MISSED'>>('heartbeat.missed', ({ context, event }) => ({
    reason: event.reason,
    failures: context.failures,
    failing_since: context.failing_since,
  })),
  scheduleNext,
] as const;

/** Either way: the clock may have been set back. */
const isLongSince = (at: string, before: string): boolean =>
  Math.abs(Date.parse(at) - Date.parse(before)) >= limits.heartbeatRecordEveryMs;

/** The statechart of the table above; what a call brings after it was stopped is refused. */
export const heartbeatMachine = setup({
  ...kit.durable,
  guards: {
    anotherInterval: ({ context, event }) =>
      event.type === 'START' && event.interval_ms !== context.interval_ms,
    tooOften: ({ context }) => context.failures + 1 >= limits.heartbeatMissedMax,
    worthNoting: ({ context, event }) =>
      context.last_answered_at === null || isLongSince(event.at, context.last_answered_at),
    worthRepeating: ({ context, event }) => isLongSince(event.at, context.updated_at),
  },
}).createMachine({
  id: 'heartbeat',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'Never wanted.', on: { START: start } },
    off: { description: 'No address is configured any more.', on: { START: start } },
    beating: {
      description: 'The last call was answered, or the first is on its way.',
      on: {
        START: startAgain,
        STOP: stop,
        BEAT_DUE: { actions: [call] },
        ANSWERED: [
          { guard: 'worthNoting', actions: answered('heartbeat.answered') },
          { actions: [scheduleNext] },
        ],
        MISSED: { target: 'late', actions: missed },
      },
    },
    late: {
      description: 'The last call was not answered, or not made since the service was not well.',
      on: {
        START: startAgain,
        STOP: stop,
        BEAT_DUE: { actions: [call] },
        ANSWERED: { target: 'beating', actions: answered('heartbeat.recovered') },
        MISSED: [{ guard: 'tooOften', target: 'failing', actions: missed }, { actions: missed }],
      },
    },
    failing: {
      description: 'Several calls in a row were not answered, or not made.',
      on: {
        START: startAgain,
        STOP: stop,
        BEAT_DUE: { actions: [call] },
        ANSWERED: { target: 'beating', actions: answered('heartbeat.recovered') },
        MISSED: [{ guard: 'worthRepeating', actions: missed }, { actions: [scheduleNext] }],
      },
    },
  },
});
