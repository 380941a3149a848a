/** Threads that tests hand from one store to the next: each store has its own, and none has what fell. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import type { WriterData } from '../../../src/store/sqlite/threads/writer-data.ts';
import {
  commitAll,
  createTempDir,
  openThreadedStore,
  queueTurn,
} from '../../support/store-fixtures.ts';
import { borrowThread } from '../../support/warm-threads.ts';

function newFolder(): string {
  const dir = createTempDir();
  onTestFinished(dir.remove);
  return dir.path;
}

async function countAfter(path: string, ids: readonly string[]): Promise<unknown> {
  const store = openThreadedStore(path);
  try {
    await commitAll(
      store.journal,
      ids.map((id) => queueTurn(id)),
    );
    return await store.reads.recount('queue_item');
  } finally {
    await store.journal.close();
  }
}

it('serve one store after the other', async () => {
  const [first, second] = [join(newFolder(), 'a.db'), join(newFolder(), 'b.db')];
  expect(await countAfter(first, ['a'])).toEqual({ kept: 1, rows: 1 });
  expect(await countAfter(second, ['b', 'c'])).toEqual({ kept: 2, rows: 2 });
  expect(await countAfter(first, ['d'])).toEqual({ kept: 2, rows: 2 });
});

it('say what ended them, and are not handed on then', async () => {
  const path = join(newFolder(), 'missing', 'store.db');
  const data: WriterData = { options: { path }, epoch: 'e' };
  const fallen = borrowThread('store-writer', data, () => {});
  expect(await fallen.ended).toMatchObject({
    message: expect.stringContaining('cannot be opened'),
  });
  const stopped = borrowThread('store-reader', storeFile(), () => {});
  await stopped.terminate();
  expect(await stopped.ended).toBeInstanceOf(Error);
  expect(await countAfter(join(newFolder(), 'store.db'), ['a'])).toEqual({ kept: 1, rows: 1 });
});

function storeFile(): string {
  const path = join(newFolder(), 'store.db');
  openSqlite({ path, synchronous: 'OFF' }).close();
  return path;
}
