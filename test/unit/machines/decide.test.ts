/** The decision: refusals, purity, the durable vocabulary, agreement with XState. */
import { describe, expect, it } from 'vitest';
import { assign, setup, transition } from 'xstate';
import { z } from 'zod';
import { createDecide } from '../../../src/actors/machine/decide.ts';
import { durableActions, type Stamped } from '../../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';

interface Counter extends Record<string, number | string> {
  readonly status: string;
  readonly count: number;
}
type CounterEvent =
  | { readonly type: 'ADD'; readonly by_how_much: number }
  | { readonly type: 'NOTE' | 'END' | 'STRAY' | 'TIMER' };

const counterMachine = setup({
  types: { context: {} as { count: number }, events: {} as Stamped<CounterEvent> },
  actions: durableActions,
  guards: { positive: ({ event }) => event.type === 'ADD' && event.by_how_much > 0 },
}).createMachine({
  context: { count: 0 },
  initial: 'open',
  states: {
    open: {
      on: {
        ADD: {
          guard: 'positive',
          actions: [
            {
              type: 'record',
              params: ({ context }) => ({
                event_type: 'counter.before',
                payload: { count: context.count },
              }),
            },
            assign(({ context, event }) => ({ count: context.count + event.by_how_much })),
            {
              type: 'record',
              params: ({ context }) => ({
                event_type: 'counter.after',
                payload: { count: context.count },
              }),
            },
            { type: 'cancel', params: { timer: 't' } },
          ],
        },
        NOTE: { actions: { type: 'record', params: { event_type: 'counter.noted' } } },
        END: {
          target: 'closed',
          actions: { type: 'record', params: { event_type: 'counter.closed' } },
        },
        STRAY: {
          actions: {
            type: 'record',
            params: () => {
              throw new Error('stray');
            },
          },
        },
      },
    },
    closed: { type: 'final' },
  },
});
const spec: MachineSpec<Counter, CounterEvent> = {
  kind: 'counter',
  stateVersion: 1,
  schema: z.object({ status: z.string(), count: z.number() }),
  machine: counterMachine,
  initialState: () => ({ status: 'open', count: 0 }),
  explainRefusal: () => ({ code: 'no', message: 'No.' }),
};
const stamp = (event: CounterEvent): Stamped<CounterEvent> => ({
  ...event,
  at: '2026-01-01T00:00:00.000Z',
  by: 'ada',
  request_key: null,
});
const add = (amount: number) => stamp({ type: 'ADD', by_how_much: amount });

describe('createDecide', () => {
  it.each([
    ['a guard says no', add(0)],
    ['no state knows the event', stamp({ type: 'TIMER' })],
    ['the name is one XState keeps for itself', { ...add(1), type: 'xstate.stop' } as never],
    ['the name is the wildcard', { ...add(1), type: '*' } as never],
  ])('gives back the very same state and no actions when %s', (_, event) => {
    const state = spec.initialState('x');
    const decision = createDecide(spec)(state, event);
    expect(decision).toEqual({ accepted: false, state, actions: [] });
    expect(decision.state).toBe(state);
  });

  it('refuses everything in a final state', () => {
    const decide = createDecide(spec);
    const closed = decide(spec.initialState('x'), stamp({ type: 'END' })).state;
    expect(closed.status).toBe('closed');
    expect(decide(closed, add(1))).toEqual({ accepted: false, state: closed, actions: [] });
  });

  it('refuses a machine with an action outside the durable vocabulary before its first event', () => {
    const stray = setup({ actions: { stray: () => {} } }).createMachine({
      id: 'counter',
      initial: 'open',
      states: { open: { on: { STRAY: { actions: 'stray' } } } },
    });
    expect(() => createDecide({ ...spec, machine: stray })).toThrow(/counter.open.on.STRAY.*stray/);
  });

  it('works on after a decision that failed', () => {
    const decide = createDecide(spec);
    const state = spec.initialState('x');
    expect(() => decide(state, stamp({ type: 'STRAY' }))).toThrow('stray');
    expect(decide(state, add(2))).toEqual({
      accepted: true,
      state: { status: 'open', count: 2 },
      actions: expect.any(Array),
    });
  });

  it('returns actions in order, each with the context at its place', () => {
    const { actions, state } = createDecide(spec)({ status: 'open', count: 1 }, add(2));
    expect(state).toEqual({ status: 'open', count: 3 });
    expect(actions).toEqual([
      { type: 'record', params: { event_type: 'counter.before', payload: { count: 1 } } },
      { type: 'record', params: { event_type: 'counter.after', payload: { count: 3 } } },
      { type: 'cancel', params: { timer: 't' } },
    ]);
  });

  it('accepts an event that only records, without a new state', () => {
    const state = spec.initialState('x');
    const decision = createDecide(spec)(state, stamp({ type: 'NOTE' }));
    expect(decision.accepted).toBe(true);
    expect(decision.state).toBe(state);
    expect(decision.actions).toHaveLength(1);
  });

  it('keeps nothing between calls: equal states decide equally, in any order', () => {
    const decide = createDecide(spec);
    const first = decide({ status: 'open', count: 5 }, add(1));
    decide({ status: 'open', count: 9 }, add(3));
    decide(first.state, add(4));
    expect(decide({ status: 'open', count: 5 }, add(1))).toEqual(first);
    expect(first.actions).toHaveLength(3);
  });

  it('decides as the public call of XState does, over a long walk', () => {
    const decide = createDecide(spec);
    let state = spec.initialState('x');
    for (let turn = 0; turn < 400; turn += 1) {
      const event = turn % 7 === 0 ? stamp({ type: 'NOTE' }) : add((turn % 5) - 1);
      const { status, ...context } = state;
      const snapshot = counterMachine.resolveState({ value: status, context });
      const [next, executed] = transition(counterMachine, snapshot, event);
      const decision = decide(state, event);
      expect(decision.actions).toEqual(executed.map(({ type, params }) => ({ type, params })));
      expect(decision.state).toEqual({ status: next.value, ...next.context });
      expect(decision.accepted).toBe(next !== snapshot || executed.length > 0);
      state = decision.state;
    }
    expect(state.count).toBeGreaterThan(300);
  });
});
