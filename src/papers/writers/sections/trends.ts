/**
 * What a table shows beyond its figure. Three rules: a quantity that moves one way all along has its ends told; one
 * that was swept over a setting has its ends told by size where they are a fifth apart; records of several
 * cases have the range of each case told. Anything else is left to the figure, since noise goes up and down
 * as well.
 */
import { betterByName } from '../../claims/labels.ts';
import type { ResultTable } from '../../claims/ledger.ts';
import { type Claim, claimValue } from '../../claims/schema.ts';
import type { Inline } from '../../document.ts';
import { cited, columnTitle, label, labelText, line } from '../context.ts';
import { columnClaims, columnValues, isIndexName, isVaried, positionColumn } from './columns.ts';

/** Points below which two ends are no trend. */
const pointsMin = 3;
/** Trends told of one table. */
const trendsMax = 4;
/** Difference of the ends of a sweep, as a share of the larger, from which on it is told. */
const apartMin = 0.2;
/** Cases whose range is told. */
const casesMax = 6;

/** Sentences on the measured columns of a table; none of trials, whose order means nothing. */
export function trendSentences(table: ResultTable): Inline[][] {
  if (table.rows.length < pointsMin) return [];
  const sentences = table.rows.some((row) => row.label !== null)
    ? caseRanges(table)
    : alongSentences(table);
  return sentences.slice(0, trendsMax);
}

function alongSentences(table: ResultTable): Inline[][] {
  const x = positionColumn(table);
  const position = table.columns[x];
  if (position === undefined ? table.columns.length > 1 : isIndexName(position.name)) return [];
  return table.columns.flatMap((column, index): Inline[][] => {
    const values = index === x || column.setting ? undefined : columnValues(table, index);
    if (values === undefined || isOf(table, x, column)) return [];
    const name = line('The ', labelText(columnTitle(column)));
    const value = (at: number): Inline[] => {
      const own = table.rows[at]?.claims[index];
      return own == null ? [] : line(cited(own));
    };
    const place = (at: number): Inline[] => {
      const own = table.rows[at]?.claims[x];
      if (position === undefined || own == null) return [];
      return line(' at ', labelText(columnTitle(position)), ' ', cited(own));
    };
    const last = values.length - 1;
    const way = wayOf(values);
    if (way !== undefined)
      return [
        line(name, ` ${way} from `, value(0), place(0), ' to ', value(last), place(last), '.'),
      ];
    if (position === undefined || !isVaried(position)) return [];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    if (!(most > least && most - least >= apartMin * Math.max(Math.abs(least), Math.abs(most))))
      return [];
    const isHigh = betterByName(column.label ?? column.name, column.unit) === 'higher';
    const [best, worst] = [isHigh ? most : least, isHigh ? least : most].map((end) =>
      values.indexOf(end),
    );
    if (best === undefined || worst === undefined) return [];
    const word = isHigh ? 'highest' : 'lowest';
    return [
      line(
        name,
        ` is ${word} with `,
        value(best),
        place(best),
        `, and as ${isHigh ? 'little' : 'much'} as `,
        value(worst),
        place(worst),
        '.',
      ),
    ];
  });
}

/** True for a column that is called as its position is: a reader could not tell them apart. */
function isOf(table: ResultTable, x: number, column: ResultTable['columns'][number]): boolean {
  const position = table.columns[x];
  return position !== undefined && columnTitle(position) === columnTitle(column);
}

/** `rises` or `falls` where every step goes that way or stays; undefined for anything else. */
function wayOf(values: readonly number[]): 'rises' | 'falls' | undefined {
  const steps = values.slice(1).map((value, at) => Math.sign(value - (values[at] ?? value)));
  const ways = new Set(steps.filter((step) => step !== 0));
  if (ways.size !== 1) return undefined;
  return ways.has(1) ? 'rises' : 'falls';
}

/** The rows of each case of a table in which cases come back, in the order in which they are met. */
export function casesOf(table: ResultTable): ReadonlyMap<string, ResultTable> {
  const cases = new Map<string, ResultTable['rows'][number][]>();
  for (const row of table.rows)
    if (row.label !== null) cases.set(row.label, [...(cases.get(row.label) ?? []), row]);
  const isRepeated = [...cases.values()].some((rows) => rows.length >= pointsMin);
  if (!isRepeated || cases.size > casesMax) return new Map();
  return new Map([...cases].map(([name, rows]) => [name, { ...table, rows }]));
}

/** `For cached, the latency lies between 5.1 ms [C2] and 8.4 ms [C8].` */
function caseRanges(table: ResultTable): Inline[][] {
  return [...casesOf(table)].flatMap(([name, rows]) =>
    table.columns.flatMap((column, index): Inline[][] => {
      const ends = column.setting ? undefined : endsOf(columnClaims(rows, index));
      if (ends === undefined) return [];
      return [
        line(
          'For ',
          label(name),
          ', the ',
          labelText(columnTitle(column)),
          ' lies between ',
          cited(ends.least),
          ' and ',
          cited(ends.most),
          '.',
        ),
      ];
    }),
  );
}

function endsOf(claims: readonly Claim[]): { least: Claim; most: Claim } | undefined {
  const sorted = [...claims].sort((a, b) => (claimValue(a) ?? 0) - (claimValue(b) ?? 0));
  const [least, most] = [sorted[0], sorted.at(-1)];
  return least === undefined || most === undefined || sorted.length < 2
    ? undefined
    : { least, most };
}
