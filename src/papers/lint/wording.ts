/** Applies wording rules to one line, with an eye for negation, quotation and code. */
import { blankSpans, createFinder, findPairs, type Span } from '../scan.ts';
import { authorYear } from './author-year.ts';
import { authorshipRules } from './rules/authorship.ts';
import { humanReviewRules } from './rules/human-review.ts';
import { peerReviewRules } from './rules/peer-review.ts';
import { placeholderRules } from './rules/placeholders.ts';
import type { WordingRule } from './types.ts';

const wordingRules: readonly WordingRule[] = [
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

interface WordingHit {
  readonly rule: WordingRule;
  readonly index: number;
  readonly text: string;
}

/** Places judged in one passage by one rule; no honest passage has as many. */
const judgedMax = 100;

/** Hits in a line of prose. Code and quoted text are left out; so are negated claims. */
export function findWording(line: string): WordingHit[] {
  const visible = blankQuoted(line);
  const hits: WordingHit[] = [];
  for (const { rule, pattern } of matchers) {
    let judged = 0;
    for (const match of visible.matchAll(pattern)) {
      judged += 1;
      // Beyond that many, none is excused, and the first of them stands for the rest.
      const isExcusable = rule.allowNegated && judged <= judgedMax;
      if (isExcusable && isDenied(visible, match.index, match[0])) continue;
      hits.push({ rule, index: match.index, text: match[0] });
      if (judged > judgedMax) break;
    }
  }
  return hits;
}

const isWord = /[\p{L}\p{N}]/u;
/** True where a letter or digit stands at `at`, or one of two code units ends or begins there. */
function isWordAt(text: string, at: number): boolean {
  const isLow = /[\uDC00-\uDFFF]/.test(text.charAt(at));
  return (
    at >= 0 &&
    isWord.test(
      text
        .slice(isLow ? at - 1 : at, at + 2)
        .slice(0, isLow || /[\uD800-\uDBFF]/.test(text.charAt(at)) ? 2 : 1),
    )
  );
}

/** Replaces code spans and quoted phrases by spaces of their length. */
export function blankQuoted(line: string): string {
  let text = blankCode(line);
  text = blankSpans(text, findPairs(text, [['\uE000', '\uE000']]));
  text = blankSpans(text, findCode(text));
  text = blankSpans(text, findPairs(text, quotePairs));
  return blankSpans(text, findSingleQuoted(text));
}

const quotePairs = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ['``', "''"],
] as const;

/** Code between single or double backticks, unless a backslash stands before them. */
function blankCode(line: string): string {
  const spans: Span[] = [];
  for (let at = line.indexOf('`'); at >= 0; ) {
    const next = line.indexOf('`', at + 1);
    if (next < 0) break;
    if (line[at - 1] === '\\') {
      at = next;
      continue;
    }
    if (next > at + 1) {
      spans.push({ start: at, end: next + 1 });
      at = line.indexOf('`', next + 1);
      continue;
    }
    // Two in a row: closed by the next two, or nothing between them.
    const close = line.indexOf('`', next + 1);
    const end = close >= 0 && line[close + 1] === '`' ? close + 2 : next + 1;
    spans.push({ start: at, end });
    at = line.indexOf('`', end);
  }
  return blankSpans(line, spans);
}

const codeCommand = /\\(?:texttt|verb)\{/y;

/** `\texttt{…}` and `\verb{…}` with braces at most once inside. */
function findCode(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    codeCommand.lastIndex = at;
    const name = codeCommand.exec(text)?.[0];
    if (name === undefined) continue;
    let depth = 1;
    let end = at + name.length;
    for (; end < text.length && depth > 0 && depth < 3; end += 1) {
      if (text[end] === '{') depth += 1;
      else if (text[end] === '}') depth -= 1;
    }
    if (depth > 0) continue;
    spans.push({ start: at, end });
    at = end - 1;
  }
  return spans;
}

/** `'…'` and `‘…’` that do not stand inside a word. */
function findSingleQuoted(text: string): Span[] {
  const spans: Span[] = [];
  const straight = createFinder(text, "'");
  const curly = createFinder(text, '’');
  for (let at = 0; at < text.length; ) {
    const mark = text[at];
    if ((mark !== "'" && mark !== '‘') || isWordAt(text, at - 1)) {
      at += 1;
      continue;
    }
    const ends = [straight(at + 1), curly(at + 1)].filter((place) => place >= 0);
    if (ends.length === 0) break;
    const end = Math.min(...ends);
    if (end > at + 1 && !isWordAt(text, end + 1)) {
      spans.push({ start: at, end: end + 1 });
      at = end + 1;
    } else at += 1;
  }
  return spans;
}

const negation =
  /(?:\b(?:not(?! only)|no|never|neither|nor|none|without|cannot|lacks?|lacking|absence of|rather than|instead of|free of|yet to be)\b|n['’]t\b|\b(?:non|un)[- ]?$)/iu;
const policy =
  /\b(?:rejects?|rejected|refuses?|refused|forbids?|forbidden|prohibits?|prohibited|disallows?|must|may not|should not|policy|if|whether|unless|until|before|any claim|claims? (?:of|that)|would|future|prior to)\b/iu;

/** How far back a denial is looked for; clauses are shorter. */
const lookBackChars = 2000;

/** Ends in "and", "or" or "nor" behind a "not" of the same clause. */
function endsInDeniedList(sentence: string): boolean {
  const end = sentence.trimEnd();
  const joint = /\b(?:and|or|nor)$/iu.exec(end.slice(-8));
  if (joint === null) return false;
  const body = end.slice(0, end.length - joint[0].length);
  const from = Math.max(body.lastIndexOf('.'), body.lastIndexOf(';'), body.lastIndexOf(':')) + 1;
  return /\bnot\b/iu.test(body.slice(from));
}

/**
 * True when the clause of the match denies it, or its sentence only speaks of a rule or a condition.
 * A clause ends at punctuation, at "but", and where a new verb follows "and".
 */
function isDenied(line: string, index: number, matched: string): boolean {
  const before = line.slice(Math.max(0, index - lookBackChars), index);
  const sentence = before.split(/[.!?]\s/).at(-1) ?? '';
  const clause =
    sentence
      .split(
        /[;:]|\bbut\b|\bhowever\b|\balthough\b|\bthough\b|,\s*(?:it|and|which)\b|\band\s+(?=(?:is|was|has|have|were|are|been)\b)/iu,
      )
      .at(-1) ?? '';
  // A list after a negation stays denied: "not human-authored or peer-reviewed".
  const listed =
    endsInDeniedList(sentence) && !/^(?:is|was|has|have|were|are|been)\b/iu.test(matched);
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
