/**
 * The statistics of formulas. Sums run from the first value to the last; a result that cannot be
 * given is not a number, which no claim may hold.
 */
import type { Series } from './series.ts';
import { studentT } from './student-t.ts';

/** Sum of the values. */
export function sum({ values }: Series): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Arithmetic mean. */
export function mean(series: Series): number {
  return sum(series) / series.values.length;
}

/** Sample standard deviation, with n - 1; not a number for fewer than two values. */
export function sd(series: Series): number {
  const center = mean(series);
  let squares = 0;
  for (const value of series.values) squares += (value - center) * (value - center);
  return series.values.length < 2 ? Number.NaN : Math.sqrt(squares / (series.values.length - 1));
}

/** The value in the middle, or the mean of the two there. */
export function median({ sorted }: Series): number {
  const upper = Math.floor(sorted.length / 2);
  const high = sorted[upper] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[upper - 1] ?? Number.NaN) + high) / 2;
}

/** Linear between the order statistics around (n - 1) q; `sorted` ascends, q is from 0 to 1. */
export function quantileOf(sorted: Float64Array, q: number): number {
  if (!(q >= 0 && q <= 1)) return Number.NaN;
  const place = (sorted.length - 1) * q;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[below + 1];
  return high === undefined ? low : low + (place - below) * (high - low);
}

/** One end of Student's interval of the mean; `side` is -1 or 1. */
export function tEnd(series: Series, level: number, side: -1 | 1): number {
  const count = series.values.length;
  if (count < 2 || !isLevel(level)) return Number.NaN;
  return mean(series) + (side * studentT(level, count - 1) * sd(series)) / Math.sqrt(count);
}

/** One end of the percentile bootstrap interval of the median; the seed is a whole number of 32 bits. */
export function bootEnd(series: Series, level: number, seed: number, side: -1 | 1): number {
  if (!isLevel(level) || !isSeed(seed)) return Number.NaN;
  return quantileOf(series.resampledMedians(seed), (1 + side * level) / 2);
}

/** Interquartile ranges beyond the quartiles from which on a value is an outlier (Tukey). */
const fence = 1.5;

/** How many values lie beyond Tukey's fences; none where the middle half has no width. */
export function outliers({ sorted }: Series): number {
  const [low, high] = [quantileOf(sorted, 0.25), quantileOf(sorted, 0.75)];
  const room = fence * (high - low);
  if (!(room > 0)) return 0;
  return sorted.filter((value) => value < low - room || value > high + room).length;
}

/** Share of the values that either side of a split has at least. */
const sideShare = 0.2;

/**
 * Share of the variance that is between the two sides of the best cut through the ordered values, either side
 * having a fifth of them: about 0.64 for a normal distribution, 0.75 for an even one, near 1 for two groups.
 */
export function split(series: Series): number {
  const { sorted } = series;
  const count = sorted.length;
  const least = Math.max(2, Math.ceil(count * sideShare));
  const total = sum(series);
  const center = total / count;
  let squares = 0;
  for (const value of sorted) squares += (value - center) * (value - center);
  let below = 0;
  let best = 0;
  for (let cut = 1; cut <= count - least; cut += 1) {
    below += sorted[cut - 1] ?? 0;
    if (cut < least) continue;
    const apart = below / cut - (total - below) / (count - cut);
    best = Math.max(best, ((cut * (count - cut)) / count) * apart * apart);
  }
  return squares > 0 ? Math.min(1, best / squares) : 0;
}

/** True for what `bootEnd` takes as a seed. */
export function isSeed(seed: number): boolean {
  return Number.isInteger(seed) && seed >= 0 && seed <= 0xffff_ffff;
}

const isLevel = (level: number): boolean => level > 0 && level < 1;
