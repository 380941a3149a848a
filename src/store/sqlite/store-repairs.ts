/** Repairs of a store: what is made of its tables is made anew from them. */
import type { Database } from 'better-sqlite3';
import { openSqlite, openToLook } from './open.ts';
import { proveFullText } from './proof/full-text.ts';
import { ProofNotes } from './proof/notes.ts';
import { brokenIndexes } from './proof/pages.ts';
import { createIndexWriter } from './search/indexer.ts';

/** Something of a store that can be mended without losing anything. */
export interface StoreRepair {
  readonly name: 'indexes' | 'full-text' | 'timers';
  /** What is wrong, and what would be done. */
  readonly what: string;
  /** Null for what mends itself. */
  readonly act: (() => void) | null;
}

/** Events indexed in one transaction. */
const indexedAtOnce = 1000;
/** A timer later than this is late; one that waits longer than it was set to by this was set by a wrong clock. */
const timerSlackMs = 60_000;

/** None for a store that is not there, or that this program would first have to bring up to date. */
export function findStoreRepairs(
  path: string,
  nowMs: number,
  wanted: (name: StoreRepair['name']) => boolean,
): StoreRepair[] {
  // What is wrong with the file as a whole is a finding of its own, and nothing that is mended here.
  const db = openToLook(path);
  if (db === null) return [];
  try {
    return [
      ...(wanted('indexes') ? findIndexes(db, path) : []),
      ...(wanted('full-text') ? findFullText(db, path) : []),
      ...(wanted('timers') ? findTimers(db, path, nowMs) : []),
    ];
  } finally {
    db.close();
  }
}

/** Writes to the store, which nobody else has open. */
function within(path: string, work: (db: Database) => void): () => void {
  return () => {
    const db = openSqlite({ path });
    try {
      work(db);
    } finally {
      db.close();
    }
  };
}

function findIndexes(db: Database, path: string): StoreRepair[] {
  const names = brokenIndexes(db);
  if (names.length === 0) return [];
  return [
    {
      name: 'indexes',
      what: `${path}: the indexes ${names.join(', ')} do not say what their tables say: they are made anew`,
      act: within(path, (writable) => {
        for (const name of names) writable.exec(`REINDEX "${name.replaceAll('"', '""')}"`);
      }),
    },
  ];
}

function findFullText(db: Database, path: string): StoreRepair[] {
  const notes = new ProofNotes();
  proveFullText(db, notes, () => {});
  const count = notes.list().reduce((sum, { problem_count }) => sum + problem_count, 0);
  if (count === 0) return [];
  return [
    {
      name: 'full-text',
      what: `${path}: ${count} rows of the full text are not those of the tables: it is made anew`,
      act: within(path, (writable) => {
        writable.transaction(() => {
          for (const table of ['actor_search', 'event_search'])
            writable.exec(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
          writable.exec('UPDATE search_progress SET event_id = 0');
        })();
        const index = createIndexWriter(writable);
        while (index(indexedAtOnce) > 0);
      }),
    },
  ];
}

function findTimers(db: Database, path: string, nowMs: number): StoreRepair[] {
  const count = (where: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM timers WHERE ${where}`).pluck().get() ?? 0;
  const late = count(`due_ms < ${nowMs - timerSlackMs}`);
  const tooFar = `delay_ms IS NOT NULL AND due_ms > ${nowMs + timerSlackMs} + delay_ms`;
  const far = count(tooFar);
  return [
    ...(late === 0
      ? []
      : [
          {
            name: 'timers' as const,
            what: `${path}: ${late} timers are overdue; they fall due at the next start`,
            act: null,
          },
        ]),
    ...(far === 0
      ? []
      : [
          {
            name: 'timers' as const,
            what: `${path}: ${far} timers were set by a clock that was ahead: they wait as long as they were set to, from now on`,
            act: within(path, (writable) => {
              writable.exec(`UPDATE timers SET due_ms = ${nowMs} + delay_ms WHERE ${tooFar}`);
            }),
          },
        ]),
  ];
}
