/**
 * What is wrong with a field and what would be right, in the words of the service. Sizes of what
 * came are named, what came never is: it may be a secret. A schema's own words go first.
 */
import type * as z from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** Allowed values and alternatives that are spelt out; more are counted. */
const choicesMax = 30;
const formsMax = 4;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  url: 'a URL, such as http://127.0.0.1:8787',
  datetime: 'a time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z',
  date: 'a date, such as 2026-01-31',
  email: 'an e-mail address',
  uuid: 'a UUID',
  json_string: 'JSON',
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (Number.isNaN(value)) return 'no number';
  if (value === Infinity || value === -Infinity) return 'a number beyond all that can be held';
  return kinds[typeof value] ?? 'something else';
};

/** For `safeParse(value, { error: wordsForIssue })`; undefined leaves the words to zod. */
export function wordsForIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(issue.expected, issue.input);
    case 'invalid_value':
      return wrongChoice(issue.values, issue.input);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return wrongFormat(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return noForm(issue);
    case 'invalid_key':
      return 'holds a name that is not allowed there';
    case 'unrecognized_keys':
      return unknownNames(issue.keys);
    default:
      return undefined;
  }
}

function wrongKind(expected: string, input: unknown): string {
  const wanted = kinds[expected] ?? expected;
  if (input === undefined) return `is required (${wanted})`;
  if (expected === 'int' && typeof input === 'number') return 'must be a whole number';
  return `must be ${wanted} (got ${kindOf(input)})`;
}

function wrongChoice(values: readonly unknown[], input: unknown): string {
  const named = values.slice(0, choicesMax).map((value) => {
    if (value === '') return 'empty';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
  const more = values.length > named.length ? ` and ${values.length - named.length} more` : '';
  const choices = `${named.join(', ')}${more}`;
  if (input === undefined) return `is required (${choices})`;
  return values.length === 1 ? `must be ${choices}` : `must be one of ${choices}`;
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  object: ['member', 'members'],
};

/** `3 characters (got 5)` for what has a length; the bare number for numbers. */
function sized(origin: string, bound: number | bigint, input: unknown): string {
  const unit = units[origin];
  if (unit === undefined) return String(bound);
  const got = sizeOf(input);
  return `${bound} ${Number(bound) === 1 ? unit[0] : unit[1]}${got === null ? '' : ` (got ${got})`}`;
}

function sizeOf(input: unknown): number | null {
  if (typeof input === 'string' || Array.isArray(input)) return input.length;
  if (typeof input === 'object' && input !== null) return Object.keys(input).length;
  return null;
}

function tooSmall(issue: Extract<RawIssue, { code: 'too_small' }>): string {
  const { origin, minimum, inclusive, input } = issue;
  if (origin in units && Number(minimum) === 1 && sizeOf(input) === 0) return 'must not be empty';
  if (issue.exact === true) return `must be exactly ${sized(origin, minimum, input)}`;
  const bound = inclusive === false ? 'more than' : 'at least';
  return `must be ${bound} ${sized(origin, minimum, input)}`;
}

function tooBig(issue: Extract<RawIssue, { code: 'too_big' }>): string {
  const { origin, maximum, inclusive, input } = issue;
  if (issue.exact === true) return `must be exactly ${sized(origin, maximum, input)}`;
  const bound = inclusive === false ? 'less than' : 'at most';
  return `must be ${bound} ${sized(origin, maximum, input)}`;
}

function unknownNames(names: readonly string[]): string {
  const shown = names.slice(0, formsMax).map((name) => JSON.stringify(name.slice(0, 100)));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `holds what is not known there: ${shown.join(', ')}${more}`;
}

function wrongFormat(issue: Extract<RawIssue, { code: 'invalid_format' }>): string {
  const { format, prefix, suffix, includes } = issue as {
    readonly format: string;
    readonly prefix?: string;
    readonly suffix?: string;
    readonly includes?: string;
  };
  if (prefix !== undefined) return `must begin with ${prefix}`;
  if (suffix !== undefined) return `must end with ${suffix}`;
  if (includes !== undefined) return `must hold ${includes}`;
  return format === 'regex'
    ? 'is not written as it must be'
    : `must be ${formats[format] ?? format}`;
}

/** No alternative fits: each said in turn, the same words once. */
function noForm(issue: Extract<RawIssue, { code: 'invalid_union' }>): string {
  if (issue.input === undefined) return 'is required';
  if (issue.errors.length === 0) return 'fits more than one of its forms; it must fit exactly one';
  const forms = issue.errors.map((issues) => {
    const first = issues[0];
    if (first === undefined) return 'must be something else';
    const path = first.path.map(String).join('.');
    return path === '' ? first.message : `${path.slice(0, 100)} ${first.message}`;
  });
  const different = [...new Set(forms)];
  const more =
    different.length > formsMax ? `; or one of ${different.length - formsMax} more forms` : '';
  return `${different.slice(0, formsMax).join('; or ')}${more}`;
}
