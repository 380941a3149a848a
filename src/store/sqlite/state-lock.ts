/**
 * One process per store. Two on the same state folder would each hold their own actors, timers and
 * effects: the store would stay whole, but everything would be done twice. The lock is SQLite's own
 * on a file beside the store, so the system lets go of it however the process ends.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { messageOfError } from '../../lib/describe-error.ts';
import { readIfThere } from '../../lib/if-there.ts';
import { Sqlite } from '../../lib/sqlite.ts';
import { StoreOpenError } from './migrate.ts';

interface StateLock {
  release(): void;
}

/**
 * Two that try at once get in each other's way while SQLite goes from one lock to the next, and a look at
 * whether it is free holds it for a moment: neither may make the other give up.
 */
const waitMs = 1_000;

/** The files that a lock leaves in its folder. They hold no data. */
export const filesOfLock = (path: string): readonly string[] => [
  path,
  `${path}-journal`,
  holderPathOf(path),
];

/** Says who has the lock: SQLite lets nobody read the lock file itself meanwhile. */
const holderPathOf = (path: string): string => `${path}-process`;

/**
 * Takes the lock at `path`; throws `StoreOpenError` when another process has it or when it is no
 * lock file.
 */
export function takeStateLock(path: string): StateLock {
  let db: Database | undefined;
  try {
    db = new Sqlite(path, { timeout: waitMs });
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
      `another process serves from ${dirname(path)}${holderOf(path)}; stop it first, or choose another state_dir`,
    );
  }
  noteHolder(path);
  return {
    release() {
      // Before the next one can have written its own.
      rmSync(holderPathOf(path), { force: true });
      db.close();
    },
  };
}

/** What cannot be written is not said: the lock is held all the same. */
function noteHolder(path: string): void {
  const holder = holderPathOf(path);
  try {
    // Of one that was killed.
    rmSync(holder, { force: true });
    writeFileSync(holder, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch {}
}

function holderOf(path: string): string {
  const [said] = /^process \d+ on \S+$/m.exec(readIfThere(holderPathOf(path)) ?? '') ?? [];
  return said === undefined ? '' : ` (${said})`;
}
