/** Every command that is one request sends what its route takes, with the values that the route knows. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type CommandSpec, withAllOptions } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/command-tables/all.ts';
import type { RouteCommand } from '../../../src/cli/route-command.ts';
import { entities } from '../../../src/domain/entities/all.ts';
import type { EntityTable } from '../../../src/domain/entity.ts';
import { routeGroups } from '../../../src/http/routes/all.ts';

const routes = routeGroups.flatMap((group) => group.routes);
const rowsOf = (specs: readonly CommandSpec[]) =>
  specs.flatMap((spec) => ('row' in spec ? [spec.row as RouteCommand] : []));
const rows = rowsOf(await withAllOptions(commands));
/** The others choose among routes by what they are given. */
const plain = rows.flatMap((row) =>
  typeof row.route === 'string' ? [{ ...row, route: row.route, name: row.words.join(' ') }] : [],
);

interface Members {
  readonly properties?: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  readonly required?: readonly string[];
}
/** What a route takes in path, query and body. */
function takenBy(route: string) {
  const { params, query, body } = routes.find(({ method, path }) => route === `${method} ${path}`)!;
  const parts = [params, query, body].map((schema) =>
    schema === null ? {} : z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  ) as readonly Members[];
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  } as Required<Members>;
}

/** What a command sends; the values where its words have only some. */
function sentBy({ args = [], options = [], also, keyed }: RouteCommand) {
  const words = args.map(({ name, ...rest }) => ({ ...rest, name: name.replace(/[^a-z_]/g, '') }));
  const flags = options.map(({ flags, ...rest }) => ({
    ...rest,
    name: /--([a-z-]+)/.exec(flags)![1]!.replaceAll('-', '_'),
  }));
  const input = { args: [], options: {}, io: {} as never };
  const others = [
    ...Object.keys(also?.(input) ?? {}),
    ...(keyed === 'always' ? ['idempotency_key'] : []),
  ];
  return [...words, ...flags, ...others.map((name) => ({ name, member: name, choices: undefined }))]
    .filter(({ member }) => member !== null)
    .map(({ name, member, choices }) => ({ member: member ?? name, choices }));
}

describe('a command that is one request', () => {
  it('is what most commands are', () => expect(plain.length).toBeGreaterThan(25));

  it.each(plain)('$name names a route and sends only what that takes', (row) => {
    const { properties } = takenBy(row.route);
    const by =
      row.route.startsWith('GET') || row.by === null
        ? []
        : [row.by ?? 'requested_by', 'idempotency_key'];
    const sent = [...sentBy(row).map(({ member }) => member), ...by];
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(sent));
  });

  it.each(plain)('$name sends whatever its route needs', (row) => {
    const sent = sentBy(row).map(({ member }) => member);
    expect(sent).toEqual(expect.arrayContaining([...takenBy(row.route).required]));
  });

  it.each(plain)('$name offers the values that its route knows', (row) => {
    const { properties } = takenBy(row.route);
    for (const { member, choices } of sentBy(row)) {
      if (choices !== undefined) expect(properties[member]?.enum ?? choices).toEqual([...choices]);
    }
  });
});

describe('a list of an entity', () => {
  const lists = rowsOf(commands).flatMap(({ words, list }) =>
    list?.of === undefined ? [] : [{ name: words.join(' '), kind: list.of }],
  );
  it('is each of those that are listed by cursor', () =>
    expect(lists.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['queue_item', 'run', 'project', 'paper', 'alert', 'incident']),
    ));

  it.each(lists)('$name has a flag for whatever $kind can be narrowed by', ({ name, kind }) => {
    const { filters }: EntityTable = entities[kind];
    const sent = sentBy(plain.find((row) => row.name === name)!).map(({ member }) => member);
    const narrowed = new Set(sent.map((member) => filters[member]?.member));
    const missing = Object.values(filters).filter(({ member }) => !narrowed.has(member));
    expect(missing.map(({ member }) => member)).toEqual([]);
  });
});
