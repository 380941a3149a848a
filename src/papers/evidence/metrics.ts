/** Finds every number in a parsed result file, with its pointer and, where one is said, its unit. */
import { isRecord } from '../../lib/is-record.ts';
import { pointerToken } from '../json-pointer.ts';
import type { Metric } from './schema.ts';
import { Place } from './stated.ts';

/** Deeper nesting is not a summary; the numbers below are left out and that is said. */
const depthMax = 12;

interface MetricScan {
  readonly metrics: Metric[];
  /** Numbers beyond `countMax` or `depthMax`. */
  readonly omittedCount: number;
  /** Numbers that cannot be read exactly, which stand as infinite ones in what was parsed. */
  readonly inexactCount: number;
}

/** Numbers in document order. `countMax` bounds how many are kept; the others are only counted. */
export function discoverMetrics(file: string, root: unknown, countMax: number): MetricScan {
  const metrics: Metric[] = [];
  let omittedCount = 0;
  let inexactCount = 0;
  const isFull = (): boolean => metrics.length >= countMax;
  const visit = (
    value: unknown,
    pointer: string,
    place: Place | undefined,
    depth: number,
  ): void => {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) inexactCount += 1;
      else if (isFull() || depth > depthMax) omittedCount += 1;
      else {
        const unit = place?.unit;
        metrics.push({ file, pointer, value, ...(unit === undefined ? {} : { unit }) });
      }
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        visit(item, isFull() ? '' : `${pointer}/${index}`, place, depth + 1);
      }
    } else if (isRecord(value)) {
      for (const name of Object.keys(value)) {
        if (isFull()) visit(value[name], '', undefined, depth + 1);
        else {
          const own = new Place(place, value, name, depth);
          visit(value[name], `${pointer}/${pointerToken(name)}`, own, depth + 1);
        }
      }
    }
  };
  visit(root, '', undefined, 0);
  return { metrics, omittedCount, inexactCount };
}
