/** What the worker's callbacks do to a queue item whose current run they are about. */
import { cancelEnded, cancelRun } from './canceling.ts';
import * as change from './changes.ts';
import { type CallbackType, type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

type Callback = EventOf<CallbackType>;

/** A callback that overtook the worker's reply says as much as that reply would have. */
const accepted = ask.answerDispatch<Callback>('accepted', ({ context, event }) => ({
  session_id: event.callback.session_id ?? context.current_session_id,
}));

export const sessionStarted = {
  guard: 'currentRun',
  target: 'running',
  actions: [
    accepted,
    kit.change<Callback>((args) => change.hear(args, 'running', hints.running)),
    ...ask.heard(true),
    ask.tellRunOfCallback('SESSION_STARTED'),
    ask.stopAsking,
    ask.watchForStale,
  ],
} as const;

export const agentYielded = {
  guard: 'currentRun',
  target: 'awaiting_wake',
  actions: [
    accepted,
    kit.change<Callback>((args) => change.hear(args, 'awaiting_wake', hints.awaiting_wake)),
    ...ask.heard(true),
    ask.tellRunOfCallback('AGENT_YIELDED'),
    ask.stopAsking,
    ask.watchForStale,
  ],
} as const;

export function runOver(type: 'WAKE_READY' | 'SESSION_FINISHED_READY') {
  const state = type === 'WAKE_READY' ? 'wake_ready' : 'session_finished_ready';
  return [
    {
      guard: 'beingCanceled',
      target: 'canceled',
      actions: [...ask.heard(true), ask.tellRunOfCallback(type), ...cancelEnded<Callback>(state)],
    },
    {
      guard: 'currentRun',
      target: 'wake_received',
      actions: [
        accepted,
        kit.change<Callback>((args) => change.hear(args, state, hints.wake_received)),
        ...ask.heard(true),
        ask.tellRunOfCallback(type),
        ask.collectEvidence,
        ...ask.stopTimers,
      ],
    },
  ] as const;
}

export function runInTrouble(type: 'QUESTION_PENDING' | 'GATE_TIMEOUT' | 'GATE_ERROR') {
  const isQuestion = type === 'QUESTION_PENDING';
  const states = {
    QUESTION_PENDING: 'question_pending',
    GATE_TIMEOUT: 'gate_timeout',
    GATE_ERROR: 'gate_error',
  } as const;
  return [
    {
      guard: 'beingCanceled',
      target: 'canceled',
      actions: [
        ...ask.heard(true),
        ask.tellRunOfCallback(type, !isQuestion),
        ...(isQuestion ? cancelRun<Callback>() : cancelEnded<Callback>(states[type])),
      ],
    },
    {
      guard: 'currentRun',
      target: isQuestion ? 'needs_review' : 'blocked',
      actions: [
        accepted,
        kit.change<Callback>((args) => ({
          ...change.hear(args, states[type], ''),
          ...change.flagged(
            change.troubleOf(args.event.callback),
            isQuestion ? hints.question : hints.blocked,
          ),
          ...(isQuestion ? {} : { last_error: change.troubleOf(args.event.callback) }),
        })),
        ...ask.heard(true),
        ask.tellRunOfCallback(type, !isQuestion),
        ...ask.stopTimers,
      ],
    },
  ] as const;
}

/** A callback that changes nothing here: recorded and answered. */
export const ignored = { actions: ask.heard(false) } as const;
