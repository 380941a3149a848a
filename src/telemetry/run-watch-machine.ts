/**
 * The watching of one run, from its agent to a verdict. It knows when to ask the idle gate and what
 * the owner must hear; the gate, which has a statechart of its own, answers each sample it is fed
 * with `STEPPED`.
 *
 * | State | Entered when | Waits for | Leaves by |
 * |---|---|---|---|
 * | `attached` | the watch begins, or the agent turns out to live | the agent's exit | a sample without it, or one that cannot tell |
 * | `waiting.agent.presumed` | it cannot be told whether the agent lives | a sample that can tell | that |
 * | `waiting.agent.exited` | the agent has exited | a verdict | – |
 * | `waiting.check.regular` | waiting begins | samples of the loop | a verdict that is due |
 * | `waiting.check.confirming` | a verdict is due | a sample that begins now | that sample |
 * | `over` | the gate has given its verdict | – | final |
 *
 * Waiting begins when the agent is no longer known to run, so a process table that cannot be read
 * also leads to a time-out in the end. It is over at once if the agent turns out to live. While it
 * lasts the longest wait runs, since with dead sensors no sample arrives to tell the time.
 */
import { assign, raise, setup } from 'xstate';
import { asks, waitsFor } from '../actors/volatile/kind.ts';
import type { IdleState } from '../domain/statuses.ts';
import { assert } from '../lib/assert.ts';
import type { IdleSample } from '../machines/idle-gate/events.ts';
import type { IdleGateStep } from '../machines/idle-gate/gate.ts';
import type { EvidenceSummary, IdleReceipt } from '../machines/idle-gate/receipt.ts';
import { learnRest, type RestMemory } from '../machines/idle-gate/rest.ts';
import type { Signal } from '../machines/idle-gate/signals.ts';
import type { RunSeen } from '../sensing/machine-reading.ts';
import type { ProcessTracking } from '../sensing/process-tracking.ts';

/** Where the gate stands, and on what that rests. */
export interface GateStanding {
  readonly step: IdleGateStep;
  readonly signals: readonly Signal[];
  readonly evidence: readonly EvidenceSummary[];
}

/** By what the gate came to where it stands. */
export type GateCause = 'opened' | 'next' | 'confirm' | 'tick';

/** What a watch remembers. The gate itself is with the handlers and is made again after a failure. */
export interface RunWatchContext {
  readonly maxWaitMs: number;
  readonly coreCount: number;
  readonly hasExited: boolean;
  /** Waiting that was done before this watch, ms; it counts towards `maxWaitMs`. */
  readonly waitedMs: number;
  /** When the waiting began, monotonic, less what was waited before; null while there is none. */
  readonly waitStartMs: number | null;
  /** Null while there is no gate. */
  readonly standing: GateStanding | null;
  /** State that the owner has heard of. */
  readonly told: IdleState | null;
  readonly tracking: ProcessTracking;
  /** What is known of the machine at rest; gates begin with it. */
  readonly rest: RestMemory;
}

/** What a watch begins with. */
export type RunWatchMemory = Omit<RunWatchContext, 'waitStartMs' | 'standing'>;

/** What a new gate begins with: whether the agent is gone, the waiting so far, the machine at rest. */
export interface GateOpening {
  readonly agentExited: boolean;
  readonly waitStartMs: number | null;
  readonly waitedMs: number;
  readonly rest: RestMemory;
}

/** A sample for the gate; `confirm` is one that was taken because a verdict is due. */
export interface GateFood {
  readonly sample: IdleSample;
  readonly by: 'next' | 'confirm';
}

/** What a watch is told: a sample by the loop, the exit by its owner, a step by its gate. */
export type RunWatchEvent =
  | {
      readonly type: 'SAMPLE';
      readonly seen: RunSeen;
      /** Taken because a verdict is due. */
      readonly confirms?: boolean;
    }
  /** The gate's answer. */
  | {
      readonly type: 'STEPPED';
      readonly by: GateCause;
      readonly waitStartMs: number;
      readonly standing: GateStanding;
    };

/** Why the watch is over; the receipt says whether it is `idle` or a time-out. */
export interface Verdict {
  readonly receipt: IdleReceipt;
  readonly tracking: ProcessTracking;
}

const base = setup({
  types: {
    context: {} as RunWatchContext,
    events: {} as RunWatchEvent,
    input: {} as { readonly memory: RunWatchMemory },
  },
  actors: { 'reading.take': waitsFor<RunSeen>() },
  actions: {
    'gate.open': asks<GateOpening>(),
    'gate.feed': asks<GateFood>(),
    'gate.tick': asks(),
    'owner.exit': asks<{ readonly tracking: ProcessTracking }>(),
    'owner.state': asks<RunWatchContext>(),
    'owner.verdict': asks<Verdict>(),
    'watch.end': asks(),
    'failure.report': asks<{ readonly error: unknown }>(),
    noteProcesses: assign({ tracking: ({ event }) => seenIn(event).tracking }),
    noteExit: assign({ hasExited: true }),
    noteStanding: assign(({ event }) => {
      assert(event.type === 'STEPPED', 'only the gate says where it stands');
      return { standing: event.standing, waitStartMs: event.waitStartMs };
    }),
    noteTold: assign({ told: ({ context }) => stateOf(context) }),
    endWaiting: assign({ standing: null, waitStartMs: null, waitedMs: 0 }),
    // A gate learns from its own samples too, so it must begin without this one.
    learn: assign({
      rest: ({ context: { rest, coreCount }, event }) =>
        event.type === 'SAMPLE' && event.confirms === true
          ? rest
          : learnRest(rest, seenIn(event).sample, coreCount),
    }),
  },
  guards: {
    hasExited: ({ context }) => context.hasExited,
    showsAgent: ({ event }) => seenIn(event).rootAlive === true,
    showsExit: ({ event }) => seenIn(event).rootAlive === false,
    isVerdict: ({ event }) => standingIn(event).step.receipt !== undefined,
    /** A sample that does not confirm asks for no other one by itself. */
    isDue: ({ event }) =>
      event.type === 'STEPPED' && event.by !== 'confirm' && event.standing.step.needs_confirmation,
    isOpening: ({ event }) => event.type === 'STEPPED' && event.by === 'opened',
  },
  delays: {
    longestWait: ({ context }) => Math.max(0, context.maxWaitMs - context.waitedMs),
  },
});

/** While there is no gate the agent is taken to run. */
export function stateOf({ standing }: Pick<RunWatchContext, 'standing'>): IdleState {
  return standing?.step.state ?? 'busy';
}

interface Args {
  readonly context: RunWatchContext;
  readonly event: RunWatchEvent;
}

function seenIn(event: RunWatchEvent): RunSeen {
  assert(event.type === 'SAMPLE', 'only a sample shows the run');
  return event.seen;
}

function standingIn(event: RunWatchEvent): GateStanding {
  assert(event.type === 'STEPPED', 'only the gate says where it stands');
  return event.standing;
}

const openGate = {
  type: 'gate.open',
  params: ({ context }: Args) => ({
    agentExited: context.hasExited,
    waitStartMs: context.waitStartMs,
    waitedMs: context.waitedMs,
    rest: context.rest,
  }),
} as const;

const feedGate = {
  type: 'gate.feed',
  params: ({ event }: Args): GateFood => ({
    sample: seenIn(event).judged,
    by: event.type === 'SAMPLE' && event.confirms === true ? 'confirm' : 'next',
  }),
} as const;

const tellExit = {
  type: 'owner.exit',
  params: ({ context }: Args) => ({ tracking: context.tracking }),
} as const;

/** The owner hears of each state once. */
const tellState = base.enqueueActions(({ context, enqueue }) => {
  if (stateOf(context) === context.told) return;
  enqueue({ type: 'owner.state', params: context });
  enqueue('noteTold');
});

const tellVerdict = [
  'noteStanding',
  'watch.end',
  {
    type: 'owner.verdict',
    params: ({ context, event }: Args) => {
      const { receipt } = standingIn(event).step;
      assert(receipt !== undefined, 'a verdict has a receipt');
      return { receipt, tracking: context.tracking };
    },
  },
] as const;

/** From a gate that asks for no agent to one that knows of its exit, or to the first gate. */
const exitSeen = ['noteProcesses', 'noteExit', openGate, tellExit, feedGate, 'learn'] as const;

/** The statechart of the table above; its effects are handled in `run-watch.ts`. */
export const runWatchMachine = base.createMachine({
  id: 'run_watch',
  context: ({ input }) => ({ ...input.memory, waitStartMs: null, standing: null }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [
        { guard: 'hasExited', target: '#exited', actions: openGate },
        { target: 'attached' },
      ],
    },
    attached: {
      on: {
        SAMPLE: [
          { guard: 'showsAgent', actions: ['noteProcesses', tellState, 'learn'] },
          { guard: 'showsExit', target: '#exited', actions: [...exitSeen] },
          { target: 'waiting', actions: ['noteProcesses', openGate, feedGate, 'learn'] },
        ],
      },
    },
    waiting: {
      type: 'parallel',
      after: { longestWait: { actions: 'gate.tick' } },
      states: {
        agent: {
          initial: 'presumed',
          states: {
            presumed: {
              on: {
                SAMPLE: [
                  {
                    guard: 'showsAgent',
                    target: '#run_watch.attached',
                    actions: ['noteProcesses', 'endWaiting', tellState, 'learn'],
                  },
                  { guard: 'showsExit', target: 'exited', actions: [...exitSeen] },
                  { actions: ['noteProcesses', feedGate, 'learn'] },
                ],
              },
            },
            exited: {
              id: 'exited',
              on: { SAMPLE: { actions: ['noteProcesses', feedGate, 'learn'] } },
            },
          },
        },
        check: {
          initial: 'regular',
          states: {
            regular: {
              on: {
                STEPPED: [
                  { guard: 'isVerdict', target: '#run_watch.over', actions: [...tellVerdict] },
                  { guard: 'isDue', target: 'confirming', actions: ['noteStanding', tellState] },
                  { guard: 'isOpening', actions: 'noteStanding' },
                  { actions: ['noteStanding', tellState] },
                ],
              },
            },
            confirming: {
              invoke: {
                src: 'reading.take',
                onDone: {
                  target: 'regular',
                  actions: raise(({ event }) => ({
                    type: 'SAMPLE',
                    seen: event.output,
                    confirms: true,
                  })),
                },
                onError: {
                  target: 'regular',
                  actions: {
                    type: 'failure.report',
                    params: ({ event }) => ({ error: event.error }),
                  },
                },
              },
              on: {
                STEPPED: [
                  { guard: 'isVerdict', target: '#run_watch.over', actions: [...tellVerdict] },
                  { guard: 'isOpening', actions: 'noteStanding' },
                  { actions: ['noteStanding', tellState] },
                ],
              },
            },
          },
        },
      },
    },
    over: { type: 'final' },
  },
});
