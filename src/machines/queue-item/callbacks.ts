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

/** The agent runs; heard before the worker's reply, it answers the claim in its place. */
export const sessionStarted = {
  guard: 'currentRun',
  target: '#running',
  actions: [
    accepted,
    kit.change<Callback>((args) => change.hear(args, 'running', hints.running)),
    ...ask.heard(true),
    ask.tellRunOfCallback('SESSION_STARTED'),
    ask.stopAsking,
    ask.watchForStale,
  ],
} as const;

/** The agent has exited, its workload perhaps not; the lane stays held. */
export const agentYielded = {
  guard: 'currentRun',
  target: '#awaiting_wake',
  actions: [
    accepted,
    kit.change<Callback>((args) => change.hear(args, 'awaiting_wake', hints.awaiting_wake)),
    ...ask.heard(true),
    ask.tellRunOfCallback('AGENT_YIELDED'),
    ask.stopAsking,
    ask.watchForStale,
  ],
} as const;

const overAs = {
  WAKE_READY: 'wake_ready',
  SESSION_FINISHED_READY: 'session_finished_ready',
} as const;

/** The gate calls the run over; evidence and decision are fetched, whether the gate saw a decision or not. */
export function runOver(type: keyof typeof overAs) {
  return {
    guard: 'currentRun',
    target: '#wake_received',
    actions: [
      accepted,
      kit.change<Callback>((args) => change.hear(args, overAs[type], hints.wake_received)),
      ...ask.heard(true),
      ask.tellRunOfCallback(type),
      ask.collectEvidence,
      ...ask.stopTimers,
    ],
  } as const;
}

/** The agent ended with a question: the item waits for a person, and the run for the answer. */
export const questionAsked = {
  guard: 'currentRun',
  target: '#needs_review',
  actions: [
    accepted,
    kit.change<Callback>((args) => ({
      ...change.hear(args, 'question_pending', ''),
      ...change.flagged(change.troubleOf(args.event.callback), hints.question),
    })),
    ...ask.heard(true),
    ask.tellRunOfCallback('QUESTION_PENDING'),
    ...ask.stopTimers,
  ],
} as const;

const troubleAs = { GATE_TIMEOUT: 'gate_timeout', GATE_ERROR: 'gate_error' } as const;

/** It was to be stopped for its budget: what it has made is collected like that of any run. */
export function troubleOverBudget(type: keyof typeof troubleAs) {
  return {
    guard: 'endsOverBudget',
    target: '#wake_received',
    actions: [
      accepted,
      kit.change<Callback>((args) => ({
        ...change.hear(args, troubleAs[type], hints.wake_received),
        last_error: change.troubleOf(args.event.callback),
      })),
      ...ask.heard(true),
      ask.tellRunOfCallback(type, true),
      ask.collectEvidence,
      ...ask.stopTimers,
    ],
  } as const;
}

/** It was stopped for its budget already, which is what its gate may call a failure: a person is asked for the budget. */
export const troubleBehindStop = {
  guard: 'endsOverBudget',
  actions: ask.heard(false),
} as const;

function runInTrouble(type: keyof typeof troubleAs) {
  return {
    guard: 'currentRun',
    target: '#blocked',
    actions: [
      accepted,
      kit.change<Callback>((args) => ({
        ...change.hear(args, troubleAs[type], ''),
        ...change.flagged(change.troubleOf(args.event.callback), hints.blocked),
        last_error: change.troubleOf(args.event.callback),
      })),
      ...ask.heard(true),
      ask.tellRunOfCallback(type, true),
      ...ask.stopTimers,
    ],
  } as const;
}
/** It never became quiet in time; the item is blocked, for the reason that the callback gives. */
export const runTimedOut = runInTrouble('GATE_TIMEOUT');
/** The gate failed, or the run was stopped on its worker; the item is blocked, for the reason given. */
export const runFailed = runInTrouble('GATE_ERROR');

function endedAs(type: keyof typeof overAs | keyof typeof troubleAs) {
  const isTrouble = type === 'GATE_TIMEOUT' || type === 'GATE_ERROR';
  return {
    // A run that is known to be over ends with its decision.
    guard: isTrouble ? 'currentRun' : 'endsOpenRun',
    target: '#canceled',
    actions: [
      ...ask.heard(true),
      ask.tellRunOfCallback(type, isTrouble),
      ...cancelEnded<Callback>({ ...overAs, ...troubleAs }[type]),
    ],
  } as const;
}

/** The run ends, or stops to ask, while a cancel waits for it. */
export const endedWhileCanceling = {
  WAKE_READY: endedAs('WAKE_READY'),
  SESSION_FINISHED_READY: endedAs('SESSION_FINISHED_READY'),
  GATE_TIMEOUT: endedAs('GATE_TIMEOUT'),
  GATE_ERROR: endedAs('GATE_ERROR'),
  QUESTION_PENDING: {
    guard: 'currentRun',
    target: '#canceled',
    actions: [
      ...ask.heard(true),
      ask.tellRunOfCallback('QUESTION_PENDING'),
      ...cancelRun<Callback>(),
    ],
  },
} as const;

const changesNothing = { actions: ask.heard(false) } as const;

/** Where no state answers to a callback it changes nothing: it is recorded and answered. */
export const ignored = {
  SESSION_STARTED: changesNothing,
  AGENT_YIELDED: changesNothing,
  QUESTION_PENDING: changesNothing,
  WAKE_READY: changesNothing,
  SESSION_FINISHED_READY: changesNothing,
  GATE_TIMEOUT: changesNothing,
  GATE_ERROR: changesNothing,
} as const;
