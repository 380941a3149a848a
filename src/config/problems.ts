/** Words what is wrong with a field: what was given, what is allowed, what happens without it. */
import type * as z from 'zod';
import { nearestName } from '../lib/nearest-name.ts';
import { type FieldMeta, metaOf } from './field.ts';
import { fileShape } from './schema.ts';

/** One thing to put right before the service starts, in words for the operator. */
export interface ConfigProblem {
  /** Dotted path of the field, or the name of the file or variable at fault. */
  readonly path: string;
  readonly message: string;
}

/** What fields say of each other: what is refused, and what is only noted. */
export interface RelationFindings {
  readonly problems: readonly ConfigProblem[];
  readonly notices: readonly string[];
}

type Path = readonly PropertyKey[];

/** Problems of one zod issue; an unknown name gives one each. `raw` is the file's value. */
export function describeIssue(issue: z.core.$ZodIssue, raw: unknown): ConfigProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => describeUnknown([...issue.path, key]));
  }
  const path = issue.path.map(String).join('.');
  const meta = findMeta(issue.path);
  if (meta === undefined) return [{ path, message: issue.message }];
  const given = valueAt(raw, issue.path);
  if (given === undefined) return [{ path, message: `is required: ${meta.about}` }];
  const reason = issue.code === 'custom' || issue.code === 'invalid_format' ? issue.message : '';
  const isMember = findMeta(issue.path.slice(0, -1)) === meta;
  const wanted = isMember ? memberExpectation(meta) : expectation(meta);
  const expected = reason === '' || reason.startsWith('Invalid') ? wanted : reason;
  return [
    { path, message: `${expected}; given ${describeValue(given, meta)}${defaultHint(meta)}` },
  ];
}

const unknownWords = 'is not a known field';

/** True for the problem of a name that no field has. */
export function isUnknownField(problem: ConfigProblem): boolean {
  return problem.message.startsWith(unknownWords);
}

function describeUnknown(path: Path): ConfigProblem {
  const known = Object.keys(shapeAround(path));
  const nearest = nearestName(String(path[path.length - 1]), known);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return { path: path.map(String).join('.'), message: `${unknownWords}${hint}` };
}

/** "must be a number from 30 to 86400 (seconds)". */
export function expectation(meta: FieldMeta): string {
  const unit = meta.unit === undefined ? '' : ` (${meta.unit})`;
  switch (meta.kind) {
    case 'integer':
    case 'number': {
      const noun = meta.kind === 'integer' ? 'a whole number' : 'a number';
      return `must be ${noun} from ${meta.min} to ${meta.max}${unit}`;
    }
    case 'boolean':
      return 'must be true or false';
    case 'choice':
      return `must be one of ${meta.choices!.map((word) => JSON.stringify(word)).join(', ')}`;
    case 'list':
      return 'must be a list of strings, at most 200';
    case 'map':
      return meta.entry === undefined
        ? 'must be an object with strings as values'
        : `must be an object whose values have the members ${Object.keys(meta.entry).join(', ')}`;
    case 'url':
      return 'must be an http:// or https:// URL';
    case 'path':
      return 'must be a path';
    case 'secret':
    case 'text':
      return textWords;
  }
}

/** As `expectation`, of what stands in a list or under a free name of a map. */
function memberExpectation({ entry }: FieldMeta): string {
  return entry === undefined
    ? textWords
    : `must be an object with the members ${Object.keys(entry).join(', ')}`;
}

const textWords = 'must be a string of at most 4096 characters';

/** A given value for a message; secrets, and what stands before the host of an address, are never shown, long values are cut. */
export function describeValue(value: unknown, meta: FieldMeta | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (meta?.kind === 'secret') return `a ${typeof value} (not shown)`;
  const text = JSON.stringify(value).replace(/:\/\/.*@/, '://(not shown)@');
  return text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}…` : text;
}

const shownCharsMax = 80;

function defaultHint(meta: FieldMeta): string {
  const { fallback } = meta;
  const shown =
    typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean';
  return shown ? `; the default is ${JSON.stringify(fallback)}` : '';
}

/** The record of the field a path points at (or into, for a list item or an entry of a map). */
export function findMeta(path: Path): FieldMeta | undefined {
  let shape: z.ZodRawShape = fileShape;
  let found: FieldMeta | undefined;
  // Every other part of a path is a free name of a map.
  for (let at = 0; at < path.length; at += 2) {
    const schema = shape[String(path[at])];
    if (schema === undefined) return found;
    found = metaOf(schema);
    if (found.entry === undefined) return found;
    shape = found.entry;
  }
  return found;
}

/** The fields among which the last name of `path` is looked up. */
function shapeAround(path: Path): z.ZodRawShape {
  if (path.length <= 1) return fileShape;
  const outer = findMeta(path.slice(0, -2));
  return outer?.entry ?? {};
}

function valueAt(raw: unknown, path: Path): unknown {
  let value = raw;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<PropertyKey, unknown>)[name];
  }
  return value;
}
