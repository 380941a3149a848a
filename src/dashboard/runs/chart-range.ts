/** Which stretch of time the chart of a run shows. Pure. */

import { type Span, type SpanName, spans, windowOf } from '../places/places.ts';
import type { TimeRange } from './chart-paths.ts';
import type { Series } from './run-series.ts';

interface RangeOf {
  readonly series: Series;
  readonly span: Span;
  readonly nowMs: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly isOver: boolean;
}

/** A run that has only just begun has a picture of at least this length. */
const rangeMsMin = 60_000;
/** No history is asked for that is longer: a year. */
const rangeMsMax = 365 * 86_400_000;

/** From the run's start, or the latest stretch, to its end or to now; or just what the reader chose. */
export function rangeOf({ series, span, nowMs, startMs, endMs, isOver }: RangeOf): TimeRange {
  const chosen = windowOf(span);
  if (chosen !== null) return chosen;
  const { moments } = series;
  const lastMs = moments.at(-1)?.toMs ?? nowMs;
  const toMs = isOver ? Math.max(endMs ?? lastMs, lastMs) : Math.max(nowMs, lastMs);
  const lengthMs = spans[span as SpanName];
  const firstMs = moments[0]?.fromMs ?? toMs;
  const fromMs = lengthMs === null ? Math.min(startMs ?? firstMs, firstMs) : toMs - lengthMs;
  return { fromMs: Math.min(fromMs, toMs - rangeMsMin), toMs };
}

/** Steps to another stretch of time, in the order of their buttons. */
export const rangeSteps = ['nearer', 'wider', 'earlier', 'later'] as const;
export type RangeStep = (typeof rangeSteps)[number];

/** The stretch that a step leads to; `aroundMs` stays where it is in the picture when it grows or shrinks. */
export function stepped(range: TimeRange, step: RangeStep, aroundMs: number): TimeRange {
  const lengthMs = range.toMs - range.fromMs;
  if (step === 'earlier' || step === 'later')
    return moved(range, (step === 'later' ? lengthMs : -lengthMs) / 2);
  return zoomed(range, step === 'nearer' ? 0.5 : 2, aroundMs);
}

/** As long as before, that much later. */
export const moved = ({ fromMs, toMs }: TimeRange, byMs: number): TimeRange => ({
  fromMs: fromMs + byMs,
  toMs: toMs + byMs,
});

/** So many times as long, within bounds; `aroundMs` stays where it is in the picture. */
export function zoomed(range: TimeRange, factor: number, aroundMs: number): TimeRange {
  const share = shareOf(range, aroundMs);
  return through(range, factor, [aroundMs, share]);
}

/**
 * What two fingers make of a stretch: what was below each stays below it. Their places are shares of
 * the picture's width, before and after; fingers at one place only move it.
 */
export function spread(
  range: TimeRange,
  before: readonly [number, number],
  after: readonly [number, number],
): TimeRange {
  const was = Math.max(fingersApartMin, Math.abs(before[1] - before[0]));
  const is = Math.max(fingersApartMin, Math.abs(after[1] - after[0]));
  const middle = (of: readonly [number, number]): number => (of[0] + of[1]) / 2;
  const atMs = range.fromMs + middle(before) * (range.toMs - range.fromMs);
  return through(range, was / is, [atMs, middle(after)]);
}

/** Share of the width below which two fingers are one. */
const fingersApartMin = 0.02;

const shareOf = ({ fromMs, toMs }: TimeRange, atMs: number): number =>
  (atMs - fromMs) / (toMs - fromMs);

/** So many times as long, with a moment at a share of its width. */
function through(
  { fromMs, toMs }: TimeRange,
  factor: number,
  [atMs, share]: readonly [number, number],
): TimeRange {
  const nextMs = Math.min(rangeMsMax, Math.max(rangeMsMin, (toMs - fromMs) * factor));
  const nextFromMs = atMs - share * nextMs;
  return { fromMs: nextFromMs, toMs: nextFromMs + nextMs };
}

/** As an address names it, in whole seconds. */
export const spanOf = ({ fromMs, toMs }: TimeRange): Span =>
  `${Math.floor(fromMs / 1000)}-${Math.ceil(toMs / 1000)}`;

/** The step that a key stands for; null: none. With Shift the arrows go from stretch to stretch. */
export function stepOfKey(key: string, shift = false): RangeStep | null {
  if (shift && key === 'ArrowLeft') return 'earlier';
  if (shift && key === 'ArrowRight') return 'later';
  const steps: Readonly<Record<string, RangeStep>> = {
    '+': 'nearer',
    '=': 'nearer',
    '-': 'wider',
    '<': 'earlier',
    ',': 'earlier',
    '>': 'later',
    '.': 'later',
  };
  return steps[key] ?? null;
}
