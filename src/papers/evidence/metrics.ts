/** Finds every number in a parsed result file, with its pointer and, where one is said, its unit. */
import { isRecord, pointerToken } from '../json-pointer.ts';
import type { Metric } from './schema.ts';
import { readUnit, splitUnit } from './units.ts';

/** Deeper nesting is not a summary; the numbers below are left out and that is said. */
const depthMax = 12;

interface MetricScan {
  readonly metrics: Metric[];
  /** Numbers beyond `countMax` or `depthMax`. */
  readonly omittedCount: number;
  /** Numbers that cannot be read exactly, which stand as infinite ones in what was parsed. */
  readonly inexactCount: number;
}

/** Numbers in document order. `countMax` bounds how many are kept. */
export function discoverMetrics(file: string, root: unknown, countMax: number): MetricScan {
  const metrics: Metric[] = [];
  let omittedCount = 0;
  let inexactCount = 0;
  const visit = (
    value: unknown,
    pointer: string,
    unit: string | undefined,
    depth: number,
  ): void => {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) inexactCount += 1;
      else if (metrics.length >= countMax || depth > depthMax) omittedCount += 1;
      else metrics.push({ file, pointer, value, ...(unit === undefined ? {} : { unit }) });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        visit(item, `${pointer}/${index}`, unit, depth + 1);
      }
    } else if (isRecord(value)) {
      const about = aboutUnits(value);
      for (const [name, member] of Object.entries(value)) {
        const memberUnit = unitOfMember(value, name, unit, about);
        visit(member, `${pointer}/${pointerToken(name)}`, memberUnit, depth + 1);
      }
    }
  };
  visit(root, '', undefined, 0);
  return { metrics, omittedCount, inexactCount };
}

/** What a record says of the unit of all its members, found once for all of them. */
interface AboutUnits {
  readonly shared: string | undefined;
  readonly numberCount: number;
}
function aboutUnits(record: Record<string, unknown>): AboutUnits {
  return {
    shared: member(record, 'unit') ?? member(record, 'units'),
    numberCount: Object.values(record).filter((value) => typeof value === 'number').length,
  };
}

/**
 * `<name>_unit` beside the member, else `unit` beside a member called `value` (or beside the only
 * number), else the ending of the name, else what an enclosing member said for a list of numbers.
 */
function unitOfMember(
  parent: Record<string, unknown>,
  name: string,
  inherited: string | undefined,
  { shared, numberCount }: AboutUnits,
): string | undefined {
  const own = member(parent, `${name}_unit`);
  if (own !== undefined) return own;
  if (shared !== undefined && (name === 'value' || name === 'values' || numberCount === 1)) {
    return shared;
  }
  const ending = splitUnit(name).unit;
  if (ending !== undefined) return ending;
  return name === 'value' || name === 'values' || name === 'mean' ? inherited : undefined;
}

function member(parent: Record<string, unknown>, name: string): string | undefined {
  return Object.hasOwn(parent, name) ? readUnit(parent[name]) : undefined;
}
