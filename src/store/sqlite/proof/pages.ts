/** SQLite's own proof of a file: pages, indexes against their tables, the insides of the full text. */
import type { Database } from 'better-sqlite3';
import { advice, type ProofNotes } from './notes.ts';

const problemsMax = 100;

/** The index that a finding of `integrity_check` is about; undefined: none. */
function indexIn(message: string): string | undefined {
  const index = /(?:from|in) index (\S+)$|non-unique entry in index (\S+)/.exec(message);
  return index?.[1] ?? index?.[2];
}

/** Indexes that do not say what their tables say, where nothing else of the file is wrong; else none. */
export function brokenIndexes(db: Database): readonly string[] {
  const rows = db.pragma(`integrity_check(${problemsMax})`) as { integrity_check: string }[];
  const found = rows
    .map((row) => row.integrity_check.replace(/\s+/g, ' ').trim())
    .filter((message) => message !== 'ok')
    .map(indexIn);
  const names = found.filter((name) => name !== undefined);
  return names.length === found.length ? [...new Set(names)] : [];
}

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
    const name = indexIn(message);
    const searched = /FTS5 table (?:main\.)?(\w+)/.exec(message)?.[1];
    if (name !== undefined) {
      notes.problem(tableOf.get(name) ?? 'the file', message, advice.reindex(name));
    } else if (searched !== undefined) notes.problem(searched, message, advice.searchAnew);
    else notes.problem('the file', message, advice.restore);
  }
}
