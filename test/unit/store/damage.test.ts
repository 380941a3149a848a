/** A damaged page that a read meets is a store that failed, whichever thread read it. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDamage } from '../../../src/store/sqlite/damage.ts';
import { openStore, type Store } from '../../../src/store/sqlite/open-store.ts';
import { breakPageOf } from '../../support/damage.ts';
import {
  commitAll,
  createTempDir,
  openTestStore,
  queueTurn,
} from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;
let store: Store;
const faults: unknown[] = [];

beforeEach(async () => {
  dir = createTempDir();
  path = join(dir.path, 'store.db');
  faults.length = 0;
  const { journal } = openTestStore(path);
  await commitAll(journal, [queueTurn('p1', { status: 'queued' })]);
  await journal.close();
});
afterEach(async () => {
  await store.journal.close();
  dir.remove();
});
function openBroken(name: string): void {
  breakPageOf(path, name);
  store = openStore({ path, synchronous: 'OFF', onFault: (error) => faults.push(error) });
}
const listQuery = { cursor: null, pageSize: 9, sort: null, filters: {}, search: '' };

it('in a thread that reads', async () => {
  openBroken('queue_by_priority');
  await expect(store.reads.list('queue_item', listQuery)).rejects.toMatchObject({
    code: 'SQLITE_CORRUPT',
  });
  expect(faults).toMatchObject([{ code: 'SQLITE_CORRUPT' }]);
});

it.each([
  ['answers', () => store.journal.findAnswer('k')],
  ['timers_by_due', () => store.journal.timers(null, 10)],
  ['alert_standing', () => store.reads.standingAlerts(10)],
  ['actors_by_status', () => store.reads.liveGateRuns(10)],
  ['actors_by_project', () => store.reads.lastGateRunOf('p1')],
])('in this thread (%s)', async (name, read) => {
  openBroken(name);
  await expect(read()).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
  expect(faults).toMatchObject([{ code: 'SQLITE_CORRUPT' }]);
});

it('and nothing else is: a refusal, a lock, a lack of memory', async () => {
  openBroken('alert_standing');
  await expect(
    store.reads.list('queue_item', { ...listQuery, sort: 'nonsense' }),
  ).rejects.toThrow();
  expect(faults).toEqual([]);
  const coded = (code: string) => Object.assign(new Error('x'), { code });
  for (const code of ['SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ'])
    expect(isDamage(coded(code)), code).toBe(true);
  for (const code of ['SQLITE_BUSY', 'SQLITE_NOMEM', 'SQLITE_IOERR_NOMEM', 'SQLITE_CORRUPTED'])
    expect(isDamage(coded(code)), code).toBe(false);
});
