/** What SQLite itself finds wrong with a file. */
import type { Database } from 'better-sqlite3';

/** Null when the file is sound, else the first thing that is wrong with it. */
export function findDamage(db: Database, check: 'quick_check' | 'integrity_check'): string | null {
  const found = String(db.pragma(`${check}(1)`, { simple: true }));
  return found === 'ok' ? null : found.replace(/\s+/g, ' ');
}
