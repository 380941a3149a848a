/**
 * One process per store. Two on the same state folder would each hold their own actors, timers and
 * effects: the store would stay whole, but everything would be done twice. The lock is SQLite's own
 * on a file beside the store, so the system lets go of it however the process ends.
 */
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { StoreOpenError } from './migrate.ts';

export interface StateLock {
  release(): void;
}

/** Takes the lock at `path`; throws `StoreOpenError` when another process has it. */
export function takeStateLock(path: string): StateLock {
  const db = new Sqlite(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    const { code } = error as { code?: unknown };
    if (code !== 'SQLITE_BUSY') throw error;
    throw new StoreOpenError(
      `another process serves from ${dirname(path)}; stop it first, or choose another state_dir`,
    );
  }
  return { release: () => void db.close() };
}
