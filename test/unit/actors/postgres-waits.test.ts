/** Statements that wait for a place among the connections to a server which says nothing. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { isLostConnection } from '../../../src/actors/journal/postgres/errors.ts';

it('counts each of them as one that could not be asked', async () => {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({
    connectionString: `postgres://user:word@127.0.0.1:${port}/base`,
    max: 1,
    connectionTimeoutMillis: 50,
  });
  pool.on('error', () => {});
  const asked = await Promise.allSettled([pool.query('SELECT 1'), pool.query('SELECT 1')]);
  const lost = asked.map((each) => each.status === 'rejected' && isLostConnection(each.reason));
  expect(lost).toEqual([true, true]);
  await pool.end();
  server.close();
});
