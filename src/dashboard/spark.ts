/** The path of a spark line. Pure. */
import { joinMsMax, type Point, trackMs } from './tracks.ts';

/** Size of the drawing, px. */
export const sparkWidth = 120;
export const sparkHeight = 20;

/** One line for each stretch without a hole; a reading by itself becomes a dot. */
export function sparkPath(points: readonly Point[], read: (point: Point) => number | null): string {
  const endMs = points.at(-1)?.atMs ?? 0;
  let path = '';
  let beforeMs = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    const value = read(point);
    if (value === null) {
      beforeMs = Number.NEGATIVE_INFINITY;
      continue;
    }
    const x = (sparkWidth * (1 - (endMs - point.atMs) / trackMs)).toFixed(1);
    const room = sparkHeight - 4;
    const y = (sparkHeight - 2 - (Math.min(100, value) / 100) * room).toFixed(1);
    path += point.atMs - beforeMs <= joinMsMax ? `L${x} ${y}` : `M${x} ${y}h.01`;
    beforeMs = point.atMs;
  }
  return path;
}
