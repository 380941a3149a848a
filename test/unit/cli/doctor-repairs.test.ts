/** Repairs of the doctor: each breaks one thing, is found, changes nothing without a word, and mends that thing. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/command.ts';
import { freePort } from '../../../src/soak/free-port.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { proveTables } from '../../../src/store/sqlite/proof/tables.ts';
import { createIndexWriter } from '../../../src/store/sqlite/search/indexer.ts';
import { takeStateLock } from '../../../src/store/sqlite/state-lock.ts';
import { runCli } from '../../support/cli.ts';
import { commitAll, queueTurn } from '../../support/store-fixtures.ts';

let cwd: string;
let state: string;
let storePath: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-repairs-'));
  await runCli(['init', 'home', '--port', String(await freePort())], { cwd });
  state = join(cwd, 'home', 'state');
  storePath = join(state, 'control.db');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  chmodSync(state, 0o700);
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

interface Answer {
  readonly code: number;
  readonly repairs: readonly { readonly name: string; readonly what: string; done: boolean }[];
}
async function repair(...more: readonly string[]): Promise<Answer> {
  const config = join(cwd, 'home', 'config.json');
  const end = await runCli(['doctor', '--repair', ...more, '--json', '--config', config], { cwd });
  return { code: end.code, repairs: end.json()['repairs'] as Answer['repairs'] };
}
/** Named, not done, done, and then there is nothing. */
async function mends(name: string, isBroken: () => boolean): Promise<void> {
  expect(isBroken()).toBe(true);
  const dry = await repair();
  expect(dry).toMatchObject({ code: exitCodes.failed, repairs: [{ name, done: false }] });
  expect(isBroken()).toBe(true);
  expect(await repair(name, '--yes')).toMatchObject({
    code: exitCodes.ok,
    repairs: [{ name, done: true }],
  });
  expect(isBroken()).toBe(false);
  expect(await repair()).toEqual({ code: exitCodes.ok, repairs: [] });
}
const withStore = <T>(work: (db: Database) => T): T => {
  const db = openSqlite({ path: storePath, synchronous: 'OFF' });
  try {
    return work(db);
  } finally {
    db.close();
  }
};
async function fillStore(): Promise<void> {
  const db = openSqlite({ path: storePath, synchronous: 'OFF' });
  const journal = createStoreJournal(db);
  await commitAll(journal, [queueTurn('one'), queueTurn('two')]);
  const index = createIndexWriter(db);
  while (index(100) > 0);
  await journal.close();
}
const isUnsound = (): boolean =>
  withStore((db) => proveTables(db, () => {}).tables.some((table) => table.problem_count > 0));

describe('the doctor mends', () => {
  it('nothing where nothing is broken, and nothing of a name it does not know', async () => {
    await fillStore();
    expect(await repair()).toEqual({ code: exitCodes.ok, repairs: [] });
    const config = join(cwd, 'home', 'config.json');
    const end = await runCli(['doctor', '--repair', 'disk', '--config', config], { cwd });
    expect(end).toMatchObject({ code: exitCodes.usage, err: expect.stringContaining('full-text') });
  });

  it('nothing where nothing was asked for', async () => {
    const config = join(cwd, 'home', 'config.json');
    const end = await runCli(['doctor', '--yes', '--config', config], { cwd });
    expect(end).toMatchObject({ code: exitCodes.usage, err: expect.stringMatching(/--repair/) });
  });

  it('a lock file that is none', async () => {
    const lock = join(state, 'control.lock');
    writeFileSync(lock, 'an editor left this here');
    await mends(
      'locks',
      () => existsSync(lock) && readFileSync(lock, 'utf8').startsWith('an editor'),
    );
    takeStateLock(lock).release();
  });

  it('a state folder that is missing, or that others can read', async () => {
    rmSync(state, { recursive: true });
    await mends('folders', () => !existsSync(state));
    chmodSync(state, 0o755);
    await mends('folders', () => (statSync(state).mode & 0o777) !== 0o700);
  });

  it('an index that does not say what its table says', async () => {
    await fillStore();
    withStore((db) => {
      db.unsafeMode(true);
      db.pragma('writable_schema = ON');
      db.exec(
        `UPDATE sqlite_schema SET sql = 'CREATE INDEX events_by_type ON events (entity_id)' WHERE name = 'events_by_type'`,
      );
    });
    // Written under another definition than the one that is put back: rows are missing from it.
    withStore((db) => db.exec('REINDEX events_by_type'));
    withStore((db) => {
      db.unsafeMode(true);
      db.pragma('writable_schema = ON');
      db.exec(
        `UPDATE sqlite_schema SET sql = 'CREATE INDEX events_by_type ON events (event_type)' WHERE name = 'events_by_type'`,
      );
    });
    await mends('indexes', isUnsound);
  });

  it('a full text that is not of the tables', async () => {
    await fillStore();
    withStore((db) => db.exec('DELETE FROM event_search WHERE rowid = 1'));
    await mends('full-text', isUnsound);
  });

  it('timers of a clock that was ahead; those that are overdue fire by themselves', async () => {
    await fillStore();
    const soon = Date.now();
    const set = (name: string, due: number): void =>
      withStore((db) => {
        db.prepare(
          `INSERT INTO timers (kind, id, name, due_ms, delay_ms, event, correlation_id)
           VALUES ('plan', 'p', ?, ?, 3600000, '{"type":"EXPIRE"}', 'c')`,
        ).run(name, due);
      });
    set('far', soon + 400 * 86_400_000);
    const due = (): number =>
      withStore(
        (db) =>
          db.prepare<[], number>(`SELECT due_ms FROM timers WHERE name = 'far'`).pluck().get() ?? 0,
      );
    await mends('timers', () => due() > soon + 86_400_000);
    set('late', soon - 86_400_000);
    expect(await repair('timers', '--yes')).toMatchObject({
      code: exitCodes.ok,
      repairs: [{ what: expect.stringContaining('1 timers are overdue'), done: false }],
    });
  });

  it('what was left half written', async () => {
    const part = join(state, 'event-archive', 'events-000000000001-000000000005.jsonl.gz.part');
    mkdirSync(join(state, 'event-archive'));
    writeFileSync(part, 'half');
    await mends('leftovers', () => existsSync(part));
  });

  it('nothing while somebody holds the state folder', async () => {
    const lock = takeStateLock(join(state, 'control.lock'));
    try {
      const config = join(cwd, 'home', 'config.json');
      const end = await runCli(['doctor', '--repair', '--yes', '--config', config], { cwd });
      expect(end).toMatchObject({
        code: exitCodes.failed,
        err: expect.stringContaining('another process serves from'),
      });
    } finally {
      lock.release();
    }
  });
});
