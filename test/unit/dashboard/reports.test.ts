/** The reports: where each is asked for, and what of a reply is shown. */
import { expect, it } from 'vitest';
import openapi from '../../../docs/openapi.json' with { type: 'json' };
import { memberName, memberNames } from '../../../src/dashboard/operations/member-names.ts';
import {
  askedAt,
  nextOf,
  reportNames,
  reportOf,
  rowsAt,
  valueAt,
} from '../../../src/dashboard/operations/reports.ts';

const first = { typed: '', from: null } as const;

it('asks for a page of a list, narrowed to what was typed', () => {
  const ranking = reportOf('ranking');
  expect(askedAt(ranking, first)).toBe(ranking.path);
  expect(askedAt(ranking, { typed: 'a b', from: { page: '2' } })).toBe(
    `${ranking.path}?search=a+b&page=2`,
  );
  expect(askedAt(reportOf('lanes'), { ...first, typed: 'lost' })).toBe(reportOf('lanes').path);
});

it('asks for no trace before it is said of what', () => {
  expect(askedAt(reportOf('trace'), first)).toBeNull();
  expect(askedAt(reportOf('trace'), { ...first, typed: 'a/b' })).toBe(
    '/control/api/v1/trace/a%2Fb',
  );
});

it('goes on where the list does, by a cursor or by a number', () => {
  expect(nextOf({ page: { next_cursor: 'c' } })).toEqual({ cursor: 'c' });
  expect(nextOf({ page: { next_cursor: null } })).toBeNull();
  expect(nextOf({ page: 1, pages: 2 })).toEqual({ page: '2' });
  expect(nextOf({ page: 2, pages: 2 })).toBeNull();
  expect(nextOf(null)).toBeNull();
});

it('finds what lies at a path, and in each of a list', () => {
  const told = { a: [{ b: { c: 1 } }, { b: { c: null } }, { b: { c: 3 } }] };
  expect(valueAt(told, 'a.b.c')).toEqual([1, 3]);
  expect(valueAt(told, 'x.y')).toBeUndefined();
  const leaf = { kind: 'timer' };
  const node = { kind: 'event', children: [leaf] };
  expect(rowsAt({ nodes: [node] }, 'nodes.children')).toEqual([node, leaf]);
  expect(rowsAt({ hosts: [{ actors: [leaf] }, { actors: [leaf] }] }, 'hosts.actors')).toHaveLength(
    2,
  );
  expect(rowsAt(undefined, 'nodes.children')).toEqual([]);
});

it('names members as people do', () => {
  expect(['next.project_id', 'wait_ms', 'generated_at', 'health.state'].map(memberName)).toEqual([
    'Next',
    'Wait, ms',
    'Generated',
    'Health state',
  ]);
});

it('has a name for nothing that no report shows', () => {
  const shown = reportNames.flatMap((name) => {
    const { facts = [], tables = {} } = reportOf(name);
    return [...facts, ...Object.keys(tables), ...Object.values(tables).flat()];
  });
  expect(Object.keys(memberNames).filter((path) => !shown.includes(path))).toEqual([]);
  for (const name of reportNames) {
    const { tables = {}, lists = {} } = reportOf(name);
    expect(Object.keys(lists).filter((list) => !(list in tables))).toEqual([]);
  }
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
const { schemas } = openapi.components as unknown as {
  readonly schemas: Readonly<Record<string, Schema>>;
};

/** The schemas that a member may have: through references, lists and choices. */
function spread(schema: Schema): readonly Schema[] {
  const { $ref: ref, items, anyOf = [], oneOf = [] } = schema;
  if (ref !== undefined) return spread(schemas[ref.replace(/^.*\//, '')] ?? {});
  const inner = [...(items === undefined ? [] : [items]), ...anyOf, ...oneOf];
  return [schema, ...inner.flatMap(spread)];
}
const isThere = (schema: Schema, path: readonly string[]): boolean => {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  return spread(schema).some(({ properties, additionalProperties: others }) => {
    const next = properties?.[name] ?? (typeof others === 'object' ? others : undefined);
    return next !== undefined && isThere(next, rest);
  });
};

it.each(reportNames)('shows of %s only what its reply has', (name) => {
  const { path, facts = [], tables = {}, search } = reportOf(name);
  const { get } = (openapi.paths as unknown as Record<string, { get: Operation }>)[path] ?? {};
  const schema = get?.responses['200'].content['application/json'].schema;
  if (schema === undefined || get === undefined) throw new Error(`${path} is no route`);
  const members = [
    ...facts,
    ...Object.entries(tables).flatMap(([list, columns]) =>
      columns.map((member) => `${list}.${member}`),
    ),
  ];
  expect(members.length).toBeGreaterThan(0);
  expect(members.filter((member) => !isThere(schema, member.split('.')))).toEqual([]);
  if (search !== undefined) expect(get.parameters?.map((each) => each.name)).toContain(search);
});

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: {
    readonly 200: {
      readonly content: { readonly 'application/json': { readonly schema: Schema } };
    };
  };
}
