/** RFC 6901 JSON pointers: written, resolved, and read from URI fragments. */

/** Escapes one member name for use in a pointer. */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Splits a pointer into member names; undefined when it is not a pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  const tokens = pointer.slice(1).split('/');
  if (tokens.some((token) => /~(?![01])/.test(token))) return undefined;
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

interface ResolveOptions {
  /** Lets a token name the `id` of an array element, as older ledgers do. */
  readonly byId?: boolean;
}

/** The value `pointer` names, or undefined. Inherited members are never found. */
export function resolvePointer(
  root: unknown,
  pointer: string,
  options: ResolveOptions = {},
): unknown {
  const tokens = parsePointer(pointer);
  if (tokens === undefined) return undefined;
  let value = root;
  for (const token of tokens) {
    value = stepInto(value, token, options.byId === true);
    if (value === undefined) return undefined;
  }
  return value;
}

function stepInto(value: unknown, token: string, byId: boolean): unknown {
  if (Array.isArray(value)) {
    if (/^(?:0|[1-9]\d*)$/.test(token)) return (value as unknown[])[Number(token)];
    return byId ? itemsById(value).get(token) : undefined;
  }
  return isRecord(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** Items of lists by their `id`, the first of each, made once per list. */
const indexes = new WeakMap<readonly unknown[], ReadonlyMap<unknown, unknown>>();

function itemsById(list: readonly unknown[]): ReadonlyMap<unknown, unknown> {
  let index = indexes.get(list);
  if (index === undefined) {
    index = new Map(
      [...list].reverse().flatMap((item) => (isRecord(item) ? [[item.id, item]] : [])),
    );
    indexes.set(list, index);
  }
  return index;
}

/** A JSON object as opposed to an array or null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
