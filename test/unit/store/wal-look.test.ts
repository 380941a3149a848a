/** The look at a write-ahead log, held against what SQLite itself recovers from the same bytes. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import { Sqlite } from '../../../src/lib/sqlite.ts';
import { lookAtWal } from '../../../src/store/sqlite/head/wal-look.ts';
import { createTempDir } from '../../support/store-fixtures.ts';

const frameBytes = 24 + 4096;
const headerBytes = 32;
const offsetOf = (frame: number, within = 0): number =>
  headerBytes + (frame - 1) * frameBytes + within;

let dir: ReturnType<typeof createTempDir>;
let db: Database;
let path: string;
beforeEach(() => {
  dir = createTempDir();
  path = join(dir.path, 'a.db');
  db = new Sqlite(path);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE t (x INTEGER)');
});
afterEach(() => {
  db.close();
  dir.remove();
});

const commit = (times: number): void => {
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  for (let each = 0; each < times; each += 1) insert.run(each);
};
/** The files as a process leaves them that is killed now, with the log changed. */
function leave(change: (wal: Buffer) => Buffer = (wal) => wal): string {
  const left = join(dir.path, 'left.db');
  copyFileSync(path, left);
  rmSync(`${left}-shm`, { force: true });
  writeFileSync(`${left}-wal`, change(readFileSync(`${path}-wal`)));
  return left;
}
/** Rows that SQLite finds there. */
function rowsIn(left: string): number {
  const other = new Sqlite(left);
  try {
    return Number(other.prepare('SELECT count(*) FROM t').pluck().get());
  } catch {
    return 0;
  } finally {
    other.close();
  }
}
const overwrite =
  (offset: number, bytes: Buffer) =>
  (wal: Buffer): Buffer => {
    const changed = Buffer.from(wal);
    bytes.copy(changed, offset);
    return changed;
  };
const noise = Buffer.alloc(64, 0xa5);

describe('the look at a write-ahead log', () => {
  it('finds nothing amiss in a log that was left in the middle of the work', () => {
    commit(10);
    const look = lookAtWal(`${leave()}-wal`);
    expect(look).toMatchObject({ state: 'read', droppedFrames: 0, droppedCommits: 0 });
    expect(look.frames).toBeGreaterThan(10);
  });

  it('says that there is none, and that one is empty', () => {
    const left = leave(() => Buffer.alloc(0));
    expect(lookAtWal(`${left}-wal`).state).toBe('empty');
    rmSync(`${left}-wal`);
    expect(lookAtWal(`${left}-wal`).state).toBe('missing');
  });

  it('takes frames of an earlier generation for what they are', () => {
    commit(50);
    db.pragma('wal_checkpoint(RESTART)');
    commit(3);
    const look = lookAtWal(`${leave()}-wal`);
    expect(look).toMatchObject({ frames: 3, droppedFrames: 0, droppedCommits: 0 });
    expect(look.bytes).toBeGreaterThan(40 * frameBytes);
  });

  it('counts what a damaged frame takes with it', () => {
    commit(20);
    const whole = lookAtWal(`${leave()}-wal`).frames;
    const left = leave(overwrite(offsetOf(whole - 9, 1000), noise));
    expect(lookAtWal(`${left}-wal`)).toMatchObject({
      state: 'read',
      frames: whole - 10,
      droppedFrames: 10,
      droppedCommits: 10,
    });
    expect(rowsIn(left)).toBe(10);
  });

  it('counts what a frame with a damaged head takes with it, itself not known any more', () => {
    commit(20);
    const whole = lookAtWal(`${leave()}-wal`).frames;
    const left = leave(overwrite(offsetOf(whole - 9), noise.subarray(0, 24)));
    expect(lookAtWal(`${left}-wal`)).toMatchObject({ droppedFrames: 10, droppedCommits: 9 });
    expect(rowsIn(left)).toBe(10);
  });

  it('knows that a damaged header drops everything', () => {
    commit(20);
    const left = leave(overwrite(20, noise.subarray(0, 8)));
    const look = lookAtWal(`${left}-wal`);
    expect(look).toMatchObject({ state: 'damaged_header', frames: 0 });
    expect(look.droppedCommits).toBeGreaterThanOrEqual(20);
  });

  it('passes over a transaction that was never ended', () => {
    commit(5);
    db.pragma('cache_size = 1');
    db.exec('BEGIN');
    const insert = db.prepare('INSERT INTO t SELECT value FROM json_each(?)');
    insert.run(JSON.stringify(Array.from({ length: 60_000 }, (_, index) => index)));
    const left = leave();
    db.exec('ROLLBACK');
    expect(lookAtWal(`${left}-wal`).bytes).toBeGreaterThan(50 * frameBytes);
    expect(lookAtWal(`${left}-wal`)).toMatchObject({ droppedFrames: 0, droppedCommits: 0 });
    expect(rowsIn(left)).toBe(5);
    // What it had written lies behind what comes next, with the salts of this generation.
    commit(1);
    expect(lookAtWal(`${leave()}-wal`)).toMatchObject({ droppedCommits: 0 });
  });

  it('counts as many lost transactions as SQLite loses, whichever bytes are changed', () => {
    commit(30);
    const whole = readFileSync(`${path}-wal`);
    const { frames } = lookAtWal(`${leave()}-wal`);
    const first = frames - 29;
    fc.assert(
      fc.property(
        fc.integer({ min: first, max: frames }),
        fc.integer({ min: 24, max: frameBytes - 64 }),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        (frame, within, bytes) => {
          const changed = overwrite(offsetOf(frame, within), Buffer.from(bytes))(whole);
          const left = leave(() => changed);
          const { droppedCommits } = lookAtWal(`${left}-wal`);
          expect(30 - rowsIn(left)).toBe(droppedCommits);
        },
      ),
      propertyOptions(60),
    );
  });
});
