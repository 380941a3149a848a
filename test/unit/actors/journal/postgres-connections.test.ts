/** Connections to PostgreSQL that end at moments in which nobody uses them. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { openReaders } from '../../../../src/actors/journal/postgres/connect.ts';
import { PostgresUnavailableError } from '../../../../src/actors/journal/postgres/errors.ts';

/** A message of the server: its type, its length, and what it says. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const field = (name: string, text: string): Buffer => Buffer.from(`${name}${text}\0`);
const welcome = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const shutDown = message(
  'E',
  Buffer.concat([
    field('S', 'FATAL'),
    field('V', 'FATAL'),
    field('C', '57P01'),
    field('M', 'terminating connection due to administrator command'),
    Buffer.from('\0'),
  ]),
);

it.each([
  ['as one', false],
  ['in a transaction that only reads', true],
])('are told to who reads %s, when the server ends them as it gives them', async (_, only) => {
  // All in one piece, so that nobody has had the connection yet when it ends.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([welcome, ready, shutDown])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const readers = openReaders({ url: `postgres://orrery@127.0.0.1:${port}/postgres` }, only);
  await expect(readers.read('SELECT 1')).rejects.toThrow(PostgresUnavailableError);
  await readers.close();
  server.close();
});
