/**
 * A run as the worker knows it.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never heard of | `PREPARE` or `DISPATCH` | these, or `STOP` (then it can never start) |
 * | `prepared` | its folder and prompt are written | `DISPATCH` | `DISPATCH`, `STOP`; `PREPARE` replaces it |
 * | `starting` | dispatched | the dispatch script | `SPAWNED`, `SPAWN_FAILED`, `STOP` |
 * | `running` | the script has started the agent | the agent | its exit, its question, the idle gate, `STOP` |
 * | `quieting` | the agent has exited | the idle gate | its verdict, `STOP` |
 * | `stopping` | a stop was asked for | the end of the process tree | `STOPPED` |
 * | `ready` | the gate called it idle, or the agent ended with a question | nothing | never |
 * | `timed_out` | it never became quiet in time | nothing | never |
 * | `failed` | it could not be started, or the gate failed | nothing | only a late start, which is stopped |
 * | `stopped` | its processes were ended, or it was called off before it began | nothing | never |
 * | `fenced` | a stop came for an id never heard of | nothing | never |
 *
 * A question ends watching: the agent is gone and its answer starts another run, so the run is
 * `ready`, and the callback says that it was a question. Work that goes on meanwhile is named in it
 * and left to the next run of the project or to the reaper. A dispatch repeated in any later status
 * starts nothing.
 */
import { setup } from 'xstate';
import { durableActions } from '../durable-actions.ts';
import { toStored } from '../kit.ts';
import {
  type EventOf,
  enqueueCallback,
  type GateRunContext,
  type GateRunMachineEvent,
  initialGateRun,
  kit,
} from './context.ts';
import * as dispatching from './dispatching.ts';
import * as exiting from './exiting.ts';
import * as stopping from './stopping.ts';

interface Given {
  readonly context: GateRunContext;
  readonly event: GateRunMachineEvent;
}
const { status: _status, ...initialContext } = initialGateRun('');

const guards = {
  samePrompt: ({ context, event }: Given) =>
    event.type === 'PREPARE' && event.prompt_sha256 === context.prompt_sha256,
  sameDispatch: ({ context, event }: Given) =>
    event.type === 'DISPATCH' && event.dispatch_fingerprint === context.dispatch_fingerprint,
  idleStateDiffers: ({ context, event }: Given) =>
    event.type === 'IDLE_CHANGED' && event.idle_state !== context.idle_state,
  decisionFound: ({ event }: Given) => event.type === 'IDLE_CONFIRMED' && event.decision !== null,
  spawnEffect: ({ event }: Given) =>
    event.type === 'EFFECT_FAILED' && event.effect === 'gate.spawn',
  killEffect: ({ event }: Given) => event.type === 'EFFECT_FAILED' && event.effect === 'gate.kill',
  toReport: ({ event }: Given) => event.type === 'STOPPED' && event.report === true,
  nobodyWaits: ({ context }: Given) => context.pending_request === null,
};

type Prepare = EventOf<'PREPARE'>;
const prepareReply = (result: string) =>
  kit.reply<Prepare>(({ context }) => ({
    result,
    run_id: context.run_id,
    project_dir: context.project_dir,
    prompt_file: context.prompt_file,
  }));
const prepare = {
  target: 'prepared',
  actions: [
    kit.change<Prepare>(({ event }) => ({
      run_id: event.run_id,
      project_id: event.project_id,
      project_dir: event.project_dir,
      prompt_file: event.prompt_file,
      prompt_sha256: event.prompt_sha256,
    })),
    kit.record<Prepare>('gate_run.prepared', ({ event }) => ({
      project_id: event.project_id,
      prompt_sha256: event.prompt_sha256,
    })),
    prepareReply('prepared'),
  ],
} as const;

const nextSequence = (context: GateRunContext) => ({
  callback_sequence: context.callback_sequence + 1,
});

type Confirmed = EventOf<'IDLE_CONFIRMED'>;
const confirmed = (callback: 'wake_ready' | 'session_finished_ready') =>
  [
    kit.change<Confirmed>(({ context, event }) => ({
      ...nextSequence(context),
      idle_state: 'idle',
      receipt: toStored(event.receipt),
      ended_at: event.at,
    })),
    kit.record<Confirmed>('gate_run.idle_confirmed', ({ event }) => ({
      receipt: event.receipt,
      decision_found: event.decision !== null,
    })),
    enqueueCallback<Confirmed>(callback, (event, context) => ({
      reason: `the run has no live process and was quiet for the whole window${exiting.exitNote(context)}`,
      process_tracking: event.process_tracking,
      decision: event.decision,
    })),
  ] as const;

/** What the agent, the gate and the stop do to a run that lives. */
const whileLive = {
  IDLE_CHANGED: {
    guard: 'idleStateDiffers',
    actions: [
      kit.change<EventOf<'IDLE_CHANGED'>>(({ event }) => ({ idle_state: event.idle_state })),
      kit.record<EventOf<'IDLE_CHANGED'>>('gate_run.idle_changed', ({ event }) => ({
        idle_state: event.idle_state,
      })),
    ],
  },
  QUESTION_ASKED: {
    target: 'ready',
    actions: [
      kit.change<EventOf<'QUESTION_ASKED'>>(({ context, event }) => ({
        ...nextSequence(context),
        agent_exited_at: context.agent_exited_at ?? event.at,
        ended_at: event.at,
      })),
      kit.record<EventOf<'QUESTION_ASKED'>>('gate_run.question_asked', ({ event }) => ({
        question: event.question,
      })),
      enqueueCallback<EventOf<'QUESTION_ASKED'>>('question_pending', (event) => ({
        reason: event.question,
        process_tracking: event.process_tracking,
      })),
    ],
  },
  IDLE_CONFIRMED: [
    { guard: 'decisionFound', target: 'ready', actions: confirmed('session_finished_ready') },
    { target: 'ready', actions: confirmed('wake_ready') },
  ],
  WAIT_EXHAUSTED: {
    target: 'timed_out',
    actions: [
      kit.change<EventOf<'WAIT_EXHAUSTED'>>(({ context, event }) => ({
        ...nextSequence(context),
        idle_state: 'timed_out',
        receipt: toStored(event.receipt),
        ended_at: event.at,
      })),
      kit.record<EventOf<'WAIT_EXHAUSTED'>>('gate_run.timed_out', ({ event }) => ({
        receipt: event.receipt,
      })),
      enqueueCallback<EventOf<'WAIT_EXHAUSTED'>>('gate_timeout', (event) => ({
        reason: 'the run did not become quiet within the longest wait',
        process_tracking: event.process_tracking,
      })),
    ],
  },
  GATE_FAILED: {
    target: 'failed',
    actions: [
      kit.change<EventOf<'GATE_FAILED'>>(({ context, event }) => ({
        ...nextSequence(context),
        last_error: event.error,
        ended_at: event.at,
      })),
      kit.record<EventOf<'GATE_FAILED'>>('gate_run.failed', ({ event }) => ({
        error: event.error,
      })),
      enqueueCallback<EventOf<'GATE_FAILED'>>('gate_error', (event) => ({ reason: event.error })),
    ],
  },
  STOP: stopping.stopLive,
} as const;

export const gateRunMachine = setup({
  types: { context: {} as GateRunContext, events: {} as GateRunMachineEvent },
  actions: durableActions,
  guards,
}).createMachine({
  id: 'gate_run',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never heard of.',
      on: { PREPARE: prepare, DISPATCH: dispatching.dispatch, STOP: stopping.fence },
    },
    prepared: {
      description: 'Folder and prompt are written.',
      on: {
        PREPARE: [{ guard: 'samePrompt', actions: [prepareReply('replayed')] }, prepare],
        DISPATCH: dispatching.dispatch,
        STOP: stopping.stopPrepared,
      },
    },
    starting: {
      description: 'The dispatch script starts the agent.',
      on: {
        DISPATCH: dispatching.replayedWhile('starting'),
        SPAWNED: dispatching.spawned,
        SPAWN_FAILED: dispatching.spawnFailed,
        EFFECT_FAILED: dispatching.spawnLost,
        STOP: stopping.stopStarting,
      },
    },
    running: {
      description: 'The agent lives.',
      on: {
        ...whileLive,
        DISPATCH: dispatching.replayedWhile('running'),
        AGENT_EXITED: exiting.agentExited,
      },
    },
    quieting: {
      description: 'The agent has exited; the idle gate waits for quiet.',
      on: { ...whileLive, DISPATCH: dispatching.replayedWhile('quieting') },
    },
    stopping: {
      description: 'Its process tree is being ended.',
      on: {
        DISPATCH: dispatching.replayedWhile('stopping'),
        STOP: stopping.stopAgain,
        STOPPED: stopping.stopped,
        SPAWNED: dispatching.spawnedTooLate,
        SPAWN_FAILED: stopping.sweepFailedStart,
        AGENT_EXITED: exiting.exitedWhileStopping,
        EFFECT_FAILED: [stopping.killFailed, stopping.sweepLostStart],
      },
    },
    ready: {
      description: 'Over: quiet for the whole window, or ended with a question.',
      tags: ['terminal'],
      on: { DISPATCH: dispatching.replayedWhile('ready'), STOP: stopping.stopEnded('ready') },
    },
    timed_out: {
      description: 'Over: it never became quiet in time.',
      tags: ['terminal'],
      on: {
        DISPATCH: dispatching.replayedWhile('timed_out'),
        STOP: stopping.stopEnded('timed_out'),
      },
    },
    failed: {
      description: 'Over: it could not be started, or the gate failed.',
      tags: ['terminal'],
      on: {
        DISPATCH: dispatching.replayedWhile('failed'),
        STOP: stopping.stopEnded('failed'),
        SPAWNED: dispatching.spawnedTooLate,
      },
    },
    stopped: {
      description: 'Over: its processes were ended, or it was called off before it began.',
      tags: ['terminal'],
      on: {
        DISPATCH: dispatching.replayedWhile('stopped'),
        STOP: stopping.stopEnded('stopped'),
        SPAWNED: dispatching.spawnedTooLate,
      },
    },
    fenced: {
      description: 'Called off before it was heard of; it can never start.',
      tags: ['terminal'],
      on: { STOP: stopping.stopEnded('fenced') },
    },
  },
});
