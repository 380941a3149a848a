/**
 * Tells a run's actor what is seen of the run: one thing at a time, in order, each until it is taken.
 *
 * | State | Entered when | Waits for | Leaves by |
 * |---|---|---|---|
 * | `sight.open` | the watch begins | observations, which it keeps | `STOP` |
 * | `sight.closed` | the run is over, or the gate stops | – | – |
 * | `line.free` | nothing is being told | something to tell | that |
 * | `line.reading` | the next observation is taken | what the run's files add to it | an event for the run |
 * | `line.telling` | there is an event | the run's answer | that |
 * | `line.holding` | the run's mailbox was full | a while | time |
 * | `line.asking` | the agent has exited, and the run knows | the question it may have left | that, or none |
 * | `line.filing` | the run took the question | it to be put away | that |
 * | `over` | the run needs no watching, or sight is closed | – | final |
 *
 * While something is told nothing else is: what is seen meanwhile waits, and of changes of the idle
 * state that come one upon the other the newest is kept. What is being told when sight closes is
 * finished, but not tried again.
 */
import { assign, or, setup, stateIn } from 'xstate';
import { asks, waitsFor } from '../actors/volatile/kind.ts';
import type { IdleState } from '../domain/statuses.ts';
import { assert } from '../lib/assert.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import type { RunObservation } from './ports.ts';

/** What the run is told, and the key under which it counts once; null: each counts. */
export interface Telling {
  readonly event: GateRunEvent;
  readonly key: string | null;
}

/** What became of it. */
export type Told =
  /** `goesOn`: the run is still to be watched. */
  | { readonly result: 'taken'; readonly accepted: boolean; readonly goesOn: boolean }
  | { readonly result: 'full'; readonly retryMs: number }
  | { readonly result: 'refused' };

/** What outlives a failure of the teller, and what it begins with after a restart of the gate. */
export interface TellerMemory {
  /** The last idle state that was seen. */
  readonly idleState: IdleState | null;
  readonly waiting: readonly RunObservation[];
  /** Processes as they were at the agent's exit, while its question may have to be asked. */
  readonly asking: JsonObject | null;
}

interface TellerContext extends TellerMemory {
  /** The observation that is being told. */
  readonly current: RunObservation | null;
  readonly telling: Telling | null;
  /** The run is still to be watched, as its last answer says. */
  readonly goesOn: boolean;
  /** Times that it was told. */
  readonly attempt: number;
  readonly retryMs: number;
}

/** What a teller is told: what was seen of the run, or that it shall stop. */
export type TellerEvent =
  | { readonly type: 'OBSERVED'; readonly observation: RunObservation }
  | { readonly type: 'STOP' };

/** Observations that may wait; more are dropped, which is said. */
export const observationsMax = 64;

/** Whether an observation takes the place of the last that waits. */
function isReplaced(waiting: readonly RunObservation[], { type }: RunObservation): boolean {
  return type === 'idle_changed' && waiting.at(-1)?.type === 'idle_changed';
}

const base = setup({
  types: {
    context: {} as TellerContext,
    events: {} as TellerEvent,
    input: {} as { readonly memory: TellerMemory },
  },
  actors: {
    'observation.read': waitsFor<GateRunEvent, RunObservation>(),
    'run.tell': waitsFor<Told, Telling & { readonly attempt: number }>(),
    'question.read': waitsFor<Telling | null, JsonObject>(),
    'question.file': waitsFor<void>(),
  },
  actions: {
    'problem.report': asks<{ readonly problem: string }>(),
    keep: assign(({ context, event }) => {
      assert(event.type === 'OBSERVED', 'only an observation is kept');
      const { observation } = event;
      if (observation.type !== 'idle_changed') {
        return { waiting: [...context.waiting, observation] };
      }
      const { waiting } = context;
      const before = isReplaced(waiting, observation) ? waiting.slice(0, -1) : waiting;
      return { idleState: observation.idle_state, waiting: [...before, observation] };
    }),
    take: assign(({ context: { waiting } }) => ({
      current: waiting[0] ?? null,
      waiting: waiting.slice(1),
      attempt: 1,
    })),
    noteAnswer: assign((_, told: Told) => ({
      goesOn: told.result !== 'taken' || told.goesOn,
    })),
    planRetry: assign(({ context }, told: Told) => ({
      attempt: context.attempt + 1,
      retryMs: told.result === 'full' ? told.retryMs : 0,
    })),
    /** After its exit the agent's question is looked for. */
    settle: assign(({ context: { telling } }) => ({
      current: null,
      telling: null,
      asking: telling?.event.type === 'AGENT_EXITED' ? telling.event.process_tracking : null,
    })),
  },
  guards: {
    isKnown: ({ context, event }) =>
      event.type === 'OBSERVED' &&
      event.observation.type === 'idle_changed' &&
      event.observation.idle_state === context.idleState,
    isTooMuch: ({ context: { waiting }, event }) =>
      event.type === 'OBSERVED' &&
      waiting.length >= observationsMax &&
      !isReplaced(waiting, event.observation),
    isAsked: ({ context }) => context.asking !== null,
    isWaiting: ({ context }) => context.waiting.length > 0,
    isClosed: stateIn({ watching: { sight: 'closed' } }),
    isOver: ({ context }) => !context.goesOn,
    isMailboxFull: (_, told: Told) => told.result === 'full',
    /** So that it is not asked again. */
    isQuestionTaken: ({ context }, told: Told) =>
      context.telling?.event.type === 'QUESTION_ASKED' && told.result === 'taken' && told.accepted,
  },
  delays: { untilNextTry: ({ context }) => context.retryMs },
});

const reportError = {
  type: 'problem.report',
  params: ({ event }: { event: { readonly error: unknown } }) => ({ problem: String(event.error) }),
} as const;
const failed = { target: 'free', actions: [reportError, 'settle'] } as const;
const answered = { params: ({ event }: { event: { readonly output: Told } }) => event.output };

/** The statechart of the table above; its effects are handled in `teller.ts`. */
export const tellerMachine = base.createMachine({
  id: 'run_teller',
  context: ({ input }) => ({
    ...input.memory,
    current: null,
    telling: null,
    goesOn: true,
    attempt: 1,
    retryMs: 0,
  }),
  initial: 'watching',
  states: {
    watching: {
      type: 'parallel',
      states: {
        sight: {
          initial: 'open',
          states: {
            open: {
              on: {
                OBSERVED: [
                  { guard: 'isKnown' },
                  {
                    guard: 'isTooMuch',
                    actions: {
                      type: 'problem.report',
                      params: ({ event }) => ({
                        problem: `${event.observation.type} was dropped: ${observationsMax} observations wait`,
                      }),
                    },
                  },
                  { actions: 'keep' },
                ],
                STOP: 'closed',
              },
            },
            closed: {},
          },
        },
        line: {
          initial: 'free',
          states: {
            free: {
              always: [
                { guard: or(['isClosed', 'isOver']), target: '#run_teller.over' },
                { guard: 'isAsked', target: 'asking' },
                { guard: 'isWaiting', target: 'reading', actions: 'take' },
              ],
              on: { STOP: '#run_teller.over' },
            },
            reading: {
              invoke: {
                src: 'observation.read',
                input: ({ context }) => context.current!,
                onDone: {
                  target: 'telling',
                  actions: assign({ telling: ({ event }) => ({ event: event.output, key: null }) }),
                },
                onError: failed,
              },
              on: { STOP: '#run_teller.over' },
            },
            telling: {
              invoke: {
                src: 'run.tell',
                input: ({ context }) => ({ ...context.telling!, attempt: context.attempt }),
                onDone: [
                  {
                    guard: { type: 'isMailboxFull', ...answered },
                    target: 'holding',
                    actions: { type: 'planRetry', ...answered },
                  },
                  {
                    guard: { type: 'isQuestionTaken', ...answered },
                    target: 'filing',
                    actions: [{ type: 'noteAnswer', ...answered }, 'settle'],
                  },
                  { target: 'free', actions: [{ type: 'noteAnswer', ...answered }, 'settle'] },
                ],
                onError: failed,
              },
            },
            holding: {
              always: { guard: 'isClosed', target: '#run_teller.over' },
              after: { untilNextTry: 'telling' },
              on: { STOP: '#run_teller.over' },
            },
            asking: {
              invoke: {
                src: 'question.read',
                input: ({ context }) => context.asking!,
                onDone: [
                  {
                    guard: ({ event }) => event.output !== null,
                    target: 'telling',
                    actions: assign({ telling: ({ event }) => event.output, attempt: 1 }),
                  },
                  { target: 'free', actions: 'settle' },
                ],
                onError: failed,
              },
              on: { STOP: '#run_teller.over' },
            },
            filing: {
              invoke: { src: 'question.file', onDone: 'free', onError: failed },
            },
          },
        },
      },
    },
    over: { type: 'final' },
  },
});
