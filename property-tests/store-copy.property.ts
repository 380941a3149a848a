/**
 * Any turns on a store in a file that is copied to PostgreSQL and back, each copy cut off once at random: table by
 * table what comes back is what went. @needs postgres
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSeededEntropy } from '../src/lib/ids.ts';
import { type CopyReport, copyStore } from '../src/store/copy/copy.ts';
import { openPostgresSource } from '../src/store/copy/postgres-source.ts';
import { openPostgresTarget } from '../src/store/copy/postgres-target.ts';
import type { CopySource, CopyTarget } from '../src/store/copy/side.ts';
import { openSqliteSource } from '../src/store/copy/sqlite-source.ts';
import { openSqliteTarget } from '../src/store/copy/sqlite-target.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { createSteadyClock } from '../test/support/steady-clock.ts';
import { createTempDir, openTestStore } from '../test/support/store-fixtures.ts';
import { Author, type Step, step } from './deeds.ts';
import { propertyOptions } from './options.ts';
import { tablesOf } from './tables.ts';

/** Which epoch it is differs on purpose; migrations and the full text are no part of what is copied. */
const notCompared =
  /^(?:sqlite_(?!sequence)|log_epochs$|schema_migrations$|archive_looks$|\w+_search|search_)/;

/** Cut off at the `cutAt`-th look at how far it is, and begun again. */
async function copyCut(
  open: () => Promise<{ source: CopySource; target: () => Promise<CopyTarget> }>,
  cutAt: number,
): Promise<CopyReport> {
  for (let left = cutAt; ; left = Number.POSITIVE_INFINITY) {
    const { source, target } = await open();
    const onProgress = (): void => {
      left -= 1;
      if (left === 0) throw new Error('cut off');
    };
    try {
      return await copyStore(source, target, onProgress);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'cut off') throw error;
    } finally {
      await source.close();
    }
  }
}

async function fill(path: string, steps: readonly Step[]): Promise<ReturnType<typeof tablesOf>> {
  const { journal, db } = openTestStore(path);
  const author = new Author(journal);
  for (const { batches } of steps) {
    await author.look();
    for (const batch of batches) await journal.commit(batch.map((each) => author.write(each)));
  }
  const tables = tablesOf(db, notCompared);
  await journal.close();
  return tables;
}

it('what is copied to PostgreSQL and back is what it was, wherever the copies were cut off', async () => {
  const server = await startPostgres();
  const clock = createSteadyClock({ originMs: Date.UTC(2026, 0, 1), factor: 1 });
  const cut = fc.integer({ min: 1, max: 24 });
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8, size: 'max' }),
        cut,
        cut,
        async (steps, cutThere, cutBack) => {
          const folder = createTempDir();
          const schema = server.freshSchema();
          const { url } = server;
          const entropy = createSeededEntropy(1);
          const [from, to] = ['from.db', 'to.db'].map((name) => join(folder.path, name));
          try {
            const before = await fill(from!, steps);
            await copyCut(async () => {
              const source = openSqliteSource(from!);
              const options = { url, schema, clock, entropy, mark: source.mark };
              return { source, target: () => openPostgresTarget(options) };
            }, cutThere);
            await copyCut(async () => {
              const source = await openPostgresSource(url, clock, schema);
              return { source, target: async () => openSqliteTarget(to!, source.mark) };
            }, cutBack);
            const db = openSqlite({ path: to!, readonly: true });
            expect(tablesOf(db, notCompared)).toEqual(before);
            db.close();
          } finally {
            folder.remove();
            await server.run(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
          }
        },
      ),
      { ...propertyOptions(25), endOnFailure: true },
    );
  } finally {
    await server.close();
  }
});
