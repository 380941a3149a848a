/**
 * Turns sentences from outside into inlines. Each number must be found among the claims by value
 * and by subject; a sentence with a number that no claim states is left out, never quoted.
 */

import { significantWords } from '../claims/labels.ts';
import { type Claim, claimValue } from '../claims/schema.ts';
import { type Inline, notAResult, text } from '../document.ts';
import { isCleanWording } from '../lint/wording.ts';
import { findNumbers, hasDigit, isBareNumber, standsFor } from '../numbers.ts';
import { toPlainLine } from '../text.ts';

/** Longest sentence taken over. */
const sentenceCharsMax = 700;

/**
 * Where a number in a sentence is looked up: its claim has the value and shares one of `words` with
 * the sentence.
 */
export interface ClaimIndex {
  readonly entries: readonly {
    readonly claim: Claim;
    readonly value: number;
    readonly words: ReadonlySet<string>;
  }[];
}

/** Prepares the measured claims for look-up by value and by the words of their pointer and unit. */
export function indexClaims(claims: readonly Claim[]): ClaimIndex {
  const entries = claims.flatMap((claim) => {
    const value = claimValue(claim);
    if (value === undefined || !['measurement', 'setting'].includes(claim.kind)) return [];
    const source = claim.evidence_refs[0];
    const words = significantWords(
      `${source?.pointer ?? ''} ${claim.unit ?? ''}`.replaceAll('_', ' '),
    );
    return [{ claim, value, words }];
  });
  return { entries };
}

/** The sentence as inlines, or undefined when it cannot be said: unclaimed numbers, or lint. */
export function resolveSentence(source: string, index: ClaimIndex): Inline[] | undefined {
  const sentence = toPlainLine(source);
  if (sentence === '' || sentence.length > sentenceCharsMax || !isCleanWording(sentence)) {
    return undefined;
  }
  const words = significantWords(sentence.replaceAll('_', ' '));
  const inlines: Inline[] = [];
  let at = 0;
  for (const name of findNames(sentence)) {
    const before = resolveNumbers(sentence.slice(at, name.index), words, index);
    if (before === undefined) return undefined;
    inlines.push(...before, notAResult(name.text, 'a name used in the project'));
    at = name.index + name.text.length;
  }
  const rest = resolveNumbers(sentence.slice(at), words, index);
  return rest === undefined ? undefined : [...inlines, ...rest];
}

/** Words that hold digits but start with a letter, versions, and widths such as `8-bit`. */
export function findNames(sentence: string): { index: number; text: string }[] {
  const pattern =
    /(?<![\p{L}\p{N}_.=:/+\u2212-])(?:v?\d{1,20}(?:\.\d{1,20}){2,8}|\d{1,20}-bit|[12345]D|\p{L}[\p{L}\p{N}_./+-]{0,80}\p{N}[\p{L}\p{N}_/+-]{0,80}(?:\.[\p{L}\p{N}_/+-]{1,80}){0,8})(?![\p{L}\p{N}_=:])/gu;
  return [...sentence.matchAll(pattern)]
    .map((match) => ({ index: match.index, text: match[0] }))
    .filter((name) => !/-\d*\.\d+$/.test(name.text) && !isBareNumber(name.text));
}

function resolveNumbers(
  part: string,
  words: ReadonlySet<string>,
  index: ClaimIndex,
): Inline[] | undefined {
  const inlines: Inline[] = [];
  let at = 0;
  for (const token of findNumbers(part)) {
    const claim = findClaim(token, words, index);
    if (claim === undefined) return undefined;
    inlines.push(text(part.slice(at, token.index)));
    const end = token.index + token.text.length;
    const unit = unitAfter(part.slice(end), claim.unit);
    const printed = token.text.replaceAll('−', '-').replace(/^\+/, '');
    inlines.push({ kind: 'value', claimId: claim.id, printed, unit: unit?.unit, cited: true });
    at = end + (unit?.length ?? 0);
  }
  inlines.push(text(part.slice(at)));
  const plain = inlines.filter((inline) => inline.kind === 'text' && hasDigit(inline.text));
  return plain.length > 0
    ? undefined
    : inlines.filter((inline) => inline.kind !== 'text' || inline.text !== '');
}

/** The claim's unit or a percent sign right after a number, and how many characters it takes. */
function unitAfter(
  rest: string,
  unit: string | undefined,
): { unit: string; length: number } | undefined {
  if (rest.startsWith('%')) return { unit: '%', length: 1 };
  if (unit === undefined || hasDigit(unit)) return undefined;
  const gap = rest.startsWith(' ') ? 1 : 0;
  const fits = rest.startsWith(unit, gap) && !/^[\p{L}\p{N}_]/u.test(rest.slice(gap + unit.length));
  return fits ? { unit, length: gap + unit.length } : undefined;
}

/** The claim with that value whose name shares most words with the sentence; at least one. */
function findClaim(
  token: ReturnType<typeof findNumbers>[number],
  words: ReadonlySet<string>,
  index: ClaimIndex,
): Claim | undefined {
  let best: { claim: Claim; shared: number } | undefined;
  for (const entry of index.entries) {
    if (!standsFor(token, entry.value)) continue;
    const shared = [...entry.words].filter((word) => words.has(word)).length;
    if (shared > (best?.shared ?? 0)) best = { claim: entry.claim, shared };
  }
  return best?.claim;
}

/** Sentences that can be said, joined by spaces, and those that cannot. */
export function resolveText(
  sentences: readonly string[],
  index: ClaimIndex,
): { inlines: Inline[]; leftOut: string[] } {
  const inlines: Inline[] = [];
  const leftOut: string[] = [];
  for (const sentence of sentences) {
    const resolved = resolveSentence(sentence, index);
    if (resolved === undefined) {
      leftOut.push(sentence);
      continue;
    }
    if (inlines.length > 0) inlines.push(text(' '));
    inlines.push(...resolved, ...endMark(sentence));
  }
  return { inlines, leftOut };
}

function endMark(sentence: string): Inline[] {
  return /[.!?:]["')\]]?$/.test(sentence.trim()) ? [] : [text('.')];
}
