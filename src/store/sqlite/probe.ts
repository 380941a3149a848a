/** Whether the database takes writes now, found out by beginning one and taking it back. */
import type { Database } from 'better-sqlite3';

/** Null when it does, else what the database says. Leaves nothing behind. */
export function findWriteTrouble(db: Database): string | null {
  try {
    db.exec('BEGIN IMMEDIATE');
    try {
      db.exec('UPDATE search_progress SET event_id = event_id WHERE only_row = 1');
    } finally {
      db.exec('ROLLBACK');
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
