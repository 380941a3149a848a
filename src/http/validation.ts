/** Runs a schema over outside data and says what is wrong field by field, without echoing values. */
import * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { wordsForIssue } from '../lib/issue-words.ts';
import { nearestName } from '../lib/nearest-name.ts';

/** Problems listed in one reply; more are counted only. */
const problemsMax = 50;

/** One fault: where it is and what would be right, without the value. */
interface FieldProblem {
  /** Dotted path with indexes in brackets; the part's name when it is the whole. */
  readonly path: string;
  readonly message: string;
}

/** The parsed value, or `invalid_request` (422) naming every field at fault. `part`: body, query, path. */
export function validate(schema: z.ZodType, value: unknown, part: string): unknown {
  const error = part === 'query' ? wordsForParameter : wordsForIssue;
  const result = schema.safeParse(value, { error });
  if (result.success) return result.data;
  const issues = withoutWiderBounds(result.error.issues);
  const count = issues.reduce((sum, issue) => sum + countOf(issue), 0);
  const shown: FieldProblem[] = [];
  for (const issue of issues) {
    if (shown.length >= problemsMax) break;
    shown.push(...problemsOf(issue, schema, part, problemsMax - shown.length));
  }
  const more = count - shown.length;
  const first = shown[0]!;
  const rest = count > 1 ? ` (and ${count - 1} more)` : '';
  throw new ServiceError('invalid_request', `${first.path}: ${first.message}${rest}`, {
    errors: shown,
    ...(more > 0 ? { errors_omitted: more } : {}),
  });
}

/** A parameter that came twice is a list where one value is wanted. */
const wordsForParameter: typeof wordsForIssue = (issue) =>
  issue.code === 'invalid_type' && issue.expected === 'string' && Array.isArray(issue.input)
    ? 'is given more than once; give it once'
    : wordsForIssue(issue);

/** An integer past all that are exact is past the bounds of its field, too, and those are what would be right. */
function withoutWiderBounds(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const isWidest = (issue: z.core.$ZodIssue): boolean =>
    (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
    (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER);
  if (!issues.some(isWidest)) return issues;
  const keyOf = ({ code, path }: z.core.$ZodIssue): string => JSON.stringify([code, path]);
  const bounded = new Set(issues.filter((issue) => !isWidest(issue)).map(keyOf));
  return issues.filter((issue) => !isWidest(issue) || !bounded.has(keyOf(issue)));
}

const countOf = (issue: z.core.$ZodIssue): number =>
  issue.code === 'unrecognized_keys' ? issue.keys.length : 1;

/** The first `max` of them: to look for what was meant takes its time, and nobody reads thousands. */
function problemsOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  part: string,
  max: number,
): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path);
    return issue.keys.slice(0, max).map((key) => {
      const near = nearestName(key, known);
      const hint = near === undefined ? '' : `; did you mean "${near}"?`;
      return { path: pathText([...issue.path, key], part), message: `unknown field${hint}` };
    });
  }
  return [{ path: pathText(issue.path, part), message: issue.message }];
}

function pathText(path: readonly PropertyKey[], part: string): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? String(step) : `.${String(step)}`;
  }
  return text === '' ? part : text.slice(0, 200);
}

/** Names of the fields the schema knows at a path; empty where it cannot be told. */
function knownKeys(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape;
    if (path.length === 0) return Object.keys(shape);
    const inner = shape[String(path[0])];
    return inner === undefined ? [] : knownKeys(inner, path.slice(1));
  }
  if (schema instanceof z.ZodArray) return knownKeys(schema.element, path.slice(1));
  if (schema instanceof z.ZodRecord) return knownKeys(schema.valueType, path.slice(1));
  if (schema instanceof z.ZodPipe) return knownKeys(schema.in, path);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => knownKeys(option, path));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return knownKeys(schema.unwrap(), path);
  }
  return [];
}
