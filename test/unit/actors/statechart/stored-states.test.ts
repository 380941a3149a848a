/** Nested machines in a store: one status each, the state value beside it where it is needed. */
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, setup } from 'xstate';
import { legalEvents, statusesAccepting } from '../../../../src/actors/machine/refusal.ts';
import { createRestoring } from '../../../../src/actors/machine/restore.ts';
import { type AnyState, playing, specOf } from './support.ts';

/** An order: two regions while it is open, a history through which a held order goes on. */
const orderMachine = setup({}).createMachine({
  id: 'order',
  initial: 'new',
  on: { LOOK: {} },
  states: {
    new: { meta: { status: 'new' }, on: { PLACE: 'open', DROP: 'closed' } },
    open: {
      type: 'parallel',
      on: { HOLD: 'held', STOP: 'closed' },
      states: {
        work: {
          initial: 'picking',
          states: {
            picking: { meta: { status: 'picking' }, on: { NEXT: 'packing' } },
            packing: { meta: { status: 'packing' }, on: { HOLD: {} } },
            last: { type: 'history', history: 'deep' },
          },
        },
        ending: { initial: 'no', states: { no: { on: { CANCEL: 'asked' } }, asked: {} } },
      },
    },
    held: { meta: { status: 'held' }, on: { RESUME: 'open.work.last' } },
    closed: { meta: { status: 'closed' } },
  },
});
const first: AnyState = { status: 'new', lines: 2 };
const spec = specOf(orderMachine, first);
const play = playing(spec);

describe('the stored state', () => {
  it('is status and context alone where the status says which states are active', () => {
    expect(createRestoring(spec).initialState('x')).toBe(first);
    expect(play('DROP').state).toEqual({ status: 'closed', lines: 2 });
  });

  it('has the state value where one status stands for several configurations', () => {
    expect(play('PLACE').state).toEqual({
      status: 'picking',
      lines: 2,
      machine_state: { value: { open: { work: 'picking', ending: 'no' } } },
    });
    expect(play('PLACE', 'NEXT', 'CANCEL').state).toMatchObject({
      status: 'packing',
      machine_state: { value: { open: { work: 'packing', ending: 'asked' } } },
    });
  });

  it('keeps what history nodes remember, and goes on from it after a restart', () => {
    const remembering = specOf(orderMachine, {
      status: 'held',
      machine_state: {
        value: 'held',
        history: { 'order.open.work.last': ['order.open.work.packing'] },
      },
    });
    const { state } = playing(remembering)('RESUME');
    expect(state).toEqual({
      status: 'packing',
      machine_state: {
        value: { open: { work: 'packing', ending: 'no' } },
        history: { 'order.open.work.last': ['order.open.work.packing'] },
      },
    });
  });

  it('remembers when a state with a history is left', () => {
    expect(play('PLACE', 'HOLD').state).toEqual({
      status: 'held',
      lines: 2,
      machine_state: {
        value: 'held',
        history: { 'order.open.work.last': ['order.open.work.picking'] },
      },
    });
  });
});

describe('restoring', () => {
  const restore = (stored: unknown) => createRestoring(spec).restore(stored, 1);

  it('gives back what was stored', () => {
    for (const state of [first, play('PLACE').state, play('PLACE', 'HOLD').state]) {
      expect(restore(JSON.parse(JSON.stringify(state)))).toEqual(state);
    }
  });

  it.each([
    ['a value of other states', { status: 'picking', machine_state: { value: 'gone' } }, 'order'],
    [
      'a region left out',
      { status: 'picking', machine_state: { value: { open: { work: 'picking' } } } },
      'order.open',
    ],
    [
      'a state that its region lacks',
      { status: 'picking', machine_state: { value: { open: { work: 'x', ending: 'no' } } } },
      'order.open.work',
    ],
    [
      'a status of another configuration',
      {
        status: 'packing',
        machine_state: { value: { open: { work: 'picking', ending: 'no' } } },
      },
      'has the status picking',
    ],
    ['no states where several are possible', { status: 'picking' }, 'migrate must set it'],
    ['a status the machine lacks', { status: 'gone' }, '"gone"'],
    ['a machine_state without a value', { status: 'new', machine_state: {} }, 'has no value'],
    [
      'a history node that is none',
      { status: 'new', machine_state: { value: 'new', history: { 'order.open': [] } } },
      'order.open',
    ],
    ['no object', 7, 'JSON object'],
  ])('refuses %s, naming the place', (_, stored, place) => {
    expect(() => restore(stored)).toThrow(place);
  });

  it('refuses a newer version and migrates an older one', () => {
    const newer = specOf(orderMachine, first, {
      stateVersion: 3,
      migrate: (stored, from) => {
        const state = stored as AnyState;
        if (state.status !== 'packing') return { ...state, from };
        const value = { open: { work: 'packing', ending: 'no' } };
        return { ...state, from, machine_state: { value } };
      },
    });
    const restoring = createRestoring(newer);
    expect(() => restoring.restore(first, 4)).toThrow('newer');
    expect(restoring.restore({ status: 'packing', lines: 1 }, 1)).toEqual({
      status: 'packing',
      lines: 1,
      from: 1,
      machine_state: { value: { open: { work: 'packing', ending: 'no' } } },
    });
    expect(restoring.restore({ status: 'held' }, 2)).toEqual({ status: 'held', from: 2 });
    expect(restoring.restore({ status: 'held' }, 3)).toEqual({ status: 'held' });
  });
});

describe('the proof of one status', () => {
  const refusalOf = (config: object): string => {
    try {
      const machine = setup({}).createMachine({ id: 'm', ...config } as never);
      playing(specOf(machine as unknown as AnyStateMachine, { status: 'a' }));
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };
  const region = (...statuses: string[]) => ({
    initial: 's0',
    states: Object.fromEntries(statuses.map((status, at) => [`s${at}`, { meta: { status } }])),
  });

  it('names a configuration without a status', () => {
    const states = { a: { meta: { status: 'a' } }, b: { initial: 'c', states: { c: {} } } };
    expect(refusalOf({ initial: 'a', states })).toMatch(/m: .*\{"b":"c"\} has no status/);
  });

  it('names a configuration in which two regions contradict each other', () => {
    const states = { left: region('a', 'b'), right: region('b') };
    expect(refusalOf({ type: 'parallel', states })).toContain(
      '- m: the configuration {"left":"s0","right":"s0"} has several: a, b',
    );
  });

  it('lets an inner word stand before an outer one, and regions agree', () => {
    const inner = { ...region('a'), meta: { status: 'outer' } };
    expect(refusalOf({ initial: 'x', states: { x: inner, y: { meta: { status: 'y' } } } })).toBe(
      'accepted',
    );
    expect(refusalOf({ type: 'parallel', states: { left: region('a'), right: region('a') } })).toBe(
      'accepted',
    );
  });

  it('says so when there is too much to prove', () => {
    const states = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`r${at}`, region('a', 'b', 'c', 'd', 'e', 'f', 'g')]),
    );
    expect(refusalOf({ type: 'parallel', states })).toMatch(/- m: .*more than 10000/);
  });

  it('refuses a root without a single child to take the status from, and a status that is no word', () => {
    expect(refusalOf({ type: 'parallel', states: { a: {}, b: {} } })).toMatch(/- m: the root/);
    expect(refusalOf({ initial: 'a', states: { a: { meta: { status: 7 } } } })).toContain('m.a');
  });
});

describe('refusals of nested machines', () => {
  it('count what the states around take, and not what an inner one forbids', () => {
    expect(legalEvents(orderMachine, 'picking')).toEqual(['NEXT', 'CANCEL', 'HOLD', 'STOP']);
    expect(legalEvents(orderMachine, 'packing')).toEqual(['HOLD', 'CANCEL', 'STOP']);
    expect(statusesAccepting(orderMachine, 'STOP')).toEqual(['picking', 'packing']);
    expect(statusesAccepting(orderMachine, 'PLACE')).toEqual(['new']);
  });
});
