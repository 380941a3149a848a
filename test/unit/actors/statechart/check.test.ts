/** What durable execution cannot honour is refused by name and place when the machine is compiled. */
import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  createMachine,
  enqueueActions,
  fromPromise,
  log,
  raise,
  sendParent,
  sendTo,
  spawnChild,
  stateIn,
  stopChild,
} from 'xstate';
import { createDecide } from '../../../../src/actors/machine/decide.ts';
import { durableActions } from '../../../../src/actors/machine/durable-actions.ts';
import { declareEffect } from '../../../../src/actors/machine/effects.ts';
import { type AnyState, specOf } from './support.ts';

const implementations = {
  actions: { ...durableActions, mail: () => {}, note: assign({}), nested: log() },
  actors: { 'pay.charge': declareEffect(), inline: fromPromise(() => Promise.resolve(1)) },
};

/** The faults found in a machine with a state `paying` of this config, one a line. */
function faultsIn(paying: object, root: object = {}, first: Partial<AnyState> = {}): string[] {
  const config = {
    id: 'order',
    initial: 'new',
    states: { new: { on: { PAY: 'paying' } }, paying },
    ...root,
  };
  const machine = createMachine(config as never, implementations as never);
  return faultsOf(machine, { status: 'new', ...first });
}

function faultsOf(machine: AnyStateMachine, first: AnyState): string[] {
  try {
    createDecide(specOf(machine, first));
    return [];
  } catch (error) {
    return (error as Error).message.split('\n- ').slice(1);
  }
}

const invoke = (config: object) => ({
  invoke: { id: 'c', src: 'pay.charge', onError: {}, ...config },
});

describe('a machine', () => {
  it('of everything that can be honoured is taken', () => {
    const paying = {
      ...invoke({ input: { amount: 1 }, onDone: 'new' }),
      entry: ['note', { type: 'record', params: {} }, raise({ type: 'X' }, { id: 't', delay: 1 })],
      exit: enqueueActions(() => {}),
      on: { 'a.*': {}, '*': { actions: sendTo('stock/1', { type: 'TAKE' }) } },
    };
    expect(faultsIn(paying)).toEqual([]);
  });

  it.each([
    ['an inline action', { entry: [() => {}] }, 'order.paying.entry: a function would run'],
    ['a named function', { exit: function mailIt() {} }, 'order.paying.exit: the function mailIt'],
    [
      'an action with a body',
      { on: { X: { actions: 'mail' } } },
      'order.paying.on.X: action mail has',
    ],
    ['an unknown action', { entry: { type: 'gone' } }, 'order.paying.entry: action gone is not'],
    ['log', { entry: log() }, 'order.paying.entry: log would write'],
    ['log under a name', { entry: 'nested' }, 'order.paying.entry: log would write'],
    [
      'spawnChild',
      { always: { actions: spawnChild('inline') } },
      'order.paying.always: spawnChild',
    ],
    [
      'stopChild',
      { onDone: { actions: stopChild('c') }, ...inner() },
      'order.paying.onDone: stopChild',
    ],
    ['sendParent', { entry: sendParent({ type: 'X' }) }, 'order.paying.entry: sendTo the parent'],
    [
      'an actor reference',
      { entry: sendTo({} as never, { type: 'X' } as never) },
      'an actor reference',
    ],
    [
      'a name that is no address',
      { entry: sendTo('stock', { type: 'X' }) },
      "by its address 'kind/id'",
    ],
    [
      'a delayed sendTo',
      { entry: sendTo('stock/1', { type: 'X' }, { delay: 5 }) },
      'order.paying.entry: sendTo cannot be delayed',
    ],
    [
      'a delayed raise without an id',
      { after: { 5: { actions: raise({ type: 'X' }, { delay: 5 }) } } },
      'order.paying.after.5: a delayed raise needs an id',
    ],
    [
      'an unknown delay',
      { after: { soon: 'new' } },
      'order.paying.entry: delay soon is not declared',
    ],
    ['an unknown guard', { on: { X: { guard: 'gone' } } }, 'order.paying.on.X.guard: guard "gone"'],
    [
      'an unknown id in stateIn',
      { on: { X: { guard: stateIn('#gone') } } },
      'order.paying.on.X.guard: stateIn names #gone',
    ],
    ['logic with a body', invoke({ src: fromPromise(() => Promise.resolve()) }), 'src is logic'],
    [
      'an undeclared effect',
      invoke({ src: 'inline' }),
      'order.paying.invoke.c: inline is not a declared',
    ],
    ['an unknown effect', invoke({ src: 'gone' }), 'order.paying.invoke.c: gone is not a declared'],
    [
      'an effect without onError',
      invoke({ onError: undefined }),
      'order.paying.invoke.c: needs onError',
    ],
    ['systemId', invoke({ systemId: 'x' }), 'order.paying.invoke.c: systemId'],
    ['onSnapshot', invoke({ onSnapshot: {} }), 'order.paying.invoke.c: an effect has no snapshots'],
    ['input that is no object', invoke({ input: 5 }), 'order.paying.invoke.c: input'],
    ['a name of XState', { on: { 'xstate.done.actor.c': 'new' } }, 'on.xstate.done.actor.c: names'],
    [
      'a wildcard within a name',
      { on: { 'a.*.b.*': 'new' } },
      'order.paying.on.a.*.b.*: a wildcard',
    ],
    ['a route', { id: 'r', route: {} }, 'order.paying.route: routes'],
  ])('with %s is refused, naming the place', (_, paying, fault) => {
    expect(faultsIn(paying).join('\n')).toContain(fault);
  });

  it('is refused once for everything in it', () => {
    const faults = faultsIn({ entry: [() => {}, log()], on: { X: { guard: 'gone' } } });
    expect(faults).toHaveLength(3);
  });

  it('is refused for one name of a timer in two places, and not for one action used twice', () => {
    const remind = raise({ type: 'X' }, { id: 't', delay: 5 });
    const again = raise({ type: 'X' }, { id: 't', delay: 9 });
    expect(faultsIn({ entry: remind, on: { Y: { actions: remind } } })).toEqual([]);
    expect(faultsIn({ entry: remind, on: { Y: { actions: again } } })).toEqual([
      expect.stringContaining('order.paying.on.Y: timer t is also set at order.paying.entry'),
    ]);
  });

  it('is refused for one id of two effects that may be under way together', () => {
    const region = { initial: 'x', states: { x: invoke({}) } };
    const both = { type: 'parallel', states: { left: region, right: region } };
    expect(faultsIn(both)).toEqual([
      'order.paying.right.x.invoke.c: order.paying.left.x may be active too and has this id',
    ]);
    const states = { x: invoke({}), y: invoke({}) };
    expect(faultsIn({ initial: 'x', states })).toEqual([]);
  });

  it('is refused for a context that is not JSON or takes the names of the stored state', () => {
    const context = { at: new Date(0), list: [1, Number.NaN], status: 'x', ok: { a: [null, 'b'] } };
    expect(faultsIn({}, { context })).toEqual([
      'order.context.at: an instance of Date is not JSON and would not come back from the store',
      'order.context.list.1: NaN is not JSON and would not come back from the store',
      'order.context.status: this name belongs to the stored state beside the context',
    ]);
    expect(faultsIn({}, {}, { run: () => {} })).toEqual([
      expect.stringContaining('initialState.run: a value of type function'),
    ]);
  });

  it('is refused for an output of its own and for a body behind a word of the vocabulary', () => {
    expect(faultsIn({}, { output: 1 })).toEqual([expect.stringContaining('order.output')]);
    const machine = createMachine(
      { id: 'm', initial: 'a', states: { a: { on: { X: { actions: 'record' } } } } },
      { actions: { record: () => {} } },
    ) as unknown as AnyStateMachine;
    expect(faultsOf(machine, { status: 'a' })).toEqual([
      expect.stringContaining('m.a.on.X: action record belongs to the vocabulary'),
    ]);
  });

  it('is refused when its actors would begin in a state that has something to do on entry', () => {
    const faults = faultsIn({}, { states: { new: { after: { 5: 'paying' } }, paying: {} } });
    expect(faults).toEqual([expect.stringContaining('order.new.entry: an actor begins here')]);
  });
});

describe('history', () => {
  it('is refused where XState would run in circles or leave broken states', () => {
    const itself = { initial: 'h', states: { h: { type: 'history' }, x: {} } };
    expect(faultsIn(itself)).toEqual([
      expect.stringContaining('order.paying.h: it is the initial'),
    ]);
    const region = { initial: 'x', states: { x: { on: { BACK: '#back' } } } };
    const parallel = {
      type: 'parallel',
      states: { h: { type: 'history', id: 'back' }, left: region, right: {} },
    };
    expect(faultsIn(parallel)).toEqual([
      'order.paying.left.x.on.BACK: order.paying.h needs a target to be entered from inside order.paying',
    ]);
    expect(
      faultsIn({ states: { h: { type: 'history', target: 'gone' }, x: {} }, initial: 'x' }),
    ).toEqual(['order.paying.h: there is no state gone']);
  });
});

function inner(): object {
  return { initial: 'x', states: { x: {} } };
}
