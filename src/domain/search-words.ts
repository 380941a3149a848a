/** What a person typed into a search, as words: each once, in order, within bounds. Pure. */
import { limits } from './limits.ts';

/** What the index keeps: letters, digits and private-use characters. */
const searchable = /[\p{L}\p{N}\p{Co}]/u;
const parts = /[\p{L}\p{N}\p{Co}]+/gu;

/** The words that can be found in a text; equal ones, whatever their case, are one: the last of them. */
export function searchWords(search: string): string[] {
  const words = search
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => searchable.test(word));
  const last = new Map(words.map((word, index) => [word.toLowerCase(), index]));
  return words.filter((word, index) => last.get(word.toLowerCase()) === index);
}

/** What is too much about a search, as words to follow its name; null when nothing is. */
export function searchFault(search: string): string | null {
  const { searchWordsMax, searchWordCharsMax, searchPartsMax } = limits;
  const words = searchWords(search);
  if (words.length > searchWordsMax)
    return `must be at most ${searchWordsMax} different words (got ${words.length})`;
  const long = words.find((word) => word.length > searchWordCharsMax);
  if (long !== undefined)
    return `must have no word of more than ${searchWordCharsMax} characters (got ${long.length})`;
  // Each part of a word between marks is looked up by itself.
  const count = words.reduce((sum, word) => sum + (word.match(parts)?.length ?? 0), 0);
  if (count > searchPartsMax)
    return `must be at most ${searchPartsMax} words, counting those joined by marks (got ${count})`;
  return null;
}
