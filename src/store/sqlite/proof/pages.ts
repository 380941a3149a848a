/** SQLite's own proof of a file: pages, indexes against their tables, the insides of the full text. */
import type { Database } from 'better-sqlite3';
import { advice, type ProofNotes } from './notes.ts';

const problemsMax = 100;

/** Runs `integrity_check`; each of its findings is noted under the table that it is about. */
export function provePages(db: Database, notes: ProofNotes): void {
  const tableOf = new Map(
    db
      .prepare<[], { name: string; tbl_name: string }>('SELECT name, tbl_name FROM sqlite_schema')
      .all()
      .map(({ name, tbl_name }) => [name, tbl_name]),
  );
  for (const row of db.pragma(`integrity_check(${problemsMax})`) as { integrity_check: string }[]) {
    const message = row.integrity_check.replace(/\s+/g, ' ').trim();
    if (message === 'ok') continue;
    const index = /(?:from|in) index (\S+)$|non-unique entry in index (\S+)/.exec(message);
    const name = index?.[1] ?? index?.[2];
    const searched = /FTS5 table (?:main\.)?(\w+)/.exec(message)?.[1];
    if (name !== undefined) {
      notes.problem(tableOf.get(name) ?? 'the file', message, advice.reindex(name));
    } else if (searched !== undefined) notes.problem(searched, message, advice.searchAnew);
    else notes.problem('the file', message, advice.restore);
  }
}
