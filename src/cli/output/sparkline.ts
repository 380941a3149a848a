/** Numbers over time as one row of small bars; what is unknown is a dot and never a low bar. Pure. */

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
/** Stands for a bucket that is unknown or was not recorded. */
export const gapMark = '·';

/** One sign a value, from 0 (or the smallest, where that is below) to `most`. */
export function sparkline(values: readonly (number | null)[], most: number): string {
  const least = Math.min(0, ...values.filter((value) => value !== null));
  const span = most - least;
  return values
    .map((value) => {
      if (value === null) return gapMark;
      const share = span <= 0 ? 0 : (value - least) / span;
      return bars[Math.min(bars.length - 1, Math.floor(share * bars.length))];
    })
    .join('');
}
