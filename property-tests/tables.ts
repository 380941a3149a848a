/** All that a store in a file holds, as texts, for tests that compare stores. */
import type { Database } from 'better-sqlite3';

/** Every table but those whose names fit `without`, its rows in an order of their own. */
export function tablesOf(db: Database, without: RegExp): Record<string, readonly string[]> {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((name) => !without.test(name));
  return Object.fromEntries(
    tables.map((name) => {
      const rows = db
        .prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`)
        .all()
        // A status that was passed through has a row that counts nothing, and is read as one that has none.
        .filter((row) => name !== 'actor_counts' || row['count'] !== 0);
      return [name, rows.map(({ rowid: _, ...row }) => JSON.stringify(row)).sort()];
    }),
  );
}
