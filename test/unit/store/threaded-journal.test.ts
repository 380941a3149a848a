/** The journal whose writer has a thread of its own: what only that one can get wrong. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import type { WriterRig } from '../../../src/actors/journal/sqlite/thread/writer-rig.ts';
import {
  createThreadedJournal,
  type ThreadedJournal,
} from '../../../src/actors/journal/sqlite/threaded.ts';
import { startThread, type Thread } from '../../../src/lib/worker-thread.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import {
  commitAll,
  createTempDir,
  newEvent,
  openTestStore,
  stateTurn,
  turn,
} from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let path: string;
let thread: Thread;
let journal: ThreadedJournal;

function open(rig: WriterRig = {}, writerPath = path): ThreadedJournal {
  openSqlite({ path, synchronous: 'OFF' }).close();
  return createThreadedJournal({
    db: openSqlite({ path, readonly: true }),
    start(onMessage) {
      const data = { options: { path: writerPath, synchronous: 'OFF' }, rig };
      thread = startThread('store-writer', data, onMessage);
      return thread;
    },
  });
}
beforeEach(() => {
  dir = createTempDir();
  path = join(dir.path, 'store.db');
});
afterEach(async () => {
  await journal.close();
  dir.remove();
});

const counter = (id: string, version: number) =>
  stateTurn('counter', id, version, { status: 'open', value: version });
const broken = turn({ events: [newEvent({ entity_id: '\ud800' })] });
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fulfilled',
    (error: unknown) => error,
  );

describe('a writer that fails', () => {
  it('says so to everybody who waits, and to everybody after', async () => {
    journal = open({}, join(dir.path, 'missing', 'store.db'));
    const waiting = [1, 2, 3, 4].map((version) =>
      reasonOf(journal.commit([counter('a', version)])),
    );
    const chore = reasonOf(journal.request('store.probe', null));
    for (const reason of await Promise.all([...waiting, chore])) {
      expect(String(reason)).toContain('cannot be opened');
    }
    await expect(journal.commit([counter('a', 1)])).rejects.toThrow('cannot be opened');
  });

  it('keeps the code of what ended it, also where the error loses its words on the way', async () => {
    journal = open({}, path);
    await journal.commit([counter('a', 1)]);
    await journal.close();
    const db = openSqlite({ path });
    db.exec('DROP TABLE telemetry_points');
    db.close();
    journal = open({}, path);
    const reason = await reasonOf(journal.commit([counter('a', 2)]));
    // Node.js 20 hands such an error on without its class and message, later ones whole.
    expect(reason).toBeInstanceOf(Error);
    expect(reason).toMatchObject({
      code: 'SQLITE_ERROR',
      message: expect.stringMatching(/SQLITE_ERROR|no such table: telemetry_points/u),
    });
  });

  it('leaves nothing hanging and nothing half when it is cut off in a transaction', async () => {
    journal = open({ syncDelayMs: 600_000 });
    const reasons = [1, 2, 3].map((version) =>
      reasonOf(journal.commit([counter('a', version), counter('b', version)])),
    );
    await thread.terminate();
    for (const reason of await Promise.all(reasons)) expect(reason).toBeInstanceOf(Error);
    await journal.close();
    const after = openTestStore(path).journal;
    expect(await verifyJournal(after)).toMatchObject({ ok: true, events: 0, actors: 0 });
    await after.close();
  });

  it('tells a fault of the store by its class and code, and writes on afterwards', async () => {
    journal = open();
    await commitAll(journal, [counter('a', 1)]);
    const other = openSqlite({ path, synchronous: 'OFF' });
    other.exec(`CREATE TRIGGER full BEFORE INSERT ON events WHEN new.entity_id = 'full'
                BEGIN SELECT raise(ABORT, 'no room is left'); END`);
    const reason = await reasonOf(journal.commit([counter('b', 1), counter('full', 1)]));
    expect(reason).toMatchObject({
      name: 'SqliteError',
      message: 'no room is left',
      code: 'SQLITE_CONSTRAINT_TRIGGER',
    });
    other.exec('DROP TRIGGER full');
    other.close();
    await commitAll(journal, [counter('b', 1), counter('full', 1)]);
    expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 3, actors: 3 });
  });
});

describe('batches that are written together', () => {
  /** While the first is being written the others gather. */
  const commitTogether = (first: ThreadedJournal, batches: Parameters<Journal['commit']>[0][]) =>
    Promise.all(batches.map((batch) => first.commit(batch).catch((error: unknown) => error)));

  it('are answered each as if it came alone', async () => {
    journal = open({ syncDelayMs: 20 });
    const results = await commitTogether(journal, [
      [counter('x', 1)],
      [counter('y', 1)],
      [counter('a', 2), counter('a', 3)],
      [counter('a', 1), counter('b', 1)],
      [counter('a', 2)],
    ]);
    expect(results).toMatchObject([
      [{ ok: true, eventIds: [1] }],
      [{ ok: true, eventIds: [2] }],
      [
        { ok: false, failure: { reason: 'version' } },
        { ok: false, failure: { reason: 'unwound' } },
      ],
      [{ ok: true }, { ok: true }],
      [{ ok: true }],
    ]);
    expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 5, actors: 4 });
  });

  it('do not suffer for one among them that cannot be written', async () => {
    journal = open({ syncDelayMs: 20 });
    const results = await commitTogether(journal, [
      [counter('x', 1)],
      [counter('y', 1)],
      [counter('a', 1)],
      [counter('b', 1), broken],
      [counter('c', 1)],
    ]);
    expect(results[3]).toMatchObject({ name: 'TypeError' });
    expect(results.toSpliced(3, 1)).toMatchObject(Array(4).fill([{ ok: true }]));
    expect(await journal.load('counter', 'b')).toBeUndefined();
    expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 4, actors: 4 });
  });
});

describe('this thread', () => {
  it('reads while the writer waits for the disk', async () => {
    journal = open({ syncDelayMs: 20 });
    const order: string[] = [];
    const written = journal.commit([counter('a', 1)]).then(() => order.push('written'));
    expect(await journal.load('counter', 'a')).toBeUndefined();
    order.push('read');
    await written;
    expect(order).toEqual(['read', 'written']);
  });

  it('sees every commit that was answered', async () => {
    journal = open();
    for (let version = 1; version <= 100; version += 1) {
      await commitAll(journal, [
        {
          ...counter('a', version),
          answers: [{ key: `k${version}`, fingerprint: 'f', body: ['', ''] }],
        },
      ]);
      expect((await journal.load('counter', 'a'))?.version).toBe(version);
      expect((await journal.findAnswer(`k${version}`))?.body).toBe(String(version));
      expect(await journal.headEventId()).toBe(version);
    }
  });
});

describe('closing', () => {
  it('waits for what is under way, refuses what comes after, and leaves no log beside the file', async () => {
    journal = open({ syncDelayMs: 5 });
    const before = [1, 2, 3, 4].map((version) => journal.commit([counter('a', version)]));
    const closed = journal.close();
    await expect(journal.commit([counter('a', 5)])).rejects.toThrow('closed');
    expect(await Promise.all(before)).toMatchObject(Array(4).fill([{ ok: true }]));
    await closed;
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});
