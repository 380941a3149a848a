/**
 * Where a word of rank says which one was meant or taken ("the best filter was used"), and not how well anything did
 * ("the new filter was the best").
 */
import type { Clause } from './clauses.ts';
import type { Word } from './reach.ts';
import type { Licence } from './word-table.ts';

/** What is kept or left out by how it came out is told by its rank. */
export const ranks: ReadonlySet<Licence> = new Set(['best', 'worst', 'fastest', 'slowest']);

const selecting = new Set(
  'chosen copied discarded dropped excluded kept read removed repeated reported restored saved selected stored taken treated used'.split(
    ' ',
  ),
);
/** "The best filter was used, the new one" says which it was. */
export const isSelection = (tokens: readonly Word[], { verb, to }: Clause): boolean =>
  selecting.has(tokens[verb]?.text ?? '') &&
  !(
    /^(?:namely|that|the|those)$/.test(tokens[to]?.text ?? '') &&
    !tokens.slice(to, to + namedWithin).some(({ text }) => isBe(text))
  );
const namedWithin = 8;

/** "The last weights were used, not the best ones"; "the first that was found, which need not be the shortest". */
export const isDeniedRank = (licence: Licence, tokens: readonly Word[], at: number): boolean =>
  (licence === 'best' || licence === 'highest' || licence === 'lowest') &&
  tokens[at - 1]?.text === 'the' &&
  (tokens[at - 2]?.text === 'not' ||
    (tokens[at - 3]?.text === 'not' && tokens[at - 4]?.text === 'need'));

/** "The thread has the lowest priority", "the point with the lowest error was taken". */
export const isRank = (
  licence: Licence,
  tokens: readonly Word[],
  at: number,
  clause: Clause | undefined,
): boolean =>
  (licence === 'highest' || licence === 'lowest') &&
  tokens[at - 1]?.text === 'the' &&
  (/^(?:priority|priorities|rank|level|floor|shelf|mark|layer)$/.test(tokens[at + 1]?.text ?? '') ||
    (/^(?:with|by|of|at)$/.test(tokens[at - 2]?.text ?? '') &&
      clause?.kind === 'procedure' &&
      at < clause.verb &&
      isSelection(tokens, clause)));

/** True for a form of "be". */
export const isBe = (word: string | undefined): boolean =>
  /^(?:is|are|was|were|be|been)$/.test(word ?? '');
