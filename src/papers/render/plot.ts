/**
 * Geometry of a plot: where points, intervals, axes and texts go. Pure; units are plot units (1 mm in
 * LaTeX). Both drawings and the verifier take every place from here.
 */
import { rangeOf } from '../../lib/chart/ticks.ts';
import { type Axis, createAxis, type Tick } from './axis.ts';

/** Values under one name. */
interface PlotSeries {
  readonly name: string;
  readonly y: readonly number[];
  /** Of raw points: what stands for them, and how sure that is. */
  readonly median?: number;
  readonly interval?: readonly [low: number, high: number];
}

/**
 * What a figure plots, in the units of the data. `line`: a point for each x in every series, joined;
 * `samples`: the raw points of each series in a column of its own, unjoined, `x` being null.
 */
export interface PlotData {
  readonly kind: 'line' | 'samples';
  readonly xLabel: string;
  readonly yLabel: string;
  /** Null: the points are drawn in their order. */
  readonly x: readonly number[] | null;
  readonly series: readonly PlotSeries[];
  /** What was to be reached, as a line across; null where nothing was registered of this quantity. */
  readonly threshold: number | null;
}

/** A place in the box of the plot, in plot units from its lower left corner. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

interface PlacedSeries {
  readonly name: string;
  readonly points: readonly PlotPoint[];
  /** Beside the raw points; null where there is no interval. */
  readonly bar: {
    readonly x: number;
    readonly low: number;
    readonly high: number;
    readonly median: number;
  } | null;
}

interface PlotGeometry {
  readonly series: readonly PlacedSeries[];
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Names below the axis, in lines that fit; empty where a legend says them. */
  readonly columns: readonly { readonly at: number; readonly lines: readonly string[] }[];
  /** Said in a legend; empty where the axes say it all. */
  readonly legend: readonly string[];
  readonly threshold: number | null;
}

/** Drawn where the name of a column cannot be set as text of a drawing. */
export const inexpressibleName = 'a name that cannot be drawn';
/** Label of an axis along which points stand in their order. */
export const orderLabel = 'position in the list';
/** Written at the line of a threshold. */
export const thresholdName = 'threshold';

/** Width of the box that points are placed in, in plot units: 100 mm in LaTeX, 500 px in SVG. */
export const plotWidth = 100;
/** Height of that box: 42 mm in LaTeX, 210 px in SVG. */
export const plotHeight = 42;
/** Columns of raw points take at most this much of the width for each. */
const columnWidthMax = 34;
/** Share of a column over which its points are spread. */
const spread = 0.4;
/** Spreads points of equal value; irrational, so that neighbours never fall together. */
const golden = 0.618034;
/** Characters of one line of a name, for each plot unit that there is. */
const charsPerUnit = 0.55;
/** Lines that a name may take. */
const labelLinesMax = 3;

/** Places all points in a box of `plotWidth` by `plotHeight`, rounded to a tenth. */
export function placePlot(data: PlotData): PlotGeometry {
  const { kind, series } = data;
  const count = series[0]?.y.length ?? 0;
  const xs = data.x ?? Array.from({ length: count }, (_, index) => index + 1);
  const yAxis = createAxis(heightsOf(data), {
    length: plotHeight,
    isLog: false,
    fromZero: isFromZero(heightsOf(data)),
  });
  const threshold = data.threshold === null ? null : yAxis.place(data.threshold);
  const common = { yTicks: yAxis.ticks, threshold };
  if (kind === 'samples')
    return { ...common, ...placeColumns(data, yAxis), xTicks: [], legend: [] };
  const xAxis = createAxis(xs, {
    length: plotWidth,
    isLog: data.x !== null && isLogScale(data.x),
    fromZero: false,
  });
  return {
    ...common,
    series: series.map(({ name, y }) => ({
      name,
      points: y.map((value, at) => ({ x: xAxis.place(xs[at] ?? 0), y: yAxis.place(value) })),
      bar: null,
    })),
    xTicks: data.x === null ? placesOf(xAxis) : xAxis.ticks,
    columns: [],
    legend: series.length > 1 ? series.map(({ name }) => name) : [],
  };
}

/** Places in a list are whole numbers. */
const placesOf = ({ ticks }: Axis): Tick[] =>
  ticks
    .filter(({ value }) => Number.isInteger(value))
    .map((tick) => ({ ...tick, text: String(tick.value) }));

/** Everything that has a height. */
function heightsOf({ series, threshold }: PlotData): number[] {
  return [
    ...series.flatMap(({ y, median, interval }) => [
      ...y,
      ...(median === undefined ? [] : [median]),
      ...(interval ?? []),
    ]),
    ...(threshold === null ? [] : [threshold]),
  ];
}

/** A scale that begins far above zero hides how large a difference is, one from zero how small it is. */
function isFromZero(values: readonly number[]): boolean {
  const { low, high } = rangeOf(values);
  return (low >= 0 && low <= high * 0.6) || (high <= 0 && high >= low * 0.6);
}

function placeColumns({ series }: PlotData, yAxis: Axis): Pick<PlotGeometry, 'series' | 'columns'> {
  const room = plotWidth / Math.max(1, series.length);
  const width = Math.min(room, columnWidthMax);
  const middleOf = (at: number): number => tenth(room * (at + 0.5));
  return {
    series: series.map(({ name, y, median, interval }, at) => ({
      name,
      points: y.map((value, point) => ({
        x: tenth(middleOf(at) + width * spread * (((point + 1) * golden) % 1) - width * 0.1),
        y: yAxis.place(value),
      })),
      bar:
        median === undefined || interval === undefined
          ? null
          : {
              x: tenth(middleOf(at) - width * 0.2),
              low: yAxis.place(interval[0]),
              high: yAxis.place(interval[1]),
              median: yAxis.place(median),
            },
    })),
    columns: series.map(({ name }, at) => ({
      at: middleOf(at),
      lines: breakLabel(name, Math.floor(room * charsPerUnit)),
    })),
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A name in lines of at most `charsMax` characters, broken between words where there are any. */
export function breakLabel(name: string, charsMax: number): string[] {
  const lines: string[] = [''];
  for (const word of name.split(' ').flatMap((long) => cut(long, charsMax))) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= charsMax) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= labelLinesMax) return lines;
  const rest = lines.slice(0, labelLinesMax);
  return [...rest.slice(0, -1), `${(rest.at(-1) ?? '').slice(0, Math.max(1, charsMax - 1))}…`];
}

function cut(word: string, charsMax: number): string[] {
  const points = Array.from(word);
  if (points.length <= charsMax || charsMax < 2) return [word];
  return Array.from({ length: Math.ceil(points.length / charsMax) }, (_, at) =>
    points.slice(at * charsMax, (at + 1) * charsMax).join(''),
  );
}

/** Positive values that span more than two orders of magnitude are drawn on a logarithmic axis. */
export function isLogScale(values: readonly number[]): boolean {
  const { low, high } = rangeOf(values);
  return low > 0 && high / low >= 100;
}
