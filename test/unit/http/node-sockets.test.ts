/** What a WebSocket on `node:http` says of a network that is held up by hand. */
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createNodeTransport } from '../../../src/http/transport/node.ts';
import { type Socket, transportDefaults } from '../../../src/http/transport/port.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createSignal, plain } from '../../support/http.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A connection that takes something only when it is let, one piece at a time. */
class HeldConnection extends Duplex {
  #taken: (() => void) | undefined;

  override _read(): void {
    // The test pushes.
  }

  override _write(_chunk: Buffer, _encoding: string, done: () => void): void {
    this.#taken = done;
  }

  /** Takes one piece; false where none waited. */
  async takeOne(): Promise<boolean> {
    await turn();
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.();
    return taken !== undefined;
  }

  async takeAll(): Promise<void> {
    while (await this.takeOne());
  }
}

async function connect() {
  const opened = createSignal<Socket>();
  const seen = { drained: 0 };
  const transport = createNodeTransport(
    {
      request: () => plain(404, ''),
      failed: () => plain(500, ''),
      closing: () => plain(503, ''),
      upgrade: () => ({
        accept: true,
        protocol: null,
        events: {
          open: (socket) => opened.resolve(socket),
          message: () => undefined,
          drained: () => {
            seen.drained += 1;
          },
          closed: () => undefined,
        },
      }),
    },
    { clock: systemClock },
  );
  const connection = new HeldConnection();
  transport.adopt(connection);
  connection.push(
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const socket = await opened.promise;
  await connection.takeAll();
  seen.drained = 0;
  return { connection, socket, seen, transport };
}

it('says that it is drained, also where what waited last was short', async () => {
  const { connection, socket, seen } = await connect();
  socket.send('a'.repeat(transportDefaults.socketHighWaterBytes));
  socket.send('b');
  await turn();
  expect(socket.join('topic')).toBe(false);
  await connection.takeAll();
  expect(socket.bufferedBytes).toBe(0);
  expect(seen.drained).toBe(1);
  connection.destroy();
});

it('says that it is drained, also where a ping waited last', async () => {
  const { connection, socket, seen } = await connect();
  socket.send('a');
  await turn();
  socket.ping();
  await connection.takeAll();
  expect(seen.drained).toBe(1);
  connection.destroy();
});

it('says that it is drained after a little that was published', async () => {
  const { connection, socket, seen, transport } = await connect();
  expect(socket.join('topic')).toBe(true);
  transport.publish('topic', Buffer.from('a'));
  await turn();
  expect(socket.bufferedBytes).toBeGreaterThan(0);
  expect(seen.drained).toBe(0);
  await connection.takeAll();
  expect(seen.drained).toBeGreaterThan(0);
  connection.destroy();
});
