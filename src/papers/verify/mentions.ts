/** Finds the names of quantities and cases in a sentence, each by its place; of names that begin alike the longest. */

import type { Claim } from '../claims/schema.ts';
import { findAll } from '../text/scan.ts';
import { type NameWords, wordsOf } from './names.ts';

/** A number of a sentence with the claim whose value it is. */
export interface Placed {
  readonly index: number;
  /** Behind its unit. */
  readonly end: number;
  readonly text: string;
  readonly claim: Claim;
}

/** A name in a sentence; `name` is its words joined by spaces. */
export interface Mention {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The names that stand in the text, in its order. */
export function findMentions(text: string, names: readonly NameWords[]): Mention[] {
  const byFirst = groupByFirst(names);
  if (byFirst.size === 0) return [];
  const places = findAll(text, /[\p{L}\p{N}\p{M}]+/gu).flatMap(({ 0: word, index }) =>
    wordsOf(word).map((part) => ({ part, start: index, end: index + word.length })),
  );
  const mentions: Mention[] = [];
  for (let at = 0; at < places.length; at += 1) {
    const name = byFirst
      .get(places[at]?.part ?? '')
      ?.find((words) => words.every((word, step) => places[at + step]?.part === word));
    const [first, last] = [places[at], places[at + (name?.length ?? 1) - 1]];
    if (name === undefined || first === undefined || last === undefined) continue;
    mentions.push({ name: name.join(' '), start: first.start, end: last.end });
    at += name.length - 1;
  }
  return mentions;
}

/** Names by their first word, the longest first. */
function groupByFirst(names: readonly NameWords[]): Map<string, NameWords[]> {
  const byFirst = new Map<string, Map<string, NameWords>>();
  for (const words of names) {
    const [first] = words;
    if (first === undefined) continue;
    const group = byFirst.get(first) ?? new Map<string, NameWords>();
    byFirst.set(first, group.set(words.join(' '), words));
  }
  return new Map(
    [...byFirst].map(([first, group]) => [
      first,
      [...group.values()].sort((a, b) => b.length - a.length),
    ]),
  );
}
