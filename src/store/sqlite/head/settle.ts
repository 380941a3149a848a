/**
 * Opens a store with a look at whether its log is the one that was left: what was kept of its end and
 * its write-ahead log are read before SQLite recovers the file. Where it is another one, a new epoch
 * begins, and is in the database before the new end is kept: a crash between the two finds it there.
 */
import type { Database } from 'better-sqlite3';
import { genesisHash } from '../../../actors/journal/event-chain.ts';
import { parseStored } from '../../../actors/journal/sqlite/stored-json.ts';
import { InvariantError } from '../../../lib/assert.ts';
import { type Clock, toIsoTime } from '../../../lib/clock.ts';
import { isLoss, type LogFinding } from '../../ports/log-finding.ts';
import { createLineage, type LogEpoch, type LogLineage } from '../../ports/log-lineage.ts';
import { headPathOf, type KeptHead, readKeptHead, writeKeptHead } from './head-file.ts';
import { type FoundLog, type Judgement, judgeLog } from './judge.ts';
import { lookAtWal, soundWal } from './wal-look.ts';

/** Which log an opened store has. Readiness fails for a loss until a person acknowledges it. */
export interface SettledLog {
  readonly lineage: LogLineage;
  /** What was found at this opening; null: it is the log that was left. */
  readonly finding: LogFinding | null;
  /** The last finding that means that acknowledged work is gone, of this opening or an earlier one. */
  readonly loss: LogFinding | null;
}

interface EpochRow {
  readonly epoch: string;
  readonly from_event_id: number;
  readonly begun: string | null;
  readonly is_kept: number;
}
/** What a row of an epoch keeps of why it began. */
interface Begun {
  readonly finding: LogFinding;
  readonly on: Pick<KeptHead, 'epoch' | 'event_id' | 'hash'> | null;
}

/**
 * Calls `open`, which gives the database recovered and up to date, judges it and keeps its end. Throws
 * what `open` throws, and what the file system says when the write-ahead log cannot be read.
 */
export function openSettled(
  path: string,
  open: () => Database,
  clock: Clock,
): { readonly db: Database; readonly log: SettledLog } {
  const headPath = headPathOf(path);
  const kept = readKeptHead(headPath);
  const wal = lookAtWal(`${path}-wal`);
  const db = open();
  try {
    const found = readFound(db);
    const judgement = judgeLog(kept, wal, found);
    const head = kept.kind === 'kept' ? kept.head : null;
    if (judgement !== null) beginEpoch(db, judgement, head, toIsoTime(clock.now()));
    const log = readLog(db, judgement !== null);
    const at = toIsoTime(clock.now());
    if (tryToKeep(headPath, log, found, at)) {
      db.exec('UPDATE log_epochs SET is_kept = 1 WHERE is_kept = 0');
    }
    return { db, log };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** `closed`: the write-ahead log is gone once the database is, until the writer has opened it again. */
function tryToKeep(path: string, log: SettledLog, found: FoundLog, at: string): boolean {
  const { lastEventId: event_id } = found;
  const hash = found.hashOf(event_id) ?? genesisHash;
  try {
    writeKeptHead(path, { epoch: log.lineage.epoch, event_id, hash, at, state: 'closed' });
    return true;
  } catch {
    // The writer tries again with its first commit and says why it cannot.
    return false;
  }
}

/**
 * What the next opening would find, without changing anything; `db` may be read-only. While a service
 * writes the file its write-ahead log cannot be judged, so `isServed` leaves that out.
 */
export function foreseeFinding(
  path: string,
  db: Database,
  isServed: boolean,
): Judgement['finding'] | null {
  const kept = readKeptHead(headPathOf(path));
  const wal = isServed ? soundWal : lookAtWal(`${path}-wal`);
  return judgeLog(kept, wal, readFound(db))?.finding ?? null;
}

/** The log of a database that nothing is kept beside, such as one in memory. */
export const readLogOf = (db: Database): SettledLog => readLog(db, false);

const readEpochs = (db: Database): readonly EpochRow[] =>
  db
    .prepare<[], EpochRow>(
      'SELECT epoch, from_event_id, begun, is_kept FROM log_epochs ORDER BY number',
    )
    .all();

const toEpoch = ({ epoch, from_event_id: fromEventId }: EpochRow): LogEpoch => ({
  epoch,
  fromEventId,
});

const begunOf = ({ epoch, begun }: EpochRow): Begun | null =>
  begun === null ? null : parseStored<Begun>(begun, `the epoch ${epoch} of the log`);

/** What `judgeLog` asks of a database. */
export function readFound(db: Database): FoundLog {
  const rows = readEpochs(db);
  if (rows.length === 0)
    throw new InvariantError('the log has no epoch any more; run verify and restore a backup');
  const last = db
    .prepare<[], { event_id: number; created_at: string }>(
      'SELECT event_id, created_at FROM events ORDER BY event_id DESC LIMIT 1',
    )
    .get();
  const hashOf = db.prepare<[number], string>('SELECT hash FROM events WHERE event_id = ?').pluck();
  return {
    epochs: rows.map(toEpoch),
    begunOn: begunOf(rows.at(-1)!)?.on ?? null,
    isNew: rows.every(({ is_kept }) => is_kept === 0),
    lastEventId: last?.event_id ?? 0,
    lastEventAt: last?.created_at ?? null,
    hashOf: (eventId) => hashOf.get(eventId) ?? null,
  };
}

/** A new epoch, in the database. */
export function beginEpoch(
  db: Database,
  { finding, fromEventId }: Judgement,
  kept: KeptHead | null,
  at: string,
): void {
  const on = kept === null ? null : { epoch: kept.epoch, event_id: kept.event_id, hash: kept.hash };
  // Random as the first was: by the database itself, in the transaction that needs it.
  db.prepare(
    `INSERT INTO log_epochs (epoch, from_event_id, begun_at, begun)
     SELECT epoch, ?, ?, json_set(?, '$.finding.epoch', epoch)
     FROM (SELECT lower(hex(randomblob(8))) AS epoch)`,
  ).run(fromEventId, at, JSON.stringify({ finding, on }));
}

/** `hasBegun`: at this opening. */
export function readLog(db: Database, hasBegun: boolean): SettledLog {
  const rows = readEpochs(db);
  const findings = rows.flatMap((row) => begunOf(row)?.finding ?? []);
  return {
    lineage: createLineage(rows.map(toEpoch)),
    finding: hasBegun ? (findings.at(-1) ?? null) : null,
    loss: findings.findLast(isLoss) ?? null,
  };
}
