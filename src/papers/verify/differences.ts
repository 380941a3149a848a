/** "Five more than baseline": a number in words that is the difference of two values that are cited beside it. */
import { mismatch, type Quantity } from './quantities.ts';
import { type CitedClaim, sameQuantity } from './result-words.ts';

const behind = /^ (?:\p{L}+ )?(more|fewer|less|higher|lower|longer|shorter)\b/u;
const ways: Readonly<Record<string, 1 | -1>> = {
  more: 1,
  higher: 1,
  longer: 1,
  fewer: -1,
  less: -1,
  lower: -1,
  shorter: -1,
};

/** Tells where the first cited value of a sentence is so much more, or less, than the next one of its quantity. */
export function createDifferences(
  sentence: string,
  readCited: () => readonly CitedClaim[],
): (quantity: Quantity) => boolean {
  let cited: readonly CitedClaim[] | undefined;
  return (quantity) => {
    if (!quantity.inWords || quantity.token.decimals > 0) return false;
    const way = ways[behind.exec(sentence.slice(quantity.end, quantity.end + 40))?.[1] ?? ''];
    if (way === undefined) return false;
    cited ??= sameQuantity(readCited()).slice(0, 2);
    const [first, second] = cited;
    if (first?.value === undefined || second?.value === undefined) return false;
    return mismatch(quantity, way * (first.value - second.value), first.claim.unit) === undefined;
  };
}
