/** The archive of old events: nothing is lost or twice wherever it is interrupted, and what is read is what was. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal, StoredEvent } from '../../../src/actors/journal/port.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import {
  createArchiveReads,
  createArchiveWriter,
} from '../../../src/store/sqlite/archive/moving.ts';
import { archiveFolderOf } from '../../../src/store/sqlite/archive/place.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { proveTables } from '../../../src/store/sqlite/proof/tables.ts';
import { createSqliteFeed } from '../../../src/store/sqlite/reads/feed.ts';
import { createSqliteReadModels } from '../../../src/store/sqlite/reads/read-models.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { commitAll, createTempDir, queueItem, stateTurn } from '../../support/store-fixtures.ts';

const dayMs = 86_400_000;
const beginMs = Date.parse('2026-01-01T00:00:00.000Z');
/** A hundred days after the first event. */
const nowMs = beginMs + 100 * dayMs;
const afterDays = 90;
const rule = { afterDays, trustClock: true, nowMs };
const bounds = { archiveRangeEvents: 5, archiveEventsLeftMin: 2 };

let folder: ReturnType<typeof createTempDir>;
let path: string;
let archive: string;
let db: Database;
let journal: Journal;
let before: readonly StoredEvent[];

const open = (): void => {
  db = openSqlite({ path, synchronous: 'OFF' });
  journal = createStoreJournal(db);
};
const reads = () => createSqliteReadModels(db);
const all = () => journal.eventsAfter(0, 1000);
const counter = (version: number, day: number) =>
  stateTurn(
    'counter',
    'a',
    version,
    { status: 'open', value: version },
    { event: { created_at: toIsoTime(beginMs + day * dayMs) } },
  );
const item = (id: string, status: 'queued' | 'completed') =>
  stateTurn('queue_item', id, 1, queueItem(id, { status }));

beforeEach(async () => {
  folder = createTempDir();
  path = join(folder.path, 'control.db');
  archive = archiveFolderOf(path);
  open();
  // Twelve old events, among them one item that waits and one that is done, and eight new ones.
  await commitAll(journal, [
    item('waits', 'queued'),
    item('done', 'completed'),
    ...Array.from({ length: 10 }, (_, index) => counter(index + 1, 1)),
    ...Array.from({ length: 8 }, (_, index) => counter(index + 11, 99)),
  ]);
  while ((await reads().indexPending(100)) > 0);
  before = await all();
});
afterEach(async () => {
  await journal.close();
  folder.remove();
});

const writtenAs = async (reach?: (point: string) => void) => {
  const written = await createArchiveReads(db, archive, bounds).write(rule, reach);
  if (written === null) return null;
  return createArchiveWriter(db).move({ written, at: toIsoTime(nowMs) });
};
const archiveAll = async (): Promise<number> => {
  for (let files = 0; ; files += 1) if ((await writtenAs()) === null) return files;
};
const inTable = (): string[] =>
  db.prepare<[], string>('SELECT payload FROM events ORDER BY event_id').pluck().all();
const requireSound = async (): Promise<void> => {
  expect(await all()).toEqual(before);
  expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: before.length });
  const { tables } = proveTables(db, () => {});
  expect(tables.flatMap(({ problems }) => problems)).toEqual([]);
};

describe('what is moved', () => {
  it('is what is old, in ranges, without what an open item is folded from', async () => {
    expect(await archiveAll()).toBe(3);
    expect(readdirSync(archive)).toEqual([
      'events-000000000001-000000000005.jsonl.gz',
      'events-000000000006-000000000010.jsonl.gz',
      'events-000000000011-000000000012.jsonl.gz',
    ]);
    const moved = inTable().flatMap((payload, index) => (payload === 'null' ? [index + 1] : []));
    expect(moved).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    await requireSound();
  });

  it('goes no further than somebody was shown', async () => {
    const reads = createArchiveReads(db, archive, bounds);
    const shown = { ...rule, upTo: 7 };
    expect(await reads.state(shown)).toMatchObject({ due_to: 7, waits_for: null });
    const moved: number[] = [];
    for (let more = await reads.write(shown); more !== null; more = await reads.write(shown))
      moved.push(createArchiveWriter(db).move({ written: more, at: toIsoTime(nowMs) }).last_id);
    expect(moved).toEqual([5, 7]);
    await requireSound();
  });

  it('is read as before: lists, one event, states of the past, searches, the feed', async () => {
    const look = async () => ({
      list: await reads().events({
        entityType: 'counter',
        entityId: 'a',
        eventType: '',
        search: '',
        before: 9,
        limit: 3,
      }),
      payload: await reads().eventsByPayload(
        { entityType: '', entityId: '', eventType: '', search: '', before: null, limit: 5 },
        [{ path: ['change', 'set', 'value'], value: '4' }],
      ),
      past: await reads().stateAt('counter', 'a', 7),
      item: await reads().stateAt('queue_item', 'done', 20),
      feed: await createSqliteFeed(db, journal).lastOf(
        { of: 'state', kind: 'counter', id: 'a' },
        8,
      ),
    });
    const then = await look();
    await archiveAll();
    expect(await look()).toEqual(then);
    expect(then.past?.version).toBe(5);
  });

  it('leaves the table later, when an open item is closed', async () => {
    await archiveAll();
    expect(inTable()[0]).not.toBe('null');
    await commitAll(journal, [
      stateTurn('queue_item', 'waits', 2, queueItem('waits', { status: 'canceled' })),
    ]);
    createArchiveWriter(db).sweep();
    expect(inTable()[0]).toBe('null');
    before = await all();
    while ((await reads().indexPending(100)) > 0);
    await requireSound();
  });
});

describe('what is interrupted', () => {
  it.each(['part_written', 'file_in_place'])(
    'at %s is begun anew, and nothing is twice',
    async (at) => {
      const stop = (point: string): void => {
        if (point === at) throw new Error('the process ends here');
      };
      await expect(writtenAs(stop)).rejects.toThrow('the process ends here');
      await journal.close();
      open();
      await requireSound();
      expect(await archiveAll()).toBe(3);
      await requireSound();
    },
  );

  it('before the transaction has the file in place and every payload in the table', async () => {
    await createArchiveReads(db, archive, bounds).write(rule);
    expect(inTable()).not.toContain('null');
    await requireSound();
    expect(await archiveAll()).toBe(3);
    await requireSound();
  });
});

describe('what is old', () => {
  const due = async (change: Partial<typeof rule>) =>
    createArchiveReads(db, archive, bounds).state({ ...rule, ...change });

  it('is nothing for a clock that has jumped ahead', async () => {
    const jumped = nowMs + 3650 * dayMs;
    const writer = createArchiveWriter(db);
    writer.look({ nowMs, anyway: false });
    writer.look({ nowMs: jumped, anyway: false });
    writer.look({ nowMs: jumped, anyway: false });
    expect(await due({ trustClock: false, nowMs: jumped })).toMatchObject({
      due_to: 0,
      looks: 2,
      waits_for: expect.stringContaining('2 of 91 so far'),
    });
  });

  it('is what so many daily looks have seen, and the clock says', async () => {
    const writer = createArchiveWriter(db);
    for (let day = 0; day <= afterDays; day += 1)
      writer.look({ nowMs: nowMs + day * dayMs, anyway: false });
    expect(await due({ trustClock: false })).toMatchObject({ due_to: 12, waits_for: null });
  });

  it('never reaches into the newest events', async () => {
    expect(await due({ nowMs: nowMs + 3650 * dayMs })).toMatchObject({
      due_to: before.length - bounds.archiveEventsLeftMin,
      waits_for: expect.stringContaining('the newest 2 events'),
    });
  });
});

describe('a file that is not what it was', () => {
  it('is found by a proof, and named where it is read', async () => {
    await archiveAll();
    const [first = ''] = readdirSync(archive);
    renameSync(join(archive, first), join(folder.path, 'away'));
    await expect(all()).rejects.toThrow(/event 2 was moved to the archive, and no file in/);
    const found = () =>
      proveTables(db, () => {}).tables.find(({ table }) => table === 'event_archives')?.problems;
    expect(found()).toEqual([
      expect.stringMatching(/^events-[\w.-]+: it is not there \(ENOENT\)$/),
    ]);
    writeFileSync(join(archive, first), 'not a file of the archive');
    expect(found()).toHaveLength(1);
    await expect(all()).rejects.toThrow(
      `${first} is damaged (incorrect header check): put it back`,
    );
    const whole = readFileSync(join(folder.path, 'away'));
    writeFileSync(join(archive, first), whole.subarray(0, whole.length / 2));
    await expect(all()).rejects.toThrow(
      `${first} is damaged (unexpected end of file): put it back`,
    );
    renameSync(join(folder.path, 'away'), join(archive, first));
    await requireSound();
  });
});
