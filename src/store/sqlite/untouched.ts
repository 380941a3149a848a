/**
 * Opens a store to look at it without writing a byte beside it. A database with a log cannot be read
 * in place without making files: where no service has it open, a copy in a folder of its own is read.
 */
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../../lib/sqlite.ts';
import { archiveFolderOf } from './archive/place.ts';
import { StoreOpenError, StoreVersionError } from './migrate.ts';
import { openSqlite, type SqliteOptions } from './open.ts';
import { whyNotOpened } from './why-not-opened.ts';

/** A store that is only looked at; its connection refuses to write. */
export interface UntouchedStore {
  readonly db: Database;
  /** Read in place, while a service writes to it. */
  readonly isServed: boolean;
  /** Closes it, and removes the copy. */
  close(): void;
}

/**
 * Opens the store at `path`, in place where a service holds the lock at `lockPath`. Throws
 * `StoreOpenError` when it cannot be copied or opened.
 */
export function openUntouched(path: string, lockPath: string): UntouchedStore {
  if (isServed(lockPath)) {
    const db = openSqlite({ path, readonly: true });
    return { db, isServed: true, close: () => void db.close() };
  }
  return openCopy(path);
}

/**
 * A copy of the store at `path` that no service has open, brought up to date by this program. Throws
 * `StoreOpenError` when it cannot be copied, opened or brought up to date.
 */
export function openCopy(path: string): UntouchedStore {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-verify-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    // The archive is only ever added to, and read where it lies.
    const archive = archiveFolderOf(path);
    const db = openUpdated({ path: copyInto(folder, path), archive });
    return {
      db,
      isServed: false,
      close() {
        db.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    if (!(error instanceof StoreOpenError)) throw error;
    // Its own path, not that of the copy.
    throw new StoreOpenError(error.message.replaceAll(folder, dirname(path)), { cause: error });
  }
}

/** To read only, after what an earlier version wrote was brought up to date. */
function openUpdated(options: Pick<SqliteOptions, 'path' | 'archive'>): Database {
  try {
    return openSqlite({ ...options, readonly: true });
  } catch (error) {
    if (!(error instanceof StoreVersionError) || error.version !== 'earlier') throw error;
    openSqlite(options).close();
    return openSqlite({ ...options, readonly: true });
  }
}

/** True while a process holds the lock; finding out leaves no trace. */
function isServed(lockPath: string): boolean {
  if (!existsSync(lockPath)) return false;
  let db: Database | undefined;
  try {
    db = new Sqlite(lockPath, { readonly: true, timeout: 0 });
    db.pragma('schema_version');
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === 'SQLITE_BUSY';
  } finally {
    db?.close();
  }
}

function copyInto(folder: string, path: string): string {
  const copy = join(folder, basename(path));
  for (const end of ['', '-wal']) {
    const from = `${path}${end}`;
    if (end !== '' && !existsSync(from)) continue;
    try {
      copyFileSync(from, `${copy}${end}`, constants.COPYFILE_FICLONE);
    } catch (error) {
      const mib = Math.ceil(statSync(from).size / 1024 ** 2);
      const code = String((error as { code?: unknown }).code);
      const why =
        whyNotOpened(from, false) ??
        `it needs ${mib} MiB in ${tmpdir()}, and TMPDIR names another folder (${code})`;
      throw new StoreOpenError(`The database ${path} cannot be copied to be looked at: ${why}.`, {
        cause: error,
      });
    }
    // A copy of a file that nobody may write to is nobody's to write to, either.
    chmodSync(`${copy}${end}`, 0o600);
  }
  return copy;
}
