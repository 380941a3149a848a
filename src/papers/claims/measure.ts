/** Takes the value of a criterion of the result files: found, reduced by its statistic, converted to its unit. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import { conversionFactors } from '../evidence/units.ts';
import { isSeriesPointer } from '../json-pointer.ts';
import type { ClaimEvidence } from './evidence.ts';
import { findMeasure, type ResultJson } from './find-measure.ts';
import type { Source } from './formula/grammar.ts';
import { type Made, makeReading, makeStatistic } from './make.ts';
import type { ClaimBody } from './schema.ts';

/** The value that a criterion is about, in its unit, or why there is none. */
export type Measured =
  | {
      readonly value: number;
      readonly unit: string | undefined;
      /** Raw values it was taken of. */
      readonly n: number;
      /** Where there is a series. */
      readonly series: Source | null;
      readonly refs: ClaimBody['evidence_refs'];
      /** Absent where the value stands in the file as it is. */
      readonly derived: ClaimBody['derived'];
    }
  | { readonly missing: string };

/** Computed of the result files alone. */
export function measure(
  files: readonly ResultJson[],
  evidence: ClaimEvidence,
  evaluation: Evaluation,
): Measured {
  const place = findMeasure(files, evaluation);
  if ('missing' in place) return place;
  const source = { path: place.file.public_path, pointer: place.pointer };
  const where = `${place.file.path}#${place.pointer}`;
  const isSeries = isSeriesPointer(source.pointer);
  const n = isSeries ? evidence.formulas.countOf(source) : 1;
  if (n === undefined || n === 0) return { missing: `${where} holds something that is no number` };
  const statistic = evaluation.statistic ?? 'value';
  if (isSeries && statistic === 'value' && n > 1)
    return { missing: `${where} holds ${n} values, and neither median nor mean was registered` };
  const at = textOf(source);
  const reduced = isSeries ? `${statistic === 'value' ? 'median' : statistic}(${at})` : at;
  const made = isSeries ? makeStatistic(evidence, reduced) : makeReading(evidence, source);
  if (!made.ok) return { missing: `${where}: ${made.reason}` };
  const unit = unitFor(made.body.unit, evaluation.unit);
  if ('missing' in unit) return { missing: `${where} ${unit.missing}` };
  const inUnit = unit.convert === null ? made : makeStatistic(evidence, unit.convert(reduced));
  return taken(inUnit, { where, unit: unit.unit, n, series: isSeries ? source : null });
}

const textOf = ({ path, pointer }: Source): string => JSON.stringify(`${path}#${pointer}`);

function taken(
  made: Made,
  known: {
    readonly where: string;
    readonly unit: string | undefined;
    readonly n: number;
    readonly series: Source | null;
  },
): Measured {
  const { where, ...rest } = known;
  if (!made.ok) return { missing: `${where}: ${made.reason}` };
  const { derived, evidence_refs: refs } = made.body;
  const value = derived?.recomputed_value ?? refs[0]?.recomputed_value;
  if (typeof value !== 'number') return { missing: `${where} holds no number` };
  return { ...rest, value, refs, derived };
}

/** Words for a number without a unit. */
const plainWords: ReadonlySet<string> = new Set(['x', '×', 'times', 'fold', 'ratio']);
/** The unit, but for words that only say that a number has none. */
export const plainUnit = (unit: string | undefined): string | undefined =>
  unit === undefined || plainWords.has(unit) ? undefined : unit;

interface InUnit {
  readonly unit: string | undefined;
  /** The formula around another; null where the value is in the unit already. */
  readonly convert: ((formula: string) => string) | null;
}

/** In the unit of the threshold, if that names one. */
function unitFor(
  stated: string | undefined,
  wanted: string | undefined,
): InUnit | { readonly missing: string } {
  if (wanted === undefined || plainUnit(stated) === plainUnit(wanted))
    return { unit: wanted ?? stated, convert: null };
  if (stated === undefined) return { missing: `states no unit, and ${wanted} was registered` };
  if (conversionFactors(stated, wanted) === undefined)
    return { missing: `is in ${stated}, which is not converted to ${wanted}` };
  const [from, to] = [JSON.stringify(stated), JSON.stringify(wanted)];
  return { unit: wanted, convert: (formula) => `convert(${formula},${from},${to})` };
}
