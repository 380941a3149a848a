/**
 * One moment of a store: a read transaction is held open while its pages are copied, so that what
 * writers commit meanwhile is not in the copy. Writers do not wait for it; only the write-ahead log is
 * not emptied until it is over.
 */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { genesisHash } from '../../../actors/journal/event-chain.ts';
import { Sqlite } from '../../../lib/sqlite.ts';
import { openSqlite } from '../open.ts';
import type { BackedUpStore } from './manifest.ts';

/** Where a log ends, and what its store holds. */
export type StoreHead = Omit<BackedUpStore, 'name' | 'file'>;

/** A store as it was when the snapshot was opened, whatever is written since. */
export interface StoreSnapshot {
  readonly head: StoreHead;
  readonly bytes: number;
  /** Writes it to a new file that needs no other beside it. `onPages` hears of pages done and all pages. */
  copyTo(path: string, onPages: (done: number, total: number) => void): Promise<void>;
  close(): void;
}

/** Pages copied before whoever else is in this thread gets its turn: 4 MiB. */
const pagesAtOnce = 1024;

/** Opens it read-only, beside whoever writes. Throws `StoreOpenError`, also for a store that is not up to date. */
export function openSnapshot(path: string): StoreSnapshot {
  const db = openSqlite({ path, readonly: true });
  try {
    db.exec('BEGIN');
    // The first read begins the moment.
    const head = readHead(db);
    const bytes =
      Number(db.pragma('page_count', { simple: true })) *
      Number(db.pragma('page_size', { simple: true }));
    return {
      head,
      bytes,
      async copyTo(to, onPages) {
        await db.backup(to, {
          progress({ totalPages, remainingPages }) {
            onPages(totalPages - remainingPages, totalPages);
            return pagesAtOnce;
          },
        });
        makeSelfContained(to);
      },
      close: () => void db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Where the log of an open store ends. */
export function readHead(db: Database): StoreHead {
  const epochs = db
    .prepare<[], string>('SELECT epoch FROM log_epochs ORDER BY number')
    .pluck()
    .all();
  const last = db
    .prepare<[], { event_id: number; hash: string; created_at: string }>(
      'SELECT event_id, hash, created_at FROM events ORDER BY event_id DESC LIMIT 1',
    )
    .get();
  return {
    origin: epochs[0] ?? '',
    epoch: epochs.at(-1) ?? '',
    event_id: last?.event_id ?? 0,
    hash: last?.hash ?? genesisHash,
    event_at: last?.created_at ?? null,
    actors: db.prepare<[], number>('SELECT count(*) FROM actors').pluck().get() ?? 0,
  };
}

/** Without a write-ahead log, and readable without making one; on the disk when it returns. */
export function makeSelfContained(path: string): void {
  const db = new Sqlite(path, { fileMustExist: true });
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
  const file = openSync(path, 'r+');
  try {
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}
