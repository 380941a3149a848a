/**
 * Actions as steps of a turn. The vocabulary and XState's built-ins become data or changes of the
 * context; everything else is reported, because nothing of it would outlive the process.
 */
import { InvariantError } from '../../lib/assert.ts';
import { type DurableAction, durableActions } from '../machine/durable-actions.ts';
import { type BuiltInAction, isBuiltInAction, readAction } from './builtins.ts';
import { compileEnqueue } from './enqueue.ts';
import type { Chart } from './nodes.ts';
import { compileDelayedRaise, compileEmit, compileRaise, compileSendTo } from './sending.ts';
import type { Site } from './site.ts';
import type { Args, Step } from './turn.ts';

type Params = ((args: Args) => unknown) | object | undefined;
type Of<Name extends BuiltInAction['name']> = Extract<BuiltInAction, { name: Name }>;

const vocabulary = new Map<string, unknown>(Object.entries(durableActions));
const nothing: Step = () => {};

/** One step per action, in order. What cannot be honoured is reported by its place and does nothing. */
export function compileActions(actions: readonly unknown[], site: Site): Step[] {
  return actions.map((action) => compileAction(action, site));
}

/** One action, as config, `setup` or `enqueue` has it. */
export function compileAction(action: unknown, site: Site): Step {
  if (isBuiltInAction(action)) return compileBuiltIn(action, undefined, site);
  if (typeof action === 'function') {
    const name = action.name === '' ? 'a function' : `the function ${action.name}`;
    site.report(
      site.place,
      `${name} would run inside the decision; ask for what it does by an action of the vocabulary`,
    );
    return nothing;
  }
  const { type, params } = toReference(action);
  const implementation = implementationOf(site.chart, type);
  if (vocabulary.has(type)) return compileVocabulary(type, params, implementation, site);
  if (isBuiltInAction(implementation)) return compileBuiltIn(implementation, params, site);
  site.report(
    site.place,
    implementation === undefined
      ? `action ${type} is not implemented and no action of the vocabulary`
      : `action ${type} has a body that would run inside the decision; ask for it by an action of the vocabulary`,
  );
  return nothing;
}

function compileVocabulary(
  type: string,
  params: Params,
  implementation: unknown,
  { place, report }: Site,
): Step {
  if (implementation !== undefined && implementation !== vocabulary.get(type)) {
    report(place, `action ${type} belongs to the vocabulary and must have no body of its own`);
  }
  if (typeof params === 'function') {
    return (turn) => turn.act({ type, params: params(turn.args) } as DurableAction);
  }
  const action = { type, params } as DurableAction;
  return (turn) => turn.act(action);
}

function compileBuiltIn(
  action: Parameters<typeof readAction>[0],
  params: Params,
  site: Site,
): Step {
  const read = readAction(action);
  const given = (args: Args) => (typeof params === 'function' ? params(args) : params);
  switch (read?.name) {
    case 'assign':
      return compileAssign(read, given);
    case 'raise':
      return read.delay === undefined
        ? compileRaise(read, given)
        : compileDelayedRaise(read, given, action, site);
    case 'cancel':
      return compileCancel(read, given);
    case 'sendTo':
      return compileSendTo(read, given, site);
    case 'emit':
      return compileEmit(read, given);
    case 'enqueueActions':
      return compileEnqueue(read, given, site, compileAction);
    default:
      site.report(site.place, `${read?.name ?? 'this built-in action'} ${whyNot(read?.name)}`);
      return nothing;
  }
}

function whyNot(name: BuiltInAction['name'] | undefined): string {
  switch (name) {
    case 'log':
      return 'would write inside the decision; use record';
    case 'spawnChild':
    case 'stopChild':
      return 'has no meaning here: actors have addresses and begin when they are told something';
    default:
      return 'is not known to this compiler';
  }
}

function compileAssign({ assignment }: Of<'assign'>, given: (args: Args) => unknown): Step {
  if (typeof assignment === 'function') {
    return (turn) => turn.assign(assignment(turn.args, given(turn.args)));
  }
  const entries = Object.entries(assignment);
  return (turn) => {
    const params = given(turn.args);
    const partial: Record<string, unknown> = {};
    for (const [key, value] of entries) {
      partial[key] = typeof value === 'function' ? (value(turn.args, params) as unknown) : value;
    }
    turn.assign(partial);
  };
}

function compileCancel({ sendId }: Of<'cancel'>, given: (args: Args) => unknown): Step {
  if (typeof sendId === 'function') {
    return (turn) => {
      turn.act({ type: 'cancel', params: { timer: sendId(turn.args, given(turn.args)) } });
    };
  }
  const action: DurableAction = { type: 'cancel', params: { timer: sendId } };
  return (turn) => turn.act(action);
}

function toReference(action: unknown): { readonly type: string; readonly params: Params } {
  if (typeof action === 'string') return { type: action, params: undefined };
  const { type, params } = (action ?? {}) as { readonly type?: unknown; readonly params?: Params };
  if (typeof type === 'string') return { type, params };
  throw new InvariantError(`${JSON.stringify(action)} is not an action`);
}

function implementationOf({ machine }: Chart, type: string): unknown {
  return (machine.implementations.actions as Readonly<Record<string, unknown>>)[type];
}
