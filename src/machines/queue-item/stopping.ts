/** Ending a queue item's run on the operator's wish: asked for, done, or not possible. */
import { cancelRun } from './canceling.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

/** A run lives, or may: the worker is asked to stop it, and whoever canceled waits for that. */
export const cancelAsked = {
  target: 'asked',
  actions: [
    kit.change<EventOf<'CANCEL'>>(({ event }) => ({
      pending_cancel: event.request_key,
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

const givenUp = <E extends EventOf<'STOP_FAILED' | 'EFFECT_FAILED'>>() =>
  [
    ask.answerCancel<E>('failed', ({ event }) => ({ error: event.error })),
    kit.change<E>(({ event }) => ({
      pending_cancel: null,
      budget_stop: null,
      last_error: event.error,
      next_action_hint: hints.stopFailed,
      last_event_type: 'queue_item.stop_failed',
    })),
    kit.record<E>('queue_item.stop_failed', ({ context, event }) => ({
      run_id: context.current_run_id,
      error: event.error,
    })),
  ] as const;

/** The run could not be stopped: whoever asked is told, and may ask again. */
export const stopFailed = {
  STOP_FAILED: { guard: 'currentRun', target: 'none', actions: givenUp<EventOf<'STOP_FAILED'>>() },
  EFFECT_FAILED: {
    guard: 'stopRunFailed',
    target: 'none',
    actions: givenUp<EventOf<'EFFECT_FAILED'>>(),
  },
} as const;
