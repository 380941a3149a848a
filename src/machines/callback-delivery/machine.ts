/**
 * The callbacks of one run on their way to the control plane, one at a time and in order.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new`, `drained` | nothing to deliver | the next callback | `ENQUEUE`; when drained, `FORGET` after a long time |
 * | `delivering` | the first of the queue is being posted | its answer | `DELIVERED`, `REJECTED` |
 * | `parked` | the control plane refused the first for good | an operator | `RETRY`, `RETRY_DUE` |
 *
 * While parked, later callbacks queue behind the refused one, because order is kept per run. What is
 * refused because of the configuration (wrong token, wrong address) is posted again every hour by a
 * timer, so that nobody has to think of each worker after a token was corrected.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type CallbackDelivery, callbackDeliverySchema } from '../../domain/records.ts';
import { createKit, performer } from '../kit.ts';
import type { CallbackDeliveryEffects } from './effects.ts';
import type { CallbackDeliveryEvent } from './events.ts';

type Context = Omit<CallbackDelivery, 'status'>;
type MachineEvent = Stamped<CallbackDeliveryEvent>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<CallbackDeliveryEffects>();

/** A run without a callback so far; the id is the run's. */
export const initialCallbackDelivery = (id: string): CallbackDelivery =>
  blank(callbackDeliverySchema, { run_id: id });
/** Refusals that end when somebody corrects a token or an address, on either side. */
const configurationStatuses: readonly (number | null)[] = [401, 403, 404];
/** How long a delivery refused for its configuration rests before it is posted again. */
export const parkedRetryMs = 60 * 60_000;
const parkedTimer = 'parked_retry';

/** True when a refusal with this HTTP status is tried again without being asked. */
export function isRetriedByItself(statusCode: number | null): boolean {
  return configurationStatuses.includes(statusCode);
}

const { status: _status, ...initialContext } = initialCallbackDelivery('');

const enqueueActions = [
  kit.change<EventOf<'ENQUEUE'>>(({ context, event }) => ({
    run_id: event.callback.run_id,
    queue: [...context.queue, event.callback],
  })),
  kit.record<EventOf<'ENQUEUE'>>('callback_delivery.enqueued', ({ context, event }) => ({
    callback_key: event.callback.idempotency_key,
    callback_type: event.callback.event_type,
    sequence: event.callback.sequence,
    waiting: context.queue.length,
  })),
] as const;
/** Posts the first of the queue; the guards have seen that there is one. */
const postFirst = kit.perform(({ context }) =>
  perform('callback.post', { callback: context.queue[0]! }),
);
const begin = { target: 'delivering', actions: [...enqueueActions, postFirst] } as const;
const queueUp = { guard: 'unknownKey', actions: enqueueActions } as const;

const delivered = [
  kit.change<EventOf<'DELIVERED'>>(({ context, event }) => ({
    queue: context.queue.slice(1),
    delivered_count: context.delivered_count + 1,
    attempts: 0,
    last_error: null,
    last_status_code: event.status_code,
  })),
  kit.record<EventOf<'DELIVERED'>>('callback_delivery.delivered', ({ context, event }) => ({
    callback_key: event.idempotency_key,
    status_code: event.status_code,
    ...(event.known_by_key === true ? { known_by_key: true } : {}),
    waiting: context.queue.length,
  })),
] as const;

const rejected = [
  kit.change<EventOf<'REJECTED'>>(({ context, event }) => ({
    attempts: context.attempts + event.attempts,
    last_error: event.error,
    last_status_code: event.status_code,
    parked_at: event.at,
  })),
  kit.record<EventOf<'REJECTED'>>('callback_delivery.parked', ({ context, event }) => ({
    callback_key: event.idempotency_key,
    status_code: event.status_code,
    error: event.error,
    waiting: context.queue.length,
  })),
] as const;
const scheduleRetry = kit.schedule(parkedTimer, () => ({
  delay_ms: parkedRetryMs,
  event: { type: 'RETRY_DUE' },
}));
const postAgain = [
  kit.change(() => ({ parked_at: null })),
  kit.record('callback_delivery.retried', ({ context }) => ({ waiting: context.queue.length })),
  kit.cancel(parkedTimer),
  postFirst,
] as const;

/** The statechart of the table above; a callback whose key waits already is refused. */
export const callbackDeliveryMachine = setup({
  ...kit.durable,
  guards: {
    unknownKey: ({ context, event }) =>
      event.type === 'ENQUEUE' &&
      !context.queue.some((waiting) => waiting.idempotency_key === event.callback.idempotency_key),
    firstInQueue: ({ context, event }) =>
      'idempotency_key' in event && context.queue[0]?.idempotency_key === event.idempotency_key,
    mendable: ({ context, event }) =>
      event.type === 'REJECTED' &&
      context.queue[0]?.idempotency_key === event.idempotency_key &&
      isRetriedByItself(event.status_code),
    lastInQueue: ({ context, event }) =>
      'idempotency_key' in event &&
      context.queue.length === 1 &&
      context.queue[0]?.idempotency_key === event.idempotency_key,
  },
}).createMachine({
  id: 'callback_delivery',
  context: initialContext,
  initial: 'new',
  states: {
    new: { description: 'Nothing to deliver yet.', on: { ENQUEUE: begin } },
    delivering: {
      description: 'The first callback of the queue is being posted.',
      on: {
        ENQUEUE: queueUp,
        DELIVERED: [
          { guard: 'lastInQueue', target: 'drained', actions: delivered },
          { guard: 'firstInQueue', actions: [...delivered, postFirst] },
        ],
        REJECTED: [
          { guard: 'mendable', target: 'parked', actions: [...rejected, scheduleRetry] },
          { guard: 'firstInQueue', target: 'parked', actions: rejected },
        ],
      },
    },
    parked: {
      description: 'The control plane refused the first callback for good; an operator decides.',
      on: {
        ENQUEUE: queueUp,
        RETRY: { target: 'delivering', actions: postAgain },
        RETRY_DUE: { target: 'delivering', actions: postAgain },
      },
    },
    drained: {
      description: 'Everything was delivered.',
      on: {
        ENQUEUE: begin,
        FORGET: kit.forgetAs<EventOf<'FORGET'>>('callback_delivery.forgotten', ({ context }) => ({
          delivered: context.delivered_count,
        })),
      },
    },
  },
});
