/**
 * The actor runtime in another domain: an order that is paid for, runs out of time, and is paid back.
 *
 * What would otherwise be queues, retries and clean-up jobs is one statechart. `after` is a timer that
 * survives a restart, `invoke` a call to the payment service that is repeated under one id until it
 * has answered, and whatever the process was doing when it died goes on at the next start.
 */
import {
  createMachineActor,
  declareEffect,
  durableActions,
  type EffectHandler,
  type MachineSpec,
  type Stamped,
} from 'orrery/actors';
import { assign, setup } from 'xstate';

export interface Order {
  readonly status: 'new' | 'paying' | 'paid' | 'refunding' | 'canceled' | 'shipped';
  readonly cents: number;
  readonly payment: string | null;
  readonly why: string | null;
}
type OrderEvent =
  | { readonly type: 'PLACE'; readonly cents: number }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'SHIP' };
type Context = Omit<Order, 'status'>;

/** An audit event; the first of a turn carries the change of state. */
const record = (event_type: string) => ({ type: 'record' as const, params: { event_type } });

const machine = setup({
  types: { context: {} as Context, events: {} as Stamped<OrderEvent> },
  actions: durableActions,
  actors: {
    'payment.charge': declareEffect<{ cents: number }, { payment: string | null }>(),
    'payment.refund': declareEffect<{ payment: string | null }>(),
  },
}).createMachine({
  id: 'order',
  context: { cents: 0, payment: null, why: null },
  initial: 'new',
  states: {
    new: {
      on: {
        PLACE: {
          target: 'paying',
          actions: [assign({ cents: ({ event }) => event.cents }), record('order.placed')],
        },
      },
    },
    paying: {
      invoke: {
        id: 'charge',
        src: 'payment.charge',
        input: ({ context }: { context: Context }) => ({ cents: context.cents }),
        onDone: [
          {
            guard: ({ event }) => event.output.payment !== null,
            target: 'paid',
            actions: [
              assign({ payment: ({ event }) => event.output.payment }),
              record('order.paid'),
            ],
          },
          { target: 'canceled', actions: [assign({ why: 'declined' }), record('order.declined')] },
        ],
        onError: {
          target: 'canceled',
          actions: [assign({ why: 'failed' }), record('order.failed')],
        },
      },
      // Leaving the state tells the charge to stop; should it have gone through, it is paid back.
      after: {
        60000: {
          target: 'refunding',
          actions: [assign({ why: 'too late' }), record('order.late')],
        },
      },
      on: {
        CANCEL: {
          target: 'refunding',
          actions: [assign({ why: 'canceled' }), record('order.stopped')],
        },
      },
    },
    paid: {
      on: {
        SHIP: { target: 'shipped', actions: record('order.shipped') },
        CANCEL: {
          target: 'refunding',
          actions: [assign({ why: 'canceled' }), record('order.stopped')],
        },
      },
    },
    refunding: {
      invoke: {
        id: 'refund',
        src: 'payment.refund',
        input: ({ context }: { context: Context }) => ({ payment: context.payment }),
        onDone: { target: 'canceled', actions: record('order.refunded') },
        onError: { target: 'refunding', reenter: true, actions: record('order.refund_failed') },
      },
    },
    canceled: {},
    shipped: {},
  },
});

const orderSpec: MachineSpec<Order, OrderEvent> = {
  kind: 'order',
  stateVersion: 1,
  schema: { parse: (stored) => stored as Order },
  machine,
  initialState: () => ({ status: 'new', cents: 0, payment: null, why: null }),
  explainRefusal: (state, event) => ({
    code: 'not_now',
    message: `an order that is ${state.status} takes no ${event.type}`,
  }),
};
export const orderActor = createMachineActor(orderSpec);

/** The payment service. Repeating a call under the same key does nothing twice. */
export interface Payments {
  /** Name of the payment, or null when it is declined. */
  charge(key: string, cents: number, signal: AbortSignal): Promise<string | null>;
  refund(key: string): Promise<void>;
}

export function paymentEffects(payments: Payments): Record<string, EffectHandler> {
  return {
    'payment.charge': {
      attemptsMax: 5,
      run: async (input, { address, signal }) => {
        const payment = await payments.charge(address.id, Number(input['cents']), signal);
        return { type: 'CHARGED', payment };
      },
    },
    // Never given up: somebody's money hangs on it.
    'payment.refund': {
      run: async (_input, { address }) => {
        await payments.refund(address.id);
        return null;
      },
    },
  };
}
