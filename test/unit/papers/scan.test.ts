/** What is found by a global expression, however often the same one is used. */
import { describe, expect, it } from 'vitest';
import { findAll } from '../../../src/papers/text/scan.ts';

describe('findAll', () => {
  it('finds what matchAll finds, from the beginning of each text', () => {
    const word = /(\p{L})\p{L}*/gu;
    for (const text of ['one two', 'é 3 four', '', '12'])
      expect(findAll(text, word)).toEqual([...text.matchAll(word)]);
  });

  it('ends where the expression finds nothing at all, too', () => {
    for (const pattern of [/x*/g, /x*/gu, /(?=b)|$/g])
      for (const text of ['', 'axxb', '😀x'])
        expect(findAll(text, pattern)).toEqual([...text.matchAll(pattern)]);
    expect(() => findAll('one', /o/)).toThrow('not global');
  });

  it('does not go on where another search with the same expression ended', () => {
    const word = /\w+/g;
    word.exec('one two');
    expect(findAll('one two', word).map(({ index }) => index)).toEqual([0, 4]);
    expect(word.lastIndex).toBe(0);
  });
});
