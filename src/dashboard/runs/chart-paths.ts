/** From readings over time to paths of a drawing. What is not known is left out of every line. Pure. */
import { heldWithin, linearScale } from '../../lib/chart/scale.ts';
import { areaPath, boxPath, linePath, type Place } from '../../lib/chart/svg.ts';
import { roundAbove, roundSpan } from '../../lib/chart/ticks.ts';
import {
  joined,
  type Moment,
  middleMs,
  type Reading,
  type ReadingName,
  type Series,
} from './run-series.ts';

/** The drawing's own units; it is stretched to the room there is. */
export const plotWidth = 1_000;
/** Height of every lane in those units. */
export const plotHeight = 100;
/** Left free above and below, so that no line is cut. */
const edge = 4;

/** The stretch of time that is shown. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Place of a time in the drawing's units; times outside the range stand at its ends. */
export function toX(atMs: number, { fromMs, toMs }: TimeRange): number {
  const range = { low: fromMs, high: Math.max(toMs, fromMs + 1) };
  return heldWithin(linearScale(range, [0, plotWidth]), range)(atMs);
}

/** `max` is the value at the top; where nothing is above zero, everything lies on the floor. */
export function toY(value: number, max: number): number {
  const range = { low: 0, high: max };
  const ends = [plotHeight - edge, edge] as const;
  return max <= 0 ? ends[0] : heldWithin(linearScale(range, ends), range)(value);
}

interface PlotPaths {
  /** The means; each known stretch by itself. */
  readonly line: string;
  /** From the least to the greatest reading. */
  readonly band: string;
  /** Where it is not known. */
  readonly gaps: string;
}

interface PlotOptions {
  readonly range: TimeRange;
  readonly name: ReadingName;
  readonly max: number;
  /** What is drawn of a moment; its reading as it is unless told. */
  readonly read?: (moment: Moment) => Reading | null;
}

/** The paths of one reading in the drawing's units; a path of nothing is empty. */
export function plotPaths(series: Series, options: PlotOptions): PlotPaths {
  const { range, name, max, read = (moment) => moment.values[name] ?? null } = options;
  const pieces = visible(
    joined(series, ({ values }) => values[name] !== undefined),
    range,
  );
  const point = (atMs: number, value: number): Place => [toX(atMs, range), toY(value, max)];
  let line = '';
  let band = '';
  for (const piece of pieces) {
    const upper: Place[] = [];
    const lower: Place[] = [];
    const middle: Place[] = [];
    for (const moment of piece) {
      const reading = read(moment);
      if (reading === null) continue;
      const times = moment.fromMs === moment.toMs ? [moment.fromMs] : edgesOf(moment, piece);
      for (const atMs of times) {
        middle.push(point(atMs, reading.mean));
        upper.push(point(atMs, reading.max));
        lower.unshift(point(atMs, reading.min));
      }
    }
    if (middle.length === 0) continue;
    // A reading by itself becomes a dot.
    line += `${linePath(middle)}${middle.length === 1 ? 'h.01' : ''}`;
    if (middle.length > 1) band += areaPath([...upper, ...lower]);
  }
  return { line, band, gaps: gapPath(pieces, series, range) };
}

/** A bucket stands for its middle; the ends of a stretch are drawn out to where it is known. */
function edgesOf(moment: Moment, piece: readonly Moment[]): readonly number[] {
  return [
    ...(moment === piece[0] ? [moment.fromMs] : []),
    middleMs(moment),
    ...(moment === piece.at(-1) ? [moment.toMs] : []),
  ];
}

function visible(
  pieces: readonly (readonly Moment[])[],
  { fromMs, toMs }: TimeRange,
): readonly (readonly Moment[])[] {
  return pieces
    .map((piece) => piece.filter((moment) => moment.toMs >= fromMs && moment.fromMs <= toMs))
    .filter((piece) => piece.length > 0);
}

/** Where the state of the gate is not known. */
export function stateGaps(series: Series, range: TimeRange): string {
  const known = joined(series, ({ state }) => state !== null);
  return gapPath(visible(known, range), series, range);
}

function gapPath(
  pieces: readonly (readonly Moment[])[],
  { joinMs }: Series,
  range: TimeRange,
): string {
  return unknownStretches(pieces, joinMs, range)
    .map(({ fromMs, toMs }) => boxPath([toX(fromMs, range), 0], [toX(toMs, range), plotHeight]))
    .join('');
}

/** Where nothing is known; at both ends only what is longer than the pause between two readings. */
export function unknownStretches(
  pieces: readonly (readonly Moment[])[],
  joinMs: number,
  { fromMs, toMs }: TimeRange,
): readonly TimeRange[] {
  const stretches: TimeRange[] = [];
  let knownMs = fromMs;
  for (const piece of pieces) {
    const beginMs = piece[0]!.fromMs;
    const isFirst = stretches.length === 0 && knownMs === fromMs;
    if (beginMs - knownMs > (isFirst ? joinMs : 0))
      stretches.push({ fromMs: knownMs, toMs: beginMs });
    knownMs = Math.max(knownMs, piece.at(-1)!.toMs);
  }
  if (toMs - knownMs > joinMs) stretches.push({ fromMs: knownMs, toMs });
  return stretches;
}

/** Stretches of one state of the gate. */
export interface StateStretch extends TimeRange {
  readonly state: string;
}

/** The stretches that reach into the range, in order of time; unknown time between two parts them. */
export function stateStretches(
  { moments, joinMs }: Series,
  range: TimeRange,
): readonly StateStretch[] {
  const stretches: { state: string; fromMs: number; toMs: number }[] = [];
  let before: Moment | null = null;
  for (const moment of moments) {
    const { state } = moment;
    const last = stretches.at(-1);
    const isJoined = before?.state != null && moment.fromMs - before.toMs <= joinMs;
    // A state lasts until the next reading tells another.
    if (isJoined && last !== undefined) last.toMs = moment.fromMs;
    if (state !== null) {
      if (isJoined && last?.state === state) last.toMs = moment.toMs;
      else stretches.push({ state, fromMs: moment.fromMs, toMs: moment.toMs });
    }
    before = moment;
  }
  return stretches.filter(({ fromMs, toMs }) => toMs >= range.fromMs && fromMs <= range.toMs);
}

/** Round times of day to write below, at most `countMax` of them. */
export function timeTicks({ fromMs, toMs }: TimeRange, countMax: number): readonly number[] {
  const stepMs = roundSpan((toMs - fromMs) / countMax);
  const zoneMs = new Date(fromMs).getTimezoneOffset() * 60_000;
  const ticks: number[] = [];
  for (let at = Math.ceil((fromMs - zoneMs) / stepMs) * stepMs + zoneMs; at <= toMs; at += stepMs) {
    ticks.push(at);
  }
  return ticks;
}

/** Tops of lanes, times a power of ten. */
const topSteps = [1, 1.5, 2, 3, 4, 5, 7.5, 10];

/** A round number at or above a value, for the top of a lane. */
export function roundUp(value: number): number {
  return value <= 0 ? 1 : roundAbove(value, topSteps);
}
