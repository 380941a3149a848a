/** The path of a spark line. Pure. */
import { heldWithin, linearScale } from '../lib/chart/scale.ts';
import { tenth } from '../lib/chart/svg.ts';
import { joinMsMax, type Point, trackMs } from './tracks.ts';

/** Size of the drawing, px. */
export const sparkWidth = 120;
export const sparkHeight = 20;
/** Left free above and below. */
const edge = 2;
const percent = { low: 0, high: 100 };
const toY = heldWithin(linearScale(percent, [sparkHeight - edge, edge]), percent);

/** One line for each stretch without a hole; a reading by itself becomes a dot. */
export function sparkPath(points: readonly Point[], read: (point: Point) => number | null): string {
  const endMs = points.at(-1)?.atMs ?? 0;
  const toX = linearScale({ low: endMs - trackMs, high: endMs }, [0, sparkWidth]);
  let path = '';
  let beforeMs = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    const value = read(point);
    if (value === null) {
      beforeMs = Number.NEGATIVE_INFINITY;
      continue;
    }
    const place = `${tenth(toX(point.atMs))} ${tenth(toY(value))}`;
    path += point.atMs - beforeMs <= joinMsMax ? `L${place}` : `M${place}h.01`;
    beforeMs = point.atMs;
  }
  return path;
}
