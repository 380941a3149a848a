/** Copies of a store between a file and a real PostgreSQL whose process is killed on the way. @needs postgres */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLease } from '../../src/actors/journal/postgres/lease.ts';
import { openPostgresJournal } from '../../src/actors/journal/postgres/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { Child } from '../../src/soak/child.ts';
import type { CopyReport } from '../../src/store/copy/copy.ts';
import { openPostgresSource } from '../../src/store/copy/postgres-source.ts';
import { readMark } from '../../src/store/copy/sqlite-rows.ts';
import { openSqliteSource } from '../../src/store/copy/sqlite-source.ts';
import { openSqliteTarget } from '../../src/store/copy/sqlite-target.ts';
import { copiedTables } from '../../src/store/copy/tables.ts';
import { createStoreJournal } from '../../src/store/sqlite/journal.ts';
import { refuseLostStore } from '../../src/store/sqlite/lost-store.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import {
  commitAll,
  createTempDir,
  openTestStore,
  queueItem,
  someTime,
  stateTurn,
} from '../support/store-fixtures.ts';
import { buildProgram, removePrograms } from './support/bundle.ts';

const folder = createTempDir();
const from = join(folder.path, 'from.db');
const to = join(folder.path, 'to.db');
const actors = 1_200;
const schema = 'moved';
let server: TestPostgres;
let program: string;
beforeAll(async () => {
  server = await startPostgres();
  program = await buildProgram('copying');
  const { journal, db } = openTestStore(from);
  // What some program said may hold what PostgreSQL has no room for.
  db.exec(
    `INSERT INTO quarantines VALUES ('queue_item', 'q', NULL, 'said ' || char(0), '${someTime}')`,
  );
  for (const version of [1, 2]) {
    const turns = Array.from({ length: actors }, (_, at) => {
      const id = `item-${at}`;
      const body = ['{"event_id":', '}'] as const;
      const answer = { key: `${id}-${version}`, fingerprint: 'f', body };
      return stateTurn('queue_item', id, version, queueItem(id, { fencing: version }), {
        turn: { answers: [answer] },
      });
    });
    await commitAll(journal, turns);
  }
  await journal.close();
});
afterAll(async () => {
  removePrograms();
  folder.remove();
  await server.close();
});

function start(
  way: 'sqlite' | 'postgresql',
  path: string,
  killAt = '',
  nth = 0,
  before = '',
): Child {
  const words = [process.execPath, program, way, server.url, schema, path, killAt, String(nth)];
  const child = new Child({
    name: 'copying',
    command: ['sh', '-c', `${before} exec "$@"`, 'sh', ...words],
    cwd: folder.path,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  child.start();
  return child;
}

/** One process; null when it was killed at that place. */
async function copy(
  way: 'sqlite' | 'postgresql',
  killAt = '',
  nth = 0,
): Promise<CopyReport | null> {
  const child = start(way, way === 'sqlite' ? to : from, killAt, nth);
  const { signal, code } = await child.ended;
  if (signal === 'SIGKILL') return null;
  expect([code, child.tail]).toEqual([0, expect.stringContaining('{')]);
  return JSON.parse(child.tail) as CopyReport;
}

const places = [
  ['rows of events copied', 2],
  ['rows of actors copied', 1],
  ['rows of answers copied', 3],
  ['rows of answers compared', 1],
] as const;

/** Whoever would serve from it meanwhile is told that it is not whole. */
const refusals = {
  postgresql: () =>
    expect(openPostgresJournal({ url: server.url, schema })).rejects.toThrow(
      /schema "moved_copying" of this database is a copy of a store that is not finished/,
    ),
  sqlite: () =>
    expect(async () => refuseLostStore({ path: to, traceFolders: [] })).rejects.toThrow(
      /to\.db is missing: .+ is a copy that is not finished/,
    ),
} as const;

it.each(['postgresql', 'sqlite'] as const)('to %s goes on where it was killed', async (way) => {
  for (const [killAt, nth] of places) {
    expect(await copy(way, killAt, nth), killAt).toBeNull();
    await refusals[way]();
  }
  const report = await copy(way);
  expect(report).toMatchObject({
    resumed: true,
    head: { event_id: 2 * actors },
    // All of it was there.
    tables: {
      events: { rows: 2 * actors, written: 0 },
      actors: { rows: actors, written: 0 },
      answers: { rows: 2 * actors, written: 0 },
    },
  });
  const journal =
    way === 'sqlite'
      ? createStoreJournal(openSqlite({ path: to }))
      : await openPostgresJournal({ url: server.url, schema, readonly: true });
  expect(await verifyJournal(journal)).toMatchObject({ problems: [], events: 2 * actors, actors });
  await journal.close();
});

it('to sqlite says how far it came where the disk is full, and goes on when there is room', async () => {
  const path = join(folder.path, 'full.db');
  // No file may grow past 1,5 MiB (in blocks of 512 bytes): some of the log fits.
  const full = start('sqlite', path, '', 0, 'ulimit -f 3072;');
  expect((await full.ended).code).toBe(1);
  expect(full.tail).toMatch(/the copy could not be written: SQLITE_(?:IOERR_WRITE|FULL): .+/);
  const [, far] = /Written: rows of 1 of 8 tables \(events (\d+)\)/.exec(full.tail) ?? [];
  expect(full.tail).toContain(`What was written is in ${path}.copying; no service starts on it.`);
  const next = start('sqlite', path);
  expect((await next.ended).code, next.tail).toBe(0);
  const { resumed, tables } = JSON.parse(next.tail) as CopyReport;
  const events = 2 * actors;
  expect([resumed, tables['events']]).toEqual([
    true,
    { rows: events, written: events - Number(far) },
  ]);
});

it('to sqlite goes on with what was whole and had no name yet, and removes no other one', async () => {
  const path = join(folder.path, 'whole.db');
  const { journal } = openTestStore(`${path}.copying`);
  await commitAll(journal, [stateTurn('queue_item', 'whole', 1, queueItem('whole'))]);
  await journal.close();
  const db = openSqlite({ path: `${path}.copying`, readonly: true });
  const mark = readMark(db);
  db.close();
  expect(() => openSqliteTarget(path, { ...mark, origin: 'another' })).toThrow(/of another store/);
  const target = openSqliteTarget(path, mark);
  expect(target.isResumed).toBe(true);
  await target.finish({ effects: 0, dead_letters: 0 });
  await target.close();
});

it('to PostgreSQL replaces U+0000 in a remark, and refuses it in a name', async () => {
  expect(await server.run('SELECT reason FROM moved.quarantines')).toEqual([
    { reason: 'said \ufffd' },
  ]);
  const path = join(folder.path, 'nul.db');
  const { db, journal } = openTestStore(path);
  db.exec("INSERT INTO answers VALUES ('a' || char(0), 'f', NULL, NULL)");
  await journal.close();
  const source = openSqliteSource(path);
  const [answers] = copiedTables.filter(({ name }) => name === 'answers');
  await expect(source.page(answers!, null, 9)).rejects.toThrow(/U\+0000 in its key/);
  await source.close();
});

it('to PostgreSQL begins anew where the source has gone on since, and refuses another store', async () => {
  await server.run('DROP SCHEMA moved CASCADE');
  expect(await copy('postgresql', 'rows of actors copied', 2)).toBeNull();
  const { journal } = openTestStore(from);
  await commitAll(journal, [stateTurn('queue_item', 'item-0', 3, queueItem('item-0'))]);
  await journal.close();
  expect(await copy('postgresql', 'rows of actors copied', 2)).toBeNull();

  const others = join(folder.path, 'others.db');
  const other = openTestStore(others);
  await commitAll(other.journal, [stateTurn('queue_item', 'other', 1, queueItem('other'))]);
  await other.journal.close();
  const child = start('postgresql', others);
  expect((await child.ended).code).toBe(1);
  expect(child.tail).toContain('an unfinished copy of another store');

  const report = await copy('postgresql');
  expect(report?.tables['events']).toEqual({ rows: 2 * actors + 1, written: 0 });
  rmSync(others);
});

it('from PostgreSQL is not proven where a plane came and went meanwhile, though the log ends where it did', async () => {
  const come = { url: server.url, schema: server.freshSchema() };
  await (await openPostgresJournal(come)).close();
  const source = await openPostgresSource(come.url, systemClock, come.schema);
  await source.requireUnchanged();
  const lease = openLease({ ...come, boot: 'b', address: null, program: '1.0.0' });
  await lease.release((await lease.take())!.fence);
  await lease.close();
  await expect(source.requireUnchanged()).rejects.toThrow(/A control plane writes/);
  await source.close();
});

it('from PostgreSQL is refused where the event is gone that this machine saw last', async () => {
  const schema = server.freshSchema();
  const journal = await openPostgresJournal({ url: server.url, schema });
  await commitAll(journal, [stateTurn('counter', 'a', 1, { status: 'open' })]);
  await journal.close();
  const head = { epoch: 'e', event_id: 2, hash: 'h', at: '2026-01-01', state: 'closed' } as const;
  const kept = { kind: 'kept', head, isCopy: false } as const;
  await expect(openPostgresSource(server.url, systemClock, schema, kept)).rejects.toThrow(
    /event 2, .+ is gone\. Start the service on it once/,
  );
});
