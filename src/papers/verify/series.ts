/** The values among which a number was read: of its list, or of the cases beside its own. */

import { isRecord } from '../../lib/is-record.ts';
import { humanizeName } from '../claims/labels.ts';
import type { Claim } from '../claims/schema.ts';
import { parsePointer } from '../json-pointer.ts';

/** Values of one quantity in the order of the file, and which of them is the claim's. */
export interface Series {
  /** Of a list, its place with the column; null for cases of a record. */
  readonly list: string | null;
  readonly values: readonly number[];
  readonly at: number;
  /** Of the whole list, whosever they are; the same as `values` for cases of a record. */
  readonly all: readonly number[];
}

/** Longer lists are looked at no further. */
const lengthMax = 100_000;

/**
 * The list that the value of the claim stands in, only rows of its own case where rows have one; else the same number
 * of the other cases. Undefined for a number that was computed, and for one that stands alone.
 */
export function seriesOf(
  { derived, evidence_refs: [ref], subject }: Claim,
  json: unknown,
): Series | undefined {
  if (derived !== undefined || ref === undefined) return undefined;
  const steps = parsePointer(ref.pointer) ?? [];
  const way = [json];
  for (const step of steps) way.push(member(way.at(-1), step));
  const inList = steps.findLastIndex((_, at) => Array.isArray(way[at]));
  if (inList >= 0) {
    const place = [ref.path, ...steps.slice(0, inList), '*', ...steps.slice(inList + 1)].join('/');
    return inRows(way[inList] as readonly unknown[], steps.slice(inList), subject, place);
  }
  for (let at = steps.length - 2; at >= 0; at -= 1) {
    const found = inCases(way[at], steps.slice(at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const follow = (value: unknown, steps: readonly string[]): unknown => steps.reduce(member, value);

function inRows(
  list: readonly unknown[],
  [own = '', ...tail]: readonly string[],
  subject: string | undefined,
  place: string,
): Series | undefined {
  if (list.length > lengthMax) return undefined;
  const row = list[Number(own)];
  const label = isRecord(row)
    ? Object.entries(row).find(
        ([, text]) => typeof text === 'string' && humanizeName(text) === subject,
      )
    : undefined;
  const isOfCase = (other: unknown): boolean =>
    label === undefined || member(other, label[0]) === label[1];
  const entries = list.map((other, at) => ({ name: String(at), value: follow(other, tail) }));
  const ofCase = entries.filter((_, at) => isOfCase(list[at]));
  return toSeries(ofCase, own, place, entries);
}

/** Cases looked at. */
const casesMax = 64;

function inCases(record: unknown, [own = '', ...tail]: readonly string[]): Series | undefined {
  if (!isRecord(record)) return undefined;
  const entries = Object.entries(record);
  if (entries.length > casesMax) return undefined;
  const series = toSeries(
    entries.map(([name, value]) => ({ name, value: follow(value, tail) })),
    own,
    null,
  );
  return series !== undefined && series.values.length > 1 ? series : undefined;
}

interface Entry {
  readonly name: string;
  readonly value: unknown;
}
/** One that cannot be read exactly is infinite here. */
const isNumber = (entry: Entry): entry is { name: string; value: number } =>
  Number.isFinite(entry.value);

function toSeries(
  entries: readonly Entry[],
  own: string,
  list: string | null,
  all = entries,
): Series | undefined {
  const numbers = entries.filter(isNumber);
  const at = numbers.findIndex(({ name }) => name === own);
  return at < 0
    ? undefined
    : {
        list,
        values: numbers.map(({ value }) => value),
        at,
        all: all.filter(isNumber).map(({ value }) => value),
      };
}
