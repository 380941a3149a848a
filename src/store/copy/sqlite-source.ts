/** A file whose store is copied. Whoever opens it has the lock of its state folder, so that nobody writes to it. */
import { existsSync } from 'node:fs';
import { storable } from '../../actors/journal/postgres/nul.ts';
import { remarks } from '../../actors/journal/postgres/statements.ts';
import { isLoss } from '../ports/log-finding.ts';
import { foreseeFinding } from '../sqlite/head/settle.ts';
import { openSqlite } from '../sqlite/open.ts';
import type { CopySource } from './side.ts';
import { readMark, readSqlite } from './sqlite-rows.ts';
import { type CopiedRow, type CopiedTable, CopyError, keyOfRow } from './tables.ts';

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
    const side = readSqlite(db, path);
    return {
      ...side,
      mark: readMark(db),
      async page(table, after, rowsMax) {
        const rows = await side.page(table, after, rowsMax);
        return rows.map((row) => withoutNul(row, table));
      },
      requireUnchanged: async () => {},
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** U+0000, for which PostgreSQL has no room: replaced in a remark, as by the journal there, and refused elsewhere. */
function withoutNul(row: CopiedRow, table: CopiedTable): CopiedRow {
  const held = table.columns.filter((column) => String(row[column]).includes('\0'));
  if (held.length === 0) return row;
  const name = held.find((column) => !remarks.has(column));
  if (name === undefined) {
    const replaced = held.map((column) => [column, storable(String(row[column]))] as const);
    return { ...row, ...Object.fromEntries(replaced) };
  }
  throw new CopyError(
    `${table.name} ${JSON.stringify(keyOfRow(row, table))} holds the character U+0000 in its ${name}, for which PostgreSQL has no room.`,
  );
}
