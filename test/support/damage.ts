/** Damage to a SQLite file that nobody has open: pages that are no pages any more. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { Sqlite } from '../../src/lib/sqlite.ts';

/** Overwrites the first page of a table or index; what lies on others stays. */
export function breakPageOf(path: string, name: string): void {
  const db = new Sqlite(path, { readonly: true });
  const page = Number(
    db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name),
  );
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(file);
}
