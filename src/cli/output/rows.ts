/** Reads rows of replies for tables, whatever a service of another version put in them. */
import { formatDuration } from '../../lib/duration.ts';
import { isRecord } from '../../lib/is-record.ts';
import { formatAge } from './age.ts';
import type { Tone } from './style.ts';
import type { Cell, Column } from './table.ts';

/** A JSON object of a reply; its members may be missing or of another type. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a member that should be a list; empty when it is none. */
export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The member when it is an object, else an empty one. */
export function rowOf(value: unknown): Row {
  return isRecord(value) ? value : {};
}

/** A member as a cell: text and numbers as they are, null for what is missing. */
export function cellOf(row: Row, name: string): string | number | null {
  const value = row[name];
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? null : JSON.stringify(value);
}

const statusTones: Readonly<Record<string, Tone>> = {
  running: 'good',
  awaiting_wake: 'good',
  wake_received: 'good',
  completed: 'good',
  publication_draft: 'good',
  finalized: 'good',
  healthy: 'good',
  delivered: 'good',
  blocked: 'bad',
  dispatch_error: 'bad',
  gate_error: 'bad',
  gate_timeout: 'bad',
  unreachable: 'bad',
  firing: 'bad',
  undeliverable: 'bad',
  rejected: 'bad',
  needs_review: 'warn',
  human_review_required: 'warn',
  question_pending: 'warn',
  reconciling: 'warn',
  degraded: 'warn',
  pending: 'warn',
  paused: 'dim',
  canceled: 'dim',
  archived: 'dim',
  suppressed: 'dim',
  resolved: 'dim',
};

/** A status with the colour of what it means. */
export function statusCell(row: Row, name: string): Cell {
  const status = cellOf(row, name);
  const tone = typeof status === 'string' ? statusTones[status] : undefined;
  return tone === undefined || status === null ? status : { text: String(status), tone };
}

/** What a column shows of a row; `now` is the service's time. */
type CellReader = (row: Row, now?: unknown) => Cell;
/** A column that knows the member it shows, or how it reads the row. */
export interface ReplyColumn extends Column {
  readonly of: string | CellReader;
}

/** A status in a column. */
export const status =
  (name = 'status'): CellReader =>
  (row) =>
    statusCell(row, name);

/** The tags in a column; a dash where there is none. */
export const tags: CellReader = (row) => {
  const words = row['tags'];
  return Array.isArray(words) && words.length > 0 ? words.join(', ') : null;
};

/** Time since then in a column. */
export const age =
  (name: string): CellReader =>
  (row, now) =>
    formatAge(row[name], now);

/** Hours as a span, so that little is not read as nothing. */
export const hours =
  (name: string): CellReader =>
  (row) => {
    const told = row[name];
    return typeof told === 'number' ? formatDuration(told * 3600) : null;
  };

/** The cells of a row, in the order of the columns. */
export function readCells(columns: readonly ReplyColumn[], row: Row, now?: unknown): Cell[] {
  return columns.map(({ of }) => (typeof of === 'string' ? cellOf(row, of) : of(row, now)));
}
