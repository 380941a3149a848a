/** Takes the value of a criterion of the result files: found, reduced by its statistic, converted to its unit. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import { printNumber } from '../numbers.ts';
import { findMeasure, type Measure, type ResultJson } from './find-measure.ts';
import type { Claim } from './schema.ts';
import { plainUnit, unitFactor } from './unit-factors.ts';

/** The value that a criterion is about, in its unit, or why there is none. */
export type Measured =
  | {
      readonly value: number;
      readonly n: number;
      readonly unit: string | undefined;
      readonly ref: Claim['evidence_refs'][number];
      /** Null where the value stands in the file as it is. */
      readonly formula: string | null;
    }
  | { readonly missing: string };

/** Computed of the result files alone. */
export function measure(files: readonly ResultJson[], evaluation: Evaluation): Measured {
  const found = findMeasure(files, evaluation);
  if ('missing' in found) return found;
  const reduced = reduce(found, evaluation.statistic ?? 'value');
  if ('missing' in reduced) return reduced;
  return convert(found, reduced, evaluation.unit);
}

type Found = Exclude<Measure, { readonly missing: string }>;
interface Reduced {
  readonly value: number;
  readonly formula: string | null;
}

const statistics: Readonly<Record<'median' | 'mean', (values: readonly number[]) => number>> = {
  median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const half = (sorted.length - 1) / 2;
    const [low, high] = [sorted[Math.floor(half)] ?? Number.NaN, sorted[Math.ceil(half)]];
    return low + (half - Math.floor(half)) * ((high ?? low) - low);
  },
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
};

const placeOf = ({ file, pointer }: Found): string => `${file.path}#${pointer}`;
const sourceOf = ({ file, pointer }: Found): string =>
  JSON.stringify(`${file.public_path}#${pointer}`);
const isSeries = ({ pointer }: Found): boolean => pointer.split('/').includes('*');

function reduce(
  found: Found,
  statistic: NonNullable<Evaluation['statistic']>,
): Reduced | { readonly missing: string } {
  const [only, ...more] = found.values;
  if (only === undefined) return { missing: `${placeOf(found)} holds no number` };
  if (!isSeries(found)) return { value: only, formula: null };
  if (statistic === 'value' && more.length > 0)
    return {
      missing: `${placeOf(found)} holds ${found.values.length} values, and neither median nor mean was registered`,
    };
  const name = statistic === 'value' ? 'median' : statistic;
  const value = statistics[name](found.values);
  return Number.isFinite(value)
    ? { value, formula: `${name}(${sourceOf(found)})` }
    : { missing: `the ${name} of ${placeOf(found)} is no number` };
}

function convert(found: Found, { value, formula }: Reduced, wanted: string | undefined): Measured {
  const n = found.values.length;
  const printed = isSeries(found) ? n : value;
  const ref = {
    path: found.file.public_path,
    sha256: found.file.sha256,
    pointer: found.pointer,
    quoted_value: printNumber(printed),
    recomputed_value: printed,
    match: true,
  };
  const [from, to] = [plainUnit(found.unit), plainUnit(wanted)];
  if (wanted === undefined || from === to)
    return { value, n, unit: wanted ?? found.unit, ref, formula };
  if (from === undefined)
    return { missing: `${placeOf(found)} states no unit, and ${wanted} was registered` };
  const factor = to === undefined ? undefined : unitFactor(from, to);
  if (factor === undefined)
    return { missing: `${placeOf(found)} is in ${from}, which is not converted to ${wanted}` };
  const source = formula ?? sourceOf(found);
  return {
    value: value * factor,
    n,
    unit: wanted,
    ref,
    formula: `convert(${source},${JSON.stringify(from)},${JSON.stringify(to)})`,
  };
}
