/** What the worker's word about a run, or its silence, does to a queue item that lost sight of it. */
import { cancelRun } from './canceling.ts';
import * as change from './changes.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

type Reconciled = EventOf<'RECONCILED'>;
const reconciledRecord = kit.record<Reconciled>('queue_item.reconciled', ({ event }) => ({
  run_id: event.run_id,
  finding: event.finding,
  detail: event.detail,
}));
const detailAsActivity = ({ event }: { event: Reconciled }) => ({
  session_id: event.session_id,
  current_activity: event.detail,
});
const detailAsError = ({ event }: { event: Reconciled }) => ({
  current_activity: 'reconciled',
  last_error: event.detail,
});

/** The worker's word about the run ends it for a person to look at. */
function reconciledToPerson(
  runState: 'gate_timeout' | 'gate_error' | 'reconciled',
  tell: 'GATE_TIMEOUT' | 'GATE_ERROR' | 'RECONCILED',
  hint: string,
) {
  return [
    kit.change<Reconciled>(({ event }) => ({
      ...change.flagged(`the worker says ${event.finding}: ${event.detail}`, hint),
      last_error: event.detail,
      last_run_state: runState,
      last_event_type: 'queue_item.reconciled',
    })),
    reconciledRecord,
    ask.tellRun<Reconciled>(tell, detailAsError),
    ...ask.stopTimers,
  ] as const;
}

function absent(hint: string) {
  return [
    kit.change<Reconciled>(({ context, event }) =>
      change.notStarted(context, {
        error: `the worker did not start the run: ${event.detail}`,
        eventType: 'queue_item.reconciled',
        hint,
      }),
    ),
    reconciledRecord,
    ask.tellRun<Reconciled>('DISPATCH_FAILED', detailAsError),
    ...ask.stopTimers,
  ] as const;
}

type NoAnswer = Reconciled | EventOf<'EFFECT_FAILED'>;
const silence = (event: NoAnswer): string =>
  event.type === 'RECONCILED' ? event.detail : event.error;

export const askAgain = [
  kit.change<NoAnswer>(({ context, event }) => ({
    reconcile_attempts: context.reconcile_attempts + 1,
    last_error: silence(event),
    last_event_type: 'queue_item.reconcile_attempted',
  })),
  kit.record<NoAnswer>('queue_item.reconcile_attempted', ({ context, event }) => ({
    run_id: context.current_run_id,
    attempt: context.reconcile_attempts,
    error: silence(event),
  })),
  ask.askAgainLater,
] as const;

export const giveUp = [
  ask.answerCancel<NoAnswer>('failed', ({ event }) => ({ error: silence(event) })),
  kit.record<NoAnswer>('queue_item.reconcile_abandoned', ({ context, event }) => ({
    run_id: context.current_run_id,
    attempts: context.reconcile_attempts + 1,
    error: silence(event),
  })),
  kit.change<NoAnswer>(({ event }) => ({
    ...change.flagged('the worker could not be asked what became of the run', hints.noContact),
    last_error: silence(event),
    last_run_state: 'reconciled',
    pending_cancel: null,
    last_event_type: 'queue_item.reconcile_abandoned',
  })),
  ask.tellRun<NoAnswer>('RECONCILED', ({ event }) => ({
    current_activity: 'given up: its worker did not answer',
    last_error: silence(event),
  })),
  ...ask.stopTimers,
] as const;

export const reconciled = [
  {
    guard: 'foundEndedWhileCanceling',
    target: 'canceled',
    actions: cancelRun<Reconciled>(),
  },
  {
    guard: 'foundLive',
    target: 'running',
    actions: [
      kit.change<Reconciled>((args) => change.findAgain(args, 'running', hints.running)),
      reconciledRecord,
      ask.tellRun<Reconciled>('STARTED', detailAsActivity),
      ask.stopAsking,
      ask.watchForStale,
    ],
  },
  {
    guard: 'foundAwaiting',
    target: 'awaiting_wake',
    actions: [
      kit.change<Reconciled>((args) =>
        change.findAgain(args, 'awaiting_wake', hints.awaiting_wake),
      ),
      reconciledRecord,
      ask.tellRun<Reconciled>('AGENT_YIELDED', detailAsActivity),
      ask.stopAsking,
      ask.watchForStale,
    ],
  },
  {
    guard: 'foundReady',
    target: 'wake_received',
    actions: [
      kit.change<Reconciled>((args) => change.findAgain(args, 'wake_ready', hints.wake_received)),
      reconciledRecord,
      ask.tellRun<Reconciled>('WAKE_READY', detailAsActivity),
      ask.collectEvidence,
      ...ask.stopTimers,
    ],
  },
  {
    guard: 'foundTimedOut',
    target: 'blocked',
    actions: reconciledToPerson('gate_timeout', 'GATE_TIMEOUT', hints.blocked),
  },
  {
    guard: 'foundFailed',
    target: 'blocked',
    actions: reconciledToPerson('gate_error', 'GATE_ERROR', hints.blocked),
  },
  {
    guard: 'foundStopped',
    target: 'needs_review',
    actions: reconciledToPerson('reconciled', 'RECONCILED', hints.stopped),
  },
  {
    guard: 'foundAbsentOnceMore',
    target: 'dispatch_error',
    actions: absent(hints.dispatch_error),
  },
  { guard: 'foundAbsent', target: 'queued', actions: absent(hints.queued) },
  { guard: 'unreachableTooOften', target: 'needs_review', actions: giveUp },
  { guard: 'unreachable', actions: askAgain },
] as const;
