/**
 * How a stretch of history is cut into buckets. Pure. A bucket is never narrower than what was
 * recorded: two sample intervals, or whole minutes where the stretch reaches into what was thinned,
 * so that a bucket without a point is a real gap.
 */

interface HistoryRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** Most buckets wanted. */
  readonly points: number;
  readonly sampleIntervalMs: number;
  /** Some of it is kept as minutes. */
  readonly isThinned: boolean;
}

interface BucketPlan {
  readonly startMs: number;
  readonly widthMs: number;
  readonly count: number;
}

const secondMs = 1000;
const minuteMs = 60_000;

/** At most `points` buckets that cover the range; they begin at a multiple of their width. */
export function planBuckets(range: HistoryRange): BucketPlan {
  const { fromMs, toMs, points, sampleIntervalMs, isThinned } = range;
  const unitMs = isThinned ? minuteMs : secondMs;
  const leastMs = Math.max(2 * sampleIntervalMs, (toMs - fromMs) / points);
  let widthMs = Math.ceil(leastMs / unitMs) * unitMs;
  for (;;) {
    const startMs = Math.floor(fromMs / widthMs) * widthMs;
    const count = Math.max(1, Math.ceil((toMs - startMs) / widthMs));
    // Beginning earlier than asked may have cost a bucket too many.
    if (count <= points) return { startMs, widthMs, count };
    widthMs += unitMs;
  }
}
