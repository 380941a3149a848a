/** Words of a search: equal ones are one, and too many or too long ones are refused by name. */

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { searchWords } from '../../../src/domain/search-words.ts';
import { routesOf } from '../../../src/http/routes/all.ts';
import { validate } from '../../../src/http/validation.ts';
import { parseSearch } from '../../../src/store/sqlite/search/terms.ts';

it('takes equal words as one, whatever their case, and keeps the last, which may still be typed', () => {
  expect(searchWords('b A a B  c , - a')).toEqual(['B', 'c', 'a']);
  expect(parseSearch('a '.repeat(250))).toEqual({ kind: 'terms', match: '"a"*' });
});

const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

const searchable = routesOf({ control: true, worker: true }).flatMap(({ id, query }) =>
  query instanceof z.ZodObject && 'search' in query.shape
    ? [{ id, search: z.object({ search: query.shape['search'] as z.ZodType }) }]
    : [],
);

describe.each(searchable)('the search of $id', ({ search }) => {
  const detailOf = (text: string): string => {
    try {
      validate(search, { search: text }, 'query');
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('takes many equal words and a long id', () => {
    expect(detailOf('same '.repeat(100))).toBe('');
    expect(detailOf(words(32))).toBe('');
    expect(detailOf(`a-project-of-mine-${'x'.repeat(100)}-20261121T031620064--draft`)).toBe('');
  });

  it.each([
    [words(33), 'search: must be at most 32 different words (got 33)'],
    ['x'.repeat(201), 'search: must have no word of more than 200 characters (got 201)'],
    ['a.'.repeat(65), /^search: must be at most 64 words, counting those joined by marks/],
    ['x '.repeat(300), /^search: must be at most 500 characters/],
  ])('refuses what is too much, naming the field', (text, detail) => {
    expect(detailOf(text)).toMatch(detail);
  });
});

it('is what every list offers', () => {
  expect(searchable.length).toBeGreaterThan(8);
});
