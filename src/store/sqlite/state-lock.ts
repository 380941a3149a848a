/**
 * One process per store. Two on the same state folder would each hold their own actors, timers and
 * effects: the store would stay whole, but everything would be done twice. The lock is SQLite's own
 * on a file beside the store, so the system lets go of it however the process ends.
 */
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { messageOfError } from '../../lib/describe-error.ts';
import { Sqlite } from '../../lib/sqlite.ts';
import { StoreOpenError } from './migrate.ts';

interface StateLock {
  release(): void;
}

/**
 * Takes the lock at `path`; throws `StoreOpenError` when another process has it or when it is no
 * lock file.
 */
export function takeStateLock(path: string): StateLock {
  let db: Database | undefined;
  try {
    db = new Sqlite(path, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db?.close();
    const { code } = error as { code?: unknown };
    if (code === 'SQLITE_NOTADB')
      throw new StoreOpenError(
        `${path} is not the lock file of a store; it holds no data, so move it away and start again`,
      );
    if (code !== 'SQLITE_BUSY')
      throw new StoreOpenError(`the lock file ${path} cannot be opened: ${messageOfError(error)}`, {
        cause: error,
      });
    throw new StoreOpenError(
      `another process serves from ${dirname(path)}; stop it first, or choose another state_dir`,
    );
  }
  return { release: () => void db.close() };
}
