/** Opening and migrating the embedded database. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeQueueStatuses } from '../../../src/domain/statuses.ts';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { migrate, StoreOpenError } from '../../../src/store/sqlite/migrate.ts';
import { migrations } from '../../../src/store/sqlite/migrations/all.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { commitAll, createTempDir, stateTurn } from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;
beforeEach(() => {
  dir = createTempDir();
  path = join(dir.path, 'store.db');
});
afterEach(() => dir.remove());

/** Changes the file behind the store's back. */
function tamper(sql: string): void {
  const db = new Sqlite(path);
  db.exec(sql);
  db.close();
}

describe('what is refused', () => {
  const expectRefused = (message: RegExp, options: { readonly?: boolean } = {}): void => {
    expect(() => openSqlite({ path, ...options })).toThrow(StoreOpenError);
    expect(() => openSqlite({ path, ...options })).toThrow(message);
  };
  it('refuses a database written by a newer program', () => {
    openSqlite({ path }).close();
    tamper(`INSERT INTO schema_migrations VALUES (99, 'from the future', 'x')`);
    expectRefused(
      /store\.db was written by a newer program: it has migration 99 "from the future"/,
    );
  });
  it('refuses a database that a later version wrote to, which changed no table, and leaves it alone', () => {
    openSqlite({ path }).close();
    tamper(`UPDATE program SET version = '999.0.0'`);
    const refusal =
      /store\.db was last written by version 999\.0\.0 of this program, and this is \d.*Use the newer program/;
    expectRefused(refusal);
    expectRefused(refusal, { readonly: true });
    const db = new Sqlite(path, { readonly: true });
    expect(db.prepare('SELECT version FROM program').pluck().all()).toEqual(['999.0.0']);
    db.close();
  });
  it('takes one that an earlier version wrote to, and says so from its first opening for writing on', () => {
    openSqlite({ path }).close();
    const versions = (): unknown[] => {
      const db = new Sqlite(path, { readonly: true });
      try {
        return db.prepare('SELECT version FROM program').pluck().all();
      } finally {
        db.close();
      }
    };
    const [own] = versions();
    tamper(`UPDATE program SET version = '0.0.9'`);
    openSqlite({ path, readonly: true }).close();
    expect(versions()).toEqual(['0.0.9']);
    openSqlite({ path }).close();
    expect(versions()).toEqual([own]);
  });
  it('refuses a database whose migrations had another text', () => {
    openSqlite({ path }).close();
    tamper(`UPDATE schema_migrations SET checksum = 'other' WHERE number = 2`);
    expectRefused(/Migration 2 "read models".*another text/);
  });
  it('refuses a database whose record of migrations is gone, as a damaged one', () => {
    openSqlite({ path }).close();
    tamper('DELETE FROM schema_migrations');
    expectRefused(/which migrations were applied: it is damaged\. Put a backup/);
  });
  it('refuses the database of another program and leaves it alone', () => {
    tamper('CREATE TABLE recipes (name TEXT)');
    expectRefused(/another program.*"recipes"/);
    const db = new Sqlite(path, { readonly: true });
    const names = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
    expect(names).toEqual(['recipes']);
    db.close();
  });
  it('refuses a file that is no database', () => {
    writeFileSync(path, 'this is a text file, and long enough not to be taken for an empty one');
    expectRefused(/store\.db cannot be opened: .*not a database/);
  });
  it('refuses a path that cannot be created', () => {
    path = join(dir.path, 'missing', 'store.db');
    expectRefused(/missing\/store\.db cannot be opened/);
  });
  it('refuses to open read-only what does not exist or is of an earlier version', () => {
    expectRefused(/cannot be opened/, { readonly: true });
    const db = new Sqlite(path);
    migrate(db, migrations.slice(0, 1));
    db.close();
    expectRefused(/store\.db is of an earlier version: its last migration is 1, .*until then use/, {
      readonly: true,
    });
  });
  it('takes back a migration that fails half-way', () => {
    const broken = { number: 1, name: 'broken', sql: 'CREATE TABLE one (a); CREATE nonsense;' };
    const db = new Sqlite(path);
    expect(() => migrate(db, [broken])).toThrow('nonsense');
    expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0);
    db.close();
  });
});

describe('what is opened', () => {
  it('is in WAL mode and waits for the disk unless told otherwise', () => {
    const full = openSqlite({ path });
    expect(full.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(full.pragma('synchronous', { simple: true })).toBe(2);
    expect(full.pragma('foreign_keys', { simple: true })).toBe(1);
    full.close();
    const off = openSqlite({ path, synchronous: 'OFF' });
    expect(off.pragma('synchronous', { simple: true })).toBe(0);
    off.close();
  });
  it('copies its write-ahead log back before that has grown past 16 MiB', () => {
    const db = openSqlite({ path, synchronous: 'OFF' });
    db.exec('CREATE TABLE ballast (x BLOB)');
    const insert = db.prepare('INSERT INTO ballast VALUES (zeroblob(65536))');
    let largest = 0;
    for (let count = 0; count < 600; count += 1) {
      insert.run();
      largest = Math.max(largest, statSync(`${path}-wal`).size);
    }
    db.close();
    expect(largest).toBeGreaterThan(8 * 2 ** 20);
    expect(largest).toBeLessThan(17 * 2 ** 20);
  });

  it('keeps what was committed, and continues the log, when opened again', async () => {
    for (const version of [1, 2, 3]) {
      const journal = createStoreJournal(openSqlite({ path, synchronous: 'OFF' }));
      await commitAll(journal, [stateTurn('counter', 'a', version, { status: 'open' })]);
      expect(await journal.headEventId()).toBe(version);
      await journal.close();
    }
  });
  it('brings an older database up without touching its rows', async () => {
    const db = new Sqlite(path);
    migrate(db, migrations.slice(0, 1));
    db.exec(`INSERT INTO actors (kind, id, version, state_version, state, seq)
             VALUES ('counter', 'a', 1, 1, '{"status":"open"}', 0)`);
    db.close();
    const journal = createStoreJournal(openSqlite({ path }));
    expect(await journal.load('counter', 'a')).toMatchObject({ state: { status: 'open' } });
    await journal.close();
  });
  it('serves reads and rejects commits when opened read-only beside a writer', async () => {
    const writer = createStoreJournal(openSqlite({ path, synchronous: 'OFF' }));
    await commitAll(writer, [stateTurn('counter', 'a', 1, { status: 'open' })]);
    const reader = createStoreJournal(openSqlite({ path, readonly: true }));
    expect(await reader.load('counter', 'a')).toMatchObject({ version: 1 });
    await expect(reader.commit([stateTurn('counter', 'a', 2, { status: 'open' })])).rejects.toThrow(
      'readonly',
    );
    await reader.close();
    await writer.close();
  });
});

describe('migrations', () => {
  it('are numbered without a gap', () => {
    expect(migrations.map((migration) => migration.number)).toEqual(
      migrations.map((_, index) => index + 1),
    );
  });
  it('guard the lane in exactly the active statuses', () => {
    const [, inside] = /ON actors \(lane\)[^(]*IN\s*\(([^)]*)\)/.exec(migrations[1]!.sql) ?? [];
    const statuses = inside?.split(',').map((word) => word.trim().replaceAll("'", ''));
    expect(statuses).toEqual([...activeQueueStatuses]);
  });
});
