/** Finds what a criterion measures in the result files: at the source it names, else by its name. Never guesses. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import { discoverMetrics } from '../evidence/metrics.ts';
import type { EvidenceFile } from '../evidence/schema.ts';
import { splitUnit } from '../evidence/units.ts';
import { isRecord, parsePointer, pointerToken } from '../json-pointer.ts';

/** A result file, parsed; `json` is undefined where it is no JSON. */
export interface ResultJson {
  readonly file: Pick<EvidenceFile, 'path' | 'public_path' | 'sha256'>;
  readonly json: unknown;
}

/** Numbers that a criterion is about, all of one unit, or why there are none. */
export type Measure =
  | {
      readonly file: ResultJson['file'];
      /** With `*` where it names several. */
      readonly pointer: string;
      readonly values: readonly number[];
      /** As the file says it. */
      readonly unit: string | undefined;
    }
  | { readonly missing: string };

/** Values of one series. */
const valuesMax = 1_000_000;
/** Places named of those that a name may mean. */
const candidatesShown = 5;
/** As deep as numbers are looked for elsewhere. */
const depthMax = 12;

/** The numbers that `evaluation` is about; `files` are the result files of the run. */
export function findMeasure(files: readonly ResultJson[], evaluation: Evaluation): Measure {
  const { source, metric } = evaluation;
  if (source === undefined) return findByName(files, metric);
  const at = source.indexOf('#');
  const [path, pointer] = [source.slice(0, at), source.slice(at + 1)];
  const found = files.find(({ file }) => file.path === path || file.public_path === path);
  if (found === undefined) return { missing: `${path} is not among the result files` };
  return readAt(found, pointer);
}

interface Selected {
  readonly pointer: string;
  readonly value: unknown;
}

/** A list of numbers and `{value, unit}` stand for what they hold. */
function readAt({ file, json }: ResultJson, pointer: string): Measure {
  const tokens = parsePointer(pointer) ?? [];
  const selected = select(json, tokens);
  const [first] = selected ?? [];
  const place = `${file.path}#${pointer}`;
  if (selected === undefined) return { missing: `${place} names more than ${valuesMax} values` };
  if (first === undefined) return { missing: `${place} holds nothing` };
  if (!tokens.includes('*')) {
    if (Array.isArray(first.value)) return readAt({ file, json }, `${pointer}/*`);
    if (isRecord(first.value) && Object.hasOwn(first.value, 'value'))
      return readAt({ file, json }, `${pointer}/value`);
  }
  const values = selected.flatMap(({ value }) =>
    typeof value === 'number' && Number.isFinite(value) ? [value] : [],
  );
  if (values.length < selected.length)
    return { missing: `${place} holds something that is no number, or none that is exact` };
  const unitAt = new Map(
    discoverMetrics(file.public_path, json, Number.POSITIVE_INFINITY).metrics.map((entry) => [
      entry.pointer,
      entry.unit,
    ]),
  );
  const units = new Set(selected.map((one) => unitAt.get(one.pointer)));
  if (units.size > 1) return { missing: `${place} holds values of several units` };
  return { file, pointer, values, unit: [...units][0] };
}

/** Everything that the tokens lead to, in the order of the file; undefined where that is too much. */
function select(root: unknown, tokens: readonly string[]): Selected[] | undefined {
  let found: Selected[] = [{ pointer: '', value: root }];
  for (const token of tokens) {
    const next: Selected[] = [];
    for (const { pointer, value } of found) {
      for (const [name, member] of membersOf(value, token)) {
        if (next.length >= valuesMax) return undefined;
        next.push({ pointer: `${pointer}/${pointerToken(name)}`, value: member });
      }
    }
    found = next;
  }
  return found;
}

function membersOf(value: unknown, token: string): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (token === '*') return Object.entries(value);
  const isThere = Array.isArray(value)
    ? /^(?:0|[1-9]\d*)$/.test(token) && Object.hasOwn(value, token)
    : Object.hasOwn(value, token);
  return isThere ? [[token, (value as Record<string, unknown>)[token]]] : [];
}

/** Exactly one place, or none: of several the criterion has to name its source. */
function findByName(files: readonly ResultJson[], metric: string): Measure {
  const wanted = fold(metric);
  const places = files.flatMap((result) =>
    [...placesOf(result.json, wanted)].map((pointer) => ({ result, pointer })),
  );
  const [first, ...more] = places;
  if (first === undefined) return { missing: `no result file has a number called “${metric}”` };
  if (more.length === 0) return readAt(first.result, first.pointer);
  const names = places
    .slice(0, candidatesShown)
    .map(({ result, pointer }) => `${result.file.path}#${pointer}`);
  const rest = places.length - names.length;
  return {
    missing: `“${metric}” stands at ${places.length} places, and no source was registered: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  };
}

/** Places whose name is the wanted one; elements of a list that no text tells apart are one place. */
function placesOf(root: unknown, wanted: string): Set<string> {
  const places = new Set<string>();
  const visit = (value: unknown, pointer: string, name: string, depth: number): void => {
    if (typeof value === 'number') {
      if (isSameName(name, wanted)) places.add(pointer);
    } else if (depth > depthMax || typeof value !== 'object' || value === null) {
      return;
    } else if (Array.isArray(value)) {
      const isSeries = !value.some(hasText);
      for (const [index, item] of value.entries())
        visit(item, `${pointer}/${isSeries ? '*' : index}`, name, depth + 1);
    } else {
      for (const [key, member] of Object.entries(value)) {
        const own = key === 'value' || key === 'values' ? name : key;
        visit(member, `${pointer}/${pointerToken(key)}`, own, depth + 1);
      }
    }
  };
  visit(root, '', '', 0);
  return places;
}

/** Rows that a text names are of different things. */
const hasText = (item: unknown): boolean =>
  isRecord(item) &&
  Object.entries(item).some(
    ([name, member]) => typeof member === 'string' && !/^units?$|_unit$/.test(name),
  );

const fold = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();

const isSameName = (name: string, wanted: string): boolean =>
  name !== '' && (fold(name) === wanted || fold(splitUnit(name).name) === wanted);
