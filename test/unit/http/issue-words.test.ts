/** The words for wrong fields: what would be right, with sizes, never with what was sent. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ServiceError } from '../../../src/domain/errors.ts';
import { validate } from '../../../src/http/validation.ts';

/** The message for `value` under `schema`, as the first of the fields at fault has it. */
function wordsFor(schema: z.ZodType, value: unknown): string {
  try {
    validate(z.strictObject({ field: schema }), { field: value }, 'body');
  } catch (error) {
    if (error instanceof ServiceError) return error.details.errors![0]!.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('a wrong field', () => {
  it.each([
    [
      'a text that is too long',
      z.string().max(200),
      'x'.repeat(350),
      'must be at most 200 characters (got 350)',
    ],
    ['a text that is too short', z.string().min(8), 'abc', 'must be at least 8 characters (got 3)'],
    [
      'a text of another length',
      z.string().length(2),
      'abc',
      'must be exactly 2 characters (got 3)',
    ],
    ['an empty text', z.string().min(1), '', 'must not be empty'],
    ['too many entries', z.array(z.int()).max(1), [1, 2], 'must be at most 1 entry (got 2)'],
    ['no entries', z.array(z.int()).min(1), [], 'must not be empty'],
    ['a number that is too big', z.number().max(9), 4711, 'must be at most 9'],
    ['a number at an open bound', z.number().gt(0), 0, 'must be more than 0'],
    ['a number at an open upper bound', z.number().lt(1), 1, 'must be less than 1'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['no multiple', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [
      'a number beyond all numbers',
      z.number(),
      Number('1e400'),
      'must be a number (got a number beyond all that can be held)',
    ],
    ['another kind', z.string(), 7, 'must be a text (got a number)'],
    ['a list for an object', z.strictObject({}), [], 'must be an object (got a list)'],
    ['nothing for a truth value', z.boolean(), null, 'must be true or false (got null)'],
    ['a missing text', z.string(), undefined, 'is required (a text)'],
    ['a missing choice', z.enum(['a', 'b']), undefined, 'is required (a, b)'],
    ['no such choice', z.enum(['', 'a', 'b']), 'c', 'must be one of empty, a, b'],
    ['another constant', z.literal(true), false, 'must be true'],
    ['a wrong URL', z.url(), 'nowhere', 'must be a URL, such as http://127.0.0.1:8787'],
    [
      'a wrong time',
      z.iso.datetime(),
      'soon',
      'must be a time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z',
    ],
    ['a wrong form', z.string().regex(/^a$/), 'b', 'is not written as it must be'],
    ['a wrong beginning', z.string().startsWith('run:'), 'b', 'must begin with run:'],
    [
      'no alternative',
      z.union([z.int(), z.array(z.string())]),
      {},
      'must be a number (got an object); or must be a list (got an object)',
    ],
    ['a missing alternative', z.union([z.int(), z.string()]), undefined, 'is required'],
  ] as const)('says what would be right of %s', (_what, schema, value, words) => {
    expect(wordsFor(schema, value)).toBe(words);
  });

  it.each([
    [z.int().max(1_000), 1e20, 'must be at most 1000'],
    [z.int().min(-5), -1e20, 'must be at least -5'],
    [z.int(), 1e20, 'must be at most 9007199254740991'],
  ])('that is past all whole numbers is said once, by its own bound', (schema, value, words) => {
    const ask = () => validate(z.strictObject({ field: schema }), { field: value }, 'body');
    expect(ask).toThrow(
      expect.objectContaining({ details: { errors: [{ path: 'field', message: words }] } }),
    );
  });

  it('is described in the words of its schema where that has some', () => {
    expect(wordsFor(z.string().max(3, 'must be short'), 'long')).toBe('must be short');
    expect(
      wordsFor(
        z.string().refine(() => false, 'must be right'),
        'x',
      ),
    ).toBe('must be right');
  });

  it('is never repeated in the answer', () => {
    const secret = 'hunter2hunter2hunter2';
    const schemas = [z.string().max(3), z.enum(['a']), z.url(), z.int(), z.literal('b'), z.email()];
    for (const schema of [...schemas, z.union(schemas), z.record(z.enum(['k']), z.int())]) {
      expect(wordsFor(schema, secret)).not.toContain('hunter2');
    }
  });

  it('with many choices names the first of them and counts the rest', () => {
    const choices = Array.from({ length: 40 }, (_, index) => `c${index}`) as [string, ...string[]];
    expect(wordsFor(z.enum(choices), 'x')).toMatch(/^must be one of c0, .*c29 and 10 more$/);
  });
});

it('a parameter of an address that came twice is said to have', () => {
  const schema = z.strictObject({ limit: z.string().optional() });
  expect(() => validate(schema, { limit: ['1', '2'] }, 'query')).toThrow(
    'limit: is given more than once; give it once',
  );
  expect(() => validate(schema, { limit: ['1', '2'] }, 'body')).toThrow('must be a text');
});
