/** A file that is being made of another store: it has a name of its own until it is whole. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createActorWriter } from '../../actors/journal/sqlite/actor-writer.ts';
import { projections } from '../projections.ts';
import { syncFolder } from '../sqlite/backup/files.ts';
import { makeSelfContained } from '../sqlite/backup/snapshot.ts';
import { unfinishedCopyOf } from '../sqlite/lost-store.ts';
import { openSqlite } from '../sqlite/open.ts';
import { createNumberSetter } from '../sqlite/take-changes.ts';
import type { CopyTarget, SourceMark } from './side.ts';
import { readMark, readSqlite, type StoreFile } from './sqlite-rows.ts';
import { type CopiedRow, type CopiedTable, CopyError, copiedTables, keyOfRow } from './tables.ts';

const endings = ['', '-wal', '-shm'];

/** Throws `CopyError` where `path` has a store, or the remains of a copy of another one. */
export function openSqliteTarget(path: string, mark: SourceMark): CopyTarget {
  // Whoever only read a store that was moved away leaves an empty log, which says nothing.
  const present = [path, `${path}-wal`].filter(
    (each) => (statSync(each, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  if (present.length > 0) {
    throw new CopyError(
      `There is a store already: ${present.join(', ')}. Nothing is overwritten: move it away first.`,
    );
  }
  const unfinished = unfinishedCopyOf(path);
  const { db, isResumed } = openFor(unfinished, mark);
  const write = createWriter(db);
  const setNumbers = createNumberSetter(db);
  const side = readSqlite(db, path);
  return {
    ...side,
    isResumed,
    async write(table, gone, rows) {
      db.transaction(() => {
        for (const key of [...gone, ...rows.map((row) => keyOfRow(row, table))]) {
          write(table).remove.run(...key);
        }
        for (const row of rows) write(table).insert(row);
      }).immediate();
    },
    async finish(numbers) {
      setNumbers(numbers);
      db.exec('DROP TABLE IF EXISTS copied_from');
      await side.close();
      makeSelfContained(unfinished);
      for (const ending of endings) rmSync(`${path}${ending}`, { force: true });
      renameSync(unfinished, path);
      syncFolder(dirname(path));
    },
    close: async () => void db.close(),
  };
}

function openFor(path: string, mark: SourceMark): { db: StoreFile; isResumed: boolean } {
  const isResumed = existsSync(path) && isCopyOf(path, mark);
  // What was copied from a store that has gone on since is copied anew.
  if (!isResumed) for (const ending of endings) rmSync(`${path}${ending}`, { force: true });
  // What a power cut takes is copied again; it is on the disk before it gets its name.
  const db = openSqlite({ path, synchronous: 'NORMAL' });
  if (!isResumed) {
    db.transaction(() => {
      db.exec('CREATE TABLE copied_from (origin TEXT, event_id INTEGER, hash TEXT)');
      db.prepare('INSERT INTO copied_from VALUES (@origin, @event_id, @hash)').run(mark);
    })();
  }
  return { db, isResumed };
}

/**
 * Throws `CopyError` for a copy of another store. A file that was killed before it had its mark has no events and is
 * nobody's; one that has events was whole, and killed before it had its name.
 */
function isCopyOf(path: string, mark: SourceMark): boolean {
  const db = openSqlite({ path });
  try {
    const table = "SELECT 1 FROM sqlite_schema WHERE name = 'copied_from'";
    const isMarked = db.prepare(table).get() !== undefined;
    const found = isMarked
      ? db.prepare<[], SourceMark>('SELECT * FROM copied_from').get()
      : readMark(db);
    if (!isMarked && found?.event_id === 0) return false;
    if (found?.origin !== mark.origin) {
      throw new CopyError(
        `${path} is an unfinished copy of another store. Remove it, with what is beside it, to begin this one.`,
      );
    }
    return found.event_id === mark.event_id && found.hash === mark.hash;
  } finally {
    db.close();
  }
}

function createWriter(db: StoreFile) {
  const writeActor = createActorWriter(db, projections);
  const made = new Map(
    copiedTables.map((table) => [table.name, prepareTable(db, table, writeActor)]),
  );
  return ({ name }: CopiedTable) => made.get(name)!;
}

function prepareTable(
  db: StoreFile,
  { name, key, columns }: CopiedTable,
  writeActor: ReturnType<typeof createActorWriter>,
) {
  const keys = key.map((column) => `${column} = ?`).join(' AND ');
  const remove = db.prepare<unknown[]>(`DELETE FROM ${name} WHERE ${keys}`);
  // The next start keeps the end of the log: a copy is known as one.
  const all = name === 'log_epochs' ? [...columns, 'is_kept'] : columns;
  const values = all.map((column) => (column === 'is_kept' ? '1' : `@${column}`));
  const insert = db.prepare<[CopiedRow]>(
    `INSERT INTO ${name} (${all.join(', ')}) VALUES (${values.join(', ')})`,
  );
  const insertRow = (row: CopiedRow): void => {
    if (name !== 'actors') insert.run(row);
    else
      writeActor({
        ...(row as never as ActorRow),
        stateVersion: Number(row['state_version']),
        expectedVersion: 0,
      });
  };
  return { remove, insert: insertRow };
}

type ActorRow = Omit<
  Parameters<ReturnType<typeof createActorWriter>>[0],
  'stateVersion' | 'expectedVersion'
>;
