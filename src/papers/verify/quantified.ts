/** Where a clause says something of several at once ("both are faster"), which one claim of a sentence does not show. */
import { findClauses } from './clauses.ts';
import type { Word } from './reach.ts';

/** What is cited from `from` to `to` of the sentence must show it, each of it. */
export interface OfAll {
  readonly from: number;
  readonly to: number;
  /** Of two at least. */
  readonly ofTwo: boolean;
}

const quantifiers = new Set(
  'all always both consistently each every everywhere invariably neither throughout'.split(' '),
);

const isQuantifier = (tokens: readonly Word[], at: number): boolean =>
  quantifiers.has(tokens[at]?.text ?? '') && tokens[at - 1]?.text !== 'not';

/** "Both routed and its twin are faster": behind so few words an "and" or "nor" goes on with what is counted. */
const pairWithin = 3;

/** By the place of a word, what its clause says of several at once; "not all are faster" says it of none. */
export function createOfAll(
  sentence: string,
  tokens: readonly Word[],
): (at: number) => OfAll | null {
  if (!tokens.some((_, at) => isQuantifier(tokens, at))) return () => null;
  const byPlace: (OfAll | null)[] = Array.from(tokens, () => null);
  let before = 0;
  let begun = 0;
  let isBegun = false;
  for (const { from, to, verb } of findClauses(sentence, tokens)) {
    if (!isBegun) begun = from;
    // Its verb is that of the next one, and at the end that of the one before.
    isBegun = verb < 0 || isPairCut(tokens, from, to);
    if (isBegun && to < tokens.length) continue;
    if (isBegun) begun = before;
    before = begun;
    isBegun = false;
    const own = tokens.slice(begun, to).filter((_, step) => isQuantifier(tokens, begun + step));
    if (own.length === 0) continue;
    const ofAll = {
      from: tokens[begun]?.index ?? 0,
      to: tokens[to]?.index ?? Number.POSITIVE_INFINITY,
      ofTwo: own.some(({ text }) => /^(?:both|neither)$/.test(text)),
    };
    byPlace.fill(ofAll, begun, to);
  }
  return (at) => (isQuantifier(tokens, at) ? null : (byPlace[at] ?? null));
}

function isPairCut(tokens: readonly Word[], from: number, to: number): boolean {
  if (!/^(?:and|nor)$/.test(tokens[to]?.text ?? '')) return false;
  return tokens
    .slice(Math.max(from, to - pairWithin), to)
    .some(({ text }) => text === 'both' || text === 'neither');
}
