/**
 * Builders for configuration fields. Each gives a zod schema and records, as data, what the field
 * means: the loader words its problems from it and `docs/configuration.md` is generated from it.
 */
import { isIP } from 'node:net';
import * as z from 'zod';
import type { roles } from '../domain/statuses.ts';
import { scopeOfAddress } from '../lib/address-guard.ts';
import { Secret } from './secret.ts';

type Role = (typeof roles)[number];
type FieldKind =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'text'
  | 'choice'
  | 'url'
  | 'path'
  | 'secret'
  | 'list'
  | 'map';

/** What is known about a field beside its schema. */
export interface FieldMeta {
  readonly kind: FieldKind;
  /** One sentence for the operator: what it does and when to change it. */
  readonly about: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Value when the field is left out; undefined when it is required; null when it is then unset. */
  readonly fallback?: unknown;
  /** What an unset field means, for the documentation. */
  readonly whenUnset?: string;
  /** Roles that cannot do without an otherwise optional field. */
  readonly requiredFor?: readonly Role[];
  /** Members of each entry of a `map` of objects. */
  readonly entry?: z.ZodRawShape;
}

const registry = new WeakMap<z.core.$ZodType, FieldMeta>();

/** The record kept for a field. Throws for a schema that no builder here made. */
export function metaOf(schema: z.core.$ZodType): FieldMeta {
  const meta = registry.get(schema);
  if (meta === undefined) throw new TypeError('a configuration field without a description');
  return meta;
}

function mark<T extends z.ZodType>(schema: T, meta: FieldMeta): T {
  registry.set(schema, meta);
  return schema;
}

interface NumberOptions {
  readonly about: string;
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
  readonly unit?: string;
}

/** A whole number between two bounds, both included. */
export function integer(options: NumberOptions): z.ZodDefault<z.ZodInt> {
  const schema = z.int().min(options.min).max(options.max).default(options.fallback);
  return mark(schema, { kind: 'integer', ...options });
}

/** A number between two bounds, both included. */
export function number(options: NumberOptions): z.ZodDefault<z.ZodNumber> {
  const schema = z.number().min(options.min).max(options.max).default(options.fallback);
  return mark(schema, { kind: 'number', ...options });
}

/** A time in seconds; its name ends in `_sec` and it becomes milliseconds at load. */
export function seconds(options: Omit<NumberOptions, 'unit'>): z.ZodDefault<z.ZodNumber> {
  return number({ ...options, unit: 'seconds' });
}

/** A percentage from 0 to 100. */
export function percent(options: { about: string; fallback: number }): z.ZodDefault<z.ZodNumber> {
  return number({ ...options, min: 0, max: 100, unit: 'percent' });
}

/** A number that may be left out; null when it is. */
export function optionalNumber(
  options: Omit<NumberOptions, 'fallback'> & { whenUnset: string },
): z.ZodDefault<z.ZodNullable<z.ZodNumber>> {
  const schema = z.number().min(options.min).max(options.max).nullable().default(null);
  return mark(schema, { kind: 'number', ...options, fallback: null });
}

/** A whole number that may be left out; null when it is. */
export function optionalInteger(
  options: Omit<NumberOptions, 'fallback'> & { whenUnset: string },
): z.ZodDefault<z.ZodNullable<z.ZodInt>> {
  const schema = z.int().min(options.min).max(options.max).nullable().default(null);
  return mark(schema, { kind: 'integer', ...options, fallback: null });
}

/** `true` or `false`; no word or number stands for either. */
export function boolean(options: { about: string; fallback: boolean }): z.ZodDefault<z.ZodBoolean> {
  return mark(z.boolean().default(options.fallback), { kind: 'boolean', ...options });
}

/** One of a closed set of words. */
export function choice<const T extends readonly [string, ...string[]]>(options: {
  about: string;
  choices: T;
  fallback: T[number];
}) {
  const schema = z.enum(options.choices).default(options.fallback as never);
  return mark(schema, { kind: 'choice', ...options });
}

/** One of a closed set of words, which may be left out; null when it is. */
export function optionalChoice<const T extends readonly [string, ...string[]]>(options: {
  about: string;
  choices: T;
  whenUnset: string;
}) {
  const schema = z.enum(options.choices).nullable().default(null);
  return mark(schema, { kind: 'choice', ...options, fallback: null });
}

/** Words; at most 4096 characters, no control characters. `expected` is said of what does not match `pattern`. */
export function text(options: {
  about: string;
  fallback: string;
  pattern?: RegExp;
  expected?: string;
}): z.ZodDefault<z.ZodString> {
  const { pattern, expected, ...meta } = options;
  return mark(patternText(pattern, expected).default(meta.fallback), { kind: 'text', ...meta });
}

interface UnsetOptions {
  readonly about: string;
  readonly whenUnset: string;
  readonly requiredFor?: readonly Role[];
}

/** Words that may be left out; null when they are. `expected` is said of what does not match `pattern`. */
export function optionalText(options: UnsetOptions & { pattern?: RegExp; expected?: string }) {
  const { pattern, expected, ...meta } = options;
  return mark(patternText(pattern, expected).nullable().default(null), {
    kind: 'text',
    ...meta,
    fallback: null,
  });
}

/**
 * An http or https address without credentials or fragment. IP addresses that no machine can have
 * are refused.
 */
export function requiredUrl(options: { about: string }): z.ZodType<string, string> {
  return mark(httpUrl(), { kind: 'url', ...options });
}

/**
 * Where a worker is: a URL as above, `home://NAME` for one whose gate dials home, `slurm://NAME` or `kubernetes://NAME`
 * for a cluster.
 */
export function gateUrl(options: { about: string }): z.ZodType<string, string> {
  const named = z.string().regex(/^(?:home|slurm|kubernetes):\/\/[a-z0-9][a-z0-9._-]{0,62}$/);
  const schema = z.string().superRefine((value, context) => {
    if (named.safeParse(value).success) return;
    const scheme = /^(?:home|slurm|kubernetes):/.exec(value)?.[0];
    const message =
      scheme !== undefined
        ? `must be ${scheme}// and a name of small letters, digits, ".", "_" and "-"`
        : httpUrl().safeParse(value).error?.issues[0]?.message;
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
  return mark(schema, { kind: 'url', ...options });
}

/** As `requiredUrl`; null when it is left out. */
export function optionalUrl(options: UnsetOptions) {
  return mark(httpUrl().nullable().default(null), { kind: 'url', ...options, fallback: null });
}

/** A path; a relative one counts from the folder of the configuration file. */
export function requiredPath(options: { about: string }): z.ZodType<string, string> {
  return mark(pathText(), { kind: 'path', ...options });
}

/** As `requiredPath`; null when it is left out. */
export function optionalPath(options: UnsetOptions) {
  return mark(pathText().nullable().default(null), { kind: 'path', ...options, fallback: null });
}

/** A bearer token or key: visible ASCII without spaces, so that it fits an HTTP header. */
export function requiredSecret(options: { about: string }): z.ZodType<Secret, string> {
  return mark(headerSecret(), { kind: 'secret', ...options });
}

/** As `requiredSecret`; null when it is left out. */
export function optionalSecret(options: UnsetOptions) {
  return mark(headerSecret().nullable().default(null), {
    kind: 'secret',
    ...options,
    fallback: null,
  });
}

/** A connection string with credentials in it. */
export function optionalSecretUrl(options: UnsetOptions & { protocols: readonly string[] }) {
  const { protocols, ...meta } = options;
  const schema = z
    .string()
    .refine((value) => protocols.includes(parseUrl(value)?.protocol ?? ''), {
      message: `must be a URL that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`,
    })
    .transform((value) => new Secret(value));
  return mark(schema.nullable().default(null), { kind: 'secret', ...meta, fallback: null });
}

/** A list of strings, at most 200. */
export function textList(options: {
  about: string;
  fallback: readonly string[];
  pattern?: RegExp;
  expected?: string;
}) {
  const { pattern, expected, ...meta } = options;
  const schema = z
    .array(patternText(pattern, expected))
    .max(listItemsMax)
    .default([...options.fallback]);
  return mark(schema, { kind: 'list', ...meta });
}

/** An object whose names are free and whose values are objects with the members of `entry`. */
export function objectMap<Entry extends z.ZodRawShape>(options: { about: string; entry: Entry }) {
  const schema = z.record(z.string(), z.strictObject(options.entry)).default({} as never);
  return mark(schema, { kind: 'map', ...options, fallback: {} });
}

/** An object whose names are free and whose values are words. */
export function textMap(options: { about: string }) {
  const schema = z.record(z.string(), plainText()).default({});
  return mark(schema, { kind: 'map', ...options, fallback: {} });
}

const textCharsMax = 4096;
const listItemsMax = 200;

function plainText(): z.ZodString {
  return z
    .string()
    .max(textCharsMax)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters');
}

function patternText(pattern: RegExp | undefined, expected = 'is malformed'): z.ZodString {
  return pattern === undefined ? plainText() : plainText().regex(pattern, expected);
}

function headerSecret() {
  return z
    .string()
    .max(textCharsMax)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
    .transform((value) => new Secret(value));
}

function pathText() {
  return plainText().refine((value) => !/^~(?:\/|$)/.test(value), {
    message: '"~" is not expanded here; write the whole path',
  });
}

function httpUrl() {
  return z
    .string()
    .max(textCharsMax)
    .refine((value) => isHttpUrl(value), {
      message: 'must be an http:// or https:// URL without user name, password or fragment',
    })
    .refine((value) => isReachable(value), {
      message:
        'names an address that no machine can be reached at; for this machine write 127.0.0.1',
    })
    .refine((value) => scopeOf(value) !== 'link_local', {
      message:
        'must not be a link-local address: metadata services of cloud machines answer there, and no outgoing call goes to one',
    });
}

/** False for an IP address such as 0.0.0.0. */
const isReachable = (value: string): boolean => scopeOf(value) !== 'never';

/** How far the IP address in a URL reaches; null for a name, which is judged when it is connected to. */
function scopeOf(value: string) {
  const host = parseUrl(value)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return isIP(host) === 0 ? null : scopeOfAddress(host);
}

function isHttpUrl(value: string): boolean {
  const url = parseUrl(value);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  return (
    url.username === '' && url.password === '' && !value.includes('#') && value.trim() === value
  );
}

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}
