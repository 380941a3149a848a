/**
 * A section is one concern of the configuration: raw snake_case fields in, one frozen camelCase
 * object out. This is the only place where `_sec` becomes `Ms` and where paths become absolute.
 */
import { resolve } from 'node:path';
import type * as z from 'zod';
import { metaOf } from './field.ts';
import { Secret } from './secret.ts';

/** One concern of the file: its fields are described, validated and resolved together. */
export interface Section<Shape extends z.ZodRawShape, Prefix extends string> {
  /** Heading of its part of the documentation. */
  readonly title: string;
  /** A sentence or two for the operator. */
  readonly about: string;
  /** Beginning of its field names that the resolved names leave out, or ''. */
  readonly prefix: Prefix;
  readonly shape: Shape;
}

/**
 * Keeps the literal names of the fields, from which the type of the resolved object is made.
 * Without a prefix it is ''.
 */
export function defineSection<Shape extends z.ZodRawShape, Prefix extends string = ''>(
  section: Omit<Section<Shape, Prefix>, 'prefix'> & { readonly prefix?: Prefix },
): Section<Shape, Prefix> {
  return { ...section, prefix: (section.prefix ?? '') as Prefix };
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type WithUnit<Name extends string> = Name extends `${infer Head}_sec`
  ? `${Camel<Head>}Ms`
  : Camel<Name>;
type ResolvedName<Name, Prefix extends string> = Name extends `${Prefix}${infer Rest}`
  ? WithUnit<Rest>
  : Name extends string
    ? WithUnit<Name>
    : never;

type ResolvedValue<Value> = Value extends Secret | string | number | boolean | null
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly ResolvedValue<Item>[]
    : string extends keyof Value
      ? { readonly [Name in keyof Value]: ResolvedValue<Value[Name]> }
      : { readonly [Name in keyof Value as ResolvedName<Name, ''>]: ResolvedValue<Value[Name]> };

/** What a module gets of a section. */
export type ResolvedSection<S> =
  S extends Section<infer Shape, infer Prefix>
    ? {
        readonly [Name in keyof Shape as ResolvedName<Name, Prefix>]: ResolvedValue<
          z.output<Shape[Name]>
        >;
      }
    : never;

/** `paper_writer_timeout_sec` with prefix `paper_writer_` gives `timeoutMs`. */
export function resolvedName(name: string, prefix: string): string {
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return rest
    .replace(/_sec$/, '_ms')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Picks the section's fields out of the parsed file. `baseDir` is where relative paths start. */
export function resolveSection<Shape extends z.ZodRawShape, Prefix extends string>(
  section: Section<Shape, Prefix>,
  parsed: Readonly<Record<string, unknown>>,
  baseDir: string,
): ResolvedSection<Section<Shape, Prefix>> {
  const resolved = resolveFields(section.shape, parsed, { prefix: section.prefix, baseDir });
  return resolved as ResolvedSection<Section<Shape, Prefix>>;
}

interface Context {
  readonly prefix: string;
  readonly baseDir: string;
}

function resolveFields(
  shape: z.ZodRawShape,
  parsed: Readonly<Record<string, unknown>>,
  context: Context,
): Readonly<Record<string, unknown>> {
  const resolved: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = resolveField(schema, parsed[name], context.baseDir);
    const isSeconds = name.endsWith('_sec') && typeof value === 'number';
    resolved[resolvedName(name, context.prefix)] = isSeconds ? Math.round(value * 1000) : value;
  }
  return Object.freeze(resolved);
}

function resolveField(schema: z.core.$ZodType, value: unknown, baseDir: string): unknown {
  const meta = metaOf(schema);
  if (typeof value === 'string') return meta.kind === 'path' ? resolve(baseDir, value) : value;
  if (typeof value !== 'object' || value === null || value instanceof Secret) return value;
  if (Array.isArray(value)) return Object.freeze([...value]);
  const entries = Object.entries(value).map(([name, member]) => {
    const resolved =
      meta.entry === undefined
        ? member
        : resolveFields(meta.entry, member as Record<string, unknown>, { prefix: '', baseDir });
    return [name, resolved] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}
