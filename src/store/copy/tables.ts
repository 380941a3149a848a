/** What of a store is copied: its tables, by what their rows are known, and how two rows are compared. */
import { hashAnswer } from '../../actors/journal/answer-hash.ts';

/** A table that both kinds of store have under this name, with columns of the same names. */
export interface CopiedTable {
  readonly name: string;
  /** In this order no two rows are alike. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

export type Cell = string | number | null;
export type CopiedRow = Readonly<Record<string, Cell>>;
/** The members of a row's key, in their order. */
export type RowKey = readonly Cell[];

const table = (name: string, key: string, others: string): CopiedTable => ({
  name,
  key: key.split(' '),
  columns: `${key} ${others}`.split(' '),
});

/** The log of events; it only grows, so that a copy of it goes on where it ends. */
export const eventTable = table(
  'events',
  'event_id',
  'event_type entity_type entity_id payload idempotency_key actor cause_id correlation_id created_at hash turn_kind turn_id',
);

/** All that a store cannot be without; lists, counts and the full text are made of these. */
export const copiedTables: readonly CopiedTable[] = [
  eventTable,
  table('actors', 'kind id', 'version state_version state seq'),
  table('answers', 'key', 'fingerprint body hash'),
  table('timers', 'kind id name', 'due_ms delay_ms event cause_id correlation_id'),
  table(
    'effects',
    'sequence',
    'effect_id kind id name input invoke_id cause_id correlation_id attempts not_before_ms last_error',
  ),
  table(
    'dead_letters',
    'sequence',
    'kind id message reason at source by_whom correlation_id cause_id',
  ),
  table('quarantines', 'kind id', 'event reason since'),
  table('log_epochs', 'number', 'epoch from_event_id begun_at begun'),
];

export const keyOfRow = (row: CopiedRow, { key }: CopiedTable): RowKey =>
  key.map((column) => row[column] ?? null);

/** Below 0 where `left` comes first: numbers by size, texts by their bytes, as both kinds of store have it. */
export function compareKeys(left: RowKey, right: RowKey): number {
  for (const [at, one] of left.entries()) {
    const other = right[at];
    if (one === other) continue;
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
  }
  return 0;
}

export const isSameRow = (left: CopiedRow, right: CopiedRow, { columns }: CopiedTable): boolean =>
  columns.every((column) => left[column] === right[column]);

/** Why a store is not copied, or a copy not taken for one; the message says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/**
 * An answer as it is copied. One that an early program wrote has no hash and gets one. Throws `CopyError` for
 * one that is not what was given.
 */
export function provenAnswer(row: CopiedRow): CopiedRow {
  const [key, fingerprint, body] = [String(row['key']), String(row['fingerprint']), row['body']];
  const hash = hashAnswer({ key, fingerprint, body: body == null ? null : String(body) });
  if (row['hash'] === hash) return row;
  if (row['hash'] === null) return { ...row, hash };
  throw new CopyError(
    `The stored answer under the key ${JSON.stringify(key)} was altered: its contents do not give its hash. ` +
      'See what `orrery verify` says of the source.',
  );
}
