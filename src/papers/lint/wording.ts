/** Applies the wording rules to one passage, with an eye for denial, quotation, code and whose words they are. */

import { remember } from '../remember.ts';
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
}

const compiled = new WeakMap<readonly WordingRule[], Matchers>();
function matchersOf(rules: readonly WordingRule[]): Matchers {
  const known = compiled.get(rules);
  if (known !== undefined) return known;
  const each = rules.map((rule) => {
    const { source, flags } = rule.pattern;
    return { rule, pattern: new RegExp(source, `${flags}g`) };
  });
  const made = { find: createWordFinder(rules.map(({ words }) => words)), each };
  compiled.set(rules, made);
  return made;
}

/** Hits in a passage. Code and quoted text are left out; so is what the rule excuses. */
export function findWording(
  passage: string,
  rules: readonly WordingRule[] = wordingRules,
): WordingHit[] {
  const hits: WordingHit[] = [];
  const { find, each } = matchersOf(rules);
  const possible = find(passage.toLowerCase());
  if (possible === 0) return hits;
  const visible = blankQuoted(passage);
  const wanted = visible === passage ? possible : find(visible.toLowerCase());
  for (const [place, { rule, pattern }] of each.entries()) {
    if ((wanted & (1 << place)) === 0) continue;
    let judged = 0;
    pattern.lastIndex = 0;
    // Not `matchAll`, which makes the expression anew for each passage.
    for (let match = pattern.exec(visible); match !== null; match = pattern.exec(visible)) {
      judged += 1;
      const end = match.index + match[0].length;
      const found: WordingMatch = {
        before: visible.slice(Math.max(0, match.index - aroundChars), match.index),
        text: match[0],
        after: visible.slice(end, end + aroundChars),
      };
      // Beyond that many, none is excused, and the first of them stands for the rest.
      if (judged <= judgedMax && isExcused(rule, found)) continue;
      hits.push({ rule, index: match.index, text: match[0] });
      if (judged > judgedMax) break;
    }
  }
  return hits;
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
