/** What the chart of a run says of a moment, and where its cursor goes. Pure. */

import { endSentence, momentText, spanText } from '../words/words.ts';
import type { TimeRange } from './chart-paths.ts';
import { type Moment, middleMs, type Series } from './run-series.ts';

/** What is drawn, and of when. */
export interface ChartView {
  readonly series: Series;
  readonly range: TimeRange;
  /** Now on the worker's clock, as all times of the chart are. */
  readonly nowMs: number;
  /** How far that is ahead of the service's clock, ms. */
  readonly aheadMs: number;
  /** The run is over: the chart ends with it. */
  readonly isOver: boolean;
  /** Why there is no newer reading; null when there is. */
  readonly silence: string | null;
}

const pageMoments = 10;

/** The moment that a key leads to, of so many; null: the key does not move. */
export function targetOf(key: string, from: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowDown: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from + 1,
    PageDown: from - pageMoments,
    PageUp: from + pageMoments,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

/** Index of the moment that is nearest to a time. */
export function nearest(moments: readonly Moment[], atMs: number): number {
  const away = (moment: Moment): number => Math.abs(middleMs(moment) - atMs);
  return moments.reduce(
    (best, moment, index) => (away(moment) < away(moments[best]!) ? index : best),
    0,
  );
}

/** The moments in the picture. */
export function visibleMoments(
  { moments }: Series,
  { fromMs, toMs }: TimeRange,
): readonly Moment[] {
  return moments.filter((moment) => moment.toMs >= fromMs && moment.fromMs <= toMs);
}

/**
 * The latest reading; null where what is now is not known. Of a run that is over it is the last that
 * its gate took part in: the machine is read further on.
 */
export function newestOf(
  { nowMs, isOver, series }: ChartView,
  moments: readonly Moment[],
): Moment | null {
  const watched = isOver ? moments.findLast(({ state }) => state !== null) : undefined;
  if (watched !== undefined) return watched;
  const last = moments.at(-1) ?? null;
  const isOld = last !== null && !isOver && nowMs - last.toMs > series.joinMs;
  return isOld || (last?.problem ?? null) !== null ? null : last;
}

/** Of when the figures are; `sinceMs`: an age is to follow the text. */
export interface HeadWords {
  readonly text: string;
  readonly sinceMs: number | null;
  readonly isTrouble: boolean;
}

/** Of a moment that the reader chose. */
export function cursorWords(at: Moment | null, cursorMs: number, nowMs: number): HeadWords {
  const plain = { sinceMs: null, isTrouble: false };
  if (at === null) return { ...plain, text: `At ${momentText(cursorMs, nowMs)}: no reading` };
  const { fromMs, toMs, problem } = at;
  const from = momentText(fromMs, nowMs);
  if (problem !== null) return { ...plain, text: `After ${from}: no reading (${problem})` };
  if (fromMs === toMs) return { ...plain, text: `At ${from}` };
  return { ...plain, text: `${from} to ${momentText(toMs, nowMs)}, mean (range)` };
}

/** Of the latest of the readings in the picture, and why there is none. That nothing was told is no reading. */
export function latestWords(
  { nowMs, aheadMs, isOver, silence, series }: ChartView,
  newest: Moment | null,
  moments: readonly Moment[],
): HeadWords {
  const lastOf = (those: readonly Moment[]): Moment | undefined =>
    those.findLast(({ problem }) => problem === null);
  const last = newest ?? lastOf(isOver ? moments : series.moments);
  const why = isOver ? null : (silence ?? moments.at(-1)?.problem ?? null);
  const because = why === null ? '.' : `: ${endSentence(why)}`;
  const isTrouble = !isOver && (why !== null || last !== undefined);
  if (last === undefined)
    return { text: `No reading is known${because}`, sinceMs: null, isTrouble };
  if (isOver) {
    const text = `At its last reading, ${momentText(last.toMs, nowMs)}`;
    return { text, sinceMs: null, isTrouble };
  }
  if (newest !== null) {
    const sinceMs = Math.min(last.toMs, nowMs) - aheadMs;
    return { text: 'The latest reading, ', sinceMs, isTrouble: false };
  }
  return {
    text: `No reading for ${spanText(nowMs - last.toMs)}${because}`,
    sinceMs: null,
    isTrouble,
  };
}
