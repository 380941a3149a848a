/** The OpenAPI document of the route table: valid, whole, and saying what the routes do. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { errorRegistry } from '../../../src/domain/errors.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createOpenApiDocument } from '../../../src/http/openapi/document.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { routeGroups } from '../../../src/http/routes/all.ts';
import { booleanParam, integerParam } from '../../../src/http/wire/lists.ts';

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly schema?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
  readonly [member: `x-${string}`]: unknown;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const asDocument = (groups: Parameters<typeof createOpenApiDocument>[0]): Document =>
  JSON.parse(JSON.stringify(createOpenApiDocument(groups, { version: '1.2.3' }))) as Document;
const document = asDocument(routeGroups);
const routes = routeGroups.flatMap((group) => group.routes);

const operationOf = (id: string): Operation => {
  const { path, method } = routes.find((route) => route.id === id)!;
  return document.paths[path]![method.toLowerCase()]!;
};
const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (part, step) => (part as Record<string, unknown> | undefined)?.[step],
      document,
    );
const responseOf = (response: Response): Response =>
  response.$ref === undefined ? response : (resolve(response.$ref) as Response);

/** Replies that are open by nature, and why. */
const openReplies: Readonly<Record<string, string>> = {};

/** True when the schema says nothing about what a reader will find. */
function saysNothing(schema: Schema): boolean {
  if (schema.$ref !== undefined) return saysNothing(resolve(schema.$ref) as Schema);
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts !== undefined) return parts.some(saysNothing);
  if (schema.type !== 'object') return schema.type === undefined;
  const named = Object.keys(schema.properties ?? {}).filter((name) => name !== 'ok');
  return named.length === 0;
}

type Properties = Readonly<Record<string, Schema | undefined>>;
/** The objects that a schema may stand for, references followed. */
function objectsOf(schema: Schema | undefined): Properties[] {
  if (schema === undefined) return [];
  if (schema.$ref !== undefined) return objectsOf(resolve(schema.$ref) as Schema);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const own = schema.properties === undefined ? [] : [schema.properties as Properties];
  return [...own, ...parts.flatMap(objectsOf)];
}
const isFreshness = (properties: Properties): boolean => 'ttl_seconds' in properties;
/** A freshness is a member, or they are members of one. */
const tellsFreshness = (properties: Properties): boolean =>
  Object.values(properties).some((member) =>
    objectsOf(member).some(
      (inner) =>
        isFreshness(inner) ||
        Object.values(inner).some((deeper) => objectsOf(deeper).some(isFreshness)),
    ),
  );
/** An event happened once; the freshness of a finding's source stands in its reply. */
const needsNone = (properties: Properties): boolean =>
  isFreshness(properties) || 'event_id' in properties || 'suggested_action' in properties;

const observed = ['observed_at', 'gate_state', 'current_activity'] as const;
/** Places of what a worker was seen to be, or said, without a freshness beside it or one step above. */
function withoutFreshness(schema: Schema | undefined, place: string, above = false): string[] {
  // Only what holds itself goes on for so long.
  if (place.split('.').length > 12) return [];
  const items = (schema as { readonly items?: Schema } | undefined)?.items;
  return [
    ...(items === undefined ? [] : withoutFreshness(items, `${place}[]`)),
    ...objectsOf(schema).flatMap((properties) => {
      const tells = tellsFreshness(properties);
      const isObserved = observed.some((name) => name in properties);
      const isStale = isObserved && !tells && !above && !needsNone(properties);
      const within = Object.entries(properties).flatMap(([name, member]) =>
        withoutFreshness(member, `${place}.${name}`, tells),
      );
      return isStale ? [place, ...within] : within;
    }),
  ];
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has every route once, under its id', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(routes.map(({ id }) => id).toSorted());
  });

  it('has an end for every reference, and no component that nobody uses', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, ref]) => ref!,
    );
    expect(refs.length).toBeGreaterThan(100);
    expect([...new Set(refs)].filter((ref) => resolve(ref) === undefined)).toEqual([]);
    const used = new Set(refs);
    const unused = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
      .filter((ref) => !used.has(ref));
    expect(unused).toEqual([]);
  });

  it('describes every JSON reply, but those with a reason', () => {
    const untyped = routes.flatMap((route) => {
      const { responses } = operationOf(route.id);
      const bad = Object.entries(responses).some(([status, response]) => {
        const schema = response.content?.['application/json']?.schema;
        return Number(status) < 300 && schema !== undefined && saysNothing(schema);
      });
      return bad ? [route.id] : [];
    });
    expect(untyped).toEqual(Object.keys(openReplies));
  });

  it('says how fresh everything is that was observed of a worker', () => {
    const stale = routes.flatMap(({ id, auth }) =>
      auth === 'worker'
        ? []
        : Object.values(operationOf(id).responses).flatMap((response) =>
            withoutFreshness(response.content?.['application/json']?.schema, id),
          ),
    );
    expect(stale).toEqual([]);
  });

  it('names every error a route can give under its status, as a problem', () => {
    for (const route of routes) {
      const { responses } = operationOf(route.id);
      for (const code of route.errors) {
        const response = responseOf(responses[errorRegistry[code].status]!);
        const text = JSON.stringify(response.content?.['application/problem+json']);
        expect(text, `${route.id} ${code}`).toContain(`"${code}"`);
      }
      if (route.auth !== 'open') expect(responses['401'], route.id).toBeDefined();
      if (route.body !== null) expect(responses['413'], route.id).toBeDefined();
    }
  });

  it('asks for the token of the route', () => {
    const tokens = {
      open: [],
      any: ['control', 'worker'],
      callback: ['callback', 'control'],
      control: ['control'],
      worker: ['worker'],
    };
    for (const route of routes) {
      const wanted = tokens[route.auth].map((name) => ({ [name]: [] }));
      expect(operationOf(route.id).security, route.id).toEqual(wanted);
    }
  });

  it('has a parameter for every part of a path', () => {
    for (const route of routes) {
      const named = (operationOf(route.id).parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, required }) => ({ name, required }));
      const parts = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        required: true,
      }));
      expect(named, route.id).toEqual(parts);
    }
  });

  it('shows numbers and choices of a query as such, with bounds and defaults', () => {
    const parameters = Object.fromEntries(
      (operationOf('queue.list').parameters ?? []).map(({ name, schema }) => [name, schema]),
    );
    expect(parameters['page_size']).toEqual({
      type: 'integer',
      minimum: limits.pageSizeMin,
      maximum: limits.pageSizeMax,
      default: limits.pageSizeDefault,
    });
    expect(parameters['cursor']).toMatchObject({ type: 'string', minLength: 1 });
    expect(parameters['cursor']).not.toHaveProperty('default');
    expect(parameters['search']).toMatchObject({ type: 'string', minLength: 1 });
    expect(parameters['status']).not.toHaveProperty('default');
    expect((parameters['status'] as { enum: string[] }).enum).toContain('queued');
    const [refresh] = operationOf('control.status').parameters!;
    expect(refresh!.schema).toEqual({ type: 'boolean', default: false });
  });

  it('offers the header Idempotency-Key exactly where the body takes a key', () => {
    for (const route of routes) {
      const takesKey = route.body instanceof z.ZodObject && 'idempotency_key' in route.body.shape;
      const offered = (operationOf(route.id).parameters ?? []).some(
        ({ $ref }) => $ref === '#/components/parameters/IdempotencyKey',
      );
      expect(offered, route.id).toBe(takesKey);
    }
  });

  it('marks what is old and what is only partly there', () => {
    for (const route of routes) {
      const operation = operationOf(route.id);
      expect(operation.deprecated ?? false, route.id).toBe(route.deprecated ?? false);
      expect(operation['x-partial'], route.id).toBe(route.partial);
    }
  });
});

describe('a route of one schema', () => {
  const base = {
    method: 'GET',
    auth: 'control',
    summary: 'Says what it was told.',
    params: null,
    body: null,
    errors: [],
    idempotent: true,
    handler: () => ({ status: 200, body: {} }),
  } as const;
  const documentOf = (query: z.ZodType | null, reply: z.ZodType): Document =>
    asDocument([
      {
        title: 'Test',
        routes: [
          defineRoute({ ...base, id: 'echo', path: '/echo', query, replies: { 200: reply } }),
        ],
      },
    ]);

  it('keeps the words of a parameter whose schema is replaced', () => {
    const query = z.strictObject({
      count: integerParam(1, 9).default(3).describe('How many.'),
      loud: booleanParam.optional().describe('Whether to shout.'),
    });
    const { parameters } = documentOf(query, z.strictObject({ a: z.int() })).paths['/echo']![
      'get'
    ]!;
    expect(parameters).toMatchObject([
      { name: 'count', schema: { type: 'integer', minimum: 1, maximum: 9, default: 3 } },
      { name: 'loud', schema: { type: 'boolean' } },
    ]);
    expect(JSON.stringify(parameters)).toContain('How many.');
    expect(JSON.stringify(parameters)).toContain('Whether to shout.');
  });

  it('takes any JSON by one named component, however often', () => {
    const reply = z.strictObject({ a: z.json(), b: z.record(z.string(), z.json()) });
    const { components } = documentOf(null, reply);
    expect(components['schemas']!['JsonValue']).toEqual({ description: 'Any JSON value.' });
    expect(Object.keys(components['schemas']!).filter((name) => name.startsWith('_'))).toEqual([]);
  });

  it('does not bound a whole number by what a double can hold', () => {
    const reply = z.strictObject({ free: z.int(), bounded: z.int().min(0).max(7) });
    const text = JSON.stringify(documentOf(null, reply).paths);
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(text).toContain('{"type":"integer","minimum":0,"maximum":7}');
  });

  it('whose recursive schema has no name is refused', () => {
    interface Tree {
      readonly children: readonly Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.strictObject({ children: z.array(tree) }));
    expect(() => documentOf(null, z.strictObject({ tree }))).toThrow('needs a name');
  });
});
