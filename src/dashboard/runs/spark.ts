/** The path of a spark line. Pure. */
import { heldWithin, linearScale } from '../../lib/chart/scale.ts';
import { tenth } from '../../lib/chart/svg.ts';
import { joinMsMax, type Point, trackMs } from './tracks.ts';

/** Size of the drawing, px. */
export const sparkWidth = 120;
export const sparkHeight = 20;
/** Left free above and below. */
const edge = 2;

/** One line for each stretch without a hole; a reading by itself becomes a dot. `top`: the value at the top. */
export function sparkPath(
  points: readonly Point[],
  read: (point: Point) => number | null,
  top = 100,
): string {
  const values = { low: 0, high: top };
  const toY = heldWithin(linearScale(values, [sparkHeight - edge, edge]), values);
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
