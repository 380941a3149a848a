/** Ending a queue item's run on the operator's wish, and what every active status answers to. */
import { runInTrouble } from './callbacks.ts';
import { cancelRun } from './canceling.ts';
import { type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

const stopFailed = <E extends EventOf<'STOP_FAILED' | 'EFFECT_FAILED'>>() =>
  [
    ask.answerCancel<E>('failed', ({ event }) => ({ error: event.error })),
    kit.change<E>(({ event }) => ({
      pending_cancel: null,
      last_error: event.error,
      next_action_hint: hints.stopFailed,
      last_event_type: 'queue_item.stop_failed',
    })),
    kit.record<E>('queue_item.stop_failed', ({ context, event }) => ({
      run_id: context.current_run_id,
      error: event.error,
    })),
  ] as const;

/** What every active status answers to besides its own events. */
export const whileActive = {
  CANCEL: {
    guard: 'noCancelPending',
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
  },
  RUN_STOPPED: {
    guard: 'currentRun',
    target: 'canceled',
    actions: cancelRun<EventOf<'RUN_STOPPED'>>(),
  },
  STOP_FAILED: { guard: 'currentRun', actions: stopFailed<EventOf<'STOP_FAILED'>>() },
  QUESTION_PENDING: runInTrouble('QUESTION_PENDING'),
  GATE_TIMEOUT: runInTrouble('GATE_TIMEOUT'),
  GATE_ERROR: runInTrouble('GATE_ERROR'),
} as const;
export const stopEffectFailed = {
  guard: 'stopRunFailed',
  actions: stopFailed<EventOf<'EFFECT_FAILED'>>(),
} as const;
