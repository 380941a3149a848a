/**
 * Any turns on PostgreSQL with a copy that is kept up, left behind by a crash, dropped and made anew, at
 * random: the copy holds, table by table, what a SQLite store holds that took the same turns. @needs postgres
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Journal } from '../src/actors/journal/port.ts';
import { openPostgresJournal } from '../src/actors/journal/postgres/open.ts';
import { type JournalSource, openJournalSource } from '../src/actors/journal/postgres/source.ts';
import { openCache } from '../src/store/hosted/cache.ts';
import { createMirroredJournal } from '../src/store/hosted/journal.ts';
import type { ReadModels } from '../src/store/ports/read-models.ts';
import { projections } from '../src/store/projections.ts';
import { createStoreJournal } from '../src/store/sqlite/journal.ts';
import { createSqliteReadModels } from '../src/store/sqlite/reads/read-models.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { createTempDir, listQuery, openTestStore } from '../test/support/store-fixtures.ts';
import { Author, type Step, step, told } from './deeds.ts';
import { propertyOptions } from './options.ts';
import { tablesOf } from './tables.ts';

/** What becomes of the copy around a step. `crashes`: what is committed then does not reach it. */
type Fate = 'goes on' | 'crashes' | 'is opened again' | 'is dropped' | 'is torn';
const fate = fc.constantFrom<Fate>(
  'goes on',
  'crashes',
  'crashes',
  'crashes',
  'is opened again',
  'is dropped',
  'is torn',
);

/** Answers stay with the truth; which epoch it is, migrations and the full text are no copy's own. */
const notCompared = /^(?:sqlite_(?!sequence)|answers$|log_epochs$|schema_migrations$|\w+_search)/;

/** A copy at `path` that can be lost at any time. */
class Copy {
  readonly #path: string;
  readonly #truth: Journal;
  readonly #source: JournalSource;
  #db: Database | null = null;

  constructor(path: string, truth: Journal, source: JournalSource) {
    this.#path = path;
    this.#truth = truth;
    this.#source = source;
  }

  async open(): Promise<{ db: Database; journal: Journal }> {
    this.close();
    const { db } = await openCache(this.#path, this.#source);
    this.#db = db;
    return { db, journal: createMirroredJournal(this.#truth, createStoreJournal(db)) };
  }

  /** Back to half of its events, with whatever else it has. */
  tear(): void {
    this.#db?.exec('DELETE FROM events WHERE event_id > (SELECT max(event_id) / 2 FROM events)');
  }

  close(remove = false): void {
    this.#db?.close();
    this.#db = null;
    if (!remove) return;
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#path}${ending}`, { force: true });
  }
}

/** What lists, counts and a search say: the index follows the events, whoever brought them. */
async function foundIn(reads: ReadModels): Promise<unknown> {
  const found = await reads.list('queue_item', listQuery({ search: 'project' }));
  return [found.rows, await reads.countByStatus('queue_item'), await reads.events(eventQuery)];
}
const eventQuery = {
  before: null,
  limit: 99,
  entityType: '',
  entityId: '',
  eventType: '',
  search: '',
};

async function play(truth: Journal, copy: Copy, steps: readonly (readonly [Step, Fate])[]) {
  const { db: modelDb, journal: model, reads } = openTestStore();
  const author = new Author(model);
  let { journal } = await copy.open();
  for (const [{ batches, isRepeated }, becomes] of steps) {
    if (becomes === 'is torn') copy.tear();
    if (becomes === 'is dropped') copy.close(true);
    if (becomes !== 'goes on' && becomes !== 'crashes') ({ journal } = await copy.open());
    await author.look();
    const turns = batches.map((batch) => batch.map((each) => author.write(each)));
    for (const all of isRepeated ? [turns, turns] : [turns]) {
      const to = becomes === 'crashes' ? truth : journal;
      const results = await Promise.all(all.map((batch) => to.commit(batch)));
      for (const [index, batch] of all.entries()) {
        expect(told(results[index] ?? [])).toEqual(told(await model.commit(batch)));
      }
    }
    if (becomes === 'crashes') ({ journal } = await copy.open());
  }
  expect(await journal.headEventId()).toBe(await model.headEventId());
  const { db } = await copy.open();
  expect(tablesOf(db, notCompared)).toEqual(tablesOf(modelDb, notCompared));
  const copied = createSqliteReadModels(db);
  expect(await foundIn(copied)).toEqual(await foundIn(reads));
  copy.close();
  await model.close();
}

it('a copy of PostgreSQL holds what SQLite holds, whatever became of it on the way', async () => {
  const server = await startPostgres();
  const folder = createTempDir();
  const path = join(folder.path, 'copy.db');
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fate), { maxLength: 8, size: 'max' }),
        async (steps) => {
          const schema = server.freshSchema();
          const { url } = server;
          const truth = await openPostgresJournal({ url, schema, projections, readersMax: 1 });
          const source = openJournalSource({ url, schema });
          const copy = new Copy(path, truth, source);
          try {
            await play(truth, copy, steps);
          } finally {
            copy.close(true);
            await source.close();
            await truth.close();
            await server.run(`DROP SCHEMA "${schema}" CASCADE`);
          }
        },
      ),
      // What fails is shown as it is: each try needs a schema of its own.
      { ...propertyOptions(25), endOnFailure: true },
    );
  } finally {
    folder.remove();
    await server.close();
  }
});
