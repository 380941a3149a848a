/** A sentence without the gaps that its citations leave, so that "holds [C1] up" is read as "holds up". */
import type { Citation } from './sentences.ts';

/** The text, and the place in the sentence of each place in it. */
interface ClosedText {
  readonly text: string;
  placeOf(index: number): number;
}

/** Takes out the white space that stands for each citation; `start` is the place of the sentence in its line. */
export function closeGaps(sentence: string, start: number, cites: readonly Citation[]): ClosedText {
  const gaps = cites.flatMap(({ index }) => {
    const from = index - start;
    const length = /^ */.exec(sentence.slice(from))?.[0].length ?? 0;
    return from > 0 && sentence[from - 1] === ' ' && length > 0 ? [{ from, length }] : [];
  });
  if (gaps.length === 0) return { text: sentence, placeOf: (index) => index };
  let text = '';
  let end = 0;
  for (const { from, length } of gaps) {
    text += sentence.slice(end, from);
    end = from + length;
  }
  let before = 0;
  const ends = gaps.map(({ from, length }) => {
    before += length;
    return { from: from + length - before, before };
  });
  // The gaps before a place, halved to.
  const placeOf = (index: number): number => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.from ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return index + (ends[low - 1]?.before ?? 0);
  };
  return { text: text + sentence.slice(end), placeOf };
}
