/** Finds what a criterion measures in the result files: at the source it names, else by its name. Never guesses. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { EvidenceFile } from '../evidence/schema.ts';
import { splitUnit } from '../evidence/units.ts';
import { isSeriesPointer, pointerToken, resolvePointer } from '../json-pointer.ts';

/** A result file, parsed; `json` is undefined where it is no JSON. */
export interface ResultJson {
  readonly file: Pick<EvidenceFile, 'path' | 'public_path'>;
  readonly json: unknown;
}

/** The one place that a criterion is about, or why there is none. */
export type MeasurePlace =
  | {
      readonly file: ResultJson['file'];
      /** With `*` where it names several values. */
      readonly pointer: string;
    }
  | { readonly missing: string };

/** Places named of those that a name may mean. */
const candidatesShown = 5;
/** As deep as numbers are looked for elsewhere. */
const depthMax = 12;

/** Where the numbers of `evaluation` stand; `files` are the result files of the run. */
export function findMeasure(files: readonly ResultJson[], evaluation: Evaluation): MeasurePlace {
  const { source, metric } = evaluation;
  if (source === undefined) return findByName(files, metric);
  const at = source.indexOf('#');
  const [path, pointer] = [source.slice(0, at), source.slice(at + 1)];
  const found = files.find(({ file }) => file.path === path || file.public_path === path);
  return found === undefined
    ? { missing: `${path} is not among the result files` }
    : placeAt(found, pointer);
}

/** A list and a `{value, unit}` stand for what they hold. */
function placeAt({ file, json }: ResultJson, pointer: string): MeasurePlace {
  if (isSeriesPointer(pointer)) return { file, pointer };
  const value = resolvePointer(json, pointer);
  if (value === undefined) return { missing: `${file.path}#${pointer} holds nothing` };
  if (Array.isArray(value)) return { file, pointer: `${pointer}/*` };
  if (isRecord(value) && Object.hasOwn(value, 'value'))
    return placeAt({ file, json }, `${pointer}/value`);
  return { file, pointer };
}

/** Exactly one place, or none: of several the criterion has to name its source. */
function findByName(files: readonly ResultJson[], metric: string): MeasurePlace {
  const wanted = fold(metric);
  const places = files.flatMap((result) =>
    [...placesOf(result.json, wanted)].map((pointer) => ({ result, pointer })),
  );
  const [first, ...more] = places;
  if (first === undefined) return { missing: `no result file has a number called “${metric}”` };
  if (more.length === 0) return placeAt(first.result, first.pointer);
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
