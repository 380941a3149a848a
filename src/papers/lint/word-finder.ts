/** Finds which lists of words a text holds one of, in one pass: two letters are looked at before a word is compared. */

/** Lists that one finder tells apart, one bit of a number each. */
const listsMax = 31;
const letters = 128;

/** A word of at least two characters, all ASCII, and the lists that it is on. */
interface Entry {
  readonly word: string;
  lists: number;
}

/** Gives the lists of which a word stands anywhere in a text, as bits: that of the first list is 1. */
export type WordFinder = (text: string) => number;

/** Throws a `RangeError` for lists that no finder tells apart. */
export function createWordFinder(given: readonly (readonly string[])[]): WordFinder {
  if (given.length > listsMax) throw new RangeError(`${given.length} lists, more than ${listsMax}`);
  const entries = new Map<string, Entry>();
  given.forEach((words, at) => {
    for (const word of words) {
      const entry = entries.get(word) ?? { word, lists: 0 };
      entry.lists |= 1 << at;
      entries.set(word, entry);
    }
  });
  const byStart: Entry[][] = [];
  const isStart = new Uint8Array(letters * letters);
  for (const entry of entries.values()) {
    if (!/^[\t -~]{2,}$/.test(entry.word))
      throw new RangeError(`${entry.word} cannot be looked for`);
    const start = entry.word.charCodeAt(0) * letters + entry.word.charCodeAt(1);
    isStart[start] = 1;
    byStart[start] = [...(byStart[start] ?? []), entry];
  }
  return (text) => {
    let found = 0;
    let before = letters;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const start = before * letters + code;
      // What is not ASCII begins no word and stands in none.
      if (before < letters && code < letters && isStart[start] === 1)
        for (const { word, lists } of byStart[start] ?? [])
          if ((found & lists) !== lists && text.startsWith(word, at - 1)) found |= lists;
      before = code;
    }
    return found;
  };
}
