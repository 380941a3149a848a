/** Citations with their ranges written out: `C4–C7` is four claims. */
import type { Citation } from './sentences.ts';

/** Claims that one line may cite; beyond them its ranges are taken as their ends. */
const citedMax = 5000;

/** Citations with their ranges written out, in order. */
export function expandAll(
  cites: readonly { readonly index: number; readonly list: string }[],
): Citation[] {
  let left = citedMax;
  return cites.map(({ index, list }) => {
    const ids = left > 0 ? expandIds(list) : list.split(/, |–/);
    left -= ids.length;
    return { index, ids };
  });
}

/** `C4–C7, C9` as C4, C5, C6, C7, C9; a range of more than a thousand is taken as its ends. */
export function expandIds(list: string): string[] {
  if (!/[,–]/.test(list)) return [list];
  return list.split(', ').flatMap((part) => {
    const [from = '', to] = part.split('–');
    if (to === undefined) return [from];
    const [first, last] = [Number(from.slice(1)), Number(to.slice(1))];
    if (last - first > 1000 || last < first) return [from, to];
    return Array.from({ length: last - first + 1 }, (_, index) => `C${first + index}`);
  });
}
