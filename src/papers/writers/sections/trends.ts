/**
 * What a series shows beyond its figure. Two rules: a quantity that moves one way all along has its ends told; one
 * that was swept over a setting has its ends told by size. Anything else is left to the figure, since noise
 * goes up and down as well.
 */
import type { ResultTable } from '../../claims/ledger.ts';
import type { Inline } from '../../document.ts';
import { betterByName } from '../../claims/labels.ts';
import { cited, columnTitle, labelText, line } from '../context.ts';
import { columnValues, isIndexName, positionColumn } from './columns.ts';

/** Points below which two ends are no trend. */
const pointsMin = 3;
/** Trends told of one table. */
const trendsMax = 4;

/** Sentences on the measured columns of a table without labels; none of trials, whose order means nothing. */
export function trendSentences(table: ResultTable): Inline[][] {
  const x = positionColumn(table);
  const position = table.columns[x];
  if (position === undefined || isIndexName(position.name)) return [];
  if (table.rows.length < pointsMin || table.rows.some((row) => row.label !== null)) return [];
  const sentences = table.columns.flatMap((column, index): Inline[][] => {
    if (index === x || column.setting) return [];
    const values = columnValues(table, index);
    if (values === undefined) return [];
    const name = labelText(columnTitle(column));
    const place = (at: number): Inline[] => {
      const own = table.rows[at]?.claims[x];
      return own == null ? [] : line(' at ', labelText(columnTitle(position)), ' ', cited(own));
    };
    const point = (at: number): Inline[] => {
      const own = table.rows[at]?.claims[index];
      return own == null ? [] : line(cited(own), place(at));
    };
    const way = wayOf(values);
    if (way !== undefined)
      return [line(name, ` ${way} from `, point(0), ' to ', point(values.length - 1), '.')];
    if (!position.setting) return [];
    const better = betterByName(column.label ?? column.name, column.unit);
    const least = values.indexOf(Math.min(...values));
    const most = values.indexOf(Math.max(...values));
    if (least === most) return [];
    const [first, second] = better === 'higher' ? [most, least] : [least, most];
    const word = better === 'higher' ? 'highest' : 'lowest';
    return [line(name, ` is ${word}, `, point(first), ', against ', point(second), '.')];
  });
  return sentences.slice(0, trendsMax);
}

/** `rises` or `falls` where every step goes that way or stays; undefined for anything else. */
function wayOf(values: readonly number[]): 'rises' | 'falls' | undefined {
  const steps = values.slice(1).map((value, at) => Math.sign(value - (values[at] ?? value)));
  const ways = new Set(steps.filter((step) => step !== 0));
  if (ways.size !== 1) return undefined;
  return ways.has(1) ? 'rises' : 'falls';
}
