/**
 * The command that makes a request which the service names, such as the one that would move an item: found by the rows
 * of the commands themselves, so that it sends exactly that.
 */
import { isRecord } from '../lib/is-record.ts';
import type { CommandInput, CommandSpec } from './command.ts';
import type { RouteArgument, RouteCommand, RouteOption } from './route-row.ts';

/** As the service names one. */
export interface NamedRequest {
  readonly method: string;
  /** From the root of the service, with its parameters in place. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Its words behind `orrery`, the first one that fits; null where there is none. */
export function commandOf(
  request: NamedRequest,
  specs: readonly CommandSpec[],
): readonly string[] | null {
  for (const spec of specs) {
    const { row } = spec as { readonly row?: RouteCommand };
    const words = row === undefined ? null : wordsOf(row, request);
    if (words !== null) return words;
  }
  return null;
}

function wordsOf(row: RouteCommand, { method, path, body }: NamedRequest): string[] | null {
  const called = typeof row.route === 'string' ? paramsOf(row.route, method, path) : {};
  if (called === null) return null;
  const left = new Map<string, unknown>(Object.entries({ ...called, ...body }));
  for (const [name, value] of Object.entries(row.also?.(bare({})) ?? {})) {
    if (left.get(name) !== value) return null;
    left.delete(name);
  }
  const args = (row.args ?? []).map((arg) => argumentOf(arg, left));
  const options = (row.options ?? []).map((option) => flagsOf(option, left));
  if (left.size > 0) return null;
  const words = [...args, ...options];
  if (words.includes(null)) return null;
  if (typeof row.route !== 'string') {
    // Which route it is depends on the flags.
    const given = Object.fromEntries(
      options.flatMap((flags) =>
        flags?.[0] === undefined ? [] : [[flags[0].slice(2), flags[1] ?? true]],
      ),
    );
    if (paramsOf(row.route(bare(given)), method, path) === null) return null;
  }
  return [...row.words, ...words.flatMap((each) => each ?? [])];
}

/** What is typed, for what a row makes of it: it asks nothing else. */
const bare = (options: CommandInput['options']): CommandInput => ({
  args: [],
  options,
  io: {} as CommandInput['io'],
});

/** Values of the parameters where the route has that path; else null. */
function paramsOf(route: string, method: string, path: string): Record<string, string> | null {
  const names: string[] = [];
  const pattern = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const found = new RegExp(`^${pattern}$`).exec(`${method} ${path}`);
  return (
    found &&
    Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
    )
  );
}

/** The word for an argument, whose member it takes away; null where no word says it. */
function argumentOf(
  { name, member, read, spreads }: RouteArgument,
  left: Map<string, unknown>,
): readonly string[] | null {
  const of = member ?? name.replace(/[^a-z_]/g, '');
  const value = left.get(of);
  left.delete(of);
  if (value === undefined) return name.startsWith('[') ? [] : null;
  const isWord = typeof value === 'string' && read === undefined && spreads !== true;
  return isWord && !name.includes('...') ? [value] : null;
}

/** The flag for an option, whose member it takes away, with its value; none where the same is sent without it. */
function flagsOf(
  { flags, member, range, read }: RouteOption,
  left: Map<string, unknown>,
): readonly string[] | null {
  const flag = /--[a-z-]+/.exec(flags)?.[0] ?? '';
  const of = member === undefined ? flag.slice(2).replaceAll('-', '_') : member;
  if (of === null) return [];
  const value = left.get(of);
  left.delete(of);
  const sentFor = (given: boolean | undefined): unknown =>
    read === undefined ? given : read(given, bare({}), {} as never);
  if (!flags.includes('<')) {
    if (Object.is(sentFor(undefined), value)) return [];
    return Object.is(sentFor(true), value) ? [flag] : null;
  }
  if (value === undefined) return [];
  const isPlain = typeof value === 'string' || (typeof value === 'number' && range !== undefined);
  return isPlain && read === undefined ? [flag, String(value)] : null;
}

/** A request of a reply; null where there is none. */
export function namedRequest(value: unknown): NamedRequest | null {
  if (!isRecord(value)) return null;
  const { method, path, body } = value;
  return typeof method === 'string' && typeof path === 'string'
    ? { method, path, body: isRecord(body) ? body : {} }
    : null;
}
