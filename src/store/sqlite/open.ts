/**
 * Opens the embedded store: one SQLite file in WAL mode, one writing connection per process.
 * `synchronous = FULL` is what makes a committed turn survive a power cut; anything less is for
 * measurements.
 */
import type { Database } from 'better-sqlite3';
import { messageOfError } from '../../lib/describe-error.ts';
import { Sqlite } from '../../lib/sqlite.ts';
import { archiveFolderOf } from './archive/place.ts';
import { readArchive } from './archive/reader.ts';
import { migrate, pendingMigrations, StoreOpenError, StoreVersionError } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { checkProgram } from './program.ts';
import { whyNotOpened } from './why-not-opened.ts';

/** How a connection to the file is opened. */
export interface SqliteOptions {
  /** File name; `:memory:` for a database that dies with the process. */
  readonly path: string;
  /** Opens an existing, up-to-date file and never writes to it. */
  readonly readonly?: boolean;
  /** The bytes of a database to go on with, in memory: `path` names no file then. */
  readonly image?: Buffer;
  /** Folder with the archive of its events; beside the file unless told. */
  readonly archive?: string;
  /** Default `FULL`. */
  readonly synchronous?: 'OFF' | 'NORMAL' | 'FULL' | 'EXTRA';
}

/** How long a statement waits for another process's transaction. */
const busyTimeoutMs = 5000;
/**
 * Of the connection that writes, and of each that only reads, of which a process has several. The
 * system keeps the file's pages as well, so more of them here make the process large and little faster.
 */
const cacheKib = { write: 16 * 1024, read: 4 * 1024 };
/**
 * Pages in the log before it is copied back, 16 MiB of it: whatever is in the log alone is gone with
 * it, and the pause of one copy grows with its size. Four times as many save a sixth of the writing.
 */
const walPagesMax = 4_000;
const walBytesKept = walPagesMax * 4096;

/**
 * Opens and migrates. Throws `StoreOpenError` when the file cannot be opened, is not a database of
 * this program, is newer than it, or (read-only) is not up to date.
 */
export function openSqlite(options: SqliteOptions): Database {
  const readonly = options.readonly ?? false;
  const db = connect(options.image ?? options.path, readonly);
  try {
    readArchive(db, options.archive ?? archiveFolderOf(options.path));
    configure(db, readonly, options.synchronous ?? 'FULL');
    if (!readonly) {
      migrate(db, migrations);
    } else {
      refuseEarlier(db);
    }
    checkProgram(db, readonly);
    return db;
  } catch (error) {
    db.close();
    throw toOpenError(options.path, readonly, error);
  }
}

function refuseEarlier(db: Database): void {
  const { length: missing } = pendingMigrations(db, migrations);
  if (missing === 0) return;
  throw new StoreVersionError(
    'earlier',
    `The database ${db.name} is of an earlier version: its last migration is ${migrations.length - missing}, and this program knows ` +
      `${migrations.length}. The next start of the service brings it up to date; until then use the program that wrote it.`,
  );
}

/** Opens what is there to read it; null where that is not possible, as with a store of an earlier program. */
export function openToLook(path: string): Database | null {
  try {
    return openSqlite({ path, readonly: true });
  } catch {
    return null;
  }
}

function connect(from: string | Buffer, readonly: boolean): Database {
  try {
    return new Sqlite(from, { readonly, fileMustExist: readonly, timeout: busyTimeoutMs });
  } catch (error) {
    throw toOpenError(String(from), readonly, error);
  }
}

function configure(db: Database, readonly: boolean, synchronous: string): void {
  db.pragma(`cache_size = -${readonly ? cacheKib.read : cacheKib.write}`);
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  if (readonly) return;
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.pragma(`wal_autocheckpoint = ${walPagesMax}`);
  db.pragma(`journal_size_limit = ${walBytesKept}`);
}

function toOpenError(path: string, readonly: boolean, error: unknown): StoreOpenError {
  if (error instanceof StoreOpenError) return error;
  const isClosed = String((error as { code?: unknown }).code).startsWith('SQLITE_CANTOPEN');
  const reason = (isClosed ? whyNotOpened(path, !readonly) : null) ?? messageOfError(error);
  return new StoreOpenError(`The database ${path} cannot be opened: ${reason}.`, { cause: error });
}
