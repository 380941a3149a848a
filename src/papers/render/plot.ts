/** Geometry of a line plot: where points, axes and tick texts go. Pure; units are plot units (1 mm in LaTeX). */
import { printNumber } from '../numbers.ts';

interface PlotSeries {
  readonly name: string;
  readonly y: readonly number[];
}
/** What a figure plots, in the units of the data. Every series has a value for each point. */
export interface PlotData {
  readonly xLabel: string;
  /** Null: the points are drawn in their order. */
  readonly x: readonly number[] | null;
  readonly series: readonly PlotSeries[];
}

/** A place in the box of the plot, in plot units from its lower left corner. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}
interface PlotGeometry {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly { readonly name: string; readonly points: readonly PlotPoint[] }[];
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
  readonly yTicks: readonly { readonly at: number; readonly text: string }[];
  readonly logX: boolean;
}

/** Drawn where the name of a column cannot be set as text of a drawing. */
export const inexpressibleName = 'a name that cannot be drawn';

/** Width of the box that points are placed in, in plot units: 100 mm in LaTeX, 500 px in SVG. */
export const plotWidth = 100;
/** Height of that box: 50 mm in LaTeX, 250 px in SVG. */
export const plotHeight = 50;

/** Places all points in a box of `plotWidth` by `plotHeight`, rounded to a tenth. */
export function placePlot(data: PlotData): PlotGeometry {
  const count = data.series[0]?.y.length ?? 0;
  const xs = data.x ?? Array.from({ length: count }, (_, index) => index);
  const logX = data.x !== null && isLogScale(data.x);
  const xAxis = axis(xs, plotWidth, logX);
  const yAxis = axis(
    data.series.flatMap((series) => [...series.y]),
    plotHeight,
    false,
  );
  return {
    width: plotWidth,
    height: plotHeight,
    logX,
    lines: data.series.map((series) => ({
      name: series.name,
      points: series.y.map((y, index) => ({ x: xAxis.place(xs[index] ?? 0), y: yAxis.place(y) })),
    })),
    xTicks: data.x === null ? [] : ends(xAxis),
    yTicks: ends(yAxis),
  };
}

/** Positive values that span more than two orders of magnitude are drawn on a logarithmic axis. */
export function isLogScale(values: readonly number[]): boolean {
  const { low, high } = rangeOf(values);
  return low > 0 && high / low >= 100;
}

/** As `Math.min` and `Math.max`, for any number of values. */
function rangeOf(values: readonly number[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}

interface Axis {
  readonly low: number;
  readonly high: number;
  place(value: number): number;
}

function axis(values: readonly number[], length: number, log: boolean): Axis {
  const scale = (value: number): number => (log ? Math.log10(value) : value);
  const { low, high } = rangeOf(values);
  const span = scale(high) - scale(low);
  return {
    low,
    high,
    place: (value) => {
      if (!(span > 0) || !Number.isFinite(span)) return length / 2;
      return Math.round(((scale(value) - scale(low)) / span) * length * 10) / 10;
    },
  };
}

function ends(range: Axis): { at: number; text: string }[] {
  const low = { at: range.place(range.low), text: printNumber(range.low) };
  if (range.low === range.high) return [low];
  return [low, { at: range.place(range.high), text: printNumber(range.high) }];
}
