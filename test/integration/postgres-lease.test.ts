/**
 * The lease of a writer's name in a real PostgreSQL: taken back at once by who held it and is over, and versions of
 * this program beside one another. @needs postgres
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Lease, openLease } from '../../src/actors/journal/postgres/lease.ts';
import { openPostgresJournal, preparePostgres } from '../../src/actors/journal/postgres/open.ts';
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

function leaseIn(schema: string, boot: string, former: string | null = null): Lease {
  const lease = openLease({ url: server.url, schema, boot, former, address: null });
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
