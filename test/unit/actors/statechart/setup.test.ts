/** The typed setup: what the compiler of TypeScript must let pass and must not. */
import { describe, expect, it } from 'vitest';
import { assign } from 'xstate';
import { z } from 'zod';
import { createDecide } from '../../../../src/actors/machine/decide.ts';
import { declareEffect } from '../../../../src/actors/machine/effects.ts';
import { durableSetup } from '../../../../src/actors/machine/setup.ts';
import { createSpec } from '../../../../src/actors/machine/spec.ts';

interface Order {
  readonly status: string;
  readonly total: number;
  readonly receipt: string | null;
}
type OrderEvent =
  | { readonly type: 'PAY'; readonly total: number }
  | { readonly type: 'CLOSE'; readonly reason: string };

const { createMachine, createStateConfig } = durableSetup({
  types: { context: {} as Omit<Order, 'status'>, events: {} as OrderEvent },
  guards: { isPositive: ({ event }) => event.type === 'PAY' && event.total > 0 },
  effects: { 'payment.charge': declareEffect<{ amount: number }, { receipt: string }>() },
});

const unpaid = createStateConfig({
  meta: { status: 'unpaid' },
  on: {
    PAY: {
      guard: 'isPositive',
      target: 'paying',
      // The event is known to be PAY, with its stamp.
      actions: [
        assign(({ event }) => ({ total: event.total })),
        { type: 'record', params: ({ event }) => ({ event_type: `order.paid_by_${event.by}` }) },
      ],
    },
  },
});
const orderMachine = createMachine({
  id: 'order',
  context: { total: 0, receipt: null },
  initial: 'unpaid',
  states: {
    unpaid,
    paying: {
      meta: { status: 'paying' },
      invoke: {
        id: 'charge',
        src: 'payment.charge',
        input: ({ context }) => ({ amount: context.total }),
        onDone: {
          target: 'paid',
          actions: assign({ receipt: ({ event }) => event.output.receipt }),
        },
        onError: 'unpaid',
      },
    },
    paid: { meta: { status: 'paid' } },
  },
});
const schema = z.object({
  status: z.string(),
  total: z.number(),
  receipt: z.string().nullable(),
});
const common = {
  kind: 'order',
  stateVersion: 1,
  schema,
  initialState: (): Order => ({ status: 'unpaid', total: 0, receipt: null }),
  explainRefusal: () => ({ code: 'no', message: 'No.' }),
};

describe('the typed setup', () => {
  it('makes a machine whose events, effects and actions are known in place', () => {
    const spec = createSpec<Order, OrderEvent>()({ ...common, machine: orderMachine });
    const decide = createDecide(spec);
    const stamp = { at: '2026-01-01T00:00:00.000Z', by: 'ada', request_key: null };
    const { state, actions } = decide(spec.initialState('x'), { type: 'PAY', total: 5, ...stamp });
    expect(state).toEqual({ status: 'paying', total: 5, receipt: null });
    expect(actions).toEqual([
      { type: 'record', params: { event_type: 'order.paid_by_ada' } },
      {
        type: 'perform',
        params: { effect: 'payment.charge', input: { amount: 5 }, invoke_id: 'charge' },
      },
    ]);
  });

  it('lets nothing wrong pass', () => {
    createStateConfig({
      on: {
        // @ts-expect-error CLOSE has no total
        CLOSE: { actions: assign(({ event }) => ({ total: event.total })) },
      },
    });
    // @ts-expect-error there is no such guard
    createStateConfig({ on: { PAY: { guard: 'isNegative' } } });
    // @ts-expect-error there is no such event
    createStateConfig({ on: { GO: {} } });
    // @ts-expect-error there is no such effect
    createStateConfig({ invoke: { src: 'payment.refund' } });
    // @ts-expect-error a record needs its event type
    createStateConfig({ entry: { type: 'record', params: {} } });
    // @ts-expect-error a status is a word
    createStateConfig({ meta: { status: 7 } });
    const createMore = createSpec<Order & { readonly more: number }, OrderEvent>();
    const more = {
      ...common,
      initialState: () => ({}) as never,
      schema: { parse: () => ({}) as never },
    };
    // @ts-expect-error the machine does not keep all of the stored state
    createMore({ ...more, machine: orderMachine });
    const createOther = createSpec<Order, OrderEvent | { readonly type: 'GO' }>();
    // @ts-expect-error the machine does not take all events of the spec
    createOther({ ...common, machine: orderMachine });
  });
});
