/** What is kept of short texts: the same text is looked at once, and so are texts that differ in their digits alone. */
import { describe, expect, it } from 'vitest';
import { remember, rememberShape } from '../../../src/papers/remember.ts';

describe('a function that remembers', () => {
  it('looks at a text once', () => {
    const seen: string[] = [];
    const lengthOf = remember((text) => seen.push(text));
    expect([lengthOf('a'), lengthOf('a'), lengthOf('b')]).toEqual([1, 1, 2]);
  });

  it('looks at texts that differ in their digits alone once, and gives each its own words', () => {
    const seen: string[] = [];
    const findCores = rememberShape((text) => {
      seen.push(text);
      return [...text.matchAll(/\d+ cores|idle/g)].map(({ 0: found, index }) => ({
        text: found,
        index,
      }));
    });
    const idle = { text: 'idle', index: 9 };
    expect(findCores('16 cores idle')).toEqual([{ text: '16 cores', index: 0 }, idle]);
    expect(findCores('24 cores idle')).toEqual([{ text: '24 cores', index: 0 }, idle]);
    expect(findCores('00 cores idle')).toEqual([{ text: '00 cores', index: 0 }, idle]);
    expect(seen).toEqual(['00 cores idle']);
  });
});
