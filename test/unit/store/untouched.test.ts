/** Looking at a store leaves its folder as it was, byte for byte, whether it is served or not. */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { migrations } from '../../../src/store/sqlite/migrations/all.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { takeStateLock } from '../../../src/store/sqlite/state-lock.ts';
import { openUntouched } from '../../../src/store/sqlite/untouched.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { createTempDir, openTestStore, queueTurn } from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;
let lock: string;
beforeEach(() => {
  dir = createTempDir();
  path = join(dir.path, 'control.db');
  lock = join(dir.path, 'control.lock');
});
afterEach(() => dir.remove());

const turns = (ids: readonly string[]) => ids.map((id) => queueTurn(id, { status: 'queued' }));
/** Names, times and contents of a folder, but for what comes and goes in it. */
const stateOf = (folder: string, passing?: RegExp): readonly string[] =>
  readdirSync(folder)
    .filter((name) => passing?.test(name) !== true)
    .sort()
    .map((name) => {
      const file = join(folder, name);
      return `${name} ${statSync(file).mtimeMs} ${sha256Hex(readFileSync(file))}`;
    });
const copies = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('orrery-verify-'));

async function look(at: string): Promise<number> {
  const { db, close } = openUntouched(at, lock);
  const report = await verifyJournal(createStoreJournal(db));
  expect(report.ok).toBe(true);
  close();
  return report.events;
}

it('a folder where the database should be is said to be one, and never that room is short', () => {
  mkdirSync(path);
  const words = /control\.db cannot be .*: a folder stands at its place\.$/;
  expect(() => openUntouched(path, lock)).toThrow(words);
  expect(() => openSqlite({ path })).toThrow(words);
});

describe.each(['with its log', 'without one'])('a read-only copy %s', (which) => {
  it('is read whole and left as it was', async () => {
    const { journal } = openTestStore(path);
    await journal.commit(turns(['a']));
    await journal.commit(turns(['b']));
    if (which === 'without one') await journal.close();
    const copy = join(dir.path, 'copy');
    mkdirSync(copy);
    for (const name of readdirSync(dir.path).filter((each) => /\.db(-wal)?$/.test(each))) {
      copyFileSync(join(dir.path, name), join(copy, name));
      chmodSync(join(copy, name), 0o400);
    }
    await journal.close();
    expect(readdirSync(copy)).toHaveLength(which === 'without one' ? 1 : 2);
    chmodSync(copy, 0o500);
    const before = stateOf(copy);
    const others = copies();
    expect(await look(join(copy, 'control.db'))).toBe(2);
    expect(stateOf(copy)).toEqual(before);
    expect(copies()).toEqual(others);
    chmodSync(copy, 0o700);
  });
});

it('a store that is served is read in place, as it is by then, and its files are not written', async () => {
  const held = takeStateLock(lock);
  const store = openStore({ path, synchronous: 'OFF' });
  await store.journal.commit(turns(['a']));
  // Memory that the processes share is theirs, and the kept end of the log follows each commit.
  const files = (): readonly string[] => stateOf(dir.path, /-shm$|-head/);
  const before = files();
  expect(await look(path)).toBe(1);
  expect(files()).toEqual(before);
  await store.journal.commit(turns(['b']));
  expect(await look(path)).toBe(2);
  await store.journal.close();
  held.release();
});

/** As a program left it that knew the first migrations alone. */
function writeEarlier(): void {
  const db = new Sqlite(path);
  db.pragma('journal_mode = WAL');
  migrate(db, migrations.slice(0, 8));
  db.close();
}

it('a store of an earlier version is read as the next start would make it, and left as it was', async () => {
  writeEarlier();
  const before = stateOf(dir.path);
  expect(await look(path)).toBe(0);
  expect(stateOf(dir.path)).toEqual(before);
});

it('one that a program of that version serves is left to that program', () => {
  writeEarlier();
  const held = takeStateLock(lock);
  expect(() => openUntouched(path, lock)).toThrow(
    `The database ${path} is of an earlier version: its last migration is 8, `,
  );
  held.release();
});

it('a file that is no store is named by its own path, and no copy of it is left', () => {
  openSqlite({ path: `${path}.other` }).close();
  copyFileSync(join(import.meta.dirname, 'untouched.test.ts'), path);
  const others = copies();
  expect(() => openUntouched(path, lock)).toThrow(`The database ${path} cannot be opened: `);
  expect(copies()).toEqual(others);
});
