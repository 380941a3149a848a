/** Applies the wording rules to one passage, with an eye for denial, quotation, code and whose words they are. */

import { remember, shapeOf } from '../remember.ts';
import { authorYear } from './author-year.ts';
import { isAboutItself, isDenied, isDeniedBefore } from './clauses.ts';
import { blankQuoted } from './quoted.ts';
import { authorshipRules } from './rules/authorship.ts';
import { humanReviewRules } from './rules/human-review.ts';
import { orderRules } from './rules/orders.ts';
import { peerReviewRules } from './rules/peer-review.ts';
import { placeholderRules } from './rules/placeholders.ts';
import type { WordingMatch, WordingRule } from './types.ts';
import { createWordFinder, type WordFinder } from './word-finder.ts';

/** In the order in which their findings are listed. */
export const wordingRules: readonly WordingRule[] = [
  ...placeholderRules,
  ...peerReviewRules,
  ...authorshipRules,
  ...humanReviewRules,
  ...orderRules,
];

interface WordingHit {
  readonly rule: WordingRule;
  readonly index: number;
  readonly text: string;
}

/** Places judged in one passage by one rule; no honest passage has as many. */
const judgedMax = 100;
/** Characters on either side of a match that are looked at. */
const aroundChars = 2000;

/** Rules ready to find every match, and to say without much work of which there is none. */
interface Matchers {
  /** A bit of each rule, in order, that has one of its words in a text in small letters. */
  readonly find: WordFinder;
  readonly each: readonly { readonly rule: WordingRule; readonly pattern: RegExp }[];
  /** Where they match in a passage, whose digits are all the same: no pattern tells one from another. */
  placesIn(shape: string): readonly Place[];
}

/** Where a rule matches, and whether it may be excused there. */
interface Place {
  readonly rule: WordingRule;
  readonly index: number;
  readonly end: number;
  readonly isJudged: boolean;
}

/** Longer passages are looked through each time; papers share many of the others. */
const keptCharsMax = 1_000;

const compiled = new WeakMap<readonly WordingRule[], Matchers>();
function matchersOf(rules: readonly WordingRule[]): Matchers {
  const known = compiled.get(rules);
  if (known !== undefined) return known;
  const each = rules.map((rule) => {
    const { source, flags } = rule.pattern;
    return { rule, pattern: new RegExp(source, `${flags}g`) };
  });
  const find = createWordFinder(rules.map(({ words }) => words));
  const placesIn = remember((shape: string) => findPlaces(shape, { find, each }), keptCharsMax);
  const made = { find, each, placesIn };
  compiled.set(rules, made);
  return made;
}

/** Hits in a passage. Code and quoted text are left out; so is what the rule excuses. */
export function findWording(
  passage: string,
  rules: readonly WordingRule[] = wordingRules,
): WordingHit[] {
  const places = matchersOf(rules).placesIn(shapeOf(passage));
  if (places.length === 0) return [];
  const visible = blankQuoted(passage);
  return places.flatMap(({ rule, index, end, isJudged }) => {
    const found: WordingMatch = {
      before: visible.slice(Math.max(0, index - aroundChars), index),
      text: visible.slice(index, end),
      after: visible.slice(end, end + aroundChars),
    };
    return isJudged && isExcused(rule, found) ? [] : [{ rule, index, text: found.text }];
  });
}

/** Every match in a passage, rule by rule. */
function findPlaces(passage: string, { find, each }: Pick<Matchers, 'find' | 'each'>): Place[] {
  const places: Place[] = [];
  const possible = find(passage.toLowerCase());
  if (possible === 0) return places;
  const visible = blankQuoted(passage);
  const wanted = visible === passage ? possible : find(visible.toLowerCase());
  for (const [at, { rule, pattern }] of each.entries()) {
    if ((wanted & (1 << at)) === 0) continue;
    let count = 0;
    pattern.lastIndex = 0;
    // Not `matchAll`, which makes the expression anew for each passage.
    for (let match = pattern.exec(visible); match !== null; match = pattern.exec(visible)) {
      count += 1;
      const { index } = match;
      // Beyond that many, none is excused, and the first of them stands for the rest.
      const isJudged = count <= judgedMax;
      places.push({ rule, index, end: index + match[0].length, isJudged });
      if (!isJudged) break;
    }
  }
  return places;
}

function isExcused(rule: WordingRule, found: WordingMatch): boolean {
  const { before, text, after } = found;
  if (rule.deniedIn === 'clause' && isDenied(before, text, after)) return true;
  if (rule.deniedIn === 'sentence' && isDeniedBefore(before, text)) return true;
  if (rule.ofItself === true && !/^(?:this|our|it)\b/iu.test(text) && !isAboutItself(before))
    return true;
  return rule.isFine?.(found) === true;
}

/**
 * True when a sentence from outside can stand in a paper without a finding, whatever its quotation
 * marks pair with there.
 */
export function isCleanWording(line: string): boolean {
  if (/\\\w*cite/i.test(line) || line.search(authorYear) >= 0) return false;
  return findWording(line.replace(/["“”«»'‘’`]/g, ' ')).length === 0;
}

/** Sentences that a name may come to stand in. */
const frames = [
  (name: string) => name,
  (name: string) => `The paper was ${name}.`,
  (name: string) => `This paper ${name}.`,
  (name: string) => `As shown for ${name} here.`,
];

/** The same for a name that will stand in the middle of some sentence. */
export const isCleanName: (name: string) => boolean = remember((name) =>
  frames.every((frame) => isCleanWording(frame(name))),
);
