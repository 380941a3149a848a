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

/**
 * "The last weights were used, not the best ones", "rather than at the best epoch"; "the first that was found, which
 * need not be the shortest".
 */
export const isDeniedRank = (licence: Licence, tokens: readonly Word[], at: number): boolean =>
  (ranks.has(licence) || licence === 'highest' || licence === 'lowest') &&
  tokens[at - 1]?.text === 'the' &&
  (tokens[at - 2]?.text === 'not' ||
    isSetAside(tokens, at - 2) ||
    (settingOff.test(tokens[at - 2]?.text ?? '') && isSetAside(tokens, at - 3)) ||
    (tokens[at - 3]?.text === 'not' && tokens[at - 4]?.text === 'need'));
const settingOff = /^(?:at|by|for|from|in|of|on|to|with)$/;

/** Whether "rather than" or "instead of" ends there. */
const isSetAside = (tokens: readonly Word[], at: number): boolean =>
  /^(?:rather than|instead of)$/.test(`${tokens[at - 1]?.text} ${tokens[at]?.text}`);

/** "We did not search for a better one" names what was not looked for, or was. */
export const isSoughtAfter = (tokens: readonly Word[], at: number): boolean =>
  /^(?:an?|any)$/.test(tokens[at - 1]?.text ?? '') &&
  tokens[at - 2]?.text === 'for' &&
  /^(?:look|search)(?:ed|ing)?$/.test(tokens[at - 3]?.text ?? '');

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
