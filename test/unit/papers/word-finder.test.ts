/** Words of several lists are found in one pass, as parts of other words, too. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordFinder } from '../../../src/papers/lint/word-finder.ts';

describe('a finder of words', () => {
  it.each([
    ['nothing here', 0],
    ['it is rated', 1],
    ['the benchmark', 2],
    ['a rated mark', 3],
    ['to be é rate', 1],
    ['ra te', 0],
    ['[? and', 4],
    ['rat', 0],
  ])('gives the lists of “%s” as bits: %d', (text, lists) => {
    expect(createWordFinder([['rate', 'score'], ['mark'], ['[?']])(text)).toBe(lists);
  });

  it('finds what a search for each word finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 2, maxLength: 4 });
    const lists = fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 4 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', 'ab'), maxLength: 12 });
    fc.assert(
      fc.property(lists, text, (given, within) => {
        const bits = given.map((words, at) =>
          words.some((one) => within.includes(one)) ? 1 << at : 0,
        );
        expect(createWordFinder(given)(within)).toBe(bits.reduce((sum, bit) => sum + bit, 0));
      }),
    );
  });

  it.each([
    ['a word that is not ASCII', [['é!']]],
    ['a single letter', [['a']]],
    ['more lists than a number has bits', Array.from({ length: 32 }, () => ['ab'])],
  ])('refuses %s', (_, lists) => {
    expect(() => createWordFinder(lists)).toThrow(RangeError);
  });
});
