/** Words of a cluster as they are shown: on one line and bounded. Pure. */
import { cutText } from '../../lib/cut-text.ts';

const wordsCharsMax = 300;

/** What a server said, for a sentence; `nothing` where it said nothing. */
export function firstWords(text: string): string {
  const words = text
    .slice(0, 16 * wordsCharsMax)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words === '' ? 'nothing' : cutText(words, wordsCharsMax);
}
