/**
 * The sampling of one machine, as two regions that know of each other only what they wish.
 *
 * | State | Entered when | Waits for | Leaves by |
 * |---|---|---|---|
 * | `loop.stopped` | at first, and `STOP` | – | `START` |
 * | `loop.running.sampling` | `START`, or a slot fell due | its wish for a sample to be served | the sample was shown, or failed |
 * | `loop.running.waiting` | the sample was served | the next slot, an interval after the last one | time |
 * | `sensor.resting` | nobody wishes for a sample | a wish | `READ_NOW`, or the loop's |
 * | `sensor.reading` | somebody does | the sensors | what they gave |
 * | `sensor.showing` | the loop's own sample was read | runs and followers to have seen it | that, or `STOP` |
 *
 * Readings never overlap: wishes that come meanwhile are served together by the next one. Whoever
 * asks for a sample now (`READ_NOW`) is kept waiting for one whose reading begins after that.
 */
import { assign, raise, setup } from 'xstate';
import { answers, asks, waitsFor } from '../actors/volatile/kind.ts';
import { stampOf } from '../actors/volatile/message.ts';
import { assert } from '../lib/assert.ts';
import { emptyRest, learnRest, type RestMemory } from '../machines/idle-gate/rest.ts';
import type { MachineReading, ReadingOrder } from '../sensing/machine-reading.ts';
import type { Sample } from '../sensing/sample.ts';

/** What the sensors gave. */
export interface TakenSample {
  readonly reading: MachineReading;
  /** The same as a sample of the whole machine. */
  readonly sample: Sample;
  readonly tookMs: number;
}

/** What a reading comes to, as those are answered who ask for a sample now. */
export type ReaderAnswer =
  | { readonly ok: true; readonly taken: TakenSample }
  | { readonly ok: false; readonly error: unknown };

/** Who waits for a reading: the loop, and readers by their request keys. */
interface Wishes {
  readonly loop: boolean;
  readonly readers: readonly string[];
}
const nobody: Wishes = { loop: false, readers: [] };

/** What outlives a restart of the actor. */
export interface SamplerMemory {
  /** Readings begun. */
  readonly readings: number;
  readonly samples: number;
  /** Samples of the loop that took longer than the interval. */
  readonly lateTicks: number;
  readonly lastDurationMs: number | null;
  /** When the present sample of the loop should have begun, monotonic. */
  readonly slotMs: number;
  /** What the machine reads at rest, for the idle gates of runs that begin later. */
  readonly rest: RestMemory;
}

interface SamplerContext extends SamplerMemory {
  readonly intervalMs: number;
  readonly coreCount: number;
  /** The actor has failed while the loop ran, which now goes on. */
  readonly goesOn: boolean;
  /** When it was served. */
  readonly servedMs: number;
  readonly wanted: Wishes;
  readonly serving: Wishes;
  /** What the latest reading came to. */
  readonly outcome: ReaderAnswer;
  /** Request keys of those who wait for the sensors to rest. */
  readonly stoppers: readonly string[];
}

/** What the sampler is spawned with; after a failure also what it had counted and learnt. */
export interface SamplerInput {
  readonly intervalMs: number;
  readonly coreCount: number;
  /** After a failure. */
  readonly before?: { readonly memory: SamplerMemory; readonly wasRunning: boolean };
}

const noMemory: SamplerMemory = {
  readings: 0,
  samples: 0,
  lateTicks: 0,
  lastDurationMs: null,
  slotMs: 0,
  rest: emptyRest,
};

type SamplerEvent =
  | { readonly type: 'START' }
  | { readonly type: 'STOP' }
  | { readonly type: 'READ_NOW' }
  /** Raised: the loop wishes for a sample, or has had it. */
  | { readonly type: 'LOOP_WANTS' }
  | { readonly type: 'LOOP_SERVED' };

const base = setup({
  types: {
    context: {} as SamplerContext,
    events: {} as SamplerEvent,
    input: {} as SamplerInput,
  },
  actors: {
    'sensors.read': waitsFor<TakenSample, Pick<ReadingOrder, 'number' | 'beginsNow'>>(),
    'sample.show': waitsFor<void, TakenSample>(),
  },
  actions: {
    ...answers,
    'sample.keep': asks<TakenSample>(),
    'failure.report': asks<{ readonly outcome: ReaderAnswer }>(),
    wishForLoop: assign({ wanted: ({ context }) => ({ ...context.wanted, loop: true }) }),
    wishForReader: assign({
      wanted: ({ context: { wanted }, event }) => ({
        ...wanted,
        readers: [...wanted.readers, stampOf(event).request_key],
      }),
    }),
    serveWishes: assign({
      serving: ({ context }) => context.wanted,
      wanted: nobody,
      readings: ({ context }) => context.readings + 1,
    }),
    forgetLoop: assign({
      wanted: ({ context }) => ({ ...context.wanted, loop: false }),
      serving: ({ context }) => ({ ...context.serving, loop: false }),
    }),
    beginSlot: assign({ slotMs: ({ event }) => stampOf(event).at_ms }),
    nextSlot: assign({
      // A late tick starts a new rhythm: catching up would only crowd samples together.
      slotMs: ({ context, event }) =>
        isOnTime(context) ? context.slotMs + context.intervalMs : stampOf(event).at_ms,
    }),
    countLate: assign({
      lateTicks: ({ context }) => context.lateTicks + (untilNextMs(context) < 0 ? 1 : 0),
    }),
    learn: assign(({ context: { samples, rest, outcome, coreCount } }) => {
      if (!outcome.ok) return {};
      const { tookMs, sample } = outcome.taken;
      return {
        samples: samples + 1,
        lastDurationMs: tookMs,
        rest: learnRest(rest, sample, coreCount),
      };
    }),
    keepStopperWaiting: assign({
      stoppers: ({ context, event }) => [...context.stoppers, stampOf(event).request_key],
    }),
    forgetStoppers: assign({ stoppers: [] }),
  },
  guards: {
    isWanted: ({ context: { wanted } }) => wanted.loop || wanted.readers.length > 0,
    isForLoop: ({ context }) => context.serving.loop,
    goesOn: ({ context }) => context.goesOn,
  },
  delays: {
    // Past the interval only when time went back; waiting for it to come round would stop the loop.
    untilNextSlot: ({ context }) => Math.min(Math.max(0, untilNextMs(context)), context.intervalMs),
  },
});

function untilNextMs({ slotMs, intervalMs, servedMs }: SamplerContext): number {
  return slotMs + intervalMs - servedMs;
}

function isOnTime(context: SamplerContext): boolean {
  return untilNextMs(context) >= 0 && untilNextMs(context) <= context.intervalMs;
}

const answerReaders = {
  type: 'answer',
  params: ({ context }: { context: SamplerContext }) => ({
    keys: context.serving.readers,
    body: context.outcome,
  }),
} as const;

function takenOf({ context: { outcome } }: { context: SamplerContext }): TakenSample {
  assert(outcome.ok, 'what is shown was read');
  return outcome.taken;
}

/** The statechart of the table above; its effects are handled in `sampler.ts`. */
export const samplerMachine = base.createMachine({
  id: 'sampler',
  context: ({ input: { before, ...input } }) => ({
    ...input,
    ...(before?.memory ?? noMemory),
    goesOn: before?.wasRunning ?? false,
    servedMs: before?.memory.slotMs ?? 0,
    wanted: nobody,
    serving: nobody,
    outcome: { ok: false, error: null },
    stoppers: [],
  }),
  type: 'parallel',
  states: {
    loop: {
      initial: 'stopped',
      states: {
        stopped: {
          // What failed is not tried again at once: the sample is missed.
          always: { guard: 'goesOn', target: 'running.waiting' },
          on: { START: { target: 'running', actions: 'beginSlot' } },
        },
        running: {
          entry: assign({ goesOn: false }),
          on: { STOP: 'stopped' },
          initial: 'sampling',
          states: {
            sampling: {
              entry: raise({ type: 'LOOP_WANTS' }),
              on: { LOOP_SERVED: { target: 'waiting', actions: 'countLate' } },
            },
            waiting: {
              after: { untilNextSlot: { target: 'sampling', actions: 'nextSlot' } },
            },
          },
        },
      },
    },
    sensor: {
      on: {
        LOOP_WANTS: { actions: 'wishForLoop' },
        READ_NOW: { actions: ['defer', 'wishForReader'] },
        STOP: { actions: ['forgetLoop', 'defer', 'keepStopperWaiting'] },
      },
      initial: 'resting',
      states: {
        resting: {
          entry: [
            {
              type: 'answer',
              params: ({ context }) => ({ keys: context.stoppers, body: null }),
            },
            'forgetStoppers',
          ],
          always: { guard: 'isWanted', target: 'reading', actions: 'serveWishes' },
          on: { STOP: { actions: 'forgetLoop' } },
        },
        reading: {
          invoke: {
            src: 'sensors.read',
            input: ({ context: { readings, serving } }) => ({
              number: readings,
              beginsNow: serving.readers.length > 0,
            }),
            onDone: {
              target: 'taken',
              actions: assign({ outcome: ({ event }) => ({ ok: true, taken: event.output }) }),
            },
            onError: {
              target: 'missed',
              actions: assign({
                outcome: ({ event }) => ({ ok: false, error: event.error }),
                servedMs: ({ event }) => stampOf(event).at_ms,
              }),
            },
          },
        },
        taken: {
          entry: ['learn', { type: 'sample.keep', params: takenOf }, answerReaders],
          always: [{ guard: 'isForLoop', target: 'showing' }, { target: 'resting' }],
        },
        missed: {
          entry: answerReaders,
          always: [
            {
              guard: 'isForLoop',
              target: 'resting',
              actions: [
                { type: 'failure.report', params: ({ context }) => ({ outcome: context.outcome }) },
                raise({ type: 'LOOP_SERVED' }),
              ],
            },
            { target: 'resting' },
          ],
        },
        showing: {
          invoke: {
            src: 'sample.show',
            input: takenOf,
            onDone: {
              target: 'resting',
              actions: [
                assign({ servedMs: ({ event }) => stampOf(event).at_ms }),
                raise({ type: 'LOOP_SERVED' }),
              ],
            },
          },
          on: {
            STOP: { target: 'resting', actions: ['forgetLoop', 'defer', 'keepStopperWaiting'] },
          },
        },
      },
    },
  },
});
