/**
 * Whether the log in PostgreSQL is the one that this machine saw last, by what it kept of its end beside
 * its copy. Where events are gone, a server put back to an earlier day say, a new epoch begins, in
 * PostgreSQL before anybody is told of it.
 */
import type { EpochRow, JournalSource } from '../../actors/journal/postgres/source.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import {
  headPathOf,
  type KeptHeadRead,
  readKeptHead,
  writeKeptHead,
} from '../sqlite/head/head-file.ts';
import { judgeLog } from '../sqlite/head/judge.ts';
import { beginEpoch, readFound, readLog, type SettledLog } from '../sqlite/head/settle.ts';
import { soundWal } from '../sqlite/head/wal-look.ts';
import { readHead } from '../sqlite/take-changes.ts';
import type { CopyFile } from './cache.ts';

/** `db` is the copy at `path`, up to date. Throws as the source does, and what the file system says. */
export async function settleHosted(
  path: string,
  db: CopyFile,
  source: JournalSource,
  clock: Clock,
): Promise<SettledLog> {
  takeEpochs(db, await source.epochs());
  const at = toIsoTime(clock.now());
  const kept = readKeptHead(headPathOf(path));
  const begins = judge(kept, db);
  if (begins !== null) {
    beginEpoch(db, begins, kept.kind === 'kept' ? kept.head : null, at);
    const begun = readEpochs(db).at(-1);
    if (begun !== undefined) await source.addEpoch(begun);
  }
  const log = readLog(db, begins !== null);
  const { eventId: event_id, hash } = readHead(db);
  writeKeptHead(headPathOf(path), { epoch: log.lineage.epoch, event_id, hash, at, state: 'open' });
  return log;
}

/** Only what this machine knows to have been there can be gone: a copy that is new tells nothing. */
function judge(kept: KeptHeadRead, db: CopyFile): ReturnType<typeof judgeLog> {
  if (kept.kind !== 'kept') return null;
  const found = readFound(db);
  const { event_id, hash } = kept.head;
  const isThere = event_id === 0 || found.hashOf(event_id) === hash;
  // The file and its write-ahead log were made anew from the source: they have nothing to say.
  return isThere ? null : judgeLog({ ...kept, isCopy: false }, soundWal, found);
}

/** For who only reads: which log it is, as whoever writes it has said. */
export async function readEpochsOf(db: CopyFile, source: JournalSource): Promise<SettledLog> {
  takeEpochs(db, await source.epochs());
  return readLog(db, false);
}

function takeEpochs(db: CopyFile, rows: readonly EpochRow[]): void {
  const insert = db.prepare<[EpochRow]>(
    `INSERT INTO log_epochs (number, epoch, from_event_id, begun_at, begun, is_kept)
     VALUES (@number, @epoch, @from_event_id, @begun_at, @begun, 1)`,
  );
  db.transaction(() => {
    db.exec('DELETE FROM log_epochs');
    for (const row of rows) insert.run(row);
  })();
}

const readEpochs = (db: CopyFile): readonly EpochRow[] =>
  db
    .prepare<[], EpochRow>(
      'SELECT number, epoch, from_event_id, begun_at, begun FROM log_epochs ORDER BY number',
    )
    .all();
