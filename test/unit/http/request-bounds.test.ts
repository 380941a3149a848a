/**
 * No request says something without a bound: every text, list and map of every query and body schema
 * refuses what is far too long, or cuts it. What is free on purpose is named here, with its reason.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { limits } from '../../../src/domain/limits.ts';
import { routesOf } from '../../../src/http/routes/all.ts';
import { validate } from '../../../src/http/validation.ts';

/** Longest text that any schema takes. */
const textCharsMax = 2 * 1024 * 1024;
const listMax = limits.coreSnapshotRowsMax;

/** Members whose value is anything: bounded by the bytes of the body alone, and why that is enough. */
const free: Readonly<Record<string, string>> = {
  'queue.edit body.fields': 'other members are refused by name',
  'queue.plan body.fields': 'other members are refused by name',
  'core.snapshot body.queue_rows[]': 'rows of other services; nothing but known members is kept',
  'core.snapshot body.paper_rows[]': 'rows of other services; nothing but known members is kept',
  'intake.legacy_notes_post body': 'checked again as intake, where the surface is switched on',
};
const freeOfBench = /^(?:gate\.)?bench\.\w+ body\.event$/;

type Def = Readonly<Record<string, unknown>> & { readonly type: string };
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def as unknown as Def;

const long = 'x'.repeat(textCharsMax + 1);
const digits = '1'.repeat(textCharsMax + 1);
const probes = [
  long,
  digits,
  `http://127.0.0.1/${long}`,
  `2026-01-31T12:00:00.${digits}Z`,
  `member:${long}`,
];

/** Places below `schema` that take more than they should. */
function findUnbounded(schema: z.core.$ZodType, path: string): string[] {
  const def = defOf(schema);
  const inner = (member: string): z.core.$ZodType => def[member] as z.core.$ZodType;
  switch (def.type) {
    case 'string':
      return probes.some((probe) => takesWhole(schema, probe)) ? [`${path}: a text`] : [];
    case 'object': {
      const shape = def['shape'] as Readonly<Record<string, z.core.$ZodType>>;
      const catchall = def['catchall'] as z.core.$ZodType | undefined;
      const isOpen = catchall !== undefined && defOf(catchall).type !== 'never';
      return [
        ...Object.entries(shape).flatMap(([name, member]) =>
          findUnbounded(member, `${path}.${name}`),
        ),
        ...(isOpen && free[path] === undefined && !freeOfBench.test(path)
          ? [`${path}: other members`]
          : []),
      ];
    }
    case 'array': {
      const many = Array.from({ length: listMax + 1 }, () => null);
      const bounded = schema._zod.def.checks?.some(
        (check) => check._zod.def.check === 'max_length',
      );
      return [
        ...(bounded === true || !takesWhole(schema, many) ? [] : [`${path}: a list`]),
        ...(bounded === true ? findUnbounded(inner('element'), `${path}[]`) : []),
        ...(bounded === true ? [] : [`${path}: a list without a bound`]),
      ];
    }
    case 'record':
      return takesWhole(schema, { member: long }) ? [`${path}: a map`] : [];
    case 'unknown':
    case 'any':
      return path.includes('legacy_notes_post') ? [] : [`${path}: anything`];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return findUnbounded(inner('innerType'), path);
    case 'pipe':
      return findUnbounded(inner(defOf(inner('in')).type === 'transform' ? 'out' : 'in'), path);
    case 'union':
      return (def['options'] as z.core.$ZodType[]).flatMap((option) => findUnbounded(option, path));
    default:
      return ['enum', 'literal', 'boolean', 'number', 'int', 'null'].includes(def.type)
        ? []
        : [`${path}: ${def.type} is not known to this test`];
  }
}

/** True when the value passes without a piece being cut off. */
function takesWhole(schema: z.core.$ZodType, value: unknown): boolean {
  const result = z.safeParse(schema, value);
  return result.success && JSON.stringify(result.data).length >= JSON.stringify(value).length;
}

const routes = routesOf({ control: true, worker: true });
const parts = routes.flatMap(({ id, body, query, params }) =>
  Object.entries({ body, query, params }).flatMap(([part, schema]) =>
    schema === null ? [] : [{ place: `${id} ${part}`, schema }],
  ),
);

it.each(parts)('$place has a bound on everything', ({ place, schema }) => {
  expect(findUnbounded(schema, place)).toEqual([]);
});

it('finds what has none', () => {
  const open = z.strictObject({
    a: z.string(),
    b: z.array(z.string().max(5)),
    c: z.record(z.string(), z.json()).optional(),
    d: z.looseObject({}),
    e: z.iso.datetime(),
    f: z.union([z.literal(''), z.string().min(1)]),
  });
  expect(findUnbounded(open, 'open').map((place) => place[5])).toEqual(
    expect.arrayContaining(['a', 'b', 'c', 'd', 'e', 'f']),
  );
});

describe('bytes of a body', () => {
  const sizes = new Map(routes.map(({ id, bodyBytesMax }) => [id, bodyBytesMax]));

  it('are few, except where a route has to take more', () => {
    const larger = routes.filter(
      ({ body, bodyBytesMax }) => body !== null && bodyBytesMax > limits.bodyBytesMax,
    );
    expect(larger.map(({ id }) => id.replace(/^gate\./, '')).sort()).toEqual(
      [
        'bench.retry',
        'bench.retry',
        'bench.try_actor',
        'bench.try_actor',
        'bench.try_dead_letter',
        'bench.try_dead_letter',
        'core.snapshot',
        'intake.ideas',
        'intake.ideas_alias',
        'intake.legacy_notes_post',
        'intake.read',
        'prepare',
        'projects.create',
        'queue.answer',
        'queue.plan',
        'worker.callback',
      ].sort(),
    );
    expect(sizes.get('dispatch.next')).toBe(256 * 1024);
  });
});

describe('a callback', () => {
  const route = routes.find(({ id }) => id === 'worker.callback')!;
  const callback = {
    event_type: 'wake_ready',
    idempotency_key: 'run-1:wake_ready:1',
    run_id: 'run-1',
    project_id: 'p-1',
    sequence: 1,
    seen_at: '2026-01-31T12:00:00Z',
  };
  const read = (more: object): Record<string, unknown> =>
    validate(route.body!, { ...callback, ...more }, 'body') as Record<string, unknown>;

  it('is taken as it is while its texts are of a length', () => {
    const whole = {
      ...callback,
      reason: 'r'.repeat(limits.callbackReasonCharsMax),
      telemetry: { window: [1, 2, 3], words: 'w'.repeat(10_000) },
    };
    expect(read(whole)).toEqual(whole);
  });

  it('is not refused for a long reason: the reason is cut, and says so', () => {
    const { reason } = read({ reason: 'r'.repeat(9_000_000) });
    expect(String(reason)).toHaveLength(limits.callbackReasonCharsMax);
    expect(reason).toMatch(/^r{10000}.* … \(cut: it had 9000000 characters\)$/);
    expect(read({ reason })).toEqual(read({ reason: 'r'.repeat(9_000_000) }));
  });

  it('is not refused for large facts: their texts are cut, or they are left out with a mark', () => {
    const { telemetry, decision } = read({
      telemetry: { gate: { note: 'n'.repeat(1_000_000) }, n: 1 },
      decision: { list: Array.from({ length: 100_000 }, () => 'entry') },
    });
    expect(telemetry).toEqual({ gate: { note: expect.stringContaining('1000000') }, n: 1 });
    expect(decision).toEqual({ cut: expect.stringMatching(/^left out: it had \d+ characters/) });
  });
});
