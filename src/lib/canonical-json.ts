/** Canonical JSON (RFC 8785): one byte sequence per value, so that it can be hashed and compared. */

/** A value that JSON can say; numbers must be finite, which the type cannot check. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** An object of it. A member that is undefined counts as one that is not there. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/**
 * Serialises a JSON value with sorted keys and no white space. Members whose value is `undefined`
 * are left out. Throws `TypeError` for what JSON cannot say: NaN, infinities, functions, symbols,
 * bigint and lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`canonical JSON refuses ${value}`);
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
    default:
      throw new TypeError(`canonical JSON refuses a ${typeof value}`);
  }
}

/** What a text cannot hold between quotes as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what JSON escapes
const unquotable = /["\\\u0000-\u001f\ud800-\udfff]/;

function quoted(text: string): string {
  if (!unquotable.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('canonical JSON refuses a lone surrogate');
  return JSON.stringify(text);
}

/** Names of members are few and come again and again: quoted once, with their colon. */
const names = new Map<string, string>();
const namesMax = 4096;
const nameCharsMax = 64;

function quotedName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const text = `${quoted(name)}:`;
  if (names.size < namesMax && name.length <= nameCharsMax) names.set(name, text);
  return text;
}

function canonicalArray(items: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ',';
    text += canonicalJson(items[index]);
  }
  return `${text}]`;
}

function canonicalObject(value: object): string {
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record);
  // RFC 8785 sorts by UTF-16 code units, which is what the default comparison does.
  if (!isSorted(keys)) keys.sort();
  let text = '{';
  for (const key of keys) {
    const member = record[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += quotedName(key) + canonicalJson(member);
  }
  return `${text}}`;
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index += 1) {
    if (keys[index - 1]! > keys[index]!) return false;
  }
  return true;
}
