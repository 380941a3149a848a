/** The readings of a run as rows of a table: one in each step of time, and the holes between. Pure. */
import type { TimeRange } from './chart-paths.ts';
import type { Moment, Series } from './run-series.ts';

/** A moment with its readings, or a stretch without any. */
export type ReadingRow =
  | (Moment & { readonly kind: 'moment' })
  | (TimeRange & { readonly kind: 'hole' });

/** Of readings closer to one another than a step the first is told. */
export function readingRows(
  { moments, joinMs }: Series,
  range: TimeRange,
  stepMs: number,
): readonly ReadingRow[] {
  const rows: ReadingRow[] = [];
  let before: Moment | null = null;
  let step: number | null = null;
  for (const moment of moments) {
    if (moment.toMs < range.fromMs || moment.fromMs > range.toMs) continue;
    if (before !== null && moment.fromMs - before.toMs > joinMs) {
      rows.push({ kind: 'hole', fromMs: before.toMs, toMs: moment.fromMs });
    }
    const own = Math.floor(moment.fromMs / stepMs);
    if (own !== step || moment.problem !== null) rows.push({ ...moment, kind: 'moment' });
    step = own;
    before = moment;
  }
  return rows;
}
