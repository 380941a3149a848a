/** Round numbers for the axes of charts: tops, steps between ticks, powers of ten, stretches of time. Pure. */

/** From the least value to the greatest. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** As `Math.min` and `Math.max`, for any number of values; of none it goes from infinity downwards. */
export function rangeOf(values: Iterable<number>): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

/** The steps between ticks. */
const tickSteps = [1, 2, 5, 10];
/** What floating point may add to a quotient. */
const slack = 1e-9;

/**
 * The least number at or above a positive value that is one of the steps times a power of ten. Steps ascend
 * from 1 to 10.
 */
export function roundAbove(value: number, steps: readonly number[] = tickSteps): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = steps.find((each) => each * power >= value * (1 - slack)) ?? 10;
  return exact(step * power);
}

/** Values of ticks, ascending, with what lies between two of them. */
interface Ticks {
  readonly values: readonly number[];
  readonly step: number;
}

/** Beneath it, steps would vanish in floating point. */
const leastRoom = 1e-290;
/** What a step is of the greatest value at least, for that it still changes that value when it is added. */
const leastOfValue = 2 ** -50;

/**
 * Ticks in about so many round steps around all values; a single value gets room on both sides of it, and
 * values that differ by less than floating point tells from them get steps that it does tell.
 */
export function ticksAround({ low, high }: Range, stepsWanted: number): Ticks {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { values: [0, 1], step: 1 };
  const isWide = high > low;
  const greatest = Math.max(Math.abs(low), Math.abs(high));
  const room = isWide ? high - low : Math.abs(low) || 1;
  const wanted = Math.max(room / stepsWanted, greatest * leastOfValue);
  const step = wanted > leastRoom ? roundAbove(wanted) : 1;
  const at = (tick: number): number => exact(tick * step, digitsOf(tick));
  let from = Math.floor((isWide ? low : low - step) / step);
  let to = Math.ceil((isWide ? high : high + step) / step);
  // The quotient may have been rounded onto the tick within.
  if (at(from) > low) from -= 1;
  if (at(to) < high) to += 1;
  return { step, values: series(Math.max(1, to - from), (index) => at(from + index)) };
}

/** Powers of ten from below positive values to above them, with about so many steps at most. */
export function powersAround({ low, high }: Range, stepsWanted: number): Ticks {
  const from = Math.floor(Math.log10(low) + slack);
  const to = Math.ceil(Math.log10(high) - slack);
  const each = Math.max(1, Math.ceil((to - from) / stepsWanted));
  const count = Math.max(1, Math.ceil((to - from) / each));
  return { step: 1, values: series(count, (at) => exact(10 ** (from + at * each))) };
}

const series = (steps: number, valueAt: (at: number) => number): number[] =>
  Array.from({ length: steps + 1 }, (_, at) => valueAt(at));

/** Without what floating point adds. */
const exact = (value: number, digits = 12): number => Number(value.toPrecision(digits));

/** The significant digits that so many steps of one digit can have, with one to spare for a carry. */
const digitsOf = (steps: number): number => String(Math.abs(steps)).length + 1;

const spansMs = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
].map((sec) => sec * 1000);
const dayMs = 86_400_000;

/** A round stretch of time at or above a length, ms; whole days beyond one. */
export function roundSpan(lengthMs: number): number {
  return spansMs.find((span) => span >= lengthMs) ?? Math.ceil(lengthMs / dayMs) * dayMs;
}
