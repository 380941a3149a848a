/**
 * The lease of a writer's name in a real PostgreSQL: taken back at once by who held it and is over, and versions of
 * this program beside one another. @needs postgres
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Lease, openLease } from '../../src/actors/journal/postgres/lease.ts';
import { openPostgresJournal, preparePostgres } from '../../src/actors/journal/postgres/open.ts';
import { openJournalSource } from '../../src/actors/journal/postgres/source.ts';
import { holdLease, momentNow } from '../../src/store/hosted/holding.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { commitAll, stateTurn } from '../support/store-fixtures.ts';

let server: TestPostgres;
const open: Lease[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  for (const lease of open) await lease.close();
  await server.close();
});

function leaseIn(
  schema: string,
  boot: string,
  former: string | null = null,
  program = '1.2.0',
): Lease {
  const lease = openLease({ url: server.url, schema, boot, former, address: null, program });
  open.push(lease);
  return lease;
}

async function freshSchema(): Promise<string> {
  const schema = server.freshSchema();
  await preparePostgres({ url: server.url, schema });
  return schema;
}

const counter = (version: number) => stateTurn('counter', 'a', version, { status: 'open' });

it('is free for the one after a crash on the same folder, and for nobody else', async () => {
  const schema = await freshSchema();
  const first = await leaseIn(schema, 'first').take();
  expect(await leaseIn(schema, 'stranger', 'somebody else').take()).toBeNull();
  const next = leaseIn(schema, 'next', 'first');
  expect(await next.holder()).toBeNull();
  expect(await next.take()).toMatchObject({ boot: 'next', fence: first!.fence + 1 });
  // The one before is over: its name frees nothing any more.
  expect(await leaseIn(schema, 'late', 'first').take()).toBeNull();
});

it('is looked at only under the lock of its row, so that two who find it free do not both have it', async () => {
  const schema = await freshSchema();
  const first = (await leaseIn(schema, 'first').take())!;
  const table = `"${schema}".writers`;
  await server.run(`UPDATE ${table} SET heard_at = now() - interval '1 minute'`);
  const rival = new pg.Client({ connectionString: server.url });
  await rival.connect();
  const takeBoth = () => Promise.all(['one', 'two'].map((boot) => leaseIn(schema, boot).take()));
  try {
    // Whoever held it is heard of once more; nobody knows that yet.
    await rival.query('BEGIN');
    await rival.query(`UPDATE ${table} SET heard_at = clock_timestamp()`);
    let isAnswered = false;
    const meanwhile = takeBoth().finally(() => {
      isAnswered = true;
    });
    const waiting = 'SELECT 1 FROM pg_locks WHERE NOT granted';
    while (!isAnswered && (await server.run(waiting)).length < 2);
    await rival.query('COMMIT');
    expect(await meanwhile).toEqual([null, null]);
    // It is free, and both are told so at one moment.
    await server.run(`UPDATE ${table} SET heard_at = now() - interval '1 minute'`);
    const taken = (await takeBoth()).filter((holder) => holder !== null);
    expect(taken.map(({ fence }) => fence)).toEqual([first.fence + 1]);
  } finally {
    await rival.end();
  }
});

it('is never removed, by whoever gives it back or forgets what is old: its number goes on', async () => {
  const schema = await freshSchema();
  const lease = leaseIn(schema, 'first');
  const first = (await lease.take())!;
  const journal = await openPostgresJournal({ url: server.url, schema, fence: first.fence });
  const answers = [
    { key: 'given', fingerprint: 'f', body: ['{"at":"2020-01-01T00:00:00.000Z","id":', '}'] },
    { key: 'owed', fingerprint: 'f', body: null },
  ] as const;
  const turns = answers.map((answer, at) => ({ ...counter(at + 1), answers: [answer] }));
  await commitAll(journal, turns);
  await lease.release(first.fence);
  const next = (await leaseIn(schema, 'next').take())!;
  expect(next.fence).toBe(first.fence + 1);
  const source = openJournalSource({ url: server.url, schema });
  const step = { after: '', before: '2026-01-01T00:00:00.000Z' };
  // Who held it once removes nothing any more, and nobody removes what is still owed.
  expect(await source.forgetAnswers(first.fence, step, 10)).toMatchObject({ forgotten: 0 });
  expect(await source.forgetAnswers(next.fence, step, 10)).toMatchObject({ forgotten: 1 });
  const left = await server.run(`SELECT key FROM "${schema}".answers`);
  expect(left).toEqual([{ key: 'owed' }]);
  expect(await server.run(`SELECT fence FROM "${schema}".writers`)).toHaveLength(1);
  await Promise.all([source.close(), journal.close()]);
});

it('is taken by no program of before the one that had it last, and its states are left alone', async () => {
  const schema = await freshSchema();
  const older = leaseIn(schema, 'older', null, '1.2.0');
  const newer = leaseIn(schema, 'newer', null, '1.10.0-rc.1');
  await older.release((await older.take())!.fence);
  const held = (await newer.take())!;
  const refusal = /last written by version 1\.10\.0-rc\.1 of this program, and this is 1\.2\.0/;
  // It stands by and follows as long as nobody asks it to take over.
  expect(await older.holder()).toMatchObject({ boot: 'newer' });
  await expect(older.take()).rejects.toThrow(refusal);
  await newer.release(held.fence);
  await expect(older.take()).rejects.toThrow(refusal);
  expect(await leaseIn(schema, 'again', null, '1.10.0').take()).toMatchObject({
    fence: held.fence + 1,
  });
});

it('is of no use once the database was put back under whoever holds it: nothing is written there', async () => {
  const schema = await freshSchema();
  const { fence } = (await leaseIn(schema, 'first').take())!;
  const journal = await openPostgresJournal({ url: server.url, schema, fence });
  const tables = (await server.run(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = '${schema}'`,
  )) as { table_name: string }[];
  await commitAll(journal, [counter(1)]);
  for (const { table_name } of tables)
    await server.run(
      `CREATE TABLE "${schema}"."kept_${table_name}" AS TABLE "${schema}"."${table_name}"`,
    );
  await commitAll(journal, [counter(2)]);
  for (const { table_name } of tables) {
    await server.run(`DELETE FROM "${schema}"."${table_name}"`);
    await server.run(
      `INSERT INTO "${schema}"."${table_name}" SELECT * FROM "${schema}"."kept_${table_name}"`,
    );
  }
  // Another actor, so that nothing but the whole tells that it is another log.
  const other = stateTurn('counter', 'b', 1, { status: 'open' });
  for (const _ of [1, 2])
    await expect(journal.commit([other])).rejects.toThrow(/was put back to an earlier state/);
  const events = await server.run(`SELECT event_id FROM "${schema}".events`);
  expect(events).toHaveLength(1);
  await journal.close();
});

it('is taken at once from a program of before leases, which is told so at its next turn', async () => {
  const schema = await freshSchema();
  const old = await openPostgresJournal({ url: server.url, schema });
  await commitAll(old, [counter(1)]);
  // As such a program leaves the row: it is open, and nothing is said of who.
  await server.run(`UPDATE "${schema}".writers SET is_open = true`);
  const taken = await leaseIn(schema, 'new').take();
  const writer = await openPostgresJournal({ url: server.url, schema, fence: taken!.fence });
  await commitAll(writer, [counter(2)]);
  await expect(old.commit([counter(3)])).rejects.toThrow(/another process has taken over/);
  await Promise.all([old.close(), writer.close()]);
});

it('is held and written under beside a newer program that has only added to the schema', async () => {
  const schema = await freshSchema();
  const lease = leaseIn(schema, 'older');
  const { fence } = (await lease.take())!;
  const writer = await openPostgresJournal({ url: server.url, schema, fence });
  await server.run(`ALTER TABLE "${schema}".writers ADD COLUMN later text`);
  await server.run(`ALTER TABLE "${schema}".events ADD COLUMN later bigint DEFAULT 7`);
  await server.run(`CREATE TABLE "${schema}".later (id text)`);
  await commitAll(writer, [counter(1)]);
  expect(await lease.renew(fence)).toBe(true);
  expect((await writer.eventsAfter(0, 9)).length).toBe(1);
  await writer.close();
});

it('is lost with a sentence where a newer program has taken something away', async () => {
  const schema = await freshSchema();
  const lease = leaseIn(schema, 'older');
  const holder = (await lease.take())!;
  const writer = await openPostgresJournal({ url: server.url, schema, fence: holder.fence });
  await server.run(`ALTER TABLE "${schema}".writers RENAME COLUMN heard_at TO heard`);
  const onLost = vi.fn();
  const holding = holdLease(lease, holder, momentNow(), onLost);
  expect(await holding.renew()).toMatch(/a newer program has changed the schema/);
  expect([holding.isSure(), holding.lost.aborted]).toEqual([false, true]);
  expect(onLost).toHaveBeenCalledOnce();
  await expect(lease.holder()).rejects.toThrow(/Start the newer program/);
  await expect(writer.commit([counter(1)])).rejects.toThrow(/Start the newer program/);
  await holding.end();
  await writer.close();
});
