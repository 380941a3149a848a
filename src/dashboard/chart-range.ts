/** Which stretch of time the chart of a run shows. Pure. */
import type { TimeRange } from './chart-paths.ts';
import { type SpanName, spans } from './places.ts';
import type { Series } from './run-series.ts';

interface RangeOf {
  readonly series: Series;
  readonly span: SpanName;
  readonly nowMs: number;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly isOver: boolean;
}

/** A run that has only just begun has a picture of at least this length. */
const rangeMsMin = 60_000;

/** From the run's start, or the latest stretch, to its end or to now. */
export function rangeOf({ series, span, nowMs, startMs, endMs, isOver }: RangeOf): TimeRange {
  const { moments } = series;
  const lastMs = moments.at(-1)?.toMs ?? nowMs;
  const toMs = isOver ? Math.max(endMs ?? lastMs, lastMs) : Math.max(nowMs, lastMs);
  const lengthMs = spans[span];
  const firstMs = moments[0]?.fromMs ?? toMs;
  const fromMs = lengthMs === null ? Math.min(startMs ?? firstMs, firstMs) : toMs - lengthMs;
  return { fromMs: Math.min(fromMs, toMs - rangeMsMin), toMs };
}
