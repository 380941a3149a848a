/** Whether a text says of what a number is: the right quantity, and not the name of another case. */

import type { Claim } from '../claims/schema.ts';
import { findAll } from '../text/scan.ts';
import { isNamed, type KnownNames, type NameWords, wordsOf } from './names.ts';
import type { PaperReading } from './reading.ts';

/**
 * Where a number stands: in a sentence its case or its record may stand for the quantity, beside a name cell its
 * record may, under a head only the quantity itself.
 */
export type NamePlace = 'sentence' | 'name cell' | 'column';

/** The words around a number: those of a sentence one by one, those beside a cell by asking for each. */
export type NearWords = ReadonlySet<string> | Pick<ReadonlySet<string>, 'has'>;

/** What is wrong with the names around a number of `claim`; undefined where nothing is. */
export function misnamed(
  claim: Claim,
  words: NearWords,
  reading: Pick<PaperReading, 'namesOf'>,
  /** Claims cited beside it, whose cases may be named as well. */
  others: readonly Claim[],
  place: NamePlace,
): string | undefined {
  const all = reading.namesOf(claim);
  const first = all[0];
  if (first === undefined) return undefined;
  if (claim.kind === 'statistic' && claim.derived?.formula.startsWith('count(') === true)
    return countWords.some((word) => words.has(word)) ||
      first.all.some((name) => isNamed(name, words))
      ? undefined
      : 'is how many values there are, which is not said beside it';
  const labels =
    place === 'sentence'
      ? first.labels
      : first.labels.filter(
          (name) => place === 'name cell' && name.join() !== first.subject?.join(),
        );
  const names = [...first.quantities, ...labels];
  const isSaid = (name: NameWords): boolean =>
    isNamed(name, words) ||
    (place === 'sentence' &&
      (isSpoken(name, words) || (claim.kind === 'setting' && isKeptAt(name, words))));
  if (first.quantities.length > 0 && !names.some(isSaid))
    return `is a value of “${show(first.quantities[0])}”, which is not named beside it`;
  const statistic = missingStatistic(claim, words);
  if (statistic !== undefined) return `is a ${statistic}, which is not named beside it`;
  const end = place === 'sentence' ? undefined : otherEnd(claim, words);
  if (end !== undefined) return end;
  const isOfOne = claim.derived === undefined || claim.kind === 'statistic';
  if (!isOfOne || first.subject === null) return undefined;
  if (isNamed(first.subject, words)) return undefined;
  const elsewhere = others.flatMap((other) =>
    other === claim ? [] : reading.namesOf(other).flatMap((entry) => entry.all),
  );
  const rival = first.rivals.find((name) => isNamed(name, words) && !includes(elsewhere, name));
  return rival === undefined
    ? undefined
    : `is the value of “${show(first.subject)}”, but “${show(rival)}” is named`;
}

/** "Pages per minute" of `pages_per_min`, "building takes" of `build_s`. */
const isSpoken = (name: NameWords, words: NearWords): boolean =>
  name.every((word, at) => {
    if (at > 0 && at === name.length - 1 && unitsOfNames.has(word)) return true;
    const written = name[at - 1] === 'per' ? timesOfRates.get(word) : undefined;
    if (words.has(word) || (written !== undefined && words.has(written))) return true;
    if (spelledOut.get(word)?.some((other) => words.has(other)) === true || isCutOf(word, words))
      return true;
    return (
      word.length > 3 && [word, word.replace(/e$/, '')].some((stem) => words.has(`${stem}ing`))
    );
  });
/** `methane_ml` is methane: units that a name may end in and that the file says nothing more of. */
const unitsOfNames: ReadonlySet<string> = new Set(
  'ah bar c db dbm eur g gbps hz k kbps kg khz km l m mah mbps mg mhz mj ml mm mmol mol nm pct ppb ppm psi px rpm um usd wh'.split(
    ' ',
  ),
);

/** Short forms in names that are not the beginning of what a sentence has for them. */
const spelledOut: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    avg: ['average', 'mean'],
    elapsed: ['time', 'took'],
    fps: ['frame'],
    kept: ['left', 'remain', 'remained', 'remaining', 'retained'],
    lr: ['rate'],
    pct: ['percent', 'percentage'],
    ppl: ['perplexity'],
    ram: ['memory'],
    runtime: ['time', 'took'],
    std: ['deviation'],
    tput: ['throughput'],
    txn: ['transaction'],
    wall: ['time', 'took'],
  }),
);
/** "Accuracy" of `acc`: the least letters of a word that was cut, and of the rest of it. */
const [cutMin, restMin] = [3, 2];
/** Of a longer sentence each word is not looked at. */
const wordsMax = 200;
const isCutOf = (word: string, words: NearWords): boolean =>
  word.length >= cutMin &&
  'size' in words &&
  words.size <= wordsMax &&
  [...words].some((other) => other.length >= word.length + restMin && other.startsWith(word));

/** "Was kept at 37 degrees" of a `temperature_c` that was chosen. */
const isKeptAt = (name: NameWords, words: NearWords): boolean =>
  name[0] === 'temperature' && name.length <= 2 && words.has('degree') && words.has('at');
const timesOfRates = new Map([
  ['ms', 'millisecond'],
  ['s', 'second'],
  ['sec', 'second'],
  ['min', 'minute'],
  ['h', 'hour'],
]);

/** What raw values may be called where they are counted; as `wordsOf` gives words. */
const countWords =
  'value count number trial sample run time measurement point observation repetition repeat entrie entry row record item draw'.split(
    ' ',
  );

/** What a text calls a statistic, word by word. */
const statisticWords: Readonly<Record<string, readonly string[]>> = {
  median: ['median'],
  mean: ['mean', 'average', 'averaged'],
  sum: ['sum', 'total', 'together'],
  sd: ['sd', 'std', 'deviation', 'stdev'],
  min: ['min', 'minimum', 'smallest', 'lowest', 'least', 'shortest', 'fastest', 'best', 'worst'],
  max: ['max', 'maximum', 'largest', 'highest', 'greatest', 'longest', 'slowest', 'best', 'worst'],
  quantile: ['quantile', 'percentile', 'quartile'],
  outliers: ['outlier'],
  split: ['split', 'apart', 'group'],
  t_low: ['interval', 'bound', 'confidence', 'ci'],
  t_high: ['interval', 'bound', 'confidence', 'ci'],
  boot_low: ['interval', 'bound', 'confidence', 'ci'],
  boot_high: ['interval', 'bound', 'confidence', 'ci'],
};

/** The outermost function of the formula of a statistic, and the words for it; none for others. */
function statisticOf({ kind, derived }: Claim): { name: string; words: readonly string[] } {
  const name = /^(?:(?:convert|abs)\()*([a-z_]+)\(/.exec(derived?.formula ?? '')?.[1] ?? '';
  const isKnown = kind === 'statistic' && Object.hasOwn(statisticWords, name);
  return { name, words: isKnown ? (statisticWords[name] ?? []) : [] };
}

/** What the statistic of a claim may be called, each a name of one word. */
export const statisticNames = (claim: Claim): readonly NameWords[] =>
  statisticOf(claim).words.map((word) => [word]);

/** The outermost statistic of a formula where no word names it. */
function missingStatistic(claim: Claim, words: NearWords): string | undefined {
  const { name, words: named } = statisticOf(claim);
  if (named.length === 0 || named.some((word) => words.has(word))) return undefined;
  return name.replace('_', ' ');
}

/** What a head calls the ends of an interval. */
const endWords = {
  low: ['from', 'low', 'lower'],
  high: ['to', 'high', 'upper'],
} as const;

/** An end of an interval under the head of the other one; a sentence may name both in any order. */
function otherEnd(claim: Claim, words: NearWords): string | undefined {
  const end = /^(?:t|boot)_(low|high)$/.exec(statisticOf(claim).name)?.[1];
  if (end !== 'low' && end !== 'high') return undefined;
  const called = (name: keyof typeof endWords): boolean =>
    endWords[name].some((word) => words.has(word));
  const [own, other] = end === 'low' ? (['low', 'high'] as const) : (['high', 'low'] as const);
  if (called(own) || !called(other)) return undefined;
  return `is the ${end === 'low' ? 'lower' : 'upper'} end of an interval and stands under the other`;
}

function includes(names: readonly NameWords[], name: NameWords): boolean {
  return names.some((other) => name.every((word) => other.includes(word)));
}

const show = (name: NameWords | undefined): string => (name ?? []).join(' ');

const compared =
  /\b(?:compared (?:with|to)|than|versus|vs\.?|relative to|against|over)\s+(?:the |that of )?/giu;
/** Places looked at in one sentence. */
const comparedMax = 50;

/** True when the sentence puts the subject of a comparison where its baseline belongs. */
export function isTurnedRound(claim: Claim, sentence: string): boolean {
  if (claim.comparison === undefined) return false;
  const subject = wordsOf(claim.comparison.subject);
  const baseline = wordsOf(claim.comparison.baseline);
  if (subject.length === 0 || baseline.length === 0) return false;
  if (subject.join(' ') === baseline.join(' ')) return false;
  let looked = 0;
  for (const match of findAll(sentence, compared)) {
    looked += 1;
    if (looked > comparedMax) return false;
    const from = match.index + match[0].length;
    const behind = wordsOf(sentence.slice(from, from + 120));
    if (startsWith(behind, subject) && !startsWith(behind, baseline)) return true;
  }
  return false;
}

function startsWith(words: readonly string[], name: NameWords): boolean {
  return name.every((word, at) => words[at] === word);
}

/** Covers the places of a text that are names, so that a name such as `best loss` states nothing. */
export function createCover(
  text: string,
  candidates: (word: string) => readonly NameWords[],
): (index: number) => boolean {
  const words: string[] = [];
  let placeOf: Map<number, number> | undefined;
  // Most texts are asked for no place.
  const readPlaces = (): Map<number, number> => {
    const places = new Map<number, number>();
    for (const match of findAll(text, /[\p{L}\p{N}\p{M}]+/gu)) {
      places.set(match.index, words.length);
      words.push(...wordsOf(match[0]));
    }
    return places;
  };
  return (index) => {
    placeOf ??= readPlaces();
    const place = placeOf.get(index);
    const own = place === undefined ? undefined : words[place];
    if (place === undefined || own === undefined) return false;
    return candidates(own).some((name) =>
      name.some(
        (word, offset) =>
          word === own && name.every((part, step) => words[place - offset + step] === part),
      ),
    );
  };
}

/** Names of the result files by a word of theirs. */
export function allNames(names: KnownNames): (word: string) => readonly NameWords[] {
  return (word) => names.byWord.get(word) ?? [];
}
