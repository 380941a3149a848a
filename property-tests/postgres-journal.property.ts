/**
 * Any turns, in batches that come one by one or together, repeated at times, over a connection that is
 * cut around commits: PostgreSQL says and stores of each what SQLite does, to the last hash. @needs postgres
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Journal } from '../src/actors/journal/port.ts';
import { openPostgresJournal } from '../src/actors/journal/postgres/open.ts';
import { projections } from '../src/store/projections.ts';
import { verifyJournal } from '../src/store/verify.ts';
import { startCuttingProxy } from '../test/support/cutting-proxy.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { openTestStore } from '../test/support/store-fixtures.ts';
import { Author, names, type Step, step, told } from './deeds.ts';
import { propertyOptions } from './options.ts';

async function contents(journal: Journal): Promise<unknown> {
  const addresses = await journal.addresses(null, 99);
  return {
    events: await journal.eventsAfter(0, 999),
    actors: await Promise.all(addresses.map(({ kind, id }) => journal.load(kind, id))),
    answers: await Promise.all(names.map((key) => journal.findAnswer(key))),
    timers: await journal.timers(null, 99),
    effects: await journal.effects(0, 99),
    letters: await journal.deadLetters(99),
    count: await journal.countDeadLetters(),
    quarantines: await journal.quarantines(null, 99),
  };
}

async function play(journal: Journal, cut: (where: Step['cut']) => void, steps: readonly Step[]) {
  const model = openTestStore().journal;
  const author = new Author(model);
  for (const { batches, isRepeated, cut: where } of steps) {
    await author.look();
    const turns = batches.map((batch) => batch.map((each) => author.write(each)));
    for (const all of isRepeated ? [turns, turns] : [turns]) {
      cut(where);
      const results = await Promise.all(all.map((batch) => journal.commit(batch)));
      for (const [index, batch] of all.entries()) {
        expect(told(results[index] ?? [])).toEqual(told(await model.commit(batch)));
      }
    }
  }
  cut(null);
  expect(await contents(journal)).toEqual(await contents(model));
  expect(await verifyJournal(journal)).toMatchObject({ ok: true });
  await model.close();
}

it('PostgreSQL does with any turns what SQLite does with them', async () => {
  const server = await startPostgres();
  const proxy = await startCuttingProxy(server.port);
  const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8, size: 'max' }), async (steps) => {
        const schema = server.freshSchema();
        const journal = await openPostgresJournal({ url, schema, projections, readersMax: 1 });
        try {
          await play(journal, (where) => proxy.cutNextCommit(where), steps);
        } finally {
          proxy.cutNextCommit(null);
          await journal.close();
          await server.run(`DROP SCHEMA "${schema}" CASCADE`);
        }
      }),
      // What fails is shown as it is: each try needs a schema of its own.
      { ...propertyOptions(25), endOnFailure: true },
    );
  } finally {
    await proxy.close();
    await server.close();
  }
});
