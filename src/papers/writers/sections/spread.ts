/**
 * How raw values spread: a table of every series, and sentences on what a median alone would hide. The rules: a spread
 * is told where the standard deviation is a tenth of the mean or more, outliers where there are any by
 * Tukey's fences, groups where a cut explains most of the variance of enough values.
 */
import { claimValue } from '../../claims/schema.ts';
import type { Statistic } from '../../claims/statistics.ts';
import { type Block, type Inline, text } from '../../document.ts';
import {
  cited,
  type DraftContext,
  labelText,
  line,
  listOf,
  nameParts,
  pathInline,
  printableUnit,
} from '../context.ts';
import { intervalName } from './headline.ts';
import { numberRow, tableNumber } from './tables.ts';

/** Percent of the mean. */
const spreadToldMin = 10;
/** Share of the variance that a cut explains; an even spread gives about three quarters, by chance a few more. */
const splitToldMin = 0.9;
/** Values below which a cut shows nothing. */
const splitCountMin = 10;

/** What the values of a series are called: quantity, then whose, then unit. */
export function seriesTitle({ median }: Statistic): string {
  const shown = printableUnit(median.unit);
  const [first, ...rest] = nameParts(median);
  const behind = [...rest, ...(shown === undefined ? [] : [shown])];
  return behind.length === 0 ? first : `${first} (${behind.join(', ')})`;
}

/** The series whose values are not those of one before them. */
export function distinctStatistics({ input: { ledger } }: DraftContext): Statistic[] {
  const seen = new Set<string>();
  return ledger.statistics.filter(({ count, median, mean, sd, min, max }) => {
    const key = [count, median, mean, sd, min, max].map(claimValue).join();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A row for each series: how many values, median, smallest and largest, ends of the interval of the median. */
export function spreadTable(context: DraftContext, statistics: readonly Statistic[]): Block[] {
  if (statistics.length === 0) return [];
  const paths = [...new Set(statistics.map(({ source }) => source.path))];
  const hasIntervals = statistics.every(({ interval }) => interval !== null);
  const heads = [
    'Values',
    'Median',
    'Minimum',
    'Maximum',
    ...(hasIntervals ? ['Interval from', 'Interval to'] : []),
  ];
  return [
    {
      kind: 'table',
      caption: line(
        tableNumber(context),
        'Series of raw values in ',
        listOf(paths.slice(0, 3).map((path) => [pathInline(path)])),
        hasIntervals ? line('; the ', intervalName(), ' is that of the median') : '',
        '.',
      ),
      textColumnCount: 1,
      header: [[text('Series')], ...heads.map((head) => [text(head)]), [text('Claims')]],
      rows: statistics.map(({ count, median, interval, min, max, ...statistic }) =>
        numberRow(
          [[labelText(seriesTitle({ count, median, interval, min, max, ...statistic }))]],
          [count, median, min, max, ...(hasIntervals ? (interval ?? []) : [])].map((claim) => ({
            claim,
            unit: claim.unit,
          })),
        ),
      ),
      isTarget: false,
    },
  ];
}

/** What the table does not show, by the rules above. */
export function spreadSentences(statistics: readonly Statistic[]): Inline[][] {
  return statistics.flatMap((statistic) => {
    const { spread, outliers, split, count } = statistic;
    const name = labelText(seriesTitle(statistic));
    const told: Inline[][] = [];
    if (spread !== null && Math.abs(claimValue(spread) ?? 0) >= spreadToldMin)
      told.push(line('the standard deviation is ', cited(spread), ' of the mean'));
    const outside = claimValue(outliers) ?? 0;
    if (outside > 0)
      told.push(
        line(cited(outliers), outside === 1 ? ' value is an outlier' : ' values are outliers'),
      );
    const isEnough = (claimValue(count) ?? 0) >= splitCountMin;
    if (isEnough && (claimValue(split) ?? 0) >= splitToldMin)
      told.push(
        line(
          'the values fall into separate groups: telling them apart accounts for ',
          cited(split),
          ' of their variance, so that the median stands for neither',
        ),
      );
    return told.length === 0 ? [] : [line('Of ', name, ', ', listOf(told), '.')];
  });
}
