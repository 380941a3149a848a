/** The end of a run that a cancel waits for, however it came. */
import type { RunState } from '../../domain/statuses.ts';
import { callOffFor } from './calling-off.ts';
import * as change from './changes.ts';
import { type CallbackType, type EventOf, kit } from './context.ts';
import { hints } from './hints.ts';
import * as ask from './requests.ts';

type Ending = EventOf<
  | CallbackType
  | 'RECONCILED'
  | 'RUN_STOPPED'
  | 'WORKER_REFUSED'
  | 'DECISION_READ'
  | 'EFFECT_FAILED'
  | 'JOB_ENDED'
>;

/** The run is over and a cancel waits for it, or it was stopped: done. */
export function cancelEnded<E extends Ending>(runState: RunState = 'canceled') {
  return [
    ask.answerDispatch<E>('canceled'),
    ask.answerCancel<E>('canceled'),
    kit.change<E>(() => change.canceled(runState)),
    kit.record<E>('queue_item.canceled', ({ context }) => ({ run_id: context.current_run_id })),
    ...ask.stopTimers,
  ] as const;
}

/** The same where the run does not know yet that it is over. */
export function cancelRun<E extends Ending>() {
  return [...cancelEnded<E>(), ask.tellRun<E>('CANCELED')] as const;
}

/** The run is given up while a cancel stands: nobody is asked any more, and it is called off. `why`: what is known of it. */
export function cancelGivenUp<E extends EventOf<'RECONCILED' | 'EFFECT_FAILED'>>(
  why: (event: E) => string,
) {
  return [
    ask.answerCancel<E>('called_off', ({ event }) => ({ error: why(event) })),
    ...callOffFor<E>(({ context }) => change.cancelReason(context)),
    kit.change<E>(({ event }) => ({
      ...change.canceled('reconciled'),
      last_error: why(event),
      next_action_hint: hints.callingOff,
    })),
    kit.record<E>('queue_item.canceled', ({ context }) => ({ run_id: context.current_run_id })),
  ] as const;
}
