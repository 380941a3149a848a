/** Sets numbers against those of a baseline that the result files name. */
import { isSeriesPointer } from '../json-pointer.ts';
import type { ClaimEvidence } from './evidence.ts';
import { pairPrefixes } from './facts.ts';
import { callText, sourceText } from './formula/grammar.ts';
import { groupBy } from './group-by.ts';
import { humanizeName, isBaseline } from './labels.ts';
import { makeComparison } from './make.ts';
import type { AddClaim, Comparison, NamedClaim, ResultFile, ResultTable } from './results.ts';
import { type Claim, claimValue } from './schema.ts';
import type { Statistic } from './statistics.ts';

/** Comparisons made of one run. */
const comparisonsMax = 40;

type Pair = Omit<Comparison, 'claim' | 'formula'>;
type AddPair = (pair: Pair) => void;

/** Every other row of a table against its baseline row, and `x` against `baseline_x` in one record. */
export function compareResults(
  results: readonly ResultFile[],
  evidence: ClaimEvidence,
  add: AddClaim,
): Comparison[] {
  const comparisons: Comparison[] = [];
  const addPair = adding(comparisons, comparisonsMax, evidence, add);
  for (const result of results) {
    for (const table of result.tables) compareRows(table, addPair);
    compareScalars(result.scalars, addPair);
  }
  return comparisons;
}

/** The medians of raw samples, of one quantity each, against that of the only baseline among them. */
export function compareStatistics(
  statistics: readonly Statistic[],
  madeCount: number,
  evidence: ClaimEvidence,
  add: AddClaim,
): Comparison[] {
  const comparisons: Comparison[] = [];
  const addPair = adding(comparisons, comparisonsMax - madeCount, evidence, add);
  const groups = groupBy(statistics, ({ source, median }) =>
    [source.path, median.quantity, median.unit].join('\0'),
  );
  for (const group of groups.values()) {
    const [baseline, second] = group.filter(({ median }) => isBaseline(median.subject ?? ''));
    if (baseline === undefined || second !== undefined) continue;
    for (const { median } of group) {
      if (median === baseline.median) continue;
      addPair({
        subject: median.subject ?? '',
        baseline: baseline.median.subject ?? '',
        quantity: `median ${median.quantity}`,
        operands: [median, baseline.median],
      });
    }
  }
  return comparisons;
}

/**
 * Adds a pair as a ratio where the baseline is not zero and the quantity is no percentage, else as a
 * difference. One that the files do not bear out, as of different units, is not added.
 */
function adding(
  comparisons: Comparison[],
  countMax: number,
  evidence: ClaimEvidence,
  add: AddClaim,
): AddPair {
  return (pair) => {
    if (comparisons.length >= countMax) return;
    const [a, b] = pair.operands;
    const formula = claimValue(b) === 0 || a.unit === '%' ? 'difference' : 'ratio';
    const [left, right] = [formulaOf(a), formulaOf(b)];
    if (left === undefined || right === undefined) return;
    const claim = add(makeComparison(evidence, callText(formula, left, right)), 'judged');
    if (claim !== undefined) comparisons.push({ ...pair, claim, formula });
  };
}

/** A claim as a part of a formula. */
function formulaOf({ derived, evidence_refs: [ref] }: Claim): string | undefined {
  if (derived !== undefined) return derived.formula;
  return ref === undefined || isSeriesPointer(ref.pointer) ? undefined : sourceText(ref);
}

function compareRows(table: ResultTable, add: AddPair): void {
  const baselines = table.rows.filter((row) => row.label !== null && isBaseline(row.label));
  const baseline = baselines[0];
  if (baseline === undefined || baselines.length > 1 || table.rows.length > 8) return;
  for (const row of table.rows) {
    if (row === baseline || row.label === null) continue;
    for (const [index, column] of table.columns.entries()) {
      const own = row.claims[index];
      const other = baseline.claims[index];
      if (own == null || other == null || column.setting) continue;
      add({
        subject: humanizeName(row.label),
        baseline: humanizeName(baseline.label ?? ''),
        quantity: humanizeName(column.name),
        operands: [own, other],
      });
    }
  }
}

const pairBaseline = new RegExp(`^(?:${pairPrefixes.join('|')})(?=[_-].)`, 'i');

/** Numbers of one record whose names end as that of a baseline beside them does. */
function compareScalars(scalars: readonly NamedClaim[], add: AddPair): void {
  const pairs = groupBy(
    scalars.filter(({ claim }) => claim.kind === 'measurement'),
    ({ path, claim }) => [...path.slice(0, -1), claim.quantity].join('\0'),
  );
  for (const pair of pairs.values()) {
    const isBase = ({ path }: NamedClaim): boolean => pairBaseline.test(path.at(-1) ?? '');
    const [base] = pair.filter(isBase);
    const name = base?.path.at(-1) ?? '';
    const prefix = pairBaseline.exec(name)?.[0];
    if (base === undefined || prefix === undefined) continue;
    for (const other of pair) {
      const own = other.path.at(-1) ?? '';
      if (isBase(other) || !own.endsWith(name.slice(prefix.length))) continue;
      if (/ratio|delta|diff|change|speedup/i.test(own)) continue;
      add({
        subject: other.claim.subject ?? '',
        baseline: `the ${prefix.toLowerCase()}`,
        quantity: other.claim.quantity ?? '',
        operands: [other.claim, base.claim],
      });
    }
  }
}
