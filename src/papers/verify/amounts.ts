/** Words of amount and of change that compare only in some company: "less memory than", "losses fall with". */
import type { Word } from './reach.ts';
import type { Licence } from './word-table.ts';

/**
 * "Less memory than", "waits less with the filter": the words between hold no number, so "less than half of it" is none
 * of it. "Losses fall with the filter" says that they do, as "the loss falls" does.
 */
export function amountOf(
  sentence: string,
  tokens: readonly Word[],
  at: number,
): Licence | undefined {
  const own = tokens[at];
  const before = tokens[at - 1]?.text ?? '';
  const next = tokens[at + 1]?.text ?? '';
  const licence = amounts.get(own?.text ?? '');
  if (licence !== undefined) {
    const than = tokens.slice(at + 2, at + amountWords).findIndex(({ text }) => text === 'than');
    const gap = sentence.slice(own?.end, tokens[at + 2 + than]?.index);
    if (than >= 0 && !/[,;:—–()]/.test(gap)) return licence;
    if (ofQuantity.test(next) && doing.test(before)) return licence;
    const isEnd = next === '' || /^\s*[.;]/.test(sentence.slice(own?.end, (own?.end ?? 0) + 8));
    return (isEnd || /^(?:with|under)$/.test(next)) && at > 0 && !beforeAmount.test(before)
      ? licence
      : undefined;
  }
  const change = changes.get(own?.text ?? '');
  return change !== undefined && /^\p{L}{2,}[^su]s$/u.test(before) && behindChange.test(next)
    ? change
    : undefined;
}
/** "Is done in less time", "takes more memory". */
const ofQuantity = /^(?:bandwidth|energy|memory|power|space|time|traffic)$/;
const doing =
  /^(?:at|in|with|needs?|requires?|takes?|took|uses?|used|consumes?|consumed|draws?|drew)$/;
/** Words from an amount to its "than". */
const amountWords = 7;
const amounts = new Map<string, Licence>([
  ['more', 'higher'],
  ['less', 'lower'],
]);
const beforeAmount =
  /^(?:a|an|and|any|is|are|be|far|little|much|no|nothing|once|one|or|some|the|was|were)$/;
const changes = new Map<string, Licence>([
  ...['climb', 'grow', 'rise'].map((word): [string, Licence] => [word, 'rises']),
  ...['decline', 'drop', 'fall', 'shrink'].map((word): [string, Licence] => [word, 'falls']),
]);
const behindChange = /^(?:|accordingly|along|as|by|sharply|steadily|steeply|to|too|under|with)$/;
