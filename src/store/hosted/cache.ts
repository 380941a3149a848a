/**
 * The local copy of a journal in PostgreSQL: one SQLite file from which a control plane answers lists,
 * searches and feeds. It holds nothing that the source has not: one that is missing, damaged or of another
 * program is made anew, one that is behind is brought up. One of another log is put aside as `….other`: what a
 * source lost may be there alone.
 */
import { renameSync, rmSync } from 'node:fs';
import { genesisHash } from '../../actors/journal/event-chain.ts';
import type { JournalSource } from '../../actors/journal/postgres/source.ts';
import type { Head } from '../../actors/journal/sqlite/commit.ts';
import { describeError } from '../../lib/describe-error.ts';
import { StoreOpenError } from '../sqlite/migrate.ts';
import { openSqlite, type SqliteOptions } from '../sqlite/open.ts';
import { createTaker, readHead } from '../sqlite/take-changes.ts';

/** The file of a copy, opened for writing. */
export type CopyFile = ReturnType<typeof openSqlite>;

/** What became of a copy when it was opened. */
export interface CacheReport {
  /** Why it was made anew; null when the one that was there went on. */
  readonly anew: string | null;
  /** Events that it had, and that it took. */
  readonly had: number;
  readonly taken: number;
}

/** Events in one transaction: few enough not to fill the memory, enough for the disk. */
export const eventsAtOnce = 1_000;
/** A power cut may take the newest commits from a copy: the source has them. */
const copyOptions = { synchronous: 'NORMAL' } as const;

/** How a copy at `path` is opened. */
export const cacheOptions = (path: string): SqliteOptions => ({ path, ...copyOptions });

/**
 * Opens the copy at `path`, which ends where the source does when it is answered. Throws as the source does,
 * and `StoreOpenError` when what the source says is no sound log or no file can be made.
 */
export async function openCache(
  path: string,
  source: JournalSource,
): Promise<{ readonly db: CopyFile; readonly report: CacheReport }> {
  const { db, anew } = await openMatching(path, source);
  try {
    const { eventId: had } = readHead(db);
    const { eventId: end } = await bringUp(db, source);
    return { db, report: { anew, had, taken: end - had } };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Takes what is missing, and all that waits; answers where the copy ends. */
async function bringUp(db: CopyFile, source: JournalSource): Promise<Head> {
  const take = createTaker(db);
  let head = readHead(db);
  for (;;) {
    const changes = await source.changesAfter(head.eventId, eventsAtOnce);
    head = take(changes);
    if (changes.outstanding !== null) return head;
    if (changes.events.length === 0) {
      throw new StoreOpenError(
        `PostgreSQL has no event after event ${head.eventId}, but says that its log goes on: the newest ones were ` +
          'deleted. See what `orrery verify` says.',
      );
    }
  }
}

/** A copy whose log is the beginning of the source's, an empty one if need be. */
async function openMatching(
  path: string,
  source: JournalSource,
): Promise<{ db: CopyFile; anew: string | null }> {
  const found = tryToOpen(path);
  if (found.db !== null) {
    const { eventId, hash } = readHead(found.db);
    const there = eventId === 0 ? genesisHash : await source.hashOf(eventId);
    if (there === hash) return { db: found.db, anew: eventId === 0 ? 'there was none' : null };
    found.db.close();
    renameSync(path, `${path}.other`);
  }
  const why =
    found.db === null
      ? found.why
      : `its log is not the beginning of the log in PostgreSQL; it is kept as ${path}.other`;
  removeCache(path);
  return { db: openSqlite(cacheOptions(path)), anew: why };
}

function tryToOpen(path: string): { db: CopyFile } | { db: null; why: string } {
  try {
    const db = openSqlite(cacheOptions(path));
    const said = db.pragma('quick_check(1)', { simple: true });
    if (said === 'ok') return { db };
    db.close();
    return { db: null, why: `it was damaged: ${String(said)}` };
  } catch (error) {
    return { db: null, why: describeError(error) };
  }
}

/** What is kept of the end of the log stays: it tells whether the source lost events. */
function removeCache(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}
