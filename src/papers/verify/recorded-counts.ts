/**
 * Numbers in words that count the setup ("three seeds", "twelve layers", "every ten minutes"): none needs a claim of its
 * own where a result file or the idea states the number, as chosen before the run, under a name that stands beside it.
 */

import { isRecord } from '../../lib/is-record.ts';
import { settingSource } from '../claims/labels.ts';
import { findStatements } from '../claims/statements.ts';
import { isMeasureMember, Place } from '../evidence/stated.ts';
import { splitUnit } from '../evidence/units.ts';
import { resolvePointer } from '../json-pointer.ts';
import type { NumberToken } from '../text/numbers.ts';
import { wordsOf } from './names.ts';
import { findQuantities, mismatch, type Quantity } from './quantities.ts';
import { convertUnit } from './unit-table.ts';
import { groundsOf } from './word-forms.ts';

/** A number that was chosen, or how many a file lists of something. */
interface RecordedCount {
  readonly value: number;
  readonly unit: string | undefined;
  /** Of its name, without the unit and words that only count; the last one says what is counted. */
  readonly words: readonly string[];
  /** Where its name says that it is a bound. */
  readonly bound: 'least' | 'most' | undefined;
}

/** By the ground forms of each word of its name. */
export type RecordedCounts = ReadonlyMap<string, readonly RecordedCount[]>;

/** Members looked at in one file, and depth below its root: what was chosen stands near the top. */
const membersMax = 4_000;
const depthMax = 8;
/** Counts kept of one word. */
const countsOfWordMax = 32;
/** Words on either side of a number among which stands what it counts; characters looked at for them and for its name. */
const wordsNear = 4;
const charsNear = 120;
const charsAround = 300;
const noUnits: ReadonlySet<string> = new Set();

/** Words of a name that say no more than that it counts or bounds. */
const counting = new Set(
  'a at count each every fraction in least max maximum min minimum most n no num number of per portion ratio share the total'.split(
    ' ',
  ),
);

/** What the files state, and what the idea set. */
export function recordedCounts(files: readonly unknown[], settings: unknown): RecordedCounts {
  const byWord = new Map<string, RecordedCount[]>();
  const add = (count: RecordedCount): void => {
    for (const ground of new Set(count.words.flatMap(groundsOf))) {
      const known = byWord.get(ground) ?? [];
      if (known.length < countsOfWordMax) known.push(count);
      byWord.set(ground, known);
    }
  };
  for (const file of files) {
    let left = membersMax;
    const visit = (value: unknown, outer: Place | undefined, depth: number): void => {
      if (!isRecord(value) || depth > depthMax) return;
      for (const [name, member] of Object.entries(value)) {
        left -= 1;
        if (left < 0) return;
        const place = new Place(outer, value, name, depth);
        const length = lengthOf(member, place);
        if (length !== undefined) add({ ...named(name), unit: undefined, value: length });
        if (typeof member === 'number' && settingSource(place) !== undefined)
          add({ ...named(name), value: member });
        visit(member, place, depth + 1);
      }
    };
    visit(file, undefined, 0);
    const { methods, settings: chosen } = findStatements(file);
    for (const pointer of [...methods, ...chosen]) {
      const text = resolvePointer(file, pointer);
      if (typeof text === 'string') for (const count of inText(text)) add(count);
    }
  }
  if (isRecord(settings))
    for (const [name, value] of Object.entries(settings))
      if (typeof value === 'number') add({ ...named(name), value });
  return byWord;
}

/** How many a list or a record of records holds; measured numbers in a list are values of one thing, not things. */
function lengthOf(member: unknown, place: Place): number | undefined {
  if (Array.isArray(member)) {
    const isOfNumbers = member.some((item) => typeof item === 'number');
    const isOfTrials = isMeasureMember(place.name, true) || /seeds?$/i.test(place.name);
    const isCounted = !isOfNumbers || isOfTrials || settingSource(place) === 'configuration';
    return isCounted ? member.length : undefined;
  }
  if (!isRecord(member)) return undefined;
  const items = Object.values(member);
  return items.length > 1 && items.every(isRecord) ? items.length : undefined;
}

function named(name: string): Omit<RecordedCount, 'value'> {
  const { name: bare, unit } = splitUnit(name);
  const all = wordsOf(bare.replace(/[_-]+/g, ' '));
  const bound = all.some((word) => /^max(?:imum)?$/.test(word))
    ? 'most'
    : all.some((word) => /^min(?:imum)?$/.test(word))
      ? 'least'
      : undefined;
  const words = all.filter((word) => !counting.has(word));
  // A `batch_size` is how many a batch holds.
  return {
    unit,
    words: words.at(-1) === 'size' && words.length > 1 ? words.slice(0, -1) : words,
    bound,
  };
}

/** "2 cores, 16 GiB": each number with the words behind it, as far as one name goes. */
const inText = (text: string): RecordedCount[] =>
  findQuantities(text, noUnits).flatMap(({ token, end, unit }) => {
    const all = wordsBehind(text, end);
    const stop = all.findIndex((word) => linking.has(word));
    const words = all.slice(0, stop < 0 ? 3 : stop).filter((word) => !counting.has(word));
    return token.value === undefined ? [] : [{ value: token.value, unit, words, bound: undefined }];
  });
const linking = new Set(
  'and at are as by for from in is of on or per that to was were which with'.split(' '),
);

/** Words of a text behind a place and before one, up to the next mark. */
const wordsBehind = (text: string, from: number): string[] =>
  wordsOf(/^[^,;:.!?()—–]*/.exec(text.slice(from, from + charsNear))?.[0] ?? '').slice(
    0,
    wordsNear,
  );
const wordsBefore = (text: string, to: number): string[] =>
  wordsOf(
    text
      .slice(Math.max(0, to - charsNear), to)
      .split(/[,;:.!?()—–]/)
      .at(-1) ?? '',
  ).slice(-wordsNear);

/** "Was built twice" and "twice a day" count; "twice as long" and "twice the memory" compare. */
const isComparing = (printed: string, rest: string): boolean =>
  /^(?:twice|thrice)$/i.test(printed) &&
  /^ (?:as|the|that|of|its|their|more|less|\w+er)\b/i.test(rest);

/** How a count is bounded by the words before it. */
function boundBefore(words: string): RecordedCount['bound'] {
  if (/\b(?:at least|no fewer than) $/i.test(words)) return 'least';
  return /\b(?:at most|up to|no more than) $/i.test(words) ? 'most' : undefined;
}

/**
 * True where "the five variants" are more than the record has; fewer may be some of them.
 */
export function isBeyondRecord(
  { index, text, value = 0 }: NumberToken,
  sentence: string,
  readCounts: () => RecordedCounts,
): boolean {
  const behind = wordsBehind(sentence, index + text.length);
  const stop = behind.findIndex((word) => linking.has(word));
  const named = new Set(behind.slice(0, stop < 0 ? behind.length : stop).flatMap(groundsOf));
  if (named.size === 0) return false;
  const counts = readCounts();
  const recorded = [...named]
    .flatMap((word) => counts.get(word) ?? [])
    .filter(
      ({ words, unit, bound, ...count }) =>
        unit === undefined &&
        bound !== 'least' &&
        Number.isInteger(count.value) &&
        groundsOf(words.at(-1) ?? '').some((ground) => named.has(ground)),
    );
  return recorded.length > 0 && recorded.every((count) => count.value < value);
}

/** How long and how warm something was made, by names that say no more than their unit does. */
const spans = ['duration', 'time', 'temperature', 'period', 'interval'] as const;

/** "For sixty seconds" is told by a `duration_s` of sixty; the ending of `duration_min` may be read in two ways. */
function isSpan({ token, unit }: Quantity, sentence: string, counts: RecordedCounts): boolean {
  if (unit === undefined || !/\b(?:at|every|for) $/i.test(sentence.slice(0, token.index)))
    return false;
  return spans.some((name) =>
    counts
      .get(name)
      ?.some(
        ({ words, value, unit: own, bound }) =>
          value === token.value &&
          (words.length === 1
            ? convertUnit(1, own, unit) === 1 || (bound === 'least' && unit.startsWith('min'))
            : isWarmth(words, unit)),
      ),
  );
}

/** `temperature_c`, of which the ending is no unit by itself. */
const isWarmth = (words: readonly string[], unit: string): boolean =>
  /^temp(?:erature)? (?:c|celsius|deg c)$/.test(words.join(' ')) && /^(?:degrees|°C)$/.test(unit);

const repetitions = 'repeat repetition replicate replication round run trial pass rep'.split(' ');
const done = /\b(?:is|are|was|were)(?: \w+){1,3} $/i;
const growing =
  /\b(?:decreased|diminished|grown|improved|increased|lowered|multiplied|raised|reduced|risen) $/i;

/** "Was timed five times" is told by five `repeats`; "is five times as fast" compares. */
function isRepetition(
  { token, unit }: Quantity,
  sentence: string,
  counts: RecordedCounts,
): boolean {
  const before = sentence.slice(0, token.index);
  const behind = sentence.slice(token.index + token.text.length);
  if (unit !== 'times' || !done.test(before) || growing.test(before)) return false;
  if (/^ times (?:as|the|that|of|its|their|more|less|better|worse|\w+er)\b/i.test(behind))
    return false;
  return repetitions.some((name) =>
    counts.get(name)?.some((count) => count.unit === undefined && count.value === token.value),
  );
}

/**
 * True where a number in words is one of `counts`: of those that are called most nearly as the sentence says, one must
 * have this value. "Six decoder layers" is not licensed by six encoder layers where the decoder's are recorded, too.
 */
export function isRecorded(
  quantity: Quantity,
  sentence: string,
  readCounts: () => RecordedCounts,
): boolean {
  if (!quantity.inWords) return false;
  const counts = readCounts();
  const { index, text: printed, decimals } = quantity.token;
  const end = index + printed.length;
  if (counts.size === 0 || isComparing(printed, sentence.slice(end, end + 24))) return false;
  const around = wordsOf(sentence.slice(Math.max(0, index - charsAround), end + charsAround));
  const said = new Set(around.flatMap(groundsOf));
  const isSaid = (word: string): boolean => groundsOf(word).some((ground) => said.has(ground));
  const near = new Set(
    [...wordsBehind(sentence, end), ...wordsBefore(sentence, index)].flatMap(groundsOf),
  );
  if (isSpan(quantity, sentence, counts) || isRepetition(quantity, sentence, counts)) return true;
  const bound = boundBefore(sentence.slice(Math.max(0, index - 24), index));
  // "Half of the rows", "built twice", "a page of two megabytes": what is meant may stand farther off.
  const isFar = decimals > 0 || quantity.unit !== undefined;
  const candidates = new Set([...(isFar ? said : near)].flatMap((word) => counts.get(word) ?? []));
  let best = 0;
  let isFound = false;
  for (const count of candidates) {
    const { words, unit } = count;
    const isHeadNear = groundsOf(words.at(-1) ?? '').some((ground) => near.has(ground));
    const own = words.filter(isSaid).length;
    const isWhole = own === words.length;
    if (bound !== undefined && count.bound !== undefined && count.bound !== bound) continue;
    if (unit === undefined ? !(decimals > 0 ? isWhole : isHeadNear) : quantity.unit === undefined)
      continue;
    if (own < best) continue;
    // A unit that the name spells out ("hours" in `stress_hours`) is what is counted.
    const bare = unit === undefined ? { ...quantity, unit: undefined } : quantity;
    // In the same unit: whoever reads the file finds the number as it is told.
    const isOfUnit = bare.unit === undefined || convertUnit(1, unit, bare.unit) === 1;
    const isIt = isOfUnit && mismatch(bare, count.value, unit) === undefined;
    isFound = own > best ? isIt : isFound || isIt;
    best = own;
  }
  return isFound;
}
