/** An axis of a plot: where values lie on it, and round ticks that enclose them. Pure. */

/** A place on an axis, in plot units from its beginning, with what stands beside it. */
export interface Tick {
  readonly at: number;
  readonly text: string;
  readonly value: number;
}

/** Values to places; places are rounded to a tenth of a plot unit. */
export interface Axis {
  readonly ticks: readonly Tick[];
  place(value: number): number;
}

/** Steps between ticks, of which there are about this many. */
const stepsWanted = 5;
const roundSteps = [1, 2, 5, 10];
/** Steps beyond these are written with an exponent. */
const plainSteps = { min: 1e-4, max: 1e6 };

/** Beneath it, steps would vanish in floating point. */
const leastRoom = 1e-290;

interface AxisOptions {
  /** In plot units. */
  readonly length: number;
  readonly isLog: boolean;
  /** True where a small part of a scale would look like a large difference. */
  readonly fromZero: boolean;
}

/** An axis that all finite `values` lie on; its ends are ticks. */
export function createAxis(values: readonly number[], options: AxisOptions): Axis {
  const { length, isLog, fromZero } = options;
  const range = rangeOf(values);
  const scale = (value: number): number => (isLog ? Math.log10(value) : value);
  const marks = isLog ? powersAround(range) : roundAround(fromZero ? withZero(range) : range);
  const [first, last] = [scale(marks.values[0] ?? 0), scale(marks.values.at(-1) ?? 1)];
  const place = (value: number): number => {
    const share = (scale(value) - first) / (last - first);
    return Number.isFinite(share) ? Math.round(share * length * 10) / 10 : length / 2;
  };
  return {
    place,
    ticks: marks.values.map((value) => ({
      at: place(value),
      text: tickText(value, isLog ? value : marks.step),
      value,
    })),
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** As `Math.min` and `Math.max`, for any number of values. */
export function rangeOf(values: readonly number[]): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

const withZero = ({ low, high }: Range): Range => ({
  low: Math.min(low, 0),
  high: Math.max(high, 0),
});

interface Marks {
  readonly values: readonly number[];
  readonly step: number;
}

function roundAround({ low, high }: Range): Marks {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { values: [0, 1], step: 1 };
  // A single value gets room on both sides of it.
  const room = high > low ? high - low : Math.abs(low) || 1;
  const step = room > leastRoom ? roundStep(room / stepsWanted) : 1;
  const from = high > low ? Math.floor(low / step) : Math.floor((low - step) / step);
  const to = high > low ? Math.ceil(high / step) : Math.ceil((high + step) / step);
  const count = Math.max(1, to - from);
  return {
    step,
    values: Array.from({ length: count + 1 }, (_, at) => exact((from + at) * step)),
  };
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = roundSteps.find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return exact(factor * power);
}

/** Powers of ten from below the lowest value to above the highest, at most one for each plain step. */
function powersAround({ low, high }: Range): Marks {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.ceil(Math.log10(high) - 1e-9);
  const each = Math.max(1, Math.ceil((to - from) / stepsWanted));
  const count = Math.max(1, Math.ceil((to - from) / each));
  return {
    step: 1,
    values: Array.from({ length: count + 1 }, (_, at) => exact(10 ** (from + at * each))),
  };
}

/** Without what floating point adds. */
const exact = (value: number): number => Number(value.toPrecision(12));

function tickText(value: number, step: number): string {
  if (value === 0) return '0';
  const size = Math.abs(step);
  const isPlain = size >= plainSteps.min && Math.abs(value) < plainSteps.max;
  if (!isPlain) return String(Number(value.toPrecision(3)).toExponential());
  const decimals = Math.max(0, -Math.floor(Math.log10(size) + 1e-9));
  return value.toFixed(decimals);
}
