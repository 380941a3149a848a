/** Values that fit a JSON schema, and values that nearly do: the fuzz suite's requests. */
import * as fc from 'fast-check';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly default?: unknown;
}

/** Members of generated arrays and characters of generated strings, so that requests stay small. */
const itemsMax = 4;
const charsMax = 40;

/** Ids that exist in the service under test, by member name (`project_id`, `run_id`, …). */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

/** Text that has broken parsers, shells, file systems and databases before. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  '../../etc/passwd',
  '..%2f..%2f',
  "' OR 1=1 --",
  '" NEAR( * ^ AND',
  ['$', '{jndi:x}'].join(''),
  '<script>alert(1)</script>',
  '$(reboot)',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '-0',
  '9'.repeat(400),
  'ß'.repeat(300),
  '\r\nx-injected: 1',
  'a'.repeat(70_000),
];

export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom(...nastyTexts) },
  fc.constantFrom<unknown>(
    Number.MAX_SAFE_INTEGER,
    -1,
    0.1,
    1e308,
    [[[[[[]]]]]],
    { constructor: { prototype: 1 } },
    Array.from({ length: 200 }, () => 'x'),
  ),
);

/** Values that fit `schema`, as far as its keywords say; refinements in code may still refuse them. */
export function fitting(schema: JsonSchema, known: KnownIds, name = ''): fc.Arbitrary<unknown> {
  const ids = known[name];
  const plain = byKeyword(schema, known, name);
  if (ids === undefined || ids.length === 0) return plain;
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom<unknown>(...ids) }, plain);
}

function byKeyword(schema: JsonSchema, known: KnownIds, name: string): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map((one) => fitting(one, known, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const type = Array.isArray(schema.type) ? String(schema.type[0]) : schema.type;
  switch (type) {
    case 'object':
      return object(schema, known);
    case 'array': {
      const min = schema.minItems ?? 0;
      const max = Math.max(min, Math.min(itemsMax, schema.maxItems ?? itemsMax));
      return fc.array(fitting(schema.items ?? {}, known, name), {
        minLength: min,
        maxLength: max,
      });
    }
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 100, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anyJson;
  }
}

/** Made once: that takes longer than a hundred requests. */
const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}[a-z0-9]$/);

function text(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format === 'uri') {
    return fc.constantFrom('http://127.0.0.1:1', 'http://169.254.169.254/', 'https://example.com');
  }
  if (schema.format === 'date-time') return fc.constant('2026-01-01T00:00:00.000Z');
  const minLength = Math.min(schema.minLength ?? 0, charsMax);
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? charsMax, charsMax));
  return fc.oneof(slug, fc.string({ minLength, maxLength, unit: 'grapheme' }));
}

function object(schema: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  const entries = Object.entries(schema.properties ?? {});
  const record = Object.fromEntries(
    entries.map(([name, member]) => [name, fitting(member, known, name)]),
  );
  const required = new Set(schema.required ?? []);
  // Members with a default are listed as required on the output side only; all may be left out here.
  return fc.record(record, {
    requiredKeys: entries.map(([n]) => n).filter((n) => required.has(n)),
  });
}

/** Values made from fitting ones by breaking something. */
export function nearlyFitting(schema: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const name = names.length === 0 ? fc.constant('x') : fc.constantFrom(...names);
  return fc
    .tuple(fitting(schema, known), name, anyJson, fc.nat({ max: 4 }))
    .map(([value, member, other, how]) => {
      if (typeof value !== 'object' || value === null) return other;
      const broken: Record<string, unknown> = { ...(value as Record<string, unknown>) };
      if (how === 0) delete broken[member];
      else if (how === 1) broken[`${member}_`] = other;
      else if (how === 2) return [value];
      else if (how === 3) return other;
      else broken[member] = other;
      return broken;
    });
}
