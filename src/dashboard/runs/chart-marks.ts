/** What happened to a run, as marks on the time axis of its chart. Pure. */

import { timeOf } from '../service/loose.ts';
import type { LogEvent } from '../service/wire.ts';
import { isWorthReading } from '../words/quiet-events.ts';
import { momentText, plainWord } from '../words/words.ts';
import type { TimeRange } from './chart-paths.ts';

/** A moment on the clock of the chart, and what happened then. */
export interface ChartMark {
  readonly atMs: number;
  readonly words: string;
  /** It did not happen: it is what was reckoned. */
  readonly isReckoned?: boolean;
}

/** Marks drawn; where more happened, the last of it. */
const marksMax = 40;
/** A cursor this near to a mark reads it out, as a share of what is shown. */
const nearShare = 0.01;

/** Of the events that are told, those worth reading; `aheadMs`: how far the chart's clock is before that of the events. */
export function marksOf(
  events: readonly LogEvent[],
  { fromMs, toMs }: TimeRange,
  aheadMs: number,
): readonly ChartMark[] {
  return events
    .filter(({ event_type: type }) => isWorthReading(type))
    .flatMap(({ event_type: type, summary, created_at: at }) => {
      const ms = timeOf(at);
      const words = summary || plainWord(type?.replace('.', ': '));
      return ms === null ? [] : [{ atMs: ms + aheadMs, words }];
    })
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .slice(0, marksMax)
    .toReversed();
}

/** Where it would have ended by what the reader chose. */
export const reckonedMark = (atMs: number): ChartMark => ({
  atMs,
  words: 'it would have ended, as reckoned',
  isReckoned: true,
});

/** What happened near a moment, each with its time; null: nothing that is marked. */
export function wordsNear(
  marks: readonly ChartMark[],
  atMs: number | null,
  { fromMs, toMs }: TimeRange,
  nowMs: number,
): string | null {
  if (atMs === null) return null;
  const near = marks.filter((mark) => Math.abs(mark.atMs - atMs) <= (toMs - fromMs) * nearShare);
  if (near.length === 0) return null;
  return near.map((mark) => `${momentText(mark.atMs, nowMs)} ${mark.words}`).join('; ');
}
