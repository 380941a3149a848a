/**
 * Compiled machines against XState: random statecharts of every feature, random events, and after
 * each the same value, context, history and actions as from `transition()`.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMachine } from '../../src/actors/statechart/compile.ts';
import type { Decision } from '../../src/actors/statechart/interpret.ts';
import type { TurnEvent } from '../../src/actors/statechart/turn.ts';
import { InvariantError } from '../../src/lib/assert.ts';
import { propertyOptions } from '../options.ts';
import {
  enteredState,
  isBroken,
  isBrokenFromTheStart,
  judge,
  seenOf,
} from './statechart-oracle.ts';
import {
  buildMachine,
  type StateShape,
  shapes,
  steps,
  type TransitionShape,
} from './statechart-shapes.ts';

const stamp = { at: '2026-01-01T00:00:00.000Z', by: 'tester', request_key: 'k' };

type Pick = { readonly pick: number; readonly value: number };

/** Plays a machine beside XState and notes what it was seen to do. */
function playBeside(shape: StateShape, walk: readonly Pick[], done: Set<string>): void {
  const { machine, events } = buildMachine(shape, false);
  const { machine: original } = buildMachine(shape, true);
  const interpreter = compileMachine(machine);
  const entered = unlessBroken(() => enteredState(original));
  if (entered === null) {
    expect(isBrokenFromTheStart(original)).toBe(true);
    return;
  }
  let last: Decision = { accepted: true, state: entered, actions: [] };
  for (const { pick, value } of walk) {
    const { state } = last;
    const type = events[pick % events.length]!;
    const event = { ...toEvent(type), value, output: value };
    const decision = unlessBroken(() => interpreter.decide(state, event));
    if (decision === null) {
      expect(isBroken(original, state, event)).toBe(true);
      return;
    }
    last = decision;
    const seen = seenOf(machine, last.state);
    const judged = judge(original, state, event);
    if (judged === null) expect(last).toEqual({ accepted: false, state, actions: [] });
    else expect({ ...seen, actions: last.actions, accepted: last.accepted }).toEqual(judged);
    if (!last.accepted) expect(last.state).toBe(state);
    for (const action of last.actions) done.add(action.type);
    if (last.state.machine_state?.history !== undefined) done.add('history');
    if (judged === null) done.add('ended');
    // What comes back from the store decides the same.
    last = { ...last, state: JSON.parse(JSON.stringify(last.state)) as typeof state };
  }
}

/** Null where the transitions lead to states that cannot be active together. */
function unlessBroken<Answer>(decide: () => Answer): Answer | null {
  try {
    return decide();
  } catch (error) {
    if (error instanceof InvariantError && error.message.endsWith('is no configuration')) {
      return null;
    }
    throw error;
  }
}

describe('a compiled machine', () => {
  it('decides as XState does, whatever the statechart', () => {
    const done = new Set<string>();
    fc.assert(
      fc.property(shapes, steps, (shape, walk) => playBeside(shape, walk, done)),
      propertyOptions(250),
    );
    const all = ['record', 'perform', 'abort', 'tell', 'schedule', 'cancel', 'history', 'ended'];
    expect([...done].sort()).toEqual(all.sort());
  });

  it('would be found out (canary): XState with another order of two actions', () => {
    const shape = (first: string, second: string): StateShape => ({
      ...leaf,
      children: [leaf, { ...leaf, entry: [first, second] as StateShape['entry'] }],
      on: [['E1', [{ ...stay, target: 2 }]]],
    });
    const { machine } = buildMachine(shape('emit', 'tell'), false);
    const { machine: other } = buildMachine(shape('tell', 'emit'), true);
    const state = enteredState(other);
    const { actions } = compileMachine(machine).decide(state, toEvent('E1'));
    expect(actions).toHaveLength(2);
    expect(judge(other, state, toEvent('E1'))?.actions).toEqual(actions.toReversed());
  });
});

const toEvent = (type: string): TurnEvent => ({ type, ...stamp });
const stay: TransitionShape = {
  target: null,
  spread: false,
  reenter: false,
  guard: 'none',
  raises: false,
  actions: [],
};
const leaf: StateShape = {
  children: [],
  isParallel: false,
  isFinal: false,
  history: null,
  startsInHistory: false,
  on: [],
  always: null,
  after: null,
  onDone: null,
  invoke: null,
  entry: [],
  exit: [],
  initialActions: [],
};
