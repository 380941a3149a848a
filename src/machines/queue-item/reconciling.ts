/** What the worker's word about a run, or its silence, does to a queue item that lost sight of it. */
import { budgetReason } from './budgets.ts';
import { cancelGivenUp, cancelRun } from './canceling.ts';
import * as change from './changes.ts';
import { type EventOf, kit } from './context.ts';
import type { ReconcileFinding } from './events.ts';
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

/** How a run that is over for a person to look at is called, and what its run is told. */
const endings = {
  timed_out: { state: 'gate_timeout', word: 'GATE_TIMEOUT', hint: hints.blocked },
  failed: { state: 'gate_error', word: 'GATE_ERROR', hint: hints.blocked },
  stopped: { state: 'reconciled', word: 'RECONCILED', hint: hints.stopped },
} as const;
const endingOf = ({ finding }: Reconciled) => endings[finding as keyof typeof endings];

/** The worker's word about the run ends it for a person to look at. */
const overForAPerson = [
  kit.change<Reconciled>(({ event }) => ({
    ...change.flagged(event.detail, endingOf(event).hint),
    last_error: event.detail,
    last_run_state: endingOf(event).state,
    last_event_type: 'queue_item.reconciled',
  })),
  reconciledRecord,
  ask.tellRun<Reconciled>(({ event }) => endingOf(event).word, detailAsError),
  ...ask.stopTimers,
] as const;

/** The same of a run that was to be stopped for its budget: what it has made is collected. */
const overForBudget = [
  kit.change<Reconciled>(({ event }) => ({
    last_error: event.detail,
    last_run_state: endingOf(event).state,
    next_action_hint: hints.wake_received,
    last_event_type: 'queue_item.reconciled',
  })),
  reconciledRecord,
  ask.tellRun<Reconciled>(({ event }) => endingOf(event).word, detailAsError),
  ask.collectEvidence,
  ...ask.stopTimers,
] as const;

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

/**
 * The run was started, or prepared at least, and its worker does not know it any more. Nobody can say what lives of it, so
 * it is never started again by itself.
 */
const lost = [
  kit.change<Reconciled>(({ event }) => ({
    ...change.flagged(
      `the run was started, and its worker does not know it: ${event.detail}`,
      hints.lost,
    ),
    given_up: 'lost',
    last_error: event.detail,
    last_run_state: 'reconciled',
    last_event_type: 'queue_item.reconciled',
  })),
  reconciledRecord,
  ask.tellRun<Reconciled>('RECONCILED', detailAsError),
  ...ask.stopTimers,
] as const;

/** The same while a cancel stands. */
const lostWhileCanceling = [
  reconciledRecord,
  ...cancelGivenUp<Reconciled>(({ detail }) => detail),
  ask.tellRun<Reconciled>('RECONCILED', detailAsError),
  ...ask.stopTimers,
] as const;

type Missing = EventOf<'RUN_MISSING'>;
const missingCause = ({ over }: Missing): string =>
  over === true
    ? 'its worker says that it is over, and no callback of it is on its way'
    : 'its worker answers, but does not know the run';
/** Asked at once, by the way that settles it: only the answer to that counts. */
export const runMissing = {
  guard: 'currentRun',
  target: '#reconciling',
  actions: [
    kit.record<Missing>('queue_item.contact_lost', ({ context, event }) => ({
      run_id: context.current_run_id,
      cause: missingCause(event),
    })),
    kit.change<Missing>(({ event }) =>
      change.loseSight(missingCause(event), 'queue_item.contact_lost'),
    ),
    ask.findRun,
    ask.stopWatching,
  ],
} as const;

type NoAnswer = Reconciled | EventOf<'EFFECT_FAILED'>;
const silence = (event: NoAnswer): string =>
  event.type === 'RECONCILED' ? event.detail : event.error;

const askAgain = [
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

const abandonedRecord = kit.record<NoAnswer>(
  'queue_item.reconcile_abandoned',
  ({ context, event }) => ({
    run_id: context.current_run_id,
    attempts: context.reconcile_attempts + 1,
    error: silence(event),
  }),
);
const tellAbandoned = ask.tellRun<NoAnswer>('RECONCILED', ({ event }) => ({
  current_activity: 'given up: its worker did not answer',
  last_error: silence(event),
}));

const giveUp = [
  abandonedRecord,
  kit.change<NoAnswer>(({ event }) => ({
    ...change.flagged('the worker could not be asked what became of the run', hints.noContact),
    given_up: 'silent',
    last_error: silence(event),
    last_run_state: 'reconciled',
    last_event_type: 'queue_item.reconcile_abandoned',
  })),
  tellAbandoned,
  ...ask.stopTimers,
] as const;

/** The same while a cancel stands. */
const giveUpWhileCanceling = [
  abandonedRecord,
  ...cancelGivenUp<NoAnswer>(silence),
  tellAbandoned,
  ...ask.stopTimers,
] as const;

const as = (...findings: readonly ReconcileFinding[]) =>
  ({ type: 'foundAs', params: { findings } }) as const;

/** The worker's word about the run, or that it gave none. */
export const answered = [
  { guard: 'lostWhileCanceling', target: '#canceled', actions: lostWhileCanceling },
  {
    guard: 'foundEndedWhileCanceling',
    target: '#canceled',
    actions: cancelRun<Reconciled>(),
  },
  { guard: 'foundOverWhileOverBudget', target: '#wake_received', actions: overForBudget },
  {
    guard: as('live'),
    target: '#running',
    actions: [
      kit.change<Reconciled>((args) => change.findAgain(args, 'running', hints.running)),
      reconciledRecord,
      ask.tellRun<Reconciled>('STARTED', detailAsActivity),
      ask.stopAsking,
      ask.watchForStale,
    ],
  },
  {
    guard: as('awaiting'),
    target: '#awaiting_wake',
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
    guard: as('ready'),
    target: '#wake_received',
    actions: [
      kit.change<Reconciled>((args) => change.findAgain(args, 'wake_ready', hints.wake_received)),
      reconciledRecord,
      ask.tellRun<Reconciled>('WAKE_READY', detailAsActivity),
      ask.collectEvidence,
      ...ask.stopTimers,
    ],
  },
  { guard: as('timed_out', 'failed'), target: '#blocked', actions: overForAPerson },
  { guard: as('stopped'), target: '#needs_review', actions: overForAPerson },
  { guard: as('lost'), target: '#needs_review', actions: lost },
  { guard: 'absentThoughStarted', target: '#needs_review', actions: lost },
  {
    guard: 'absentWhileOverBudget',
    target: '#needs_review',
    actions: [
      ...absent(hints.overBudget),
      kit.change<Reconciled>(({ context }) =>
        change.flagged(budgetReason(context), hints.overBudget),
      ),
    ],
  },
  { guard: 'absentForGood', target: '#dispatch_error', actions: absent(hints.dispatch_error) },
  { guard: as('absent'), target: '#queued', actions: absent(hints.queued) },
  {
    guard: 'silentTooOftenWhileCanceling',
    target: '#canceled',
    actions: giveUpWhileCanceling,
  },
  { guard: 'silentTooOften', target: '#needs_review', actions: giveUp },
  { guard: as('unreachable'), actions: askAgain },
] as const;

/** The question itself could not be asked. */
export const askingFailed = [
  {
    guard: 'findRunFailedTooOftenWhileCanceling',
    target: '#canceled',
    actions: giveUpWhileCanceling,
  },
  { guard: 'findRunFailedTooOften', target: '#needs_review', actions: giveUp },
  { guard: 'findRunFailed', actions: askAgain },
] as const;

/** The pause after a silent try is over. */
export const askOnce = { guard: 'currentRun', actions: [ask.findRun] } as const;
