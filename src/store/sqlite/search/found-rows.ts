/**
 * Rows that a search found. Few are named by their rowids; many are put into a table of the
 * connection's own (it is in memory and in no transaction of the store), against which lists then
 * walk their indexes. It is filled in steps, so that turns of actors go in between. A table is kept
 * until its place is needed, so the next page of the same search finds it filled.
 */
import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { Found } from '../list-engine/list.ts';
import { smallSetRowsMax } from '../list-engine/paths.ts';

/** Rowids looked through in one step: each looks up its words anew, so that few are better. */
const stepRowids = 150_000;
/** Tables kept filled. */
const tablesKept = 8;
/** Tables there may be while that many searches run at once; more of them ask the index directly. */
const tablesMax = 64;

/** The rows of one search, held for as long as a list reads them. */
export interface FoundRows {
  readonly rows: NonNullable<Found>;
  /** Must be called when they are no longer read. */
  release(): void;
}

interface Table {
  readonly name: string;
  /** Search and the state of the index that it was filled from; null: not filled. */
  key: string | null;
  /** Searches that fill or read it. */
  users: number;
}

/** Finds rows of `actor_search` on an open database. */
export function createFoundRows(db: Database): {
  /** `match` is an FTS5 query. */
  find(match: string): Promise<FoundRows>;
} {
  const few = db
    .prepare<[string, number], number>(
      'SELECT rowid FROM actor_search WHERE actor_search MATCH ? LIMIT ?',
    )
    .pluck();
  const progress = db.prepare<[], number>('SELECT event_id FROM search_progress').pluck();
  const lastRowid = db.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM actors').pluck();
  // In order of use, the last used last.
  const tables: Table[] = [];

  const take = (key: string): Table | undefined => {
    const index = tables.findIndex((table) => table.key === key);
    const free = tables.findIndex((table) => table.users === 0);
    const chosen = index >= 0 ? index : tables.length >= tablesKept ? free : -1;
    const [table] = chosen >= 0 ? tables.splice(chosen, 1) : [];
    const taken = table ?? createTable();
    if (taken === undefined) return undefined;
    tables.push(taken);
    taken.users += 1;
    return taken;
  };
  const createTable = (): Table | undefined => {
    if (tables.length >= tablesMax) return undefined;
    const name = `temp.found_${tables.length}`;
    db.exec(`CREATE TABLE ${name} (row INTEGER PRIMARY KEY)`);
    return { name, key: null, users: 0 };
  };
  const fill = async (table: Table, match: string, key: string): Promise<void> => {
    table.key = null;
    db.exec(`DELETE FROM ${table.name}`);
    const insert = db.prepare(
      `INSERT OR IGNORE INTO ${table.name} (row) SELECT rowid FROM actor_search
       WHERE actor_search MATCH ? AND rowid > ? AND rowid <= ?`,
    );
    const last = lastRowid.get() ?? 0;
    for (let start = 0; start < last; start += stepRowids) {
      insert.run(match, start, start + stepRowids);
      if (start + stepRowids < last) await setImmediate();
    }
    // What was indexed meanwhile may be in it only in part: then it is good for this once.
    if (keyOf(match) === key) table.key = key;
  };
  const keyOf = (match: string): string => `${progress.get() ?? 0} ${match}`;

  return {
    async find(match) {
      const key = keyOf(match);
      const filled = tables.some((table) => table.key === key);
      if (!filled) {
        const rowids = few.all(match, smallSetRowsMax + 1);
        if (rowids.length <= smallSetRowsMax) return { rows: { rowids }, release() {} };
      }
      const table = take(key);
      if (table === undefined) {
        const sql = 'rowid IN (SELECT rowid FROM actor_search WHERE actor_search MATCH ?)';
        return { rows: { condition: { sql, params: [match] } }, release() {} };
      }
      try {
        if (table.key !== key) await fill(table, match, key);
      } catch (error) {
        table.users -= 1;
        throw error;
      }
      const sql = `rowid IN (SELECT row FROM ${table.name})`;
      return {
        rows: { condition: { sql, params: [] } },
        release: () => {
          table.users -= 1;
        },
      };
    },
  };
}
