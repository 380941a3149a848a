/** Claiming a queue item, the worker's answer to it, and losing sight of the run. */
import { budgetReason } from './budgets.ts';
import { cancelRun } from './canceling.ts';
import * as change from './changes.ts';
import { type EventOf, kit, type QueueItemContext } from './context.ts';
import { usesUpRetry } from './guards.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

/** The first word about an item; a second one is refused. */
export const enqueue = {
  target: '#queued',
  actions: [
    kit.change(change.enqueue),
    kit.record<EventOf<'ENQUEUE'>>('queue_item.enqueued', ({ event }) => ({
      project_id: event.project_id,
      selection_rank: event.selection_rank,
      dispatch_priority: event.dispatch_priority,
      machine_target: event.machine_target,
    })),
  ],
} as const;

const claimed = [
  kit.change(change.claim),
  kit.record<EventOf<'CLAIM'>>('queue_item.claimed', ({ context, event }) => ({
    run_id: event.run_id,
    lane: event.lane,
    worker_target: event.worker_target,
    fencing: context.fencing,
    mode: context.next_mode,
    lease_expires_at: context.lease_expires_at,
    stale_after: context.stale_after,
  })),
  ...ask.tellNewRun,
  ask.startRun,
  ask.watchForStale,
  kit.defer,
] as const;

/** Holds the lane and asks the worker; the dispatch that claimed waits for the outcome. */
export const claim = [
  {
    guard: 'claimableWithBudgets',
    target: '#dispatching',
    actions: [...claimed, ask.watchBudget],
  },
  { guard: 'claimable', target: '#dispatching', actions: claimed },
] as const;

const refusedActions = (eventType: string, hint: string) =>
  [
    ask.answerDispatch<EventOf<'WORKER_REFUSED'>>('refused', ({ event }) => ({
      error: event.error,
      code: event.code,
    })),
    kit.record<EventOf<'WORKER_REFUSED'>>(eventType, ({ context, event }) => ({
      run_id: event.run_id,
      error: event.error,
      code: event.code,
      retry_count: context.retry_count + (usesUpRetry(event) ? 1 : 0),
      max_retries: context.max_retries,
    })),
    ask.tellRun<EventOf<'WORKER_REFUSED'>>('DISPATCH_FAILED', ({ event }) => ({
      last_error: event.error,
    })),
    kit.change<EventOf<'WORKER_REFUSED'>>(({ context, event }) =>
      change.notStarted(context, {
        error: event.error,
        eventType,
        hint,
        usesUpRetry: usesUpRetry(event),
      }),
    ),
    ...ask.stopTimers,
  ] as const;

/**
 * The run was certainly not started: back into the queue, or to a person when that is hopeless or
 * came too often.
 */
export const workerRefused = [
  {
    guard: 'endsWhileCanceling',
    target: '#canceled',
    actions: cancelRun<EventOf<'WORKER_REFUSED'>>(),
  },
  {
    guard: 'endsOverBudget',
    target: '#needs_review',
    actions: [
      ...refusedActions('queue_item.dispatch_refused', hints.overBudget),
      kit.change<EventOf<'WORKER_REFUSED'>>(({ context }) =>
        change.flagged(budgetReason(context), hints.overBudget),
      ),
    ],
  },
  {
    guard: 'claimFenced',
    target: '#needs_review',
    actions: [
      ...refusedActions('queue_item.dispatch_refused', hints.fenced),
      kit.change<EventOf<'WORKER_REFUSED'>>(({ event }) =>
        change.flagged(`the worker refused the claim: ${event.error}`, hints.fenced),
      ),
    ],
  },
  {
    guard: 'refusedForGood',
    target: '#dispatch_error',
    actions: refusedActions('queue_item.dispatch_failed', hints.dispatch_error),
  },
  {
    guard: 'currentRun',
    target: '#queued',
    actions: refusedActions('queue_item.dispatch_refused', hints.queued),
  },
] as const;

/** The worker has started the run, also when it says so only after contact was lost. */
export const workerAccepted = {
  guard: 'currentRun',
  target: '#running',
  actions: [
    ask.answerDispatch<EventOf<'WORKER_ACCEPTED'>>('accepted', ({ event }) => ({
      session_id: event.session_id,
    })),
    kit.change(change.accept),
    kit.record<EventOf<'WORKER_ACCEPTED'>>('queue_item.dispatched', ({ event }) => ({
      run_id: event.run_id,
      session_id: event.session_id,
    })),
    ask.tellRun<EventOf<'WORKER_ACCEPTED'>>('STARTED', ({ event }) => ({
      session_id: event.session_id,
      started_at: event.at,
    })),
    ask.stopAsking,
    ask.stopLookingAtJob,
    ask.watchForStale,
  ],
} as const;

/** Sight of the run is lost: `cause` says how; the worker is asked at once. */
function loseSight<E extends EventOf<'OUTCOME_UNKNOWN' | 'EFFECT_FAILED' | 'STALE_DUE'>>(
  eventType: string,
  cause: (args: { context: QueueItemContext; event: E }) => string,
) {
  return [
    ask.answerDispatch<E>('unknown', (args) => ({ error: cause(args) })),
    kit.record<E>(eventType, (args) => ({
      run_id: args.context.current_run_id,
      cause: cause(args),
    })),
    kit.change<E>((args) => change.loseSight(cause(args), eventType)),
    ask.findRun,
    ask.stopWatching,
  ] as const;
}

/** No word of the run for too long. A deadline that has moved meanwhile only sets the timer anew. */
export const staleDue = [
  {
    guard: 'staleNow',
    target: '#reconciling',
    actions: loseSight<EventOf<'STALE_DUE'>>(
      'queue_item.contact_lost',
      ({ context }) =>
        `no word of the run since ${context.last_callback_at ?? context.last_dispatch_at}`,
    ),
  },
  // The deadline moved since the timer was set.
  { guard: 'currentRun', actions: [ask.watchForStale] },
] as const;

/** The request may have arrived, so the run may live: the worker is asked, and never told to start again. */
export const outcomeUnknown = {
  guard: 'currentRun',
  target: '#reconciling',
  actions: [
    kit.change<EventOf<'OUTCOME_UNKNOWN'>>(({ event }) => ({
      ...(event.prepared === true ? { was_prepared: true } : {}),
      ...change.heardOfGate(event),
    })),
    ...loseSight<EventOf<'OUTCOME_UNKNOWN'>>(
      'queue_item.dispatch_outcome_unknown',
      ({ event }) => event.error,
    ),
  ],
} as const;
/** The effect gave up, which says nothing about the worker. */
export const startRunFailed = {
  guard: 'startRunFailed',
  target: '#reconciling',
  actions: loseSight<EventOf<'EFFECT_FAILED'>>(
    'queue_item.dispatch_outcome_unknown',
    ({ event }) => event.error,
  ),
} as const;
