/** Tags as people give them, and as they are kept. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import { tagList } from '../../../src/domain/texts.ts';
import { wordsForIssue } from '../../../src/lib/issue-words.ts';

describe('a list of tags', () => {
  it.each([
    ['an empty one', ['a', '  ']],
    ['a comma', ['a,b']],
    ['a control character', ['a\u0007b']],
    ['65 characters', ['x'.repeat(65)]],
    ['21 different ones', Array.from({ length: 21 }, (_, index) => `t${index}`)],
    ['no text', [1]],
  ])('refuses %s', (_what, tags) => {
    expect(tagList.safeParse(tags).success).toBe(false);
  });

  it.each([
    [
      'a comma',
      ['a', 'b', 'c', 'd,e'],
      '3',
      'must not hold commas: in queries they stand between tags',
    ],
    ['an empty one', ['a', ' '], '1', 'must not be empty'],
    ['65 characters', ['a', 'x'.repeat(65)], '1', 'must be at most 64 characters (got 65)'],
    [
      'the same in other letters',
      ['GPU', 'GPU', 'fast', ' gpu'],
      '3',
      'is number 1 of the list in other letters (upper or lower case); write both the same way, or give one',
    ],
    [
      'too many',
      Array.from({ length: 21 }, (_, index) => `t${index}`),
      '',
      'must be at most 20 entries (got 21)',
    ],
  ])('says which one is wrong and what would be right: %s', (_what, tags, path, message) => {
    const { error } = tagList.safeParse(tags, { error: wordsForIssue });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [path, message],
    ]);
  });

  it('takes 20 of 64 characters, and more where they are the same', () => {
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(64, 'x'));
    expect(tagList.parse(tags)).toEqual(tags);
    expect(tagList.parse([...tags, ...tags])).toEqual(tags);
  });

  it('is trimmed, each once and in order, and stays so when given again', () => {
    const tag = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    const property = fc.property(fc.array(tag, { maxLength: 25 }), (given) => {
      const parsed = tagList.safeParse(given);
      if (!parsed.success) return;
      expect(parsed.data).toEqual([...new Set(given.map((one) => one.trim()))]);
      expect(tagList.parse(parsed.data)).toEqual(parsed.data);
      const spaced = given.flatMap((one) => [` ${one}`, `${one}\u00a0`]);
      expect(tagList.parse(spaced)).toEqual(parsed.data);
    });
    fc.assert(property, propertyOptions(300));
  });
});
