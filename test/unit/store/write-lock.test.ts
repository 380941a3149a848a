/** Another process that holds the write lock: turns wait for it, in order, and nothing else does. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import type { WriterRig } from '../../../src/actors/journal/sqlite/thread/writer-rig.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { openStore, type Store } from '../../../src/store/sqlite/open-store.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { createTempDir, queueTurn, stateTurn } from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let store: Store;
let rival: Database;
const faults: unknown[] = [];

function open(rig: WriterRig = {}): void {
  const path = join(dir.path, 'store.db');
  const onFault = (error: unknown): void => void faults.push(error);
  store = openStore({ path, synchronous: 'OFF', rig, onFault });
  rival = openSqlite({ path });
}
const counter = (id: string, version: number) =>
  stateTurn('counter', id, version, { status: 'open', value: version });
const settled = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), store.probeWrites().then(() => false)]);
const statesOf = async (journal: Journal): Promise<unknown> =>
  Promise.all(['a', 'b'].map(async (id) => (await journal.load('counter', id))?.version));

beforeEach(() => {
  dir = createTempDir();
  faults.length = 0;
});
afterEach(async () => {
  await store.journal.close();
  rival.close();
  dir.remove();
});

it('keeps turns waiting, each is written once and in order when it is given back', async () => {
  open();
  rival.exec('BEGIN IMMEDIATE');
  const waiting = [1, 2, 3].map((version) => store.journal.commit([counter('a', version)]));
  expect(await settled(waiting[0]!)).toBe(false);
  expect(await statesOf(store.journal)).toEqual([undefined, undefined]);
  waiting.push(store.journal.commit([counter('b', 1)]));
  expect(await settled(waiting[3]!)).toBe(false);
  rival.exec('ROLLBACK');
  expect((await Promise.all(waiting)).flat().every(({ ok }) => ok)).toBe(true);
  expect(await statesOf(store.journal)).toEqual([3, 1]);
  expect(await verifyJournal(store.journal)).toMatchObject({ ok: true, events: 4 });
});

it('takes up what the other process wrote meanwhile', async () => {
  open();
  await store.journal.commit([counter('a', 1)]);
  rival.exec('BEGIN IMMEDIATE');
  const waiting = store.journal.commit([counter('a', 2)]);
  expect(await settled(waiting)).toBe(false);
  rival.exec(`UPDATE actors SET version = 7; COMMIT`);
  expect(await waiting).toEqual([{ ok: false, failure: { reason: 'version' } }]);
});

it('is named, with since when, as long as it is held', async () => {
  open();
  expect(await store.probeWrites()).toBeNull();
  rival.exec('BEGIN IMMEDIATE');
  const said = await store.probeWrites();
  expect(said).toMatch(/^another process holds the write lock since 20.*Z$/);
  const waiting = store.journal.commit([counter('a', 1)]);
  expect(await store.probeWrites()).toBe(said);
  rival.exec('ROLLBACK');
  await waiting;
  expect(await store.probeWrites()).toBeNull();
});

it('keeps nobody from reading, and a search that would have to write is told to come again', async () => {
  open();
  await store.journal.commit([queueTurn('p1', { status: 'queued' })]);
  rival.exec('BEGIN IMMEDIATE');
  const query = { cursor: null, pageSize: 9, sort: null, filters: {} };
  const page = await store.reads.list('queue_item', { ...query, search: '' });
  expect(page.rows).toHaveLength(1);
  await expect(store.reads.list('queue_item', { ...query, search: 'p1' })).rejects.toMatchObject({
    code: 'overloaded',
  });
  expect(faults).toEqual([]);
});

it('has what brings the index up to date for a write wait for it, and go on after it', async () => {
  open();
  await store.journal.commit([queueTurn('p1', { status: 'queued' })]);
  rival.exec('BEGIN IMMEDIATE');
  const ready = store.reads.catchUpSearch();
  expect(await settled(ready)).toBe(false);
  rival.exec('ROLLBACK');
  await ready;
  const query = { cursor: null, pageSize: 9, sort: null, filters: {}, search: 'p1' };
  expect((await store.reads.list('queue_item', query)).rows).toHaveLength(1);
  expect(await store.probeWrites()).toBeNull();
  expect(faults).toEqual([]);
});

describe('when it is not given back', () => {
  it('the store counts as failed after a time, and says since when', async () => {
    open({ lockWaitMs: 0 });
    rival.exec('BEGIN IMMEDIATE');
    await expect(store.journal.commit([counter('a', 1)])).rejects.toMatchObject({
      code: 'SQLITE_BUSY',
      message: expect.stringMatching(/^another process holds the write lock since .*nothing was/),
    });
    rival.exec('ROLLBACK');
    expect(await verifyJournal(store.journal)).toMatchObject({ ok: true, events: 0 });
  });

  it('closing does not wait for it', async () => {
    open();
    await store.journal.commit([queueTurn('p1', { status: 'queued' })]);
    rival.exec('BEGIN IMMEDIATE');
    const waiting = [1, 2, 3, 4].map((version) =>
      store.journal.commit([counter('a', version)]).catch((error: unknown) => error),
    );
    const searching = store.reads.catchUpSearch().catch((error: unknown) => error);
    await store.journal.close();
    expect(await searching).toMatchObject({ code: 'overloaded' });
    for (const reason of await Promise.all(waiting))
      expect(reason).toMatchObject({ code: 'SQLITE_BUSY' });
  });
});
