/** Guards as predicates of a turn: named and inline ones, `and`, `or`, `not` and `stateIn`. */
import { type AnyStateMachine, matchesState, type StateValue } from 'xstate';
import { type BuiltInGuard, isBuiltInGuard, readGuard } from './builtins.ts';
import type { Chart } from './nodes.ts';
import type { Report } from './problems.ts';
import type { Args, Predicate } from './turn.ts';

type GuardFunction = (args: Args, params: unknown) => boolean;
type Params = ((args: Args) => unknown) | object | undefined;

/** How often a name may stand for another name; more is a ring. */
const aliasesMax = 10;
const never: Predicate = () => false;

/** A guard as XState's config has it. Reports names without an implementation and unknown kinds. */
export function compileGuard(
  guard: unknown,
  place: string,
  chart: Chart,
  report: Report,
  aliases = 0,
): Predicate {
  if (isBuiltInGuard(guard)) return compileBuiltIn(guard, place, chart, report, aliases);
  if (typeof guard === 'function') {
    const check = guard as GuardFunction;
    return (turn) => check(turn.args, undefined);
  }
  const { type, params } = toReference(guard);
  const implementation = type === undefined ? undefined : guardsOf(chart.machine)[type];
  if (implementation === undefined || aliases > aliasesMax) {
    report(place, `guard ${JSON.stringify(type ?? guard)} is not implemented`);
    return never;
  }
  if (typeof implementation !== 'function' || isBuiltInGuard(implementation)) {
    return compileGuard(implementation, place, chart, report, aliases + 1);
  }
  return withParams(implementation as GuardFunction, params);
}

function withParams(check: GuardFunction, params: Params): Predicate {
  if (typeof params === 'function') return (turn) => check(turn.args, params(turn.args));
  return (turn) => check(turn.args, params);
}

function compileBuiltIn(
  guard: Parameters<typeof readGuard>[0],
  place: string,
  chart: Chart,
  report: Report,
  aliases: number,
): Predicate {
  const read = readGuard(guard);
  if (read === undefined) {
    report(place, 'a built-in guard of XState that this compiler does not know');
    return never;
  }
  if (read.name === 'stateIn') return compileStateIn(read, place, chart, report);
  const parts = read.guards.map((part) => compileGuard(part, place, chart, report, aliases));
  switch (read.name) {
    case 'and':
      return (turn) => parts.every((part) => part(turn));
    case 'or':
      return (turn) => parts.some((part) => part(turn));
    case 'not':
      return (turn) => parts[0]?.(turn) === false;
  }
}

function compileStateIn(
  { stateValue }: Extract<BuiltInGuard, { name: 'stateIn' }>,
  place: string,
  chart: Chart,
  report: Report,
): Predicate {
  if (typeof stateValue !== 'string' || !stateValue.startsWith('#')) {
    return (turn) => matchesState(stateValue as StateValue, turn.configuration.value);
  }
  let target: ReturnType<Chart['byId']['get']>;
  try {
    target = chart.byId.get(chart.machine.getStateNodeById(stateValue).id);
  } catch {
    report(place, `stateIn names ${stateValue}, which no state has as id`);
    return never;
  }
  return (turn) => target !== undefined && turn.configuration.active.has(target);
}

function toReference(guard: unknown): {
  readonly type: string | undefined;
  readonly params: Params;
} {
  if (typeof guard === 'string') return { type: guard, params: undefined };
  const { type, params } = (guard ?? {}) as { readonly type?: unknown; readonly params?: Params };
  return { type: typeof type === 'string' ? type : undefined, params };
}

function guardsOf(machine: AnyStateMachine): Readonly<Record<string, unknown>> {
  return machine.implementations.guards as Readonly<Record<string, unknown>>;
}
