/** What the copying asks of a store, whatever keeps it. */
import type { Journal } from '../../actors/journal/port.ts';
import type { CopiedRow, CopiedTable, RowKey } from './tables.ts';

/** Which state of which store is copied: a copy that was cut off goes on only from the same. */
export interface SourceMark {
  /** The first epoch of the log, which every copy of a store has. */
  readonly origin: string;
  readonly event_id: number;
  readonly hash: string;
}

/** The last numbers that were given to effects and dead letters. */
export interface LastNumbers {
  readonly effects: number;
  readonly dead_letters: number;
}

/** A store whose tables are read. */
export interface CopySide {
  /** `PostgreSQL`, or the path of the file; never an address. */
  readonly title: string;
  readonly journal: Journal;
  /** Rows behind `after` in the order of their keys, at most so many. */
  page(table: CopiedTable, after: RowKey | null, rowsMax: number): Promise<readonly CopiedRow[]>;
  lastNumbers(): Promise<LastNumbers>;
  close(): Promise<void>;
}

export interface CopySource extends CopySide {
  readonly mark: SourceMark;
  /** Throws `CopyError` when anybody has written to it since it was opened. */
  requireUnchanged(): Promise<void>;
}

/** A store that is being filled: under another name until `finish`, so that no service starts on it. */
export interface CopyTarget extends CopySide {
  /** True where an earlier copy of the same was cut off, whose rows are there. */
  readonly isResumed: boolean;
  /** In one transaction: rows that go, then rows that come or are others. */
  write(table: CopiedTable, gone: readonly RowKey[], rows: readonly CopiedRow[]): Promise<void>;
  /** Gives the copy its name, all at once. What was written stays where it lies if that fails. */
  finish(numbers: LastNumbers): Promise<void>;
}
