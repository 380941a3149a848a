/** The functions of formulas: what each takes, what it gives, and which unit that has. */
import { conversionFactors } from '../../evidence/units.ts';
import type { Series } from './series.ts';
import { bootEnd, mean, median, outliers, quantileOf, sd, split, sum, tEnd } from './statistics.ts';

/**
 * What stands at a place of a call: a `series`, a `scalar`, `either`, taken element by element, or
 * the name of a `unit`.
 */
type Parameter = 'series' | 'scalar' | 'either' | 'unit';

/** The unit of a result: that of the first argument, none, or percent. */
type ResultUnit = 'same' | 'none' | '%' | 'product' | 'converted';

interface OfSeries {
  readonly of: 'series';
  readonly parameters: readonly Parameter[];
  readonly unit: ResultUnit;
  readonly compute: (series: Series, ...scalars: readonly number[]) => number;
}
interface OfElements {
  readonly of: 'elements';
  readonly parameters: readonly Parameter[];
  readonly unit: ResultUnit;
  readonly compute: (a: number, b: number) => number;
}
interface OfUnits {
  readonly of: 'units';
  readonly parameters: readonly Parameter[];
  readonly unit: ResultUnit;
}

const none = Number.NaN;
const ofSeries = (
  unit: ResultUnit,
  scalarCount: number,
  compute: OfSeries['compute'],
): OfSeries => ({
  of: 'series',
  parameters: ['series', ...Array.from({ length: scalarCount }, () => 'scalar' as const)],
  unit,
  compute,
});
const ofElements = (unit: ResultUnit, compute: OfElements['compute']): OfElements => ({
  of: 'elements',
  parameters: compute.length === 1 ? ['either'] : ['either', 'either'],
  unit,
  compute,
});

/** A result that is not finite is no value. */
export const functions = {
  count: ofSeries('none', 0, ({ values }) => values.length),
  sum: ofSeries('same', 0, sum),
  mean: ofSeries('same', 0, mean),
  median: ofSeries('same', 0, median),
  min: ofSeries('same', 0, ({ sorted }) => sorted[0] ?? none),
  max: ofSeries('same', 0, ({ sorted }) => sorted.at(-1) ?? none),
  sd: ofSeries('same', 0, sd),
  outliers: ofSeries('none', 0, outliers),
  split: ofSeries('none', 0, split),
  quantile: ofSeries('same', 1, ({ sorted }, q = none) => quantileOf(sorted, q)),
  t_low: ofSeries('same', 1, (series, level = none) => tEnd(series, level, -1)),
  t_high: ofSeries('same', 1, (series, level = none) => tEnd(series, level, 1)),
  boot_low: ofSeries('same', 2, (series, level = none, seed = none) =>
    bootEnd(series, level, seed, -1),
  ),
  boot_high: ofSeries('same', 2, (series, level = none, seed = none) =>
    bootEnd(series, level, seed, 1),
  ),
  ratio: ofElements('none', (a, b) => a / b),
  difference: ofElements('same', (a, b) => a - b),
  percent_change: ofElements('%', (a, b) => (100 * (a - b)) / b),
  percent_of: ofElements('%', (a, b) => (100 * a) / b),
  product: ofElements('product', (a, b) => a * b),
  abs: ofElements('same', (a) => Math.abs(a)),
  convert: { of: 'units', parameters: ['either', 'unit', 'unit'], unit: 'converted' },
} as const satisfies Record<string, OfSeries | OfElements | OfUnits>;

/** A function that a formula may call. */
export type FunctionName = keyof typeof functions;

/** True for the name of a function. */
export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}

/** `value` of unit `from` in unit `to`; not a number where the two do not measure the same. */
export function convertUnit(value: number, from: string, to: string): number {
  const factors = conversionFactors(from, to);
  return factors === undefined ? none : (value * factors.from) / factors.to;
}
