/**
 * Looks for a success threshold and a stop condition in the free text of an idea. A reading says how
 * sure it is and which words made it so. Text that is too short, cut, or in a script the patterns
 * do not know is `unknown`, which is not `missing`. Pure.
 */
import { limits } from '../../domain/limits.ts';

/** What the text says of one thing. `unknown` means that nobody could tell, not that it is missing. */
export interface TextReading {
  readonly state: 'stated' | 'missing' | 'unknown';
  readonly confidence: 'high' | 'medium' | 'low';
  /** How it was recognised, in words. */
  readonly rule: string;
  /** The words that were recognised; null when none were. */
  readonly matched: string | null;
}

interface Pattern {
  readonly pattern: RegExp;
  readonly confidence: TextReading['confidence'];
  readonly rule: string;
}

/** A labelled line says it outright; a comparison with a number says it in passing. */
const thresholdPatterns: readonly Pattern[] = [
  {
    pattern:
      /^[\s#*_>-]{0,20}(?:success|acceptance|pass)?[ _-]?(?:threshold|criteri(?:on|a)|metric)s?\b[*_ ]{0,4}:\s*\S.{0,120}/im,
    confidence: 'high',
    rule: 'a line labelled as threshold or criterion',
  },
  {
    pattern:
      /\b(?:at (?:least|most)|no (?:more|less|fewer) than|(?:more|less|better|worse|lower|higher|fewer|greater) than|above|below|under|over|exceeds?|within|beats?)\s+(?:by\s+)?[~≈]?-?\d[\d.,]{0,12}\s?(?:%|‰|x\b|×|[a-zµ]{0,12}\b)/i,
    confidence: 'medium',
    rule: 'a comparison with a number',
  },
  {
    pattern: /(?:[<>≤≥]=?|±)\s?-?\d[\d.,]{0,12}/,
    confidence: 'medium',
    rule: 'a comparison sign with a number',
  },
  {
    pattern:
      /\b(?:success(?:ful)? if|counts? as (?:a )?success|threshold|success criteri(?:on|a))\b/i,
    confidence: 'low',
    rule: 'words about success without a value',
  },
];

const stopPatterns: readonly Pattern[] = [
  {
    pattern:
      /^[\s#*_>-]{0,20}(?:stop(?:ping)?|abort|termination|exit|kill)[ _-]?(?:condition|criteri(?:on|a)|rule)s?\b[*_ ]{0,4}:\s*\S.{0,120}/im,
    confidence: 'high',
    rule: 'a line labelled as stop condition',
  },
  {
    pattern:
      /\b(?:stop|abort|give up|terminate|quit|end)\b[^.\n]{0,40}\b(?:if|when|after|once|as soon as|unless)\b[^.\n]{0,80}/i,
    confidence: 'medium',
    rule: 'a sentence that says when to stop',
  },
  {
    pattern:
      /\b(?:budget of|time ?limit|at most|no more than|within|for up to|max(?:imum)?(?: of)?)\s+\d[\d.,]{0,12}\s?(?:gpu[- ]?)?(?:hours?|h\b|minutes?|min\b|days?|runs?|steps?|epochs?|iterations?|seeds?|trials?)/i,
    confidence: 'medium',
    rule: 'a bound on time or tries',
  },
  {
    pattern: /\b(?:stop(?:ping)? (?:condition|criteri(?:on|a))|early stopping|time ?box(?:ed)?)\b/i,
    confidence: 'low',
    rule: 'words about stopping without a condition',
  },
];

/** Less text than this is a title, which nobody expects to say more. */
const judgeableCharsMin = 80;
const matchedCharsMax = 160;

/** What the text says of a threshold for success. */
export const readThreshold = (text: string): TextReading => read(text, thresholdPatterns);
/** What the text says of when to stop. */
export const readStopCondition = (text: string): TextReading => read(text, stopPatterns);

function read(text: string, patterns: readonly Pattern[]): TextReading {
  const seen = text.slice(0, limits.researchTextCharsMax);
  for (const { pattern, confidence, rule } of patterns) {
    const matched = pattern.exec(seen)?.[0].trim();
    if (matched !== undefined) {
      return { state: 'stated', confidence, rule, matched: matched.slice(0, matchedCharsMax) };
    }
  }
  const unknown = whyUnknown(text);
  return unknown === null
    ? { state: 'missing', confidence: 'medium', rule: 'no known wording was found', matched: null }
    : { state: 'unknown', confidence: 'low', rule: unknown, matched: null };
}

function whyUnknown(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length < judgeableCharsMin)
    return `the text has fewer than ${judgeableCharsMin} characters`;
  if (text.length > limits.researchTextCharsMax)
    return `only the first ${limits.researchTextCharsMax} characters were looked at`;
  const letters = trimmed.match(/\p{L}/gu)?.length ?? 0;
  const latin = trimmed.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 < letters || letters === 0 ? 'the patterns only know English wording' : null;
}
