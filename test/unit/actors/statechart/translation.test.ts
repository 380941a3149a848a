/** What a statechart does becomes actions of the durable vocabulary, in the order of XState. */
import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  cancel,
  emit,
  enqueueActions,
  raise,
  sendTo,
  setup,
} from 'xstate';
import { createDecide } from '../../../../src/actors/machine/decide.ts';
import { durableActions } from '../../../../src/actors/machine/durable-actions.ts';
import { declareEffect } from '../../../../src/actors/machine/effects.ts';
import { isInternalEvent } from '../../../../src/actors/statechart/events.ts';
import { type AnyEvent, type AnyState, playing, specOf, stamp } from './support.ts';

interface Order {
  readonly total: number;
  readonly attempts: number;
  readonly receipt: string | null;
}

const orderMachine = setup({
  types: { context: {} as Order, events: {} as AnyEvent },
  actions: durableActions,
  actors: { 'payment.charge': declareEffect<{ amount: number }, { receipt: string }>() },
  delays: { patience: ({ context }) => 1000 * (context.attempts + 1) },
}).createMachine({
  id: 'order',
  context: { total: 0, attempts: 0, receipt: null },
  initial: 'new',
  states: {
    new: { on: { PAY: 'paying', DRAFT: 'drafting' } },
    paying: {
      entry: assign({ attempts: ({ context }) => context.attempts + 1 }),
      invoke: {
        id: 'charge',
        src: 'payment.charge',
        input: ({ context }) => ({ amount: context.total }),
        onDone: {
          target: 'paid',
          actions: assign({ receipt: ({ event }) => event.output.receipt }),
        },
        onError: {
          target: 'failed',
          actions: emit(
            ({ event }) => ({ type: 'order.charge_failed', error: event.error }) as never,
          ),
        },
      },
      after: { patience: 'failed' },
      on: {
        GIVE_UP: 'failed',
        PAY: { target: 'paying', reenter: true },
        NOTE: { actions: { type: 'defer', params: {} } },
      },
    },
    paid: {
      entry: [
        sendTo('stock/main', ({ context }) => ({ type: 'TAKE', receipt: context.receipt })),
        sendTo(
          ({ context }) => `mail/${context.receipt}` as never,
          ({ event }) => event as never,
        ),
      ],
    },
    drafting: {
      entry: raise({ type: 'REMIND', about: 'draft' }, { id: 'reminder', delay: 500 }),
      on: {
        SAVE: { actions: cancel('reminder') },
        MANY: {
          actions: enqueueActions(({ enqueue, check, event }) => {
            enqueue({ type: 'record', params: { event_type: 'order.many' } });
            if (check(({ context }) => context.total > 5)) enqueue.raise({ type: 'PAY' });
            if (event['wrong'] === true) enqueue.spawnChild('payment.charge' as never);
            if (event['nameless'] === true) enqueue.raise({ type: 'PAY' }, { delay: 5 });
          }),
        },
        PAY: 'paying',
      },
    },
    failed: {},
  },
}) as unknown as AnyStateMachine;

const first: AnyState = { status: 'new', total: 7, attempts: 0, receipt: null };
const play = playing(specOf(orderMachine, first));
const perform = {
  type: 'perform',
  params: { effect: 'payment.charge', input: { amount: 7 }, invoke_id: 'charge' },
};
const abort = { type: 'abort', params: { invoke_id: 'charge' } };
const timer = 'xstate.after.patience.order.paying';
const schedule = {
  type: 'schedule',
  params: { timer, delay_ms: 2000, event: { type: timer } },
};

describe('entering and leaving', () => {
  it('sets the timer of after with the context as it has become, then asks for the effect', () => {
    // XState's timers stand at the end of the entry actions, before what is invoked.
    expect(play('PAY').actions).toEqual([
      { ...schedule, params: { ...schedule.params, delay_ms: 2000 } },
      perform,
    ]);
    expect(play('PAY').state).toEqual({ ...first, status: 'paying', attempts: 1 });
  });

  it('clears the timer and gives the effect up when its state is left', () => {
    const cleared = { type: 'cancel', params: { timer } };
    expect(play('PAY', 'GIVE_UP').actions).toEqual([cleared, abort]);
    expect(play('PAY', { type: timer }).actions).toEqual([cleared, abort]);
  });

  it('gives the effect up and asks anew when its state is entered again', () => {
    const types = play('PAY', 'PAY').actions.map(({ type }) => type);
    expect(types).toEqual(['cancel', 'abort', 'schedule', 'perform']);
  });
});

describe('the result of an invoked effect', () => {
  it('arrives as onDone with its output, and there is nothing left to give up', () => {
    const done = { type: 'xstate.done.actor.charge', output: { receipt: 'r1' } };
    const { state, actions } = play('PAY', done);
    expect(state).toMatchObject({ status: 'paid', receipt: 'r1' });
    expect(actions.map(({ type }) => type)).toEqual(['cancel', 'tell', 'tell']);
    expect(actions[1]).toEqual({
      type: 'tell',
      params: { to: { kind: 'stock', id: 'main' }, event: { type: 'TAKE', receipt: 'r1' } },
    });
    // A forwarded event goes without the stamp of this turn.
    expect(actions[2]).toEqual({
      type: 'tell',
      params: { to: { kind: 'mail', id: 'r1' }, event: done },
    });
  });

  it('arrives as onError with its error, and emit is an audit event', () => {
    const { state, actions } = play('PAY', {
      type: 'xstate.error.actor.charge',
      error: 'no funds',
    });
    expect(state.status).toBe('failed');
    expect(actions.slice(1)).toEqual([
      {
        type: 'record',
        params: { event_type: 'order.charge_failed', payload: { error: 'no funds' } },
      },
    ]);
  });

  it('is refused when its state has been left, as is a timer that fell due', () => {
    for (const type of ['xstate.done.actor.charge', 'xstate.error.actor.charge', timer]) {
      expect(play('PAY', 'GIVE_UP', type)).toMatchObject({ accepted: false, actions: [] });
    }
  });
});

describe('raised events', () => {
  it('are taken in the same turn with its stamp, delayed ones as a timer of their id', () => {
    expect(play('DRAFT').actions).toEqual([
      {
        type: 'schedule',
        params: { timer: 'reminder', delay_ms: 500, event: { type: 'REMIND', about: 'draft' } },
      },
    ]);
    expect(play('DRAFT', 'SAVE').actions).toEqual([
      { type: 'cancel', params: { timer: 'reminder' } },
    ]);
    const { state, actions } = play('DRAFT', 'MANY');
    expect(state.status).toBe('paying');
    expect(actions.map(({ type }) => type)).toEqual(['record', 'schedule', 'perform']);
  });

  it('have the stamp of the event that began the turn', () => {
    const machine = setup({
      types: { events: {} as AnyEvent },
      actions: durableActions,
    }).createMachine({
      id: 'm',
      initial: 'a',
      context: { by: '' },
      states: {
        a: {
          on: {
            GO: { actions: raise({ type: 'INNER' }) },
            INNER: { actions: assign({ by: ({ event }) => event['by'] }) },
          },
        },
      },
    }) as unknown as AnyStateMachine;
    expect(playing(specOf(machine, { status: 'a', by: '' }))('GO').state['by']).toBe('ada');
  });
});

const hello = { type: 'X' } as never;

describe('what shows only in the turn', () => {
  const decide = createDecide(specOf(orderMachine, first));
  const drafting = play('DRAFT').state;

  it.each([
    ['a spawn', { type: 'MANY', wrong: true }, /order.drafting.on.MANY: spawnChild/],
    ['a delayed raise without an id', { type: 'MANY', nameless: true }, /needs an id/],
  ])('is refused there by name and place: %s', (_, event, fault) => {
    expect(() => decide({ ...drafting, total: 0 }, stamp(event))).toThrow(fault);
  });

  it('leaves nothing behind for the next turn', () => {
    expect(decide(drafting, stamp({ type: 'SAVE' })).actions).toHaveLength(1);
  });

  const failing = (action: unknown): (() => unknown) => {
    const machine = setup({}).createMachine({
      id: 'm',
      context: { x: 1 },
      initial: 'a',
      states: { a: { on: { GO: { actions: action } } } },
    } as never) as unknown as AnyStateMachine;
    return () => playing(specOf(machine, { status: 'a', x: 1 }))('GO');
  };

  it.each([
    [
      'an assign that spawns',
      assign(({ spawn }) => ({ child: spawn('x' as never) })),
      'cannot spawn',
    ],
    ['an assign that uses self', assign(({ self }) => ({ id: self.id })), 'no `self`'],
    ['an assign of status', assign({ status: 'b' }), 'must not set status'],
    [
      'a delay that is no number',
      raise({ type: 'X' }, { id: 't', delay: () => Number.NaN }),
      'NaN',
    ],
    [
      'a target that is no address',
      sendTo(
        () => 'nobody',
        () => hello,
      ),
      "'kind/id'",
    ],
  ])('throws for %s', (_, action, fault) => {
    expect(failing(action)).toThrow(fault);
  });

  it('throws for a machine that goes in circles, naming where', () => {
    const machine = setup({}).createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
    });
    const go = () => playing(specOf(machine, { status: 'a' }))('GO');
    expect(go).toThrow(/m: GO led to more than 1000 microsteps; .*"b" → "c"/);
  });
});

describe('events of the runtime', () => {
  it('are told apart from those that others may send', () => {
    expect(['PAY', timer, 'xstate.done.actor.charge', '*'].map(isInternalEvent)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('are refused quietly where XState uses them for itself', () => {
    for (const type of ['xstate.init', 'xstate.stop', 'xstate.done.state.order', '*']) {
      expect(play('PAY', type)).toMatchObject({ accepted: false, actions: [] });
    }
  });
});
