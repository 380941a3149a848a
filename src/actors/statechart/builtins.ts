/**
 * XState's own actions and guards, recognised by their implementation and not by their name, so
 * that a release in which one of them looks otherwise is refused and not misread.
 */
import {
  and,
  assign,
  cancel,
  emit,
  enqueueActions,
  log,
  not,
  or,
  raise,
  sendTo,
  spawnChild,
  stateIn,
  stopChild,
} from 'xstate';
import { assert } from '../../lib/assert.ts';

type Expression<Result> = (args: object, params: unknown) => Result;
type Event = { readonly type: string };

/** What the built-ins keep of what they were made with. */
export type BuiltInAction =
  | { readonly name: 'assign'; readonly assignment: Expression<object> | Record<string, unknown> }
  | {
      readonly name: 'raise';
      readonly event: Event | Expression<Event>;
      readonly id: string | undefined;
      readonly delay: unknown;
    }
  | { readonly name: 'cancel'; readonly sendId: string | Expression<string> }
  | {
      readonly name: 'sendTo';
      readonly to: unknown;
      readonly event: Event | Expression<Event>;
      readonly delay: unknown;
    }
  | { readonly name: 'emit'; readonly event: Event | Expression<Event> }
  | { readonly name: 'enqueueActions'; readonly collect: Expression<void> }
  | { readonly name: 'log' | 'spawnChild' | 'stopChild' };

interface Resolving {
  readonly resolve: unknown;
}
interface Checking {
  readonly check: unknown;
}

const actionSamples = {
  assign: [assign({}), 'assignment'],
  raise: [raise({ type: 'sample' }), 'event', 'id', 'delay'],
  cancel: [cancel('sample'), 'sendId'],
  sendTo: [sendTo('sample', { type: 'sample' }), 'to', 'event', 'delay'],
  emit: [emit({ type: 'sample' }), 'event'],
  enqueueActions: [enqueueActions(() => {}), 'collect'],
  log: [log()],
  spawnChild: [spawnChild('sample')],
  stopChild: [stopChild('sample')],
} as const;

const guardSamples = {
  and: [and([]), 'guards'],
  or: [or([]), 'guards'],
  not: [not(() => true), 'guards'],
  stateIn: [stateIn('sample'), 'stateValue'],
} as const;

type Samples = Readonly<Record<string, readonly [unknown, ...string[]]>>;

/** Implementations by what tells them apart. Fails when a built-in lacks a member that is read. */
function indexed(samples: Samples, member: 'resolve' | 'check'): Map<unknown, string> {
  const index = new Map<unknown, string>();
  for (const [name, [sample, ...members]] of Object.entries(samples)) {
    for (const expected of [member, ...members]) {
      assert(
        typeof sample === 'function' && expected in sample,
        `XState's ${name} keeps its ${expected}, as it does in 5.33.3`,
      );
    }
    index.set((sample as Record<string, unknown>)[member], name);
  }
  assert(
    index.size === Object.keys(samples).length,
    `XState's built-ins have each their ${member}`,
  );
  return index;
}

const actionNames = indexed(actionSamples, 'resolve');
const guardNames = indexed(guardSamples, 'check');

/** Whether it has the shape of XState's own actions; `readAction` says whether it is a known one. */
export function isBuiltInAction(action: unknown): action is Resolving {
  return typeof action === 'function' && 'resolve' in action;
}

/** What a built-in action does; undefined for one that this compiler has never seen. */
export function readAction(action: Resolving): BuiltInAction | undefined {
  const name = actionNames.get(action.resolve);
  if (name === undefined) return undefined;
  const [, ...members] = (actionSamples as Samples)[name] ?? [null];
  const kept = action as unknown as Record<string, unknown>;
  const read = Object.fromEntries(members.map((member) => [member, kept[member]]));
  return { name, ...read } as BuiltInAction;
}

/** A guard of XState's own, with what it looks at as the machine has it: not compiled yet. */
export type BuiltInGuard =
  | { readonly name: 'and' | 'or' | 'not'; readonly guards: readonly unknown[] }
  | { readonly name: 'stateIn'; readonly stateValue: string | object };

/** Whether it has the shape of XState's own guards; `readGuard` says whether it is a known one. */
export function isBuiltInGuard(guard: unknown): guard is Checking {
  return typeof guard === 'function' && 'check' in guard;
}

/** What a built-in guard looks at; undefined for one that this compiler has never seen. */
export function readGuard(guard: Checking): BuiltInGuard | undefined {
  const name = guardNames.get(guard.check);
  if (name === undefined) return undefined;
  const { guards, stateValue } = guard as unknown as Record<string, unknown>;
  return { name, guards, stateValue } as unknown as BuiltInGuard;
}
