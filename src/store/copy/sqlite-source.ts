/** A file whose store is copied. Whoever opens it has the lock of its state folder, so that nobody writes to it. */
import { existsSync } from 'node:fs';
import { isLoss } from '../ports/log-finding.ts';
import { foreseeFinding } from '../sqlite/head/settle.ts';
import { openSqlite } from '../sqlite/open.ts';
import type { CopySource } from './side.ts';
import { readMark, readSqlite } from './sqlite-rows.ts';
import { CopyError } from './tables.ts';

/** Throws `CopyError` where there is none, it is damaged, or has lost events that nobody was told of. */
export function openSqliteSource(path: string): CopySource {
  if (!existsSync(path)) throw new CopyError(`There is no store to copy: ${path} is missing.`);
  const db = openSqlite({ path, readonly: true });
  try {
    const said = String(db.pragma('quick_check(1)', { simple: true }));
    if (said !== 'ok') throw new CopyError(`${path} is damaged: ${said}. Put a backup of it back.`);
    const finding = foreseeFinding(path, db, false);
    if (finding !== null && isLoss(finding)) {
      throw new CopyError(
        `${path} is not the store that was left: ${finding.message}. Start the service on it once and see what is gone.`,
      );
    }
    return { ...readSqlite(db, path), mark: readMark(db), requireUnchanged: async () => {} };
  } catch (error) {
    db.close();
    throw error;
  }
}
