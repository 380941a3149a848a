/** An axis of a plot: where values lie on it, and round ticks that enclose them. Pure. */
import { linearScale, logScale, type Scale } from '../../lib/chart/scale.ts';
import { powersAround, type Range, rangeOf, ticksAround } from '../../lib/chart/ticks.ts';

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
/** Steps beyond these are written with an exponent. */
const plainSteps = { min: 1e-4, max: 1e6 };

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
  const { values: marks, step } = isLog
    ? powersAround(range, stepsWanted)
    : ticksAround(fromZero ? withZero(range) : range, stepsWanted);
  const ends = { low: marks[0] ?? 0, high: marks.at(-1) ?? 1 };
  const scale: Scale = (isLog ? logScale : linearScale)(ends, [0, length]);
  const place = (value: number): number => Math.round(scale(value) * 10) / 10;
  return {
    place,
    ticks: marks.map((value) => ({
      at: place(value),
      text: tickText(value, isLog ? value : step),
      value,
    })),
  };
}

const withZero = ({ low, high }: Range): Range => ({
  low: Math.min(low, 0),
  high: Math.max(high, 0),
});

function tickText(value: number, step: number): string {
  if (value === 0) return '0';
  const size = Math.abs(step);
  const isPlain = size >= plainSteps.min && Math.abs(value) < plainSteps.max;
  if (!isPlain) return String(Number(value.toPrecision(3)).toExponential());
  const decimals = Math.max(0, -Math.floor(Math.log10(size) + 1e-9));
  return value.toFixed(decimals);
}
