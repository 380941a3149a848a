/** Whether a file is sound, asked of a store: small ones are read on the spot, large ones in a thread. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startThread } from '../../../src/lib/worker-thread.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import {
  checkInlineBytesMax,
  createStoreCheck,
} from '../../../src/store/sqlite/threads/store-check.ts';
import { breakPageOf } from '../../support/damage.ts';
import { createTempDir } from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;
beforeEach(() => {
  dir = createTempDir();
  path = join(dir.path, 'store.db');
});
afterEach(() => dir.remove());

/** What is found, and how many threads it took. */
async function check(ballastBytes: number): Promise<{ found: string | null; threads: number }> {
  const writer = openSqlite({ path, synchronous: 'OFF' });
  writer.exec(`CREATE TABLE IF NOT EXISTS ballast (x BLOB)`);
  writer.prepare('INSERT INTO ballast VALUES (zeroblob(?))').run(ballastBytes);
  writer.close();
  return look();
}
async function look(): Promise<{ found: string | null; threads: number }> {
  let threads = 0;
  const db = openSqlite({ path, readonly: true });
  const one = createStoreCheck({
    db,
    start(onMessage) {
      threads += 1;
      return startThread('store-reader', path, onMessage);
    },
  });
  try {
    return { found: await one.run(), threads };
  } finally {
    await one.stop();
    db.close();
  }
}

describe.each([
  ['a small file', 10, 0],
  ['a large file', checkInlineBytesMax, 1],
])('%s', (_, ballastBytes, threads) => {
  it('is found damaged, then sound where nothing is wrong', async () => {
    expect(await check(ballastBytes)).toEqual({ found: null, threads });
    expect(statSync(path).size > checkInlineBytesMax).toBe(threads === 1);
    breakPageOf(path, 'events_by_type');
    expect(await look()).toMatchObject({ found: expect.stringMatching(/\S{3}/), threads });
  });
});
