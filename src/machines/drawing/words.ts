/** Says in words what a definition says in names: conditions, delays, ends, children. */
import { type AnyStateNode, and, not, or, stateIn } from 'xstate';

/** `foundLive` reads "found live", `worker_busy` "worker busy". */
export function spell(name: string): string {
  return name
    .replaceAll(/[_\-.]+/g, ' ')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .trim();
}

interface CombinedGuard {
  readonly check: unknown;
  readonly guards?: readonly unknown[];
  readonly stateValue?: unknown;
  readonly name: string;
}
const checkOf = (guard: unknown): unknown => (guard as CombinedGuard).check;
const checks = {
  and: checkOf(and([])),
  or: checkOf(or([])),
  not: checkOf(not('any')),
  stateIn: checkOf(stateIn({})),
};

/** A condition in words, its parameters behind it; null where there is none. */
export function describeGuard(guard: unknown): string | null {
  if (guard === undefined || guard === null) return null;
  if (typeof guard === 'string') return spell(guard);
  if (typeof guard === 'function') return describeCombined(guard as unknown as CombinedGuard);
  const { type, params } = guard as { type: string; params?: unknown };
  const values = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return [spell(type), ...values.map(String)].join(' ');
}

function describeCombined({ check, guards = [], stateValue, name }: CombinedGuard): string {
  const parts = guards.map((guard) => describeGuard(guard) ?? 'a condition');
  const isCombined = (guard: unknown): boolean =>
    check !== checkOf(guard) && [checks.and, checks.or].includes(checkOf(guard));
  const grouped = parts.map((part, index) => (isCombined(guards[index]) ? `(${part})` : part));
  if (check === checks.and) return grouped.join(' and ');
  if (check === checks.or) return grouped.join(' or ');
  if (check === checks.not) return `not ${grouped.join(' ')}`;
  if (check === checks.stateIn) return `in ${pathsOf(stateValue).join(' and ')}`;
  return name === '' || name === 'guard' ? 'a condition' : spell(name);
}

/** `{ active: 'running' }` reads "active.running"; a `#id` keeps its name. */
function pathsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^#/, '')];
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => {
    const paths = pathsOf(inner);
    return paths.length === 0 ? [key] : paths.map((path) => `${key}.${path}`);
  });
}

type Invoke = Pick<AnyStateNode['invoke'][number], 'id' | 'src'>;

/** The id it was given, or what it runs. */
export function describeInvoke({ id, src }: Invoke, nodeId: string): string {
  if (!id.endsWith(`.${nodeId}`)) return spell(id);
  return typeof src === 'string' && !src.startsWith('xstate.') ? spell(src) : 'an actor';
}

/** Event names of the machine as they are, those of XState in words. `event` is empty for `always`. */
export function describeTrigger(
  event: string,
  node: AnyStateNode,
): { readonly event: string; readonly isNamed: boolean } {
  const words = wordsOfTrigger(event, node);
  return { event: words ?? event, isNamed: words === undefined };
}

function wordsOfTrigger(event: string, node: AnyStateNode): string | undefined {
  if (event === '') return 'at once';
  if (event === '*') return 'any other event';
  const actor = /^xstate\.(done|error|snapshot)\.actor\.(.+)$/.exec(event);
  if (actor !== null) {
    const invoke = node.invoke.find(({ id }) => id === actor[2]);
    const name = invoke === undefined ? spell(actor[2]!) : describeInvoke(invoke, node.id);
    const ends = { done: 'is done', error: 'fails', snapshot: 'changes' };
    return `when ${name} ${ends[actor[1] as keyof typeof ends]}`;
  }
  if (event.startsWith('xstate.done.state.')) return 'when done';
  const prefix = 'xstate.after.';
  if (!event.startsWith(prefix)) return undefined;
  return `after ${describeDelay(event.slice(prefix.length, -node.id.length - 1))}`;
}

const units = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** Milliseconds in the largest unit that leaves no rest; a named delay by its name. */
function describeDelay(delay: string): string {
  if (!/^\d+$/.test(delay)) return spell(delay);
  const value = Number(delay);
  const [unit, size] =
    units.find(([, candidate]) => value > 0 && value % candidate === 0) ?? units[3];
  return `${value / size} ${unit}`;
}
