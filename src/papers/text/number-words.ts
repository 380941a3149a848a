/**
 * Numbers written in words: from one to millions, fractions, multiples. Words that count nothing are
 * passed over: ordinals, "one of the", "a third party", "one-off", "double precision".
 */

import { remember } from '../remember.ts';
import type { NumberToken } from './numbers.ts';
import { findAll } from './scan.ts';
import { foldText } from './text.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const cardinals = new Map<string, number>([
  ...small.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, at): [string, number] => [word, 20 + 10 * at]),
]);
const scales = new Map([
  ['hundred', 100],
  ['dozen', 12],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);
/** Parts of a whole, as "two thirds" and "a quarter of" name them. */
const parts = new Map([
  ['half', 2],
  ['halves', 2],
  ['third', 3],
  ['thirds', 3],
  ['quarter', 4],
  ['quarters', 4],
  ['fifth', 5],
  ['fifths', 5],
  ['tenth', 10],
  ['tenths', 10],
]);
/** Words that say by what something was multiplied, wherever they stand. */
const multiples = new Map([
  ['twice', 2],
  ['thrice', 3],
  ['doubled', 2],
  ['doubling', 2],
  ['tripled', 3],
  ['quadrupled', 4],
  ['halved', 0.5],
  ['halving', 0.5],
]);
/** Words that do so only before or behind certain others: "double the", "more than double". */
const perhapsMultiples = new Map([
  ['double', 2],
  ['doubles', 2],
  ['triple', 3],
  ['triples', 3],
  ['quadruple', 4],
  ['halve', 0.5],
  ['halves', 0.5],
]);
/** Crowds without a number: nothing can stand for them. */
const crowds = new Set(['dozens', 'hundreds', 'thousands', 'millions', 'billions']);

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const definite = wordSet('the these those its their our other last first next both any which');
const beforeAmount = wordSet(
  'by to than about nearly almost roughly over under around only approximately',
);
const ofWhole = wordSet('of as the that its their an a');
const ofPart = wordSet(
  'of as the less more fewer lower higher faster slower longer shorter smaller',
);
const ordinals =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|.*teenth|.*tieth)$/;
const measures =
  /^(?:fold|per|percent|percentage|times|nanoseconds?|microseconds?|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes?|[kmgt]i?bytes?|kilobytes?|megabytes?|gigabytes?|watts?|joules?|degrees?|points?|x|ms|s)$/;
/** "Is taken to be zero": chosen, and no value that came out. */
const chosen = wordSet(
  'assumed clamped clipped fixed initialised initialized padded preset set taken',
);
/** What follows "zero" in names of methods. */
const zeroNames =
  /^(?:shot|padding|padded|mean|copy|based|day|gradients?|initiali[sz]\w*|crossings?|vectors?|matrix|matrices|point)$/;

interface Word {
  readonly text: string;
  readonly index: number;
  readonly end: number;
  /** What stands between it and the next word. */
  readonly gap: string;
}

interface NumberWords {
  readonly numbers: readonly NumberToken[];
  readonly definite: readonly NumberToken[];
}

/** Every number in words, in order; those that nothing can stand for have no value. */
export const findNumberWords = (line: string): readonly NumberToken[] =>
  readNumberWords(line).numbers;

/** "The five variants", "these two": they count what is known already, and are none of the numbers. */
export const findDefiniteCounts = (line: string): readonly NumberToken[] =>
  readNumberWords(line).definite;

const readNumberWords: (line: string) => NumberWords = remember((line) => {
  const words = readWords(line);
  const numbers: NumberToken[] = [];
  const definite: NumberToken[] = [];
  for (let at = 0; at < words.length; ) {
    const found = readAt(words, at);
    const [first, last] = [words[at], words[at + Math.max(1, found?.length ?? 1) - 1]];
    if (found?.value !== null && found !== undefined && first !== undefined && last !== undefined) {
      const text = line.slice(first.index, last.end);
      (found.isDefinite === true ? definite : numbers).push({
        ...found.value,
        index: first.index,
        text,
      });
    }
    at += Math.max(1, found?.length ?? 1);
  }
  return { numbers, definite };
});

function readWords(line: string): Word[] {
  const matches = findAll(line, /\p{L}+/gu);
  return matches.map((match, at) => {
    const end = match.index + match[0].length;
    const gap = line.slice(end, Math.min(end + 8, matches[at + 1]?.index ?? end + 8));
    return { text: foldText(match[0]), index: match.index, end, gap };
  });
}

/** How many words were read; a null value is a number that counts nothing. */
interface Found {
  readonly length: number;
  readonly value: Pick<NumberToken, 'value' | 'decimals' | 'digits'> | null;
  readonly isDefinite?: boolean;
}

/** Multiples and parts stand for two digits: "twice" for 2.0, "half" for 0.50. */
const factor = (value: number): Found['value'] => ({
  value,
  decimals: value < 1 ? 2 : 1,
  digits: 2,
});

function readAt(words: readonly Word[], at: number): Found | undefined {
  const word = words[at]?.text ?? '';
  const before = words[at - 1];
  const [gap, next] = [words[at]?.gap ?? '', words[at + 1]?.text ?? ''];
  const hyphened = before?.gap === '-' || before?.gap === '\u2010';
  if (cardinals.has(word) || scales.has(word)) return readCardinal(words, at);
  const fold = word.endsWith('fold') ? word.slice(0, -4) : '';
  const times = cardinals.get(fold) ?? scales.get(fold);
  if (times !== undefined) return { length: 1, value: factor(times) };
  if (crowds.has(word) && next === 'of')
    return { length: 1, value: { value: undefined, decimals: 0, digits: 0 } };
  const multiple = multiples.get(word);
  if (multiple !== undefined) {
    const said = before !== undefined && /^(?:or|think)$/.test(before.text);
    return { length: 1, value: said ? null : factor(multiple) };
  }
  const prior = before?.gap === ' ' ? before.text : '';
  const perhaps = perhapsMultiples.get(word);
  if (perhaps !== undefined && gap === ' ' && /^(?:the|that|of|its|their)$/.test(next))
    return { length: 1, value: word === 'halves' && next === 'of' ? null : factor(perhaps) };
  if (perhaps !== undefined && beforeAmount.has(prior) && gap !== '-' && prior !== 'to')
    return { length: 1, value: factor(perhaps) };
  if (word === 'half' && !hyphened && gap !== '-') {
    if (/^(?:first|second|other|latter|former|each|lower|upper)$/.test(prior)) return undefined;
    const counts =
      (gap === ' ' && ofWhole.has(next)) ||
      beforeAmount.has(prior) ||
      (prior === 'in' && gap !== ' ');
    return counts ? { length: 1, value: factor(0.5) } : undefined;
  }
  const part = parts.get(word);
  if (part !== undefined && prior === 'a' && !word.endsWith('s')) {
    const amount = beforeAmount.has(words[at - 2]?.text ?? '') && gap !== ' ' && gap !== '-';
    const counts = (gap === ' ' && ofPart.has(next)) || amount;
    return counts ? { length: 1, value: factor(1 / part) } : undefined;
  }
  return undefined;
}

function readCardinal(words: readonly Word[], at: number): Found {
  let total = 0;
  let current = 0;
  let length = 0;
  let last = 0;
  for (; at + length < words.length; length += 1) {
    const word = words[at + length]?.text ?? '';
    const value = cardinals.get(word);
    const scale = scales.get(word);
    const joint = length === 0 ? ' ' : (words[at + length - 1]?.gap ?? '');
    if (joint !== ' ' && joint !== '-' && joint !== '\u2010') break;
    if (word === 'and' && length > 0 && last >= 100) {
      if (!cardinals.has(words[at + length + 1]?.text ?? '')) break;
      continue;
    }
    if (scale !== undefined) {
      if (length > 0 && last === 0) break;
      current = (current === 0 ? 1 : current) * scale;
      if (scale >= 1000) {
        total += current;
        current = 0;
      }
      last = scale;
    } else if (value !== undefined && (length === 0 || last >= 100 || (last >= 20 && value < 10))) {
      current += value;
      last = value;
    } else break;
  }
  const value = total + current;
  const end = words[at + length - 1];
  const next = words[at + length];
  const joined = end?.gap === '-' || end?.gap === '\u2010';
  const follows = joined || end?.gap === ' ' ? (next?.text ?? '') : '';
  const part = parts.get(follows);
  if (
    part !== undefined &&
    (value === 1 || follows.endsWith('s') || follows === 'halves') &&
    value > 0
  )
    return { length: length + 1, value: factor(value / part) };
  if (follows === 'fold') return { length: length + 1, value: factor(value) };
  const counts = isCount(words, at, length, value, joined, follows);
  const digits = String(value).replace(/0+$/, '').length;
  return {
    length,
    value: counts === false ? null : { value, decimals: 0, digits },
    isDefinite: counts === 'definite',
  };
}

function isCount(
  words: readonly Word[],
  at: number,
  length: number,
  value: number,
  joined: boolean,
  follows: string,
): boolean | 'definite' {
  const first = words[at]?.text ?? '';
  const before = words[at - 1];
  const prior = before?.text ?? '';
  const measured =
    measures.test(follows) || (follows === 'out' && words[at + length + 1]?.text === 'of');
  if (joined && (before?.gap === '-' || !measured)) return false;
  if (ordinals.test(follows) && !measured) return false;
  if (before !== undefined && /^[-'’\u2010]$/.test(before.gap)) return false;
  if (length === 1 && scales.has(first) && prior !== 'a') return measured;
  if (value === 1) return length > 1 || (measured && follows !== 'points' && follows !== 'point');
  if (value === 0)
    return (
      !zeroNames.test(follows) &&
      !/^(?:by|non)$/.test(prior) &&
      !words.slice(Math.max(0, at - 3), at).some(({ text }) => chosen.has(text))
    );
  return measured || value > 12 || !definite.has(prior) || 'definite';
}
