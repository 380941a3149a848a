/**
 * When the service manager is told what. Two regions: what the process is doing, and the one
 * message that may be on its way.
 *
 * | State | Entered when | Waits for | Leaves by |
 * |---|---|---|---|
 * | `phase.starting` | the process starts | the service to answer | `READY` |
 * | `phase.serving.health.well` | it answers, or moves again | its next check | `JUDGED` with trouble |
 * | `phase.serving.health.stuck` | something stands still | the same | `JUDGED` without |
 * | `phase.stopping` | it is being stopped | the end, asking for more time meanwhile | `CLOSE` |
 * | `phase.closed` | nothing more is said | – | final |
 * | `outbox.still` | nothing new is to be said | something to say | that |
 * | `outbox.sending` | there is | the message to be out | that, or its failure |
 *
 * What is put while a message is on its way goes with the next one, so that at most one value of
 * each name waits. What failed waits for the next put.
 */
import { assign, setup } from 'xstate';
import { answers, asks, waitsFor } from '../../actors/volatile/kind.ts';
import { stampOf } from '../../actors/volatile/message.ts';

type Assignments = Readonly<Record<string, string>>;

/** What its actor begins with; the rest it learns from events. */
export interface ServiceManagerInput {
  /** Pace of the signs of life, ms; null when nobody waits for them. */
  readonly watchdogMs: number | null;
  /** True for an actor that begins again while the process serves. */
  readonly isServing: boolean;
}

interface ServiceManagerContext extends ServiceManagerInput {
  readonly lastStatus: string;
  readonly statusDueMs: number;
  readonly waiting: Assignments;
  /** On its way. */
  readonly taken: Assignments;
  /** Something was put since a message was last begun or given up. */
  readonly isNews: boolean;
  readonly hasFailed: boolean;
  /** Request keys of those who wait for the last message to be out. */
  readonly closers: readonly string[];
}

type ServiceManagerEvent =
  | { readonly type: 'READY' | 'STOPPING' | 'CLOSE' }
  /** What the check of the process found; null: all is well. */
  | { readonly type: 'JUDGED'; readonly trouble: string | null }
  /** One line about what is going on. */
  | { readonly type: 'DESCRIBED'; readonly status: string };

const statusEveryMs = 30_000;
/** Time asked for while stopping, and how often; a stop has limits of its own that are shorter. */
const stopExtensionMs = 30_000;
const stopTickMs = 10_000;
const statusCharsMax = 200;
const stoppingStatus = 'stopping: what was accepted is finished, runs go on';

const base = setup({
  types: {
    context: {} as ServiceManagerContext,
    events: {} as ServiceManagerEvent,
    input: {} as ServiceManagerInput,
  },
  actors: { 'message.send': waitsFor<void, Assignments>() },
  actions: {
    ...answers,
    'health.judge': asks(),
    'status.describe': asks(),
    'failure.log': asks<{ readonly error: unknown }>(),
    'stuck.log': asks<{ readonly trouble: string }>(),
    'moving.log': asks(),
    putReady: assign(({ context }) => put(context, { READY: '1', ...signOfLife(context) })),
    putSignOfLife: assign(({ context }) => put(context, signOfLife(context))),
    putStopping: assign(({ context }) => ({
      ...put(context, {
        STOPPING: '1',
        ...statusOf(context, stoppingStatus),
        ...extension(context),
      }),
      lastStatus: stoppingStatus,
    })),
    putExtension: assign(({ context }) => put(context, extension(context))),
    putStatus: assign(({ context, event }) => {
      const line = toLine(textOf(event));
      return { ...put(context, statusOf(context, line)), lastStatus: line };
    }),
    planStatus: assign({ statusDueMs: ({ event }) => stampOf(event).at_ms + statusEveryMs }),
    takeWaiting: assign(({ context }) => ({
      taken: context.waiting,
      waiting: {},
      isNews: false,
    })),
    putBack: assign(({ context }) => {
      // A watchdog's sign of life is worth nothing later.
      const { WATCHDOG: _, ...taken } = context.taken;
      return { waiting: { ...taken, ...context.waiting }, isNews: false, hasFailed: true };
    }),
    keepCloser: assign({
      closers: ({ context, event }) => [...context.closers, stampOf(event).request_key],
    }),
  },
  guards: {
    isServing: ({ context }) => context.isServing,
    isWatched: ({ context }) => context.watchdogMs !== null,
    isStatusDue: ({ context, event }) => stampOf(event).at_ms >= context.statusDueMs,
    isTrouble: ({ event }) => event.type === 'JUDGED' && event.trouble !== null,
    isNews: ({ context }) => context.isNews,
    isFirstFailure: ({ context }) => !context.hasFailed,
  },
  delays: {
    servingPace: ({ context }) => Math.min(statusEveryMs, context.watchdogMs ?? statusEveryMs),
    stoppingPace: ({ context }) => Math.min(stopTickMs, context.watchdogMs ?? stopTickMs),
  },
});

function put(context: ServiceManagerContext, assignments: Assignments) {
  const isNews = context.isNews || Object.keys(assignments).length > 0;
  return { waiting: { ...context.waiting, ...assignments }, isNews };
}

function signOfLife({ watchdogMs }: ServiceManagerContext): Assignments {
  return watchdogMs === null ? {} : { WATCHDOG: '1' };
}

function extension(context: ServiceManagerContext): Assignments {
  return { EXTEND_TIMEOUT_USEC: String(stopExtensionMs * 1000), ...signOfLife(context) };
}

function statusOf({ lastStatus }: ServiceManagerContext, line: string): Assignments {
  return line === lastStatus ? {} : { STATUS: line };
}

function textOf(event: ServiceManagerEvent): string {
  if (event.type === 'DESCRIBED') return event.status;
  return event.type === 'JUDGED' ? `stuck: ${event.trouble}` : '';
}

/** One line without control characters, as STATUS takes it. */
function toLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, statusCharsMax);
}

const serving = base.createStateConfig({
  type: 'parallel',
  states: {
    beat: {
      initial: 'due',
      states: {
        /** One check of the health, and a new status when it is time for one. */
        due: {
          after: {
            servingPace: [
              {
                guard: 'isStatusDue',
                target: 'due',
                reenter: true,
                actions: ['planStatus', 'health.judge', 'status.describe'],
              },
              { target: 'due', reenter: true, actions: 'health.judge' },
            ],
          },
        },
      },
    },
    health: {
      initial: 'well',
      states: {
        well: {
          on: {
            JUDGED: [
              {
                guard: 'isTrouble',
                target: 'stuck',
                actions: [
                  'putStatus',
                  { type: 'stuck.log', params: ({ event }) => ({ trouble: event.trouble ?? '' }) },
                ],
              },
              { actions: 'putSignOfLife' },
            ],
            DESCRIBED: { actions: 'putStatus' },
          },
        },
        // A process that is stuck must not say otherwise: systemd then starts it anew.
        stuck: {
          on: {
            JUDGED: [
              { guard: 'isTrouble', actions: 'putStatus' },
              { target: 'well', actions: ['putSignOfLife', 'moving.log'] },
            ],
          },
        },
      },
    },
  },
  on: { STOPPING: { target: 'stopping', actions: 'putStopping' } },
});

/** The machine of the table above; a volatile actor of the process runs it, and it is drawn in the docs. */
export const serviceManagerMachine = base.createMachine({
  id: 'service_manager',
  context: ({ input }) => ({
    ...input,
    lastStatus: '',
    statusDueMs: 0,
    waiting: {},
    taken: {},
    isNews: false,
    hasFailed: false,
    closers: [],
  }),
  type: 'parallel',
  states: {
    phase: {
      initial: 'starting',
      on: { CLOSE: '.closed' },
      states: {
        starting: {
          always: { guard: 'isServing', target: 'serving' },
          on: {
            READY: { target: 'serving', actions: ['putReady', 'planStatus', 'status.describe'] },
          },
        },
        serving,
        stopping: {
          after: {
            stoppingPace: { target: 'stopping', reenter: true, actions: 'putExtension' },
          },
        },
        closed: {},
      },
    },
    outbox: {
      initial: 'still',
      states: {
        still: {
          entry: {
            type: 'answer',
            params: ({ context }) => ({ keys: context.closers, body: null }),
          },
          always: { guard: 'isNews', target: 'sending', actions: 'takeWaiting' },
        },
        sending: {
          invoke: {
            src: 'message.send',
            input: ({ context }) => context.taken,
            onDone: 'still',
            onError: [
              {
                guard: 'isFirstFailure',
                target: 'still',
                actions: [
                  'putBack',
                  { type: 'failure.log', params: ({ event }) => ({ error: event.error }) },
                ],
              },
              { target: 'still', actions: 'putBack' },
            ],
          },
          on: { CLOSE: { actions: ['defer', 'keepCloser'] } },
        },
      },
    },
  },
});
