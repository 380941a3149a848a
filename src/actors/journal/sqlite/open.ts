/** Opens a journal in a SQLite file of its own, for programs that keep nothing else in it. */
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../../../lib/sqlite.ts';
import type { Journal } from '../port.ts';
import type { Projection, Projections, UniqueRule } from '../projection.ts';
import { defineMovedPayloads } from './event-rows.ts';
import { createSqliteJournal } from './journal.ts';
import { journalTables, proofColumns, supervisionTables } from './schema.ts';

/** In the order in which they came; `user_version` counts those a file has. */
const texts = [journalTables, supervisionTables, proofColumns];

interface SqliteJournalOptions {
  /** Columns and rules of the kinds, made when they are missing. */
  readonly projections?: Projections;
  /** Default `FULL`: a committed turn survives a power cut. */
  readonly synchronous?: 'OFF' | 'NORMAL' | 'FULL';
}

/** How long an attempt to write stands still for another process's transaction; then the loop goes on. */
const lockTimeoutMs = 50;

/** Opens or makes the file; `:memory:` for a journal that dies with the process. */
export function openSqliteJournal(path: string, options: SqliteJournalOptions = {}): Journal {
  const { projections = {}, synchronous = 'FULL' } = options;
  const db = new Sqlite(path);
  try {
    defineMovedPayloads(db, nothingMoved);
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.transaction(() => {
      makeTables(db);
      for (const [kind, projection] of Object.entries(projections)) {
        makeColumns(db, projection);
        for (const rule of projection.unique ?? []) makeRule(db, kind, rule);
      }
    }).immediate();
    // Making the tables may wait longer: nothing else happens yet.
    db.pragma(`busy_timeout = ${lockTimeoutMs}`);
    return createSqliteJournal(db, projections);
  } catch (error) {
    db.close();
    throw error;
  }
}

function nothingMoved(eventId: number): never {
  throw new Error(`event ${eventId} has no payload, and nothing moves any out of this journal`);
}

function makeTables(db: Database): void {
  const done = Number(db.pragma('user_version', { simple: true }));
  if (done > texts.length) throw new Error('the journal was written by a newer program');
  for (const text of texts.slice(done)) db.exec(text);
  db.pragma(`user_version = ${texts.length}`);
}

function makeColumns(db: Database, { columns }: Projection): void {
  const present = db.pragma('table_info(actors)') as readonly { readonly name: string }[];
  const names = new Set(present.map(({ name }) => name));
  for (const { name } of columns) {
    if (!names.has(name)) db.exec(`ALTER TABLE actors ADD COLUMN ${name}`);
  }
}

function makeRule(db: Database, kind: string, { name, columns, where }: UniqueRule): void {
  const condition = where === undefined ? '' : ` AND ${where}`;
  db.exec(
    `CREATE UNIQUE INDEX IF NOT EXISTS ${name} ON actors (${columns.join(', ')})
     WHERE kind = '${kind}'${condition}`,
  );
}
