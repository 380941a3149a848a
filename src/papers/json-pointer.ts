/** RFC 6901 JSON pointers: written, resolved, and read from URI fragments. */
import { isRecord } from '../lib/is-record.ts';

/** Escapes one member name for use in a pointer. */
export function pointerToken(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** Splits a pointer into member names; undefined when it is not a pointer. */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer !== last.pointer) last = { pointer, tokens: splitPointer(pointer) };
  return last.tokens;
}

/** What was split last: one place is asked for several times in a row. */
let last: { readonly pointer: string; readonly tokens: readonly string[] | undefined } = {
  pointer: '',
  tokens: [],
};

function splitPointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  const tokens = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return tokens;
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

/**
 * Everything that `pointer` selects where a segment `*` means every element of a list or every
 * member of an object (whole-number names first, ascending, as JavaScript orders members). Undefined
 * when a step leads nowhere or more than `countMax` values are selected. A pointer without `*`
 * selects one value.
 */
export function selectAll(root: unknown, pointer: string, countMax: number): unknown[] | undefined {
  const tokens = parsePointer(pointer);
  if (tokens === undefined) return undefined;
  let values: unknown[] = [root];
  for (const token of tokens) {
    const next: unknown[] = [];
    for (const value of values) {
      if (token === '*') {
        const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
        if (parts.length === 0 || next.length + parts.length > countMax) return undefined;
        for (const part of parts) next.push(part);
      } else {
        const step = stepInto(value, token, false);
        if (step === undefined) return undefined;
        next.push(step);
      }
    }
    values = next;
  }
  return values;
}

/** How many values a pointer with `*` selects; undefined for one without, or one that leads nowhere. */
export function countSelected(root: unknown, pointer: string): number | undefined {
  return isSeriesPointer(pointer)
    ? selectAll(root, pointer, Number.POSITIVE_INFINITY)?.length
    : undefined;
}

/** True for a pointer that names a series: one with a segment `*`. */
export function isSeriesPointer(pointer: string): boolean {
  return pointer.split('/').includes('*');
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
