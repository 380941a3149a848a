/** How many values a pointer with `*` selects: every element of a list, or every member of an object. */
import { isRecord } from '../json-pointer.ts';

/** Values that one pointer may select. */
const selectedMax = 1_000_000;

/** Undefined where a value on the way has no such member, or where too many are selected. */
export function countSeries(root: unknown, tokens: readonly string[]): number | undefined {
  let values: unknown[] = [root];
  for (const token of tokens) {
    const next: unknown[] = [];
    for (const value of values) {
      const below = stepInto(value, token);
      if (below === undefined || next.length + below.length > selectedMax) return undefined;
      for (const each of below) next.push(each);
    }
    values = next;
  }
  return values.length;
}

function stepInto(value: unknown, token: string): readonly unknown[] | undefined {
  if (Array.isArray(value)) {
    if (token === '*') return value;
    const index = /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : value.length;
    return index < value.length ? [value[index]] : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (token === '*') return Object.values(value);
  return Object.hasOwn(value, token) ? [value[token]] : undefined;
}
