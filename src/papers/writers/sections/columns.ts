/** Columns of result tables: their values, which one the others stand over, and which say what another says. */
import type { ResultFile, ResultTable } from '../../claims/ledger.ts';
import { type Claim, claimValue } from '../../claims/schema.ts';

/** Names of a column that only numbers its rows. */
const indexNames =
  /^(?:trials?|runs?|repeats?|repetitions?|replicates?|samples?|index|idx|i|n|no|number|row|id)$/i;

/** True for a column that counts trials: their order means nothing. */
export function isIndexName(name: string): boolean {
  return indexNames.test(name.replace(/[_-](?:id|index|idx|no|number)$/i, ''));
}

/** What grows by itself while a run goes on. */
const progressNames = /(?:^|[_ -])(?:epochs?|steps?|iterations?|time|seconds?|elapsed)$/i;

/** True for a column that was chosen for each row, so that the others can be read over it. */
export function isVaried({ name, setting }: ResultTable['columns'][number]): boolean {
  return setting && !isIndexName(name) && !progressNames.test(name);
}

/** All values of a column, or undefined when a cell is empty. */
export function columnValues(table: ResultTable, index: number): number[] | undefined {
  const values = table.rows.map((row) => {
    const claim = row.claims[index];
    return claim == null ? undefined : claimValue(claim);
  });
  return values.some((value) => value === undefined)
    ? undefined
    : values.filter((value) => value !== undefined);
}

/** True for the first column where others have its unit: it is one of them, and they do not lie over it. */
function isOneOfSeveral({ columns: [first, ...others] }: ResultTable): boolean {
  if (first?.unit === undefined || progressNames.test(first.name)) return false;
  return others.some(({ setting, unit }) => !setting && unit === first.unit);
}

/** The column that says where a row stands: growing throughout, a setting if there is one; or -1. */
export function positionColumn(table: ResultTable): number {
  if (table.columns.length < 2 || table.rows.length < 2) return -1;
  const growing = table.columns
    .map((column, index) => ({ column, index }))
    .filter(({ index }) => {
      const values = columnValues(table, index);
      return values?.every((value, at) => at === 0 || value > (values[at - 1] ?? value)) === true;
    });
  return (
    (
      growing.find(({ column }) => column.setting) ??
      growing.find(({ index }) => index === 0 && !isOneOfSeveral(table))
    )?.index ?? -1
  );
}

/** A table and the file that it is of. */
export interface FileTable {
  readonly file: ResultFile['file'];
  readonly table: ResultTable;
}

/**
 * The tables without those all of whose measured columns stand in another one value by value. The table with
 * more columns stays; of equal ones, the one that names its columns.
 */
export function distinctTables(results: readonly ResultFile[]): FileTable[] {
  const all = results.flatMap(({ file, tables }) => tables.map((table) => ({ file, table })));
  const isRepeated = ({ table }: FileTable): boolean => {
    const own = measuredKeys(table);
    return own.length > 0 && all.some(({ table: other }) => repeats(table, own, other));
  };
  const rank = (table: ResultTable): number =>
    table.columns.length * 2 + (table.columns.some(({ label }) => label !== undefined) ? 1 : 0);
  const repeats = (table: ResultTable, own: readonly string[], other: ResultTable): boolean => {
    if (other === table || table.rows.some((row) => row.label !== null)) return false;
    const keys = new Set(measuredKeys(other));
    if (!own.every((key) => keys.has(key))) return false;
    const [mine, others] = [rank(table), rank(other)];
    const isLater =
      all.findIndex((each) => each.table === other) < all.findIndex((each) => each.table === table);
    return others > mine || (others === mine && isLater);
  };
  return all.filter((entry) => !isRepeated(entry));
}

/** The measured columns of a table as text; equal for columns of equal values. */
function measuredKeys(table: ResultTable): string[] {
  const x = positionColumn(table);
  return table.columns.flatMap(({ setting }, index) => {
    const values = setting || index === x ? undefined : columnValues(table, index);
    return values === undefined || values.length < 3 ? [] : [values.join()];
  });
}

/** Claims of a column in the order of the rows. */
export function columnClaims(table: ResultTable, index: number): Claim[] {
  return table.rows.flatMap((row) => row.claims[index] ?? []);
}
