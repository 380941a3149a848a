/**
 * What a result file says a number is: whose it is, of which quantity, in which unit. The draft puts
 * it into claims and the verifier reads it again from the bytes, by the same rules.
 */
import { isMeasureMember, type Place, placeAt } from '../evidence/stated.ts';
import { parsePointer, pointerToken } from '../json-pointer.ts';
import { nameWords } from '../verify/names.ts';
import type { Shape } from './groups.ts';
import { betterByName, humanizeName, isConfiguration, settingSource } from './labels.ts';

/** What is known of a number or series; names are readable ones but for `label`, the file's own. */
export interface NumberFacts {
  readonly label: string | undefined;
  readonly subject: string | undefined;
  readonly quantity: string;
  readonly unit: string | undefined;
  readonly n: number | undefined;
  readonly better: 'higher' | 'lower' | null;
  readonly setting: 'result' | 'configuration' | undefined;
}

/** Looks up what a file says of the number or series at a pointer. */
export type FactReader = (pointer: string) => NumberFacts;

/** Names around a number that say nothing of whose it is. */
const containers =
  /^(?:results?|metrics?|summary|summaries|data|values?|measured|measurements?|observations?|stats|statistics|records?|rows?|variants?|conditions?|cases?|runs?|trials?|samples?|seeds?|repeats?|repetitions?|replicates?)$/i;

/** A reader over one parsed file and the shapes that were found in it. */
export function createFactReader(json: unknown, shapes: readonly Shape[]): FactReader {
  /** Labels of rows by the pointer of their table. */
  const tables = new Map<string, (token: string) => string | null | undefined>();
  for (const shape of shapes)
    if (shape.kind === 'table' && shape.labelOf !== null) tables.set(shape.pointer, shape.labelOf);
  /** What was found of lists, by their pointer: it is the same for each number in one. */
  const ofLists = new Map<string, NumberFacts>();
  return (pointer) => {
    const place = placeAt(json, pointer);
    const list = place?.isList === true ? pointer.split('/', place.depth + 2).join('/') : undefined;
    const known = list === undefined ? undefined : ofLists.get(list);
    if (known !== undefined) return known;
    const tokens = parsePointer(pointer) ?? [];
    const around = (depth: number): string =>
      tokens
        .slice(0, depth)
        .map((token) => `/${pointerToken(token)}`)
        .join('');
    const facts = describe(place, ({ depth }) =>
      depth === 0
        ? undefined
        : tables.get(around(depth - 1))?.(pointerToken(tokens[depth - 1] as string)),
    );
    if (list !== undefined) ofLists.set(list, facts);
    return facts;
  };
}

function describe(
  place: Place | undefined,
  rowOf: (place: Place) => string | null | undefined,
): NumberFacts {
  if (place === undefined) return unknown;
  const { label, unit, better } = place;
  const setting = settingSource(place);
  const { subject, quantity } = nameOf(place, rowOf);
  return {
    label,
    subject,
    quantity,
    unit,
    n: setting === undefined ? place.valueCount : undefined,
    better: better ?? betterByName(label ?? quantity, unit),
    setting,
  };
}

const unknown: NumberFacts = {
  label: undefined,
  subject: undefined,
  quantity: 'value',
  unit: undefined,
  n: undefined,
  better: null,
  setting: undefined,
};

interface Name {
  readonly subject: string | undefined;
  readonly quantity: string;
}

/**
 * The quantity is the member's name, or that of the record around a `value`. The subject is the label
 * of the innermost table row it stands in, else the prefix that tells it from a baseline beside it,
 * else the nearest name around it.
 */
function nameOf(place: Place, rowOf: (place: Place) => string | null | undefined): Name {
  let named = place;
  while (isNameless(named) && rowOf(named) == null && named.outer !== undefined) {
    if (containers.test(named.outer.name) && !isMeasureMember(named.outer.name, true)) break;
    // A list keeps its own name where what is around it has none that can be told from another.
    if (!plainName.test(named.name) && nameWords(named.outer.name).length === 0) break;
    named = named.outer;
  }
  const quantity = humanizeName(named.name);
  for (let at: Place | undefined = named; at !== undefined; at = at.outer) {
    const label = rowOf(at);
    if (label != null) return { subject: humanizeName(label), quantity };
  }
  if (rowOf(place) === undefined) {
    const pair = splitPair(place);
    if (pair !== undefined) return pair;
  }
  for (let at = named.outer; at !== undefined; at = at.outer) {
    if (!containers.test(at.name) && !isConfiguration(at.name))
      return { subject: humanizeName(at.name), quantity };
  }
  return { subject: undefined, quantity };
}

const plainName = /^values?$/i;

/** Such as `value`, or a list called `trials`; a list of seeds is named by what is in it. */
function isNameless(place: Place): boolean {
  return plainName.test(place.name) || (place.isList && isMeasureMember(place.name, true));
}

/** Names of what others beside it are compared with, before the quantity. */
export const pairPrefixes = ['baseline', 'control', 'reference', 'vanilla'] as const;
/** Longer names are no pairs. */
const pairCharsMax = 120;

/** `baseline_ms` and `routed_ms` in one record: whose it is, and of what. */
function splitPair({ record, name }: Place): Name | undefined {
  const ending = pairEnding(record, name);
  if (ending === undefined) return undefined;
  return {
    subject: humanizeName(name.slice(0, -ending.length)),
    quantity: humanizeName(ending.slice(1)),
  };
}

/** The part that the name shares with a baseline beside it or as one, `_` or `-` included. */
export function pairEnding(
  record: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  if (name.length > pairCharsMax) return undefined;
  const own = pairPrefixes.find(
    (prefix) => /^[_-]./.test(name.slice(prefix.length)) && name.toLowerCase().startsWith(prefix),
  );
  if (own !== undefined) return name.slice(own.length);
  for (let at = 1; at < name.length - 1; at += 1) {
    const ending = name.slice(at);
    if (!/^[_-]/.test(ending)) continue;
    if (pairPrefixes.some((prefix) => Object.hasOwn(record, prefix + ending))) return ending;
  }
  return undefined;
}
