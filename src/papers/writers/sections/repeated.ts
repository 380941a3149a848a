/**
 * Numbers of result files that only say once more what the table of series says: `median_ms` of a summary beside the
 * trials that it was taken of. Name, unit and value must all fit; what differs in one of them stands.
 */
import { plainUnit } from '../../claims/measure.ts';
import { type Claim, claimPrint, claimValue } from '../../claims/schema.ts';
import type { Statistic } from '../../claims/statistics.ts';
import { findNumbers, standsFor } from '../../text/numbers.ts';
import { wordsOf } from '../../verify/names.ts';
import type { DraftContext } from '../context.ts';
import { distinctStatistics } from './spread.ts';

/** What a file calls the columns of that table; as `wordsOf` gives words. */
const columnWords = {
  count: ['count', 'number', 'n', 'value', 'trial', 'sample'],
  median: ['median', 'p50'],
  min: ['min', 'minimum', 'smallest', 'lowest', 'fastest'],
  max: ['max', 'maximum', 'largest', 'highest', 'slowest'],
  low: ['low', 'lower', 'from'],
  high: ['high', 'upper', 'to'],
} as const;

/** Says of a number, by the name that its file gives it, whether the table of series has it. */
export function createRepeated(context: DraftContext): (name: string, claim: Claim) => boolean {
  const columns = distinctStatistics(context).flatMap(columnsOf);
  return (name, claim) => {
    const [token, more] = findNumbers(claimPrint(claim));
    if (token === undefined || more !== undefined || claim.kind !== 'measurement') return false;
    const words = new Set(wordsOf(name));
    const has = (all: readonly string[]): boolean => all.some((word) => words.has(word));
    return columns.some(
      ({ units, called, series, value }) =>
        has(called) &&
        (series === null || has(series)) &&
        units.includes(plainUnit(claim.unit)) &&
        standsFor(token, value),
    );
  };
}

interface Column {
  readonly units: readonly (string | undefined)[];
  readonly called: readonly string[];
  /** Words of what the series is of; null for a count, which is of no quantity. */
  readonly series: readonly string[] | null;
  readonly value: number;
}

function columnsOf({ count, median, min, max, interval }: Statistic): Column[] {
  const series = wordsOf([median.quantity, median.label, median.subject].join(' '));
  const [low, high] = interval ?? [];
  const claims = { count, median, min, max, low, high };
  return Object.entries(claims).flatMap(([name, claim]): Column[] => {
    const value = claim === undefined ? undefined : claimValue(claim);
    if (claim === undefined || value === undefined) return [];
    const called = columnWords[name as keyof typeof columnWords];
    return name === 'count'
      ? [{ units: ['count', undefined], called, series: null, value }]
      : [{ units: [plainUnit(claim.unit)], called, series, value }];
  });
}
