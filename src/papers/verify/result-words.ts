/** Holds words of result ("faster", "all", "significant") against the claims that their sentence cites. */

import type { Claim } from '../claims/schema.ts';
import { splitUnit } from '../evidence/units.ts';
import { parsePointer } from '../json-pointer.ts';
import { rememberShape } from '../remember.ts';
import { findAll } from '../text/scan.ts';
import { foldText } from '../text/text.ts';
import { amountOf } from './amounts.ts';
import { withoutDescriptions } from './descriptions.ts';
import { definitionAt } from './harmless-words.ts';
import { createOfAll, type OfAll } from './quantified.ts';
import { findReach, type Word } from './reach.ts';
import { convertUnit } from './unit-table.ts';
import {
  betterHigher,
  betterLower,
  type Licence,
  outcomeObjects,
  rateNames,
  resultPhrases,
  resultWords,
  timeNames,
  type WordRow,
} from './word-table.ts';

/** A word of result in a sentence, by its place there. */
export interface ResultWord {
  readonly text: string;
  readonly index: number;
  readonly licence: Licence;
  readonly negated: boolean;
  /** Its clause says it of several at once ("both are faster"); null where it does not. */
  readonly ofAll: OfAll | null;
}

const rowsOf = new Map<string, WordRow & { before: Set<string>; behind: Set<string> }>();
for (const row of resultWords) {
  const before = new Set(row.unlessBefore?.split(' ') ?? []);
  const behind = new Set(row.unlessBehind?.split(' ') ?? []);
  for (const word of row.words.split(' ')) rowsOf.set(word, { ...row, before, behind });
}
type Phrase = (typeof resultPhrases)[number] & { readonly words: readonly string[] };
/** By their first word, which is all that most words of a text are compared with. */
const phrasesOf = new Map<string, Phrase[]>();
for (const entry of resultPhrases) {
  const words = entry.phrase.split(' ');
  const [first = ''] = words;
  phrasesOf.set(first, [...(phrasesOf.get(first) ?? []), { ...entry, words }]);
}
const negations = new Set(['not', 'no', 'never', 'neither', 'nor', 'cannot', 'without']);
/** Behind a negation these make it a stress: "not only faster" says that it is. */
const stresses = new Set('only just merely simply less doubt question exception'.split(' '));
/** Begins what no longer belongs to a question: "it is open whether it is stable, but it is faster". */
const afterQuestion = new Set('but while although though because'.split(' '));

/** The words of result in `sentence`, without those that are ordinary where they stand. */
export function findResultWords(sentence: string): ResultWord[] {
  const tokens: Word[] = findAll(sentence, /[\p{L}\p{N}]+/gu).map((match) => ({
    text: foldText(match[0]),
    index: match.index,
    end: match.index + match[0].length,
  }));
  // "Counts as solved when the gripper reaches the target" says what is meant by a word.
  const isOfOutcome =
    tokens.some((token) => outcomeObjects.has(token.text)) && definitionAt(tokens) === 0;
  const found: ResultWord[] = [];
  let asks = false;
  const ofAllAt = createOfAll(sentence, tokens);
  /** "Whether it is large or small, it is faster" asks nothing behind its comma. */
  let isConcession = false;
  tokens.forEach((token, at) => {
    const gap = sentence.slice(tokens[at - 1]?.end ?? token.index, token.index);
    if (token.text === 'whether') {
      asks = true;
      isConcession = at === 0 || (tokens[at + 1]?.text === 'or' && tokens[at + 2]?.text === 'not');
    } else if (afterQuestion.has(token.text) || /[;:—–]/.test(gap)) asks = false;
    else if (isConcession && gap.includes(',')) asks = false;
    if (asks) return;
    const phrase = phrasesOf
      .get(token.text)
      ?.find(({ words }) => words.every((word, step) => tokens[at + step]?.text === word));
    const row = rowsOf.get(token.text);
    const licence = phrase?.licence ?? row?.licence ?? amountOf(sentence, tokens, at);
    if (licence === undefined) return;
    const isPart = isInName(sentence, token) || (row && isOrdinary(row, tokens, at, isOfOutcome));
    if (phrase === undefined && isPart === true) return;
    const negated = [at - 3, at - 2, at - 1].some(
      (place) =>
        negations.has(tokens[place]?.text ?? '') && !stresses.has(tokens[place + 1]?.text ?? ''),
    );
    const text = phrase?.phrase ?? token.text;
    found.push({ text, index: token.index, licence, negated, ofAll: ofAllAt(at) });
  });
  for (const reach of findReach(sentence, tokens))
    found.push({ ...reach, negated: false, ofAll: null });
  return withoutDescriptions(found, sentence, tokens);
}

/** The same, of a text that is read again and again: a cell, or a sentence that stands in every paper. */
export const resultWordsOf: (sentence: string) => readonly ResultWord[] =
  rememberShape(findResultWords);

/** True for a word of the table, whatever it says where it stands. */
export const isResultWord = (word: string): boolean => rowsOf.has(word);

/** What a hyphen joins to a word of result without making a name of the two. */
const ornament = /(?<![\p{L}\p{N}])(?:\p{L}{2,20}ly|far|much|even|very|ever)-$/iu;
const performing = /^-(?:performing|running|working|scoring|behaving)(?![\p{L}\p{N}])/iu;

/** Part of a path, an identifier or a joined word such as `all-reduce`, but not of "clearly-superior". */
function isInName(sentence: string, { index, end }: Word): boolean {
  if (ornament.test(sentence.slice(Math.max(0, index - 24), index))) return false;
  if (performing.test(sentence.slice(end, end + 24))) return false;
  return (
    /[/_\\@#.-]$/.test(sentence.slice(Math.max(0, index - 1), index)) ||
    /^(?:[/_\\@#]|\.[\p{L}\p{N}]|-(?!than|then))/u.test(sentence.slice(end, end + 5))
  );
}

function isOrdinary(
  row: WordRow & { before: Set<string>; behind: Set<string> },
  tokens: readonly Word[],
  at: number,
  isOfOutcome: boolean,
): boolean {
  if (row.ofOutcome === true && !isOfOutcome) return true;
  if (isOmission(tokens, at)) return true;
  return row.before.has(tokens[at - 1]?.text ?? '') || row.behind.has(tokens[at + 1]?.text ?? '');
}

const inquiries = new Set(
  'tried tested examined checked reviewed measured compared searched verified repeated known said concluded inferred learned learnt told shown claimed stated asserted'.split(
    ' ',
  ),
);
const passives = new Set(['was', 'were', 'is', 'are', 'been', 'be']);
/** Words that such an omission may lie behind. */
const omissionWords = 10;

/** "Nothing else was tried" tells a limit, not a result. */
function isOmission(tokens: readonly Word[], at: number): boolean {
  if (!/^(?:nothing|none)$/.test(tokens[at]?.text ?? '')) return false;
  return tokens
    .slice(at + 1, at + 1 + omissionWords)
    .some(({ text }, step) => inquiries.has(text) && passives.has(tokens[at + step]?.text ?? ''));
}

/** A value of a cited claim, with what it is of. */
export interface CitedClaim {
  readonly claim: Claim;
  readonly value: number | undefined;
  /** The values among which it was read, its own with them; none where it stands alone. */
  readonly among?: () => readonly number[];
}

/**
 * True when the cited claims license the word. Nothing cited licenses nothing. What is said of several at once is to
 * hold for each that is cited.
 */
export function isLicensed(word: ResultWord, cited: readonly CitedClaim[]): boolean {
  if (word.licence === 'nothing' || word.licence === 'beyond') return false;
  if (word.licence === 'literature') return cited.some(({ claim }) => claim.kind === 'citation');
  if (word.licence === 'met' || word.licence === 'not_met') return hasVerdict(word, cited);
  const replicated = ofReplication[word.licence];
  if (replicated !== undefined)
    return areLicensed(
      word,
      cited.flatMap(({ claim: { replication } }) =>
        replication === undefined ? [] : [replicated(replication)],
      ),
    );
  if (word.licence === 'universal') return isOverMany(cited);
  if (word.licence === 'significant') return leavesOutNoDifference(cited) !== word.negated;
  if (word.licence === 'exact')
    return cited.some(({ value }) => value === 0 || value === 1 || value === 100) !== word.negated;
  const extreme = extremes[word.licence];
  if (extreme !== undefined) return isExtreme(extreme, cited);
  const isChange = word.licence === 'rises' || word.licence === 'falls';
  const held = pairsOf(cited, isChange, word.ofAll !== null).flatMap(
    (pair) => relationHolds(word.licence, pair) ?? [],
  );
  return (word.ofAll?.ofTwo !== true || held.length > 1) && areLicensed(word, held);
}

/** Of what the claims say of the word, one is enough, but for a word of several at once. */
function areLicensed({ negated, ofAll }: ResultWord, held: readonly boolean[]): boolean {
  const isRight = (holds: boolean): boolean => holds !== negated;
  return ofAll === null ? held.some(isRight) : held.length > 0 && held.every(isRight);
}

function hasVerdict(word: ResultWord, cited: readonly CitedClaim[]): boolean {
  const isMet = word.licence === 'met';
  const verdicts = cited.flatMap(({ claim: { outcome, replication } }) => {
    if (outcome !== undefined || replication === undefined) return outcome?.verdict ?? [];
    const { verdict, first_verdict: first } = replication;
    return word.ofAll === null ? verdict : [verdict, first];
  });
  return areLicensed(
    { ...word, negated: false },
    verdicts.map((verdict) => verdict === (isMet !== word.negated ? 'met' : 'not_met')),
  );
}

/** What a replication must be for a word about it. */
const ofReplication: Partial<
  Record<Licence, (replication: NonNullable<Claim['replication']>) => boolean>
> = {
  agrees: ({ agrees }) => agrees,
  disagrees: ({ agrees }) => !agrees,
  overlap: ({ intervals }) => intervals === 'overlap',
  apart: ({ intervals }) => intervals === 'apart',
  same_verdict: ({ verdict, first_verdict }) => verdict === first_verdict,
  other_verdict: ({ verdict, first_verdict }) => verdict !== first_verdict,
};

const aggregates = /^(?:count|min|max|outliers|quantile|t_low|t_high|boot_low|boot_high)\(/;

function isOverMany(cited: readonly CitedClaim[]): boolean {
  return (
    cited.some(
      ({ claim }) =>
        claim.outcome?.verdict === 'met' ||
        (claim.kind === 'statistic' && aggregates.test(claim.derived?.formula ?? '')),
    ) || sameQuantity(cited).length > 1
  );
}

function leavesOutNoDifference(cited: readonly CitedClaim[]): boolean {
  const bounds = cited.flatMap(({ claim, value }) => {
    const formula = claim.derived?.formula ?? '';
    const end = /^(?:t|boot)_(low|high)\(/.exec(formula)?.[1];
    const none = formula.includes('ratio(')
      ? 1
      : /difference\(|percent_change\(/.test(formula)
        ? 0
        : null;
    return end === undefined || none === null || value === undefined ? [] : [{ end, none, value }];
  });
  const low = bounds.find(({ end }) => end === 'low');
  const high = bounds.find(({ end }) => end === 'high');
  return (
    low !== undefined && high !== undefined && (low.value > low.none || high.value < high.none)
  );
}

const extremes: Partial<Record<Licence, 'max' | 'min' | 'fastest' | 'slowest' | 'best' | 'worst'>> =
  {
    highest: 'max',
    lowest: 'min',
    fastest: 'fastest',
    slowest: 'slowest',
    best: 'best',
    worst: 'worst',
  };

/** The first cited claim against the others of its quantity, or a statistic that is that end. */
function isExtreme(
  which: NonNullable<(typeof extremes)[Licence]>,
  cited: readonly CitedClaim[],
): boolean {
  const first = cited.find(({ value }) => value !== undefined);
  if (first?.value === undefined) return false;
  const side = sideOf(which, first.claim);
  if (side === undefined) return false;
  const formula = first.claim.derived?.formula ?? '';
  if (formula.startsWith(`${side}(`)) return true;
  // Not only among those that are cited: a smaller one could have been left out.
  const shown = sameQuantity(cited).map(({ value }) => value ?? 0);
  const among = first.among?.() ?? [];
  const end = [...shown, ...among].reduce((a, b) => Math[side](a, b), first.value);
  return (shown.length > 1 || among.length > 1) && first.value === end;
}

function sideOf(end: string, claim: Claim): 'max' | 'min' | undefined {
  if (end === 'max' || end === 'min') return end;
  const wanted = end === 'best' || end === 'worst' ? betterOf(claim) : fasterOf(claim);
  if (wanted === undefined) return undefined;
  const isGood = end === 'best' || end === 'fastest';
  return (wanted === 'higher') === isGood ? 'max' : 'min';
}

/** The cited values that are of the quantity of the first. */
export function sameQuantity(cited: readonly CitedClaim[]): CitedClaim[] {
  const withValue = cited.filter(({ value }) => value !== undefined);
  const first = withValue[0];
  if (first === undefined) return [];
  const seen = new Set<string>();
  return withValue.filter(({ claim }) => {
    if (seen.has(claim.id) || quantityOf(claim) !== quantityOf(first.claim)) return false;
    seen.add(claim.id);
    return claim.unit === first.claim.unit && shapeOf(claim) === shapeOf(first.claim);
  });
}

/** A formula without its sources: a median is no value of the quantity of a mean. */
const shapeOf = ({ derived }: Claim): string | undefined =>
  derived?.formula.replace(/"(?:[^"\\]|\\.)*"/g, '');

/** True where the cited values are of one quantity and all the same. */
export function areEqual(cited: readonly CitedClaim[]): boolean {
  const [first, ...others] = sameQuantity(cited);
  return others.length > 0 && others.every(({ value }) => value === first?.value);
}

/** The name of the quantity in the file, without the place in a list. */
function quantityOf(claim: Claim): string {
  if (claim.quantity !== undefined) return claim.quantity;
  const parts = parsePointer(claim.evidence_refs[0]?.pointer ?? '') ?? [];
  return parts.filter((part) => !/^\d+$/.test(part)).at(-1) ?? '';
}

interface Pair {
  readonly claim: Claim;
  /** Of the subject, or of the end of a change. */
  readonly a: number;
  /** Of the baseline, or of its beginning. */
  readonly b: number;
}

const orders = { higher: 1, equal: 0, lower: -1 } as const;

function pairsOf(cited: readonly CitedClaim[], isChange: boolean, ofAll: boolean): Pair[] {
  const compared = cited.flatMap(({ claim }) =>
    // Only the order counts.
    claim.comparison === undefined ? [] : [{ claim, a: orders[claim.comparison.direction], b: 0 }],
  );
  if (compared.length > 0) return compared;
  const [first, ...others] = sameQuantity(cited);
  const last = others.at(-1);
  if (first?.value === undefined || last?.value === undefined) return [];
  if (isChange) return [{ claim: first.claim, a: last.value, b: first.value }];
  const b = last.value;
  const subjects = ofAll ? [first, ...others.slice(0, -1)] : [first];
  return subjects.flatMap(({ claim, value: a }) => (a === undefined ? [] : [{ claim, a, b }]));
}

/** Whether the relation that the word states holds; undefined where that cannot be decided. */
function relationHolds(licence: Licence, { claim, a, b }: Pair): boolean | undefined {
  const above = a > b;
  const below = a < b;
  const wanted =
    licence === 'faster' || licence === 'slower'
      ? fasterOf(claim)
      : licence === 'better' || licence === 'worse'
        ? betterOf(claim)
        : licence === 'higher' || licence === 'rises'
          ? 'higher'
          : 'lower';
  if (wanted === undefined) return undefined;
  const isTurned = licence === 'slower' || licence === 'worse';
  return (wanted === 'higher') !== isTurned ? above : below;
}

const spoken = (claim: Claim): string =>
  [quantityOf(claim), claim.label ?? '', claim.evidence_refs[0]?.pointer ?? '']
    .join(' ')
    .replace(/[_/-]+/g, ' ');

/** Which direction is faster: a rate or a time by its unit or its name. */
function fasterOf(claim: Claim): 'higher' | 'lower' | undefined {
  const named = parsePointer(claim.evidence_refs[0]?.pointer ?? '')?.at(-1) ?? '';
  const unit = claim.unit ?? splitUnit(quantityOf(claim)).unit ?? splitUnit(named).unit;
  if (unit?.endsWith('/s') === true || rateNames.test(spoken(claim))) return 'higher';
  const isTime = unit !== undefined && convertUnit(1, unit, 's') !== undefined;
  return isTime || timeNames.test(spoken(claim)) ? 'lower' : undefined;
}

function betterOf(claim: Claim): 'higher' | 'lower' | undefined {
  if (claim.comparison !== undefined) return claim.comparison.better ?? undefined;
  const text = spoken(claim);
  if (betterHigher.test(text)) return 'higher';
  return betterLower.test(text) || fasterOf(claim) === 'lower' ? 'lower' : undefined;
}

/** What a word of result lacks, as a finding says it. */
export function missing(licence: string, isCited: boolean): string {
  if (licence === 'nothing') return 'is nothing that a run can show';
  if (licence === 'beyond') return 'reaches beyond what was tried; say of what it was shown';
  if (licence === 'literature') return 'needs the citation of a work in references.bib';
  const needs = `a claim of its sentence that shows it (${licence.replace('_', ' ')})`;
  return isCited ? `is not what the cited claims show; it needs ${needs}` : `needs ${needs}`;
}
