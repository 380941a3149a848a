/**
 * Ending a queue item's run on the operator's wish: asked for, done, kept, or not possible. While nobody knows what
 * became of the run a stop that fails says nothing: the cancel is kept, and the item canceled however that ends. A
 * cancel that was kept once is kept until the run is over.
 */
import { cancelRun } from './canceling.ts';
import * as change from './changes.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

/** A run lives, or may: the worker is asked to stop it, and whoever canceled waits for that. */
export const cancelAsked = {
  target: 'asked',
  actions: [
    kit.change<EventOf<'CANCEL'>>(({ context, event }) => ({
      pending_cancel: event.request_key,
      cancel_wish: {
        reason: event.note ?? change.cancelReason(context),
        stage: context.cancel_wish == null ? 'asked' : 'asked_again',
      },
      next_action_hint: hints.stopping,
      last_event_type: 'queue_item.cancel_requested',
    })),
    kit.record<EventOf<'CANCEL'>>('queue_item.cancel_requested', ({ context, event }) => ({
      run_id: context.current_run_id,
      note: event.note,
    })),
    ask.stopRun,
    kit.defer,
  ],
} as const;

/** The worker has ended the run, or made sure that it never starts. */
export const runStopped = {
  guard: 'currentRun',
  target: '#canceled',
  actions: cancelRun<EventOf<'RUN_STOPPED'>>(),
} as const;

type Failed = EventOf<'STOP_FAILED' | 'EFFECT_FAILED'>;
/** Whoever waits is told, and what was to be stopped was not. */
const failedAs = <E extends Failed>(result: 'kept' | 'failed', eventType: string, hint: string) =>
  [
    ask.answerCancel<E>(result, ({ event }) => ({ error: event.error })),
    kit.change<E>(({ context, event }) => ({
      pending_cancel: null,
      cancel_wish:
        result === 'kept' ? { reason: change.cancelReason(context), stage: 'kept' } : null,
      budget_stop: null,
      last_error: event.error,
      next_action_hint: hint,
      last_event_type: eventType,
    })),
    kit.record<E>(eventType, ({ context, event }) => ({
      run_id: context.current_run_id,
      error: event.error,
    })),
  ] as const;
const kept = <E extends Failed>() =>
  failedAs<E>('kept', 'queue_item.cancel_kept', hints.cancelKept);
const givenUp = <E extends Failed>() =>
  failedAs<E>('failed', 'queue_item.stop_failed', hints.stopFailed);

/** The run could not be stopped: the cancel is kept, or whoever asked is told, and may ask again. */
export const stopFailed = {
  STOP_FAILED: [
    { guard: 'unseen', target: 'kept', actions: kept<EventOf<'STOP_FAILED'>>() },
    {
      guard: 'keptBefore',
      target: 'kept',
      actions: [...kept<EventOf<'STOP_FAILED'>>(), ask.stopAgainLater],
    },
    { guard: 'currentRun', target: 'none', actions: givenUp<EventOf<'STOP_FAILED'>>() },
  ],
  EFFECT_FAILED: [
    { guard: 'stopRunFailedUnseen', target: 'kept', actions: kept<EventOf<'EFFECT_FAILED'>>() },
    {
      guard: 'stopRunFailedKeptBefore',
      target: 'kept',
      actions: [...kept<EventOf<'EFFECT_FAILED'>>(), ask.stopAgainLater],
    },
    { guard: 'stopRunFailed', target: 'none', actions: givenUp<EventOf<'EFFECT_FAILED'>>() },
  ],
} as const;

const stopAgain = [
  ask.stopNow,
  kit.change(({ context }) => ({
    cancel_wish: { reason: change.cancelReason(context), stage: 'asked_again' },
    next_action_hint: hints.stopping,
    last_event_type: 'queue_item.stop_asked_again',
  })),
  kit.record('queue_item.stop_asked_again', ({ context }) => ({
    run_id: context.current_run_id,
    reason: change.cancelReason(context),
  })),
  ask.stopRun,
] as const;
/** The run's own transition on the same event answers it. */
const again = { guard: 'unseen', target: 'asked', actions: stopAgain } as const;

/** While a cancel is kept: whatever brings the run into sight, or its cluster, has the stop asked for again. */
export const whileKept = {
  CANCEL: { ...cancelAsked, actions: [ask.stopNow, ...cancelAsked.actions] },
  STOP_DUE: { ...again, guard: 'currentRun' },
  WORKER_ACCEPTED: again,
  SESSION_STARTED: again,
  AGENT_YIELDED: again,
  JOB_SEEN: again,
  RECONCILED: { ...again, guard: 'seenAgain' },
} as const;
