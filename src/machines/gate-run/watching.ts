/** What the agent and the idle gate do to a run that lives; every word about it is a callback. */
import { describeAgentExit } from '../../domain/agent-exit.ts';
import { toStored } from '../kit.ts';
import {
  type EventOf,
  enqueueCallback,
  type GateRunContext,
  kill,
  kit,
  ownStopGraceSec,
} from './context.ts';
import { gateRunSetup } from './setup.ts';

const nextSequence = (context: GateRunContext) => ({
  callback_sequence: context.callback_sequence + 1,
});
/** True for a status that is certainly no success; an unknown one is not. */
const isFailure = (code: number | null): code is number => code !== null && code !== 0;
/** How the agent ended, as an addition to a verdict; empty where that is no bad sign. */
const exitNote = ({ exit_code: code }: GateRunContext): string =>
  isFailure(code) ? `; ${describeAgentExit(code)}` : '';

const learnExit = (context: GateRunContext, event: EventOf<'AGENT_EXITED'>) => ({
  exit_code: event.exit_code,
  session_id: event.session_id ?? context.session_id,
  agent_exited_at: event.at,
});
const exitRecord = kit.record<EventOf<'AGENT_EXITED'>>(
  'gate_run.agent_exited',
  ({ context, event }) => ({ exit_code: event.exit_code, session_id: context.session_id }),
);

/** While it runs. */
export const exiting = gateRunSetup.createStateConfig({
  on: {
    AGENT_EXITED: {
      target: '#quieting',
      actions: [
        kit.change(({ context, event }) => ({
          ...learnExit(context, event),
          ...nextSequence(context),
          last_error: isFailure(event.exit_code)
            ? describeAgentExit(event.exit_code)
            : context.last_error,
        })),
        exitRecord,
        enqueueCallback('agent_yielded', (event) => ({
          reason: describeAgentExit(event.exit_code),
          process_tracking: event.process_tracking,
        })),
      ],
    },
  },
}).on;

/** The stop that is under way explains the end, so its reason stays the run's error. */
export const exitedWhileStopping = gateRunSetup.createStateConfig({
  on: {
    AGENT_EXITED: {
      actions: [kit.change(({ context, event }) => learnExit(context, event)), exitRecord],
    },
  },
}).on;

const confirmed = (callback: 'wake_ready' | 'session_finished_ready') => [
  kit.change<EventOf<'IDLE_CONFIRMED'>>(({ context, event }) => ({
    ...nextSequence(context),
    idle_state: 'idle',
    receipt: toStored(event.receipt),
    ended_at: event.at,
  })),
  kit.record<EventOf<'IDLE_CONFIRMED'>>('gate_run.idle_confirmed', ({ event }) => ({
    receipt: event.receipt,
    decision_found: event.decision !== null,
  })),
  enqueueCallback<EventOf<'IDLE_CONFIRMED'>>(callback, (event, context) => ({
    reason: `the run has no live process and was quiet for the whole window${exitNote(context)}`,
    process_tracking: event.process_tracking,
    decision: event.decision,
  })),
];

/** While the agent or what it left behind is watched. */
export const watching = gateRunSetup.createStateConfig({
  on: {
    IDLE_CHANGED: {
      guard: 'idleStateDiffers',
      actions: [
        kit.change(({ event }) => ({ idle_state: event.idle_state })),
        kit.record('gate_run.idle_changed', ({ event }) => ({ idle_state: event.idle_state })),
      ],
    },
    QUESTION_ASKED: {
      target: '#ready',
      actions: [
        kit.change(({ context, event }) => ({
          ...nextSequence(context),
          agent_exited_at: context.agent_exited_at ?? event.at,
          ended_at: event.at,
        })),
        kit.record('gate_run.question_asked', ({ event }) => ({ question: event.question })),
        enqueueCallback('question_pending', (event) => ({
          reason: event.question,
          process_tracking: event.process_tracking,
        })),
      ],
    },
    IDLE_CONFIRMED: [
      { guard: 'decisionFound', target: '#ready', actions: confirmed('session_finished_ready') },
      { target: '#ready', actions: confirmed('wake_ready') },
    ],
    WAIT_EXHAUSTED: {
      target: '#timed_out',
      actions: [
        kit.change(({ context, event }) => ({
          ...nextSequence(context),
          idle_state: 'timed_out',
          receipt: toStored(event.receipt),
          ended_at: event.at,
        })),
        kit.record('gate_run.timed_out', ({ event }) => ({ receipt: event.receipt })),
        enqueueCallback('gate_timeout', (event) => ({
          reason: 'the run did not become quiet within the longest wait',
          process_tracking: event.process_tracking,
        })),
      ],
    },
    GATE_FAILED: {
      target: '#stopping',
      actions: [
        kit.change(({ event }) => ({ last_error: event.error })),
        kit.record('gate_run.stop_requested', ({ event }) => ({ reason: event.error })),
        kill(({ error }) => ({ reason: error, grace_sec: ownStopGraceSec, failed: true })),
      ],
    },
  },
}).on;
