/** What the transport port promises about topics, on every transport and on real sockets. */
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Socket } from '../../src/http/transport/port.ts';
import {
  createSignal,
  plain,
  RawClient,
  type Running,
  startTransport,
  transportNames,
} from '../support/http.ts';

/** Replaced by whoever waits for one. */
interface Listeners {
  drained: () => void;
  closed: (code: number) => void;
}
const createListeners = (): Listeners => ({ drained: () => {}, closed: () => {} });

const bytes = (text: string): Uint8Array => Buffer.from(text);
const mebibyte = 1024 * 1024;

describe.each(transportNames)(
  'a request that offers another protocol to the %s transport',
  (name) => {
    const running: Running[] = [];
    afterEach(async () => {
      await Promise.all(running.splice(0).map((server) => server.stop()));
    });
    /** Answers with the method and the body; takes no WebSocket. */
    const start = async (): Promise<Running> => {
      const server = await startTransport(name, {
        request: (head) => ({
          bodyBytesMax: 1_000_000,
          onBody: (body) => plain(200, `${head.method} ${Buffer.from(body).toString()}`),
          onTooLarge: () => plain(413, ''),
        }),
        upgrade: () => ({ accept: false, reply: plain(403, 'no socket here') }),
      });
      running.push(server);
      return server;
    };
    const ask = (server: Running, head: string, ...bodies: string[]) => {
      const offer =
        'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk';
      return RawClient.open(server.port).then(async (client) => {
        client.write(`${head}\r\nHost: 127.0.0.1\r\n${offer}\r\n${bodies.shift() ?? '\r\n'}`);
        for (const body of bodies) {
          await new Promise((resolve) => setImmediate(resolve));
          client.write(body);
        }
        const text = await client.replies(1);
        client.socket.destroy();
        return text;
      });
    };

    it('is served as if it did not', async () => {
      const server = await start();
      const reply = await ask(server, 'GET / HTTP/1.1');
      expect(reply).toMatch(/^HTTP\/1.1 200 /);
      expect(reply).toMatch(/GET $/);
      expect(server.transport.inFlight).toBe(0);
    });

    it('keeps its body, in however many pieces it comes', async () => {
      const server = await start();
      const length = 'Content-Length: 10\r\n\r\n';
      expect(await ask(server, 'POST / HTTP/1.1', `${length}0123456789`)).toMatch(
        /POST 0123456789$/,
      );
      expect(await ask(server, 'POST / HTTP/1.1', `${length}012`, '3456', '789')).toMatch(
        /POST 0123456789$/,
      );
    });

    it('still gets its WebSocket refused in the way of the port when it asks for one', async () => {
      const server = await start();
      const client = await RawClient.open(server.port);
      client.write(
        'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      expect(await client.replies(1)).toMatch(/^HTTP\/1.1 403 /);
      client.socket.destroy();
    });
  },
);

describe.each(transportNames)('topics of the %s transport', (name) => {
  const running: Running[] = [];
  const clients: WebSocket[] = [];
  afterEach(async () => {
    for (const ws of clients.splice(0)) ws.terminate();
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });

  interface Pair {
    readonly socket: Socket;
    readonly ws: WebSocket;
    readonly seen: string[];
    readonly drained: () => Promise<void>;
    readonly closed: Promise<number>;
    /** Resolves once `count` messages have come. */
    received(count: number): Promise<string[]>;
  }

  async function start(socketQueueBytesMax?: number) {
    let opened = createSignal<Socket>();
    let events = createListeners();
    const server = await startTransport(
      name,
      {
        request: () => plain(404, ''),
        upgrade: () => {
          const mine = createListeners();
          events = mine;
          return {
            accept: true as const,
            protocol: null,
            events: {
              open: (socket) => opened.resolve(socket),
              message: () => undefined,
              drained: () => mine.drained(),
              closed: (code) => mine.closed(code),
            },
          };
        },
      },
      socketQueueBytesMax === undefined ? {} : { socketQueueBytesMax },
    );
    running.push(server);
    const connect = async (): Promise<Pair> => {
      opened = createSignal<Socket>();
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}/`);
      clients.push(ws);
      const seen: string[] = [];
      let wake = (): void => undefined;
      ws.on('message', (data: Buffer) => {
        seen.push(data.toString());
        wake();
      });
      ws.on('error', () => undefined);
      const [socket] = await Promise.all([
        opened.promise,
        new Promise((resolve) => ws.once('open', resolve)),
      ]);
      const mine = events;
      return {
        socket,
        ws,
        seen,
        drained: () =>
          new Promise((resolve) => {
            mine.drained = resolve;
          }),
        closed: new Promise((resolve) => {
          mine.closed = resolve;
        }),
        received: (count) =>
          new Promise((resolve) => {
            wake = () => seen.length >= count && resolve(seen);
            wake();
          }),
      };
    };
    return {
      server,
      connect,
      publish: (topic: string, text: string) => server.transport.publish(topic, bytes(text)),
    };
  }

  it('publishes to nobody without harm', async () => {
    const { publish, server } = await start();
    publish('empty', 'x');
    await server.stop();
    publish('empty', 'after the end');
  });

  it('reaches those who joined, in order, and nobody else', async () => {
    const { connect, publish } = await start();
    const both = await connect();
    const one = await connect();
    const none = await connect();
    expect(both.socket.join('a')).toBe(true);
    expect(both.socket.join('b')).toBe(true);
    expect(one.socket.join('b')).toBe(true);
    for (let index = 0; index < 100; index += 1) publish(index % 2 === 0 ? 'a' : 'b', `${index} é`);
    none.socket.send('only this');
    expect(await both.received(100)).toEqual(
      Array.from({ length: 100 }, (_, index) => `${index} é`),
    );
    expect(await one.received(50)).toEqual(
      Array.from({ length: 50 }, (_, index) => `${index * 2 + 1} é`),
    );
    expect(await none.received(1)).toEqual(['only this']);
  });

  it.each([1, 125, 126, 65_535, 65_536, 300_000])('carries a message of %i bytes', async (size) => {
    const { connect, publish } = await start();
    const client = await connect();
    client.socket.join('a');
    publish('a', 'x'.repeat(size));
    publish('a', 'end');
    expect((await client.received(2)).map((text) => text.length)).toEqual([size, 3]);
  });

  it('keeps the order between messages of its own and published ones within one tick', async () => {
    const { connect, publish } = await start();
    const client = await connect();
    client.socket.send('1');
    client.socket.send('2');
    publish('a', 'not mine yet');
    expect(client.socket.join('a')).toBe(true);
    publish('a', '3');
    client.socket.send('4');
    publish('a', '5');
    publish('a', '6');
    client.socket.send('7');
    client.socket.leave('a');
    publish('a', 'not mine any more');
    client.socket.send('8');
    client.socket.join('a');
    publish('a', '9');
    expect(await client.received(9)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('delivers what was published before a socket leaves its last topic', async () => {
    const { connect, publish } = await start();
    const client = await connect();
    client.socket.join('a');
    publish('a', '1');
    publish('a', '2');
    client.socket.leave('a');
    client.socket.send('3');
    expect(await client.received(3)).toEqual(['1', '2', '3']);
  });

  it('delivers what was published before a close', async () => {
    const { connect, publish } = await start();
    const client = await connect();
    const end = new Promise((resolve) => client.ws.once('close', resolve));
    client.socket.join('a');
    publish('a', '1');
    client.socket.close(1013, 'enough');
    publish('a', 'too late');
    expect(await end).toBe(1013);
    expect(client.seen).toEqual(['1']);
  });

  it('lets nobody join whose own messages still wait, and says when it can', async () => {
    const { connect, publish } = await start();
    const client = await connect();
    client.ws.pause();
    let sent = 0;
    const text = 'z'.repeat(64 * 1024);
    while (client.socket.send(`${sent}:${text}`) === 'accepted') {
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(client.socket.join('a')).toBe(false);
    publish('a', 'missed');
    const drained = client.drained();
    client.ws.resume();
    await drained;
    expect(client.socket.join('a')).toBe(true);
    publish('a', 'end');
    const seen = await client.received(sent + 1);
    expect(seen.map((message) => message.split(':')[0])).toEqual([
      ...Array.from({ length: sent }, (_, index) => String(index)),
      'end',
    ]);
  });

  it('says that it is drained to who saw something wait, also where the network takes it at once', async () => {
    const { connect } = await start();
    const client = await connect();
    client.socket.send('a');
    expect(client.socket.bufferedBytes).toBeGreaterThan(0);
    await client.drained();
    expect(client.socket.bufferedBytes).toBe(0);
  });

  it('goes on with what waited, and with what is sent once it is drained, however long', async () => {
    const { connect } = await start(64 * mebibyte);
    const client = await connect();
    // More than a network takes at once.
    const text = 'z'.repeat(16 * mebibyte);
    client.ws.pause();
    client.socket.send(`0:${text}`);
    client.socket.send(`1:${text}`);
    const drained = client.drained();
    client.ws.resume();
    await drained;
    client.socket.send(`2:${text}`);
    const seen = await client.received(3);
    expect(seen.map((message) => message.split(':')[0])).toEqual(['0', '1', '2']);
  });

  it('cuts off a socket that lets published bytes pile up past the bound, and only that one', async () => {
    const { connect, publish } = await start(1024 * 1024);
    const slow = await connect();
    const quick = await connect();
    slow.ws.pause();
    slow.socket.join('a');
    quick.socket.join('a');
    let over = false;
    void slow.closed.then(() => {
      over = true;
    });
    let published = 0;
    while (!over) {
      publish('a', `${published}:${'z'.repeat(10_000)}`);
      published += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await slow.closed).toBe(1006);
    const seen = await quick.received(published);
    expect(seen.map((message) => Number(message.split(':')[0]))).toEqual(
      Array.from({ length: published }, (_, index) => index),
    );
  });

  it('says that it is drained after published bytes had piled up', async () => {
    const { connect, publish } = await start();
    const client = await connect();
    client.ws.pause();
    client.socket.join('a');
    while (client.socket.bufferedBytes < 600_000) {
      publish('a', 'z'.repeat(50_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const drained = client.drained();
    client.ws.resume();
    await drained;
    expect(client.socket.bufferedBytes).toBe(0);
  });
});
