/** A journal without a writer's thread waits for another process's lock, and its program goes on. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../../../src/actors/journal/port.ts';
import { openSqliteJournal } from '../../../../src/actors/journal/sqlite/open.ts';
import { Sqlite } from '../../../../src/lib/sqlite.ts';
import { createTempDir, newEvent, stateTurn, turn } from '../../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let journal: Journal;
let rival: Database;
beforeEach(() => {
  dir = createTempDir();
  const path = join(dir.path, 'journal.db');
  journal = openSqliteJournal(path);
  rival = new Sqlite(path);
});
afterEach(async () => {
  await journal.close();
  rival.close();
  dir.remove();
});

const note = (id: string) => stateTurn('counter', id, 1, { status: 'open' });

it('commits are done once and in their order when the lock is given back', async () => {
  rival.exec('BEGIN IMMEDIATE');
  // One that stood still here until the lock is free would never let the rival give it back.
  const waiting = ['a', 'b', 'a'].map((id) => journal.commit([note(id)]));
  expect(await journal.headEventId()).toBe(0);
  rival.exec('ROLLBACK');
  expect(await Promise.all(waiting)).toMatchObject([
    [{ ok: true, eventIds: [1] }],
    [{ ok: true, eventIds: [2] }],
    [{ ok: false, failure: { reason: 'version' } }],
  ]);
  expect(await journal.commit([turn({ events: [newEvent()] })])).toMatchObject([{ ok: true }]);
});

it('a journal that is closed meanwhile writes nothing, and says so', async () => {
  rival.exec('BEGIN IMMEDIATE');
  const waiting = journal.commit([note('a')]);
  const refused = expect(waiting).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  await journal.close();
  await refused;
  rival.exec('ROLLBACK');
  expect(rival.prepare('SELECT count(*) FROM events').pluck().get()).toBe(0);
});
