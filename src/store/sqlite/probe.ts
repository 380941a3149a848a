/** Whether the database takes writes now, found out by beginning one and taking it back. */
import type { Database } from 'better-sqlite3';
import { isLocked, type WriteLock } from '../../actors/journal/sqlite/write-lock.ts';
import { messageOfError } from '../../lib/describe-error.ts';
import { findStoreTrouble, storeTroubleWords } from '../ports/store-trouble.ts';

/** Null when it does, else why not, in words; `lock` hears of both. Leaves nothing behind. */
export function findWriteTrouble(db: Database, lock?: WriteLock): string | null {
  try {
    db.exec('BEGIN IMMEDIATE');
    try {
      db.exec('UPDATE search_progress SET event_id = event_id WHERE only_row = 1');
    } finally {
      db.exec('ROLLBACK');
    }
    lock?.gone();
    return null;
  } catch (error) {
    if (lock !== undefined && isLocked(error)) return lock.met();
    const trouble = findStoreTrouble(error);
    if (trouble !== null) return storeTroubleWords(trouble);
    return messageOfError(error);
  }
}
