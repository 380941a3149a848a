/** A service's store as a whole: its parts see what was committed, whoever reads or writes. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WriterRig } from '../../../src/actors/journal/sqlite/thread/writer-rig.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { openStore, type Store } from '../../../src/store/sqlite/open-store.ts';
import {
  commitAll,
  createTempDir,
  listQuery,
  queueItem,
  queueTurn,
  stateTurn,
} from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;
let store: Store;
let faults: unknown[];

function open(rig: WriterRig = {}): void {
  store = openStore({
    path,
    rig,
    synchronous: 'OFF',
    onFault: (error) => faults.push(error),
  });
}
beforeEach(() => {
  dir = createTempDir();
  path = join(dir.path, 'store.db');
  faults = [];
});
afterEach(async () => {
  await store.journal.close();
  dir.remove();
  expect(faults).toEqual([]);
});

const eventQuery = {
  before: null,
  limit: 1,
  entityType: '',
  entityId: '',
  eventType: '',
  search: '',
};

it('shows each committed turn to every kind of read at once', async () => {
  open();
  const { journal, reads, feed } = store;
  for (let version = 1; version <= 40; version += 1) {
    const change = { last_error: `word${version}` };
    await commitAll(journal, [stateTurn('queue_item', 'p1', version, queueItem('p1', change))]);
    const [list, page, found, [event], state, row] = await Promise.all([
      reads.list('queue_item', listQuery()),
      reads.listByPage('queue_item', { ...listQuery(), page: 1 }),
      reads.list('queue_item', listQuery({ search: `word${version}` })),
      reads.events(eventQuery),
      reads.stateAt('queue_item', 'p1', version),
      reads.get('queue_item', 'p1'),
    ]);
    const expected = [{ version, ...change }];
    expect(list.rows).toMatchObject(expected);
    expect(page.rows).toMatchObject(expected);
    expect(found.rows).toMatchObject(expected);
    expect(row).toMatchObject(expected[0]!);
    expect(event?.event_id).toBe(version);
    expect(state?.version).toBe(version);
    expect(await feed.headEventId()).toBe(version);
  }
});

it('answers reads of every kind while a commit waits for the disk', async () => {
  // Far longer than readers need beside busy neighbours.
  open({ syncDelayMs: 3_000 });
  const { journal, reads, history } = store;
  // The readers' threads are up before.
  await reads.list('queue_item', listQuery());
  const order: string[] = [];
  const written = journal.commit([queueTurn('p1')]).then(() => order.push('written'));
  await journal.load('queue_item', 'p1');
  await reads.list('queue_item', listQuery());
  await reads.events(eventQuery);
  await history.read({ subjects: [''], startMs: 0, widthMs: 1, count: 1 });
  order.push('read');
  await written;
  expect(order).toEqual(['read', 'written']);
});

it('keeps telemetry beside turns, written by the writer and read by readers', async () => {
  open();
  const { history, journal } = store;
  const points = [{ subject: 'r1', atMs: 5, values: { load: 0.5, heat: null } }];
  await Promise.all([history.append(points), commitAll(journal, [queueTurn('p1')])]);
  const read = await history.read({ subjects: ['r1'], startMs: 0, widthMs: 10, count: 1 });
  expect(read.get('r1')?.readings['load']?.mean).toEqual([0.5]);
  expect(await history.stats()).toEqual({ pointRows: 1, minuteRows: 0 });
});

it.each([
  ['a few events, on the spot', 3],
  ['more of them, in a thread', 40],
])('walks along the chain of %s, and finds what was altered', async (_, count) => {
  open();
  const { journal, chain } = store;
  await commitAll(
    journal,
    Array.from({ length: count }, (_, at) => queueTurn(`p${at}`)),
  );
  const first = await chain.walk(0, '', 2);
  expect(first).toMatchObject({ events: 2, verifiedTo: 2, problem: null });
  const other = openSqlite({ path, synchronous: 'OFF' });
  other.exec(`UPDATE events SET actor = 'mallory' WHERE event_id = 3`);
  other.close();
  expect(await chain.walk(2, first.lastHash, count)).toMatchObject({
    events: count - 2,
    verifiedTo: 2,
    problem: { kind: 'hash', event_id: 3 },
  });
});

it('says whether it takes writes', async () => {
  open();
  expect(await store.probeWrites()).toBeNull();
  const other = openSqlite({ path, synchronous: 'OFF' });
  other.exec(`CREATE TRIGGER full BEFORE UPDATE ON search_progress
              BEGIN SELECT raise(ABORT, 'no room is left'); END`);
  expect(await store.probeWrites()).toBe('no room is left');
  await commitAll(store.journal, [queueTurn('p1')]);
  await expect(store.reads.list('queue_item', listQuery({ search: 'p1' }))).rejects.toThrow(
    'no room is left',
  );
  expect(faults).toMatchObject([{ code: 'SQLITE_CONSTRAINT_TRIGGER' }]);
  faults = [];
  other.exec('DROP TRIGGER full');
  other.close();
});
