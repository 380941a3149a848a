/** Applies wording rules to one line, with an eye for negation, quotation and code. */
import { authorYear } from './author-year.ts';
import { authorshipRules } from './rules/authorship.ts';
import { humanReviewRules } from './rules/human-review.ts';
import { peerReviewRules } from './rules/peer-review.ts';
import { placeholderRules } from './rules/placeholders.ts';
import type { WordingRule } from './types.ts';

export const wordingRules: readonly WordingRule[] = [
  ...placeholderRules,
  ...peerReviewRules,
  ...authorshipRules,
  ...humanReviewRules,
];

/** The same patterns, ready to find every match. */
const matchers = wordingRules.map((rule) => ({
  rule,
  pattern: new RegExp(rule.pattern.source, `${rule.pattern.flags}g`),
}));

export interface WordingHit {
  readonly rule: WordingRule;
  readonly index: number;
  readonly text: string;
}

/** Hits in a line of prose. Code and quoted text are left out; so are negated claims. */
export function findWording(line: string): WordingHit[] {
  const visible = blankQuoted(line);
  const hits: WordingHit[] = [];
  for (const { rule, pattern } of matchers) {
    for (const match of visible.matchAll(pattern)) {
      if (rule.allowNegated && isDenied(visible, match.index, match[0])) continue;
      hits.push({ rule, index: match.index, text: match[0] });
    }
  }
  return hits;
}

/** Replaces code spans and quoted phrases by spaces of their length. */
export function blankQuoted(line: string): string {
  const blank = (part: string): string => ' '.repeat(part.length);
  return line
    .replace(/(?<!\\)(?:``[^`]*``|`[^`]*`)/g, blank)
    .replace(/\uE000[^\uE000]*\uE000/g, blank)
    .replace(/\\(?:texttt|verb)\{(?:[^{}]|\{[^{}]*\})*\}/g, blank)
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»|``.*?''/g, blank)
    .replace(/(?<![\p{L}\p{N}])['‘][^'’]+['’](?![\p{L}\p{N}])/gu, blank);
}

const negation =
  /(?:\b(?:not(?! only)|no|never|neither|nor|none|without|cannot|lacks?|lacking|absence of|rather than|instead of|free of|yet to be)\b|n['’]t\b|\b(?:non|un)[- ]?$)/iu;
const policy =
  /\b(?:rejects?|rejected|refuses?|refused|forbids?|forbidden|prohibits?|prohibited|disallows?|must|may not|should not|policy|if|whether|unless|until|before|any claim|claims? (?:of|that)|would|future|prior to)\b/iu;

/**
 * True when the clause of the match denies it, or its sentence only speaks of a rule or a condition.
 * A clause ends at punctuation, at "but", and where a new verb follows "and".
 */
function isDenied(line: string, index: number, matched: string): boolean {
  const before = line.slice(0, index);
  const sentence = before.split(/[.!?]\s/).at(-1) ?? '';
  const clause =
    sentence
      .split(
        /[;:]|\bbut\b|\bhowever\b|\balthough\b|\bthough\b|,\s*(?:it|and|which)\b|\band\s+(?=(?:is|was|has|have|were|are|been)\b)/iu,
      )
      .at(-1) ?? '';
  // A list after a negation stays denied: "not human-authored or peer-reviewed".
  const listed =
    /^(?:.*\bnot\b)[^.;:]*\b(?:and|or|nor)\s*$/iu.test(sentence) &&
    !/^(?:is|was|has|have|were|are|been)\b/iu.test(matched);
  return (
    negation.test(clause) ||
    listed ||
    /\b(?:not|never)\b|n['’]t\b/iu.test(matched) ||
    policy.test(clause)
  );
}

/**
 * True when a sentence from outside can stand in a paper without a finding, whatever its quotation
 * marks pair with there.
 */
export function isCleanWording(line: string): boolean {
  if (/\\\w*cite/i.test(line) || line.search(authorYear) >= 0) return false;
  return findWording(line.replace(/["“”«»'‘’`]/g, ' ')).length === 0;
}

/** The same for a name that will stand in the middle of some sentence. */
export function isCleanName(name: string): boolean {
  const suspect =
    /peer|referee|author|written|citation|human|review|lorem|placeholder|todo|fixme|tbd|tba|xxx/i;
  return !suspect.test(name) && isCleanWording(name);
}
