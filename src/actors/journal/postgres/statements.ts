/** Statements that write many rows at once, each column of which is one value of the statement. */
import { storable } from './nul.ts';

/** One statement; `turn` is the index of the turn that alone is to blame when it fails. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly turn: number | null;
}

/** Values by column. */
export type Row = Readonly<Record<string, unknown>>;

const numbers = new Set(
  'version state_version seq event_id cause_id sequence attempts number from_event_id'.split(' '),
);
const times = new Set(['due_ms', 'delay_ms', 'not_before_ms']);
const documents = new Set(['state', 'payload']);
const typeOf = (column: string): string => {
  if (numbers.has(column)) return 'bigint';
  return times.has(column) ? 'double precision' : 'text';
};

/** A statement over `rows`, which it has as `n` with these columns; none for no rows. */
function over(
  rows: readonly object[],
  columns: readonly string[],
  text: (from: string) => string,
): Statement[] {
  if (rows.length === 0) return [];
  const values = columns.map((column) =>
    rows.map((row) => {
      const value: unknown = (row as Row)[column];
      return remarks.has(column) && typeof value === 'string' ? storable(value) : value;
    }),
  );
  const arrays = columns.map((column, at) => `$${at + 1}::${typeOf(column)}[]`).join(', ');
  const from = `unnest(${arrays}) AS n (${columns.join(', ')})`;
  return [{ text: text(from), values, turn: null }];
}

/** What some program said, kept for a person. */
export const remarks: ReadonlySet<string> = new Set(['last_error', 'reason', 'by_whom']);

const cast = (column: string): string =>
  documents.has(column) ? `n.${column}::json` : `n.${column}`;

/** Rows that are new; those known by the columns `replacing` are replaced. */
export function insert(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  replacing: readonly string[] = [],
): Statement[] {
  const changes = columns
    .filter((column) => !replacing.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const conflict =
    replacing.length === 0
      ? ''
      : ` ON CONFLICT (${replacing.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
  return over(
    rows,
    columns,
    (from) =>
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map(cast).join(', ')} FROM ${from}${conflict}`,
  );
}

/** Rows that are there. */
export function update(
  table: string,
  keys: readonly string[],
  columns: readonly string[],
  rows: readonly object[],
): Statement[] {
  const changes = columns.map((column) => `${column} = ${cast(column)}`).join(', ');
  const same = keys.map((key) => `t.${key} = n.${key}`).join(' AND ');
  return over(
    rows,
    [...keys, ...columns],
    (from) => `UPDATE ${table} AS t SET ${changes} FROM ${from} WHERE ${same}`,
  );
}

/** Rows that are to go. */
export function remove(
  table: string,
  keys: readonly string[],
  rows: readonly object[],
): Statement[] {
  const same = keys.map((key) => `t.${key} = n.${key}`).join(' AND ');
  return over(rows, keys, (from) => `DELETE FROM ${table} AS t USING ${from} WHERE ${same}`);
}
