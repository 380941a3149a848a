/** Canonical JSON (RFC 8785): one byte sequence per value, so that it can be hashed and compared. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
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
      if (!value.isWellFormed()) throw new TypeError('canonical JSON refuses a lone surrogate');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`canonical JSON refuses ${value}`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
    default:
      throw new TypeError(`canonical JSON refuses a ${typeof value}`);
  }
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
  // RFC 8785 sorts by UTF-16 code units, which is what the default comparison does.
  const keys = Object.keys(record).sort();
  let text = '{';
  for (const key of keys) {
    const member = record[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${canonicalJson(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}
