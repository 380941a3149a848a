/** The runtime's SQLite journal with the columns of this product's kinds. */
import type { Database } from 'better-sqlite3';
import type { Journal } from '../../actors/journal/port.ts';
import { createSqliteJournal } from '../../actors/journal/sqlite/journal.ts';
import { projections } from '../projections.ts';

/** A journal on a database that `openSqlite` opened. */
export function createStoreJournal(db: Database): Journal {
  return createSqliteJournal(db, projections);
}
