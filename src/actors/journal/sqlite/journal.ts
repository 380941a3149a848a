/**
 * The journal in SQLite within one thread: every call does its work before it returns. For tools,
 * tests and databases in memory; a service writes in a thread of its own (`threaded.ts`).
 */
import type { Database } from 'better-sqlite3';
import type { Journal } from '../port.ts';
import type { Projections } from '../projection.ts';
import { Committer } from './commit.ts';
import { createJournalReads } from './reads.ts';

/**
 * A journal on an open database that has the tables of `schema.ts` and the columns of `projections`.
 * `commit` on a database opened read-only rejects; wrap the journal
 * with `createReadonlyJournal` to refuse writes in words. `close` closes the database.
 */
export function createSqliteJournal(db: Database, projections: Projections = {}): Journal {
  const committer = new Committer(db, projections);
  return {
    ...createJournalReads(db),
    commit: async (turns) => committer.commit(turns),
    close: async () => void db.close(),
  };
}
