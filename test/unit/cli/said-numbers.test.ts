/** What a command says of a reply holds each number that it took from it, and has no hole where a value belongs. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { commands } from '../../../src/cli/command-tables/all.ts';
import type { Row } from '../../../src/cli/output/rows.ts';
import type { RouteCommand } from '../../../src/cli/route-command.ts';
import { routeGroups } from '../../../src/http/routes/all.ts';

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** A reply with every member, each number another one; `truth` is each yes and no. */
function sampleOf(whole: Schema, truth: boolean, onRead: (number: number) => void): Row {
  let last = 7000;
  const make = (part: Schema): unknown => {
    const named = whole.$defs?.[part.$ref?.split('/').at(-1) ?? ''];
    const either = (part.anyOf ?? part.oneOf)?.find(({ type }) => type !== 'null');
    if (named !== undefined || either !== undefined) return make(named ?? either ?? {});
    if (part.const !== undefined || part.enum !== undefined) return part.const ?? part.enum?.[0];
    if (part.type === 'boolean') return truth;
    if (part.type === 'number' || part.type === 'integer') return ++last;
    if (part.type === 'array') return part.items === undefined ? [] : [make(part.items)];
    if (part.properties === undefined) return 'some text';
    const members = Object.entries(part.properties).map(([name, one]) => [name, make(one)]);
    return new Proxy(Object.fromEntries(members), {
      get(target: Row, name: string) {
        const value = target[name];
        if (typeof value === 'number') onRead(value);
        return value;
      },
    });
  };
  return make(whole) as Row;
}

const routes = routeGroups.flatMap((group) => group.routes);
const rows = commands.flatMap((spec) => ('row' in spec ? [spec.row as RouteCommand] : []));
const said = rows.flatMap(({ say, route, words }) => {
  const reply = routes.find(({ method, path }) => route === `${method} ${path}`)?.replies[200];
  return say === undefined || reply == null ? [] : [{ name: words.join(' '), say, reply }];
});

it('looks at some commands', () => expect(said.length).toBeGreaterThan(30));

it.each(said)('$name', ({ say, reply }) => {
  const schema = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Schema;
  for (const truth of [true, false]) {
    const read = new Set<number>();
    const lines = [say(sampleOf(schema, truth, (number) => read.add(number)))].flat();
    const text = lines.join('\n');
    expect([...read].filter((number) => !text.includes(String(number)))).toEqual([]);
    for (const line of lines) expect(line.trimStart()).not.toMatch(/ {2}|^$|\( | [,:.;)]|\(\)| $/);
  }
});
