/**
 * One suite for every HTTP transport: what the port promises, on real sockets. Long because a
 * conformance suite is read as one list of promises.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Reply, Socket, SocketEvents } from '../../src/http/transport/port.ts';
import { createManualClock } from '../../src/lib/clock.ts';
import {
  createSignal,
  echoHead,
  plain,
  RawClient,
  type Running,
  startTransport,
  transportNames,
} from '../support/http.ts';
import { patienceMs } from '../support/patience.ts';

const mebibyte = 1024 * 1024;

describe.each(transportNames)('the %s transport', (name) => {
  const running: Running[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
  });
  const start = async (
    handlers: Parameters<typeof startTransport>[1],
    options: Parameters<typeof startTransport>[2] = {},
  ): Promise<Running> => {
    const server = await startTransport(name, handlers, options);
    running.push(server);
    return server;
  };
  const collecting = (bodyBytesMax: number, seen: (body: Uint8Array) => void) => ({
    request: () => ({
      bodyBytesMax,
      onBody: (body: Uint8Array) => {
        seen(body);
        return plain(200, `got ${body.byteLength}`);
      },
      onTooLarge: () => plain(413, 'too large'),
    }),
  });

  describe('starting', () => {
    it('takes a free port for 0 and says which', async () => {
      const server = await start({ request: echoHead });
      expect(server.port).toBeGreaterThan(0);
      expect((await fetch(`${server.origin}/a`)).status).toBe(200);
    });

    it('refuses a port that is in use', async () => {
      const server = await start({ request: echoHead });
      const { selectTransport } = await import('../../src/http/transport/select.ts');
      const { create } = await selectTransport({ httpTransport: name });
      const second = create(
        { request: echoHead, failed: () => plain(500, ''), closing: () => plain(503, '') },
        { clock: createManualClock() },
      );
      const attempt = second.listen({ host: '127.0.0.1', port: server.port });
      await expect(attempt).rejects.toThrow(`127.0.0.1:${server.port}`);
    });
  });

  describe('the head of a request', () => {
    it('keeps path and query as sent, and stays readable after the answer', async () => {
      const heads: Parameters<typeof echoHead>[0][] = [];
      const server = await start({
        request: (head) => {
          heads.push(head);
          return Promise.resolve().then(() => echoHead(head));
        },
      });
      const client = await RawClient.open(server.port);
      client.write(
        'GET /a%20b/%zz?q=%41&r HTTP/1.1\r\nHost: x\r\nX-Test: one\r\nX-Test: two\r\n\r\n',
      );
      const text = await client.replies(1);
      expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual({
        method: 'GET',
        path: '/a%20b/%zz',
        query: 'q=%41&r',
        address: '127.0.0.1',
        header: 'one, two',
      });
      client.socket.destroy();
      expect(heads[0]!.header('x-test')).toBe('one, two');
      expect(heads[0]!.header('absent')).toBe('');
    });

    it('takes the first of two authorization headers', async () => {
      const server = await start({ request: (head) => plain(200, head.header('authorization')) });
      const client = await RawClient.open(server.port);
      client.write('GET / HTTP/1.1\r\nHost: x\r\nAuthorization: one\r\nAuthorization: two\r\n\r\n');
      expect(await client.replies(1)).toMatch(/\r\n\r\none$/);
      client.socket.destroy();
    });

    it('lets 12 kB of headers through and refuses 40 kB without calling a handler', async () => {
      let calls = 0;
      const server = await start({
        request: () => {
          calls += 1;
          return plain(200, 'ok');
        },
      });
      const headers = (bytes: number) => ({ headers: { 'x-long': 'y'.repeat(bytes) } });
      expect((await fetch(server.origin, headers(12_000))).status).toBe(200);
      const client = await RawClient.open(server.port);
      client.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(40_000)}\r\n\r\n`);
      await client.closed;
      expect(client.text).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
      expect(calls).toBe(1);
    });

    it('answers nonsense with 4xx or a closed connection, never with a handler', async () => {
      let calls = 0;
      const server = await start({
        request: () => {
          calls += 1;
          return plain(200, 'ok');
        },
      });
      for (const nonsense of [
        '\x16\x03\x01\x02\x00\x01\r\n\r\n',
        'GET\r\n\r\n',
        'HELLO WORLD\r\n\r\n',
      ]) {
        const client = await RawClient.open(server.port);
        client.write(nonsense);
        client.socket.end();
        await client.closed;
        expect(client.text).toMatch(/^(HTTP\/1\.1 [45]\d\d|$)/);
      }
      expect(calls).toBe(0);
    });

    it('refuses a body framed in two ways', async () => {
      const server = await start(collecting(100, () => undefined));
      const client = await RawClient.open(server.port);
      client.write(
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n' +
          '5\r\nhello\r\n0\r\n\r\n',
      );
      expect(await client.until((text) => text.includes('\r\n'))).toMatch(/^HTTP\/1\.1 400/);
      client.socket.destroy();
    });
  });

  describe('replies', () => {
    it('sends status, headers, text and bytes', async () => {
      const server = await start({
        request: (head): Reply =>
          head.path === '/bytes'
            ? { status: 201, headers: [['x-one', '1']], body: new Uint8Array([0, 255, 10]) }
            : plain(418, 'grüße'),
      });
      const text = await fetch(`${server.origin}/text`);
      expect([text.status, await text.text()]).toEqual([418, 'grüße']);
      const bytes = await fetch(`${server.origin}/bytes`);
      expect([bytes.status, bytes.headers.get('x-one')]).toEqual([201, '1']);
      expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 255, 10]);
    });

    it('answers HEAD with the length and no body, and goes on on the same connection', async () => {
      const server = await start({ request: () => plain(200, 'twelve bytes') });
      const client = await RawClient.open(server.port);
      client.write('HEAD / HTTP/1.1\r\nHost: x\r\n\r\n');
      const head = await client.until((text) => text.includes('\r\n\r\n'));
      expect(head).toMatch(/content-length: 12\r\n/i);
      expect(head.endsWith('\r\n\r\n')).toBe(true);
      client.text = '';
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await client.replies(1)).toMatch(/\r\n\r\ntwelve bytes$/);
      client.socket.destroy();
    });

    it('sends 204 and 304 without body and length', async () => {
      const server = await start({
        request: (head) => ({ status: Number(head.path.slice(1)), headers: [], body: null }),
      });
      for (const status of [204, 304]) {
        const client = await RawClient.open(server.port);
        client.write(`GET /${status} HTTP/1.1\r\nHost: x\r\n\r\n`);
        const text = await client.until((seen) => seen.includes('\r\n\r\n'));
        expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(text).not.toMatch(/content-length: [1-9]/i);
        client.socket.destroy();
      }
    });

    it('answers pipelined requests in order', async () => {
      const server = await start({ request: (head) => plain(200, head.path) });
      const client = await RawClient.open(server.port);
      const paths = Array.from({ length: 20 }, (_, index) => `/p${index}`);
      client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
      const text = await client.replies(20);
      expect(text.match(/\/p\d+/g)).toEqual(paths);
      client.socket.destroy();
    });

    it('delivers a large reply whole to a client that reads slowly, while others are served', async () => {
      const body = Buffer.alloc(24 * mebibyte, 'abcdefghijklmnop');
      const server = await start({
        request: (head): Reply => plain(200, head.path === '/large' ? body : 'small'),
      });
      const slow = await RawClient.open(server.port);
      slow.socket.pause();
      slow.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await (await fetch(`${server.origin}/small`)).text()).toBe('small');
      let bytes = 0;
      const whole = createSignal();
      slow.socket.removeAllListeners('data');
      slow.socket.on('data', (chunk: string) => {
        bytes += chunk.length;
        if (bytes >= body.length) whole.resolve();
      });
      slow.socket.resume();
      await whole.promise;
      expect(bytes).toBeGreaterThan(body.length);
      slow.socket.destroy();
    });

    it('streams a body of unknown length, taking parts only as the client reads', async () => {
      const part = Buffer.alloc(mebibyte, 'x');
      let made = 0;
      const server = await start({
        request: (): Reply => ({
          status: 200,
          headers: [],
          body: (async function* () {
            for (; made < 64; made += 1) yield part;
          })(),
        }),
      });
      const response = await fetch(server.origin);
      const reader = response.body!.getReader();
      let bytes = (await reader.read()).value!.byteLength;
      // The kernel's buffers take some megabytes; the rest must not have been made yet.
      expect(made).toBeLessThan(60);
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        bytes += next.value.byteLength;
      }
      expect(bytes).toBe(64 * mebibyte);
    });

    it('cuts the connection when a stream fails midway, so that it cannot pass for whole', async () => {
      const server = await start({
        request: (): Reply => ({
          status: 200,
          headers: [],
          body: (async function* () {
            yield Buffer.from('first part');
            await Promise.resolve();
            throw new Error('the disk is gone');
          })(),
        }),
      });
      const read = fetch(server.origin).then((response) => response.text());
      await expect(read).rejects.toThrow();
    });
  });

  describe('bodies', () => {
    it.each([0, 1, 70_000, mebibyte])('hands over a body of %i bytes unchanged', async (length) => {
      const sent = Buffer.alloc(length, 'abcdefg');
      let seen: Uint8Array | undefined;
      const server = await start(
        collecting(mebibyte, (body) => {
          seen = body;
        }),
      );
      const response = await fetch(server.origin, { method: 'POST', body: sent });
      expect(await response.text()).toBe(`got ${length}`);
      expect(Buffer.compare(Buffer.from(seen!), sent)).toBe(0);
    });

    it('hands over a chunked body', async () => {
      let seen = '';
      const server = await start(
        collecting(100, (body) => {
          seen = Buffer.from(body).toString();
        }),
      );
      const client = await RawClient.open(server.port);
      client.write(
        'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
      );
      client.write('6\r\n world\r\n0\r\n\r\n');
      await client.replies(1);
      expect(seen).toBe('hello world');
      client.socket.destroy();
    });

    it('answers 413 on the declared length, before the body has come', async () => {
      const server = await start(collecting(100, () => undefined));
      const client = await RawClient.open(server.port);
      client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n');
      expect(await client.replies(1)).toMatch(/^HTTP\/1\.1 413/);
      client.socket.destroy();
    });

    it('answers 413 on the bytes that came when no length was declared', async () => {
      const server = await start(collecting(100, () => undefined));
      const client = await RawClient.open(server.port);
      client.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
      client.write(`c8\r\n${'y'.repeat(200)}\r\n`);
      expect(await client.replies(1)).toMatch(/^HTTP\/1\.1 413/);
      client.socket.destroy();
    });

    it('gives an uploader of a refused body the answer instead of a reset', async () => {
      const server = await start({ request: () => plain(401, 'no') });
      const body = Buffer.alloc(8 * mebibyte);
      const response = await fetch(server.origin, { method: 'POST', body });
      expect([response.status, await response.text()]).toEqual([401, 'no']);
    });

    it('throws away a body nobody wanted and serves the next request of the connection', async () => {
      const server = await start({ request: (head) => plain(200, head.path) });
      const client = await RawClient.open(server.port);
      client.write(`POST /one HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`);
      expect(await client.replies(1)).toMatch(/\/one$/);
      client.write('GET /two HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await client.replies(2)).toMatch(/\/two$/);
      client.socket.destroy();
    });
  });

  describe('clients that are slow', () => {
    const refusing = (bodyBytesMax: number) => ({
      ...collecting(bodyBytesMax, () => undefined),
      failed: (error: unknown) =>
        plain(error instanceof ServiceError ? error.status : 500, (error as Error).message),
    });
    const headOf = (bytes: number) =>
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;

    it('ends a body that comes more slowly than the pace with 408, and one at the pace never', async () => {
      const clock = createManualClock();
      const server = await start(refusing(mebibyte), { clock });
      const slow = await RawClient.open(server.port);
      const steady = await RawClient.open(server.port);
      slow.write(`${headOf(mebibyte)}y`);
      steady.write(`${headOf(mebibyte)}${'y'.repeat(mebibyte - 1)}`);
      await server.until(() => server.transport.inFlight === 2);
      // The server reads what came in any order, so what came last is waited for.
      await fetch(server.origin, { method: 'POST', body: 'x' });
      clock.advance(29_000);
      clock.advance(2_000);
      expect(await slow.replies(1)).toMatch(/^HTTP\/1\.1 408 [\s\S]*16 KiB a second/);
      await slow.closed;
      clock.advance(20_000);
      steady.write('y');
      expect(await steady.replies(1)).toMatch(/got 1048576$/);
      steady.socket.destroy();
    });

    it('keeps no more of all bodies than its bound: 503 on what is declared, or on what came', async () => {
      const server = await start(refusing(1000), { bodyBytesHeldMax: 1500 });
      const first = await RawClient.open(server.port);
      first.write(`${headOf(1000)}half`);
      await server.until(() => server.transport.inFlight === 1);
      const declared = await RawClient.open(server.port);
      declared.write(headOf(600));
      expect(await declared.replies(1)).toMatch(/^HTTP\/1\.1 503 [\s\S]*1000 of 1500 bytes/);
      const came = await RawClient.open(server.port);
      came.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
      came.write(`258\r\n${'y'.repeat(600)}\r\n`);
      expect(await came.replies(1)).toMatch(/^HTTP\/1\.1 503/);
      first.socket.destroy();
      await server.until(() => server.transport.inFlight === 0);
      const again = await fetch(server.origin, { method: 'POST', body: 'y'.repeat(1000) });
      expect(await again.text()).toBe('got 1000');
      for (const client of [declared, came]) client.socket.destroy();
    });

    it('cuts off a head that takes too long, however often a byte of it comes', async () => {
      const server = await start({ request: echoHead }, { headMs: 100 });
      const client = await RawClient.open(server.port);
      client.write('GET / HTTP/1.1\r\nHost: x\r\nX-Long: ');
      let isOpen = true;
      void client.closed.then(() => {
        isOpen = false;
      });
      // At the pace of one byte in 100 ms; more of them than a server that looks twice a minute allows.
      for (let sent = 0; isOpen && sent < 200; sent += 1) {
        client.write('y');
        await Promise.race([client.closed, new Promise((resolve) => setTimeout(resolve, 100))]);
      }
      expect(isOpen).toBe(false);
    });
  });

  describe('handlers that fail', () => {
    const failing = {
      sync: () => {
        throw new Error('sync');
      },
      async: () => Promise.reject(new Error('async')),
      late: () => Promise.resolve().then(() => Promise.reject(new Error('late'))),
      'unsafe header': (): Reply => ({
        status: 200,
        headers: [['x-bad', 'a\r\nset-cookie: b']],
        body: '',
      }),
      'in body': () => ({
        bodyBytesMax: 10,
        onBody: () => {
          throw new Error('in body');
        },
        onTooLarge: () => plain(413, ''),
      }),
    };
    it.each(Object.keys(failing))('answers 500 when it fails: %s', async (kind) => {
      const server = await start({ request: () => failing[kind as keyof typeof failing]() });
      const response = await fetch(server.origin, { method: 'POST', body: 'x' });
      expect(response.status).toBe(500);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(server.transport.inFlight).toBe(0);
    });

    it('answers a bare 500 when even the failure reply fails', async () => {
      const server = await start({
        request: () => {
          throw new Error('first');
        },
        failed: () => {
          throw new Error('second');
        },
      });
      expect((await fetch(server.origin)).status).toBe(500);
    });
  });

  describe('clients that leave', () => {
    it('aborts the signal while the handler works, and writes nothing afterwards', async () => {
      const started = createSignal();
      const aborted = createSignal();
      const finish = createSignal();
      const server = await start({
        request: async (head) => {
          if (head.path === '/alive') return plain(200, 'alive');
          head.signal.addEventListener('abort', () => aborted.resolve());
          started.resolve();
          await finish.promise;
          return plain(200, 'nobody reads this');
        },
      });
      const client = await RawClient.open(server.port);
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await started.promise;
      client.socket.destroy();
      await aborted.promise;
      finish.resolve();
      expect(await (await fetch(`${server.origin}/alive`)).text()).toBe('alive');
      expect(server.transport.inFlight).toBe(0);
    });

    it('forgets a request whose body never arrives', async () => {
      const started = createSignal();
      const aborted = createSignal();
      let bodies = 0;
      const server = await start({
        request: (head) => {
          head.signal.addEventListener('abort', () => aborted.resolve());
          started.resolve();
          return {
            bodyBytesMax: 1000,
            onBody: () => {
              bodies += 1;
              return plain(200, '');
            },
            onTooLarge: () => plain(413, ''),
          };
        },
      });
      const client = await RawClient.open(server.port);
      client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhalf');
      await started.promise;
      expect(server.transport.inFlight).toBe(1);
      client.socket.destroy();
      await aborted.promise;
      expect([bodies, server.transport.inFlight]).toEqual([0, 0]);
    });

    it('stops making a stream when its reader goes away', async () => {
      const stopped = createSignal();
      const part = Buffer.alloc(mebibyte);
      const server = await start({
        request: (): Reply => ({
          status: 200,
          headers: [],
          body: (async function* () {
            try {
              for (;;) yield part;
            } finally {
              stopped.resolve();
            }
          })(),
        }),
      });
      const client = await RawClient.open(server.port);
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await client.until((text) => text.length > 1000);
      client.socket.destroy();
      await stopped.promise;
      expect(server.transport.inFlight).toBe(0);
    });

    it('lets go of a large reply that was cut off', async () => {
      const gone = createSignal();
      const body = Buffer.alloc(64 * mebibyte);
      const server = await start({
        request: (head) => {
          head.signal.addEventListener('abort', () => gone.resolve());
          return plain(200, body);
        },
      });
      const client = await RawClient.open(server.port);
      client.socket.pause();
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      client.socket.resume();
      await client.until((text) => text.length > 1000);
      client.socket.destroy();
      await gone.promise;
      expect(server.transport.inFlight).toBe(0);
    });
  });

  describe('closing', () => {
    it('finishes what is in flight, refuses what is new, and reports clean', async () => {
      const started = createSignal();
      const finish = createSignal();
      const server = await start({
        request: async () => {
          started.resolve();
          await finish.promise;
          return plain(200, 'finished');
        },
      });
      const idle = await RawClient.open(server.port);
      const client = await RawClient.open(server.port);
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await started.promise;
      const closing = server.transport.close({ deadlineMs: patienceMs });
      await expect(fetch(server.origin)).rejects.toThrow();
      idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await idle.replies(1)).toMatch(/^(HTTP\/1\.1 503|$)/);
      finish.resolve();
      expect(await client.replies(1)).toMatch(/finished$/);
      expect(await closing).toEqual({ clean: true, abandoned: 0 });
      await client.closed;
    });

    it('cuts off at the deadline what does not finish, and says how much', async () => {
      const clock = createManualClock();
      const started = createSignal();
      const server = await start(
        {
          request: () => {
            started.resolve();
            return new Promise<Reply>(() => undefined);
          },
        },
        { clock },
      );
      const client = await RawClient.open(server.port);
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await started.promise;
      const closing = server.transport.close({ deadlineMs: 5_000 });
      clock.advance(5_000);
      expect(await closing).toEqual({ clean: false, abandoned: 1 });
      await client.closed;
      expect(client.text).toBe('');
    });
  });

  describe('WebSockets', () => {
    /** Accepts sockets on /echo; `made` gets each as it opens. */
    const sockets = (events: (socket: () => Socket) => Partial<SocketEvents>) => {
      const opened = createSignal<Socket>();
      return {
        opened: opened.promise,
        handlers: {
          request: () => plain(404, 'no socket'),
          upgrade: (head: { path: string; header(name: string): string }) => {
            if (head.path !== '/echo' || head.header('origin') === 'http://evil.example') {
              return { accept: false as const, reply: plain(403, 'refused') };
            }
            let current: Socket;
            return {
              accept: true as const,
              protocol: head.header('sec-websocket-protocol').split(',')[0]?.trim() || null,
              events: {
                open(socket: Socket) {
                  current = socket;
                  opened.resolve(socket);
                },
                message: () => undefined,
                closed: () => undefined,
                ...events(() => current),
              },
            };
          },
        },
      };
    };
    const connectTo = (
      server: Running,
      path = '/echo',
      protocols: string[] = [],
      origin?: string,
    ) => new WebSocket(`ws://127.0.0.1:${server.port}${path}`, protocols, origin ? { origin } : {});
    const once = <T>(ws: WebSocket, event: string) =>
      new Promise<T>((resolve) => ws.once(event, (...values: unknown[]) => resolve(values as T)));

    it('echoes text in order and chooses the first subprotocol only', async () => {
      const { handlers } = sockets((socket) => ({
        message: (data) => void socket().send(String(data)),
      }));
      const server = await start(handlers);
      const ws = connectTo(server, '/echo', ['orrery.live.v1', 'bearer.c2VjcmV0']);
      const seen: string[] = [];
      const all = createSignal();
      ws.on('message', (data: Buffer) => {
        seen.push(data.toString());
        if (seen.length === 100) all.resolve();
      });
      await once(ws, 'open');
      expect(ws.protocol).toBe('orrery.live.v1');
      for (let index = 0; index < 100; index += 1) ws.send(`message ${index} é`);
      await all.promise;
      expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => `message ${index} é`));
      ws.terminate();
    });

    it.each([
      ['/other', undefined],
      ['/echo', 'http://evil.example'],
    ])('refuses an upgrade with an ordinary reply: %s %s', async (path, origin) => {
      const { handlers } = sockets(() => ({}));
      const server = await start(handlers);
      const ws = connectTo(server, path, [], origin);
      ws.on('error', () => undefined);
      const [, response] = await once<[unknown, { statusCode: number }]>(ws, 'unexpected-response');
      expect(response.statusCode).toBe(403);
    });

    it('answers 500 to an upgrade whose handler throws', async () => {
      const server = await start({
        request: echoHead,
        upgrade: () => {
          throw new Error('no');
        },
      });
      const ws = connectTo(server);
      ws.on('error', () => undefined);
      const [, response] = await once<[unknown, { statusCode: number }]>(ws, 'unexpected-response');
      expect(response.statusCode).toBe(500);
    });

    it('passes the close code on in both directions', async () => {
      const closed = createSignal<[number, string]>();
      const { handlers, opened } = sockets(() => ({
        closed: (code, reason) => closed.resolve([code, reason]),
      }));
      const server = await start(handlers);
      const fromClient = connectTo(server);
      await once(fromClient, 'open');
      fromClient.close(4001, 'enough');
      expect(await closed.promise).toEqual([4001, 'enough']);

      const second = sockets(() => ({}));
      const other = await start(second.handlers);
      const fromServer = connectTo(other);
      const end = once<[number, Buffer]>(fromServer, 'close');
      (await second.opened).close(4408, 'too slow');
      const [code, reason] = await end;
      expect([code, reason.toString()]).toEqual([4408, 'too slow']);
      (await opened).send('after the end');
    });

    it('reports a broken connection as 1006 and refuses to send on it', async () => {
      const closed = createSignal<number>();
      const { handlers, opened } = sockets(() => ({ closed: (code) => closed.resolve(code) }));
      const server = await start(handlers);
      const ws = connectTo(server);
      const [socket] = await Promise.all([opened, once(ws, 'open')]);
      ws.terminate();
      expect(await closed.promise).toBe(1006);
      expect(socket.send('x')).toBe('closed');
      expect(server.transport.sockets).toBe(0);
    });

    it('closes with 1011 when its owner throws, and goes on serving others', async () => {
      const { handlers } = sockets(() => ({
        message: () => {
          throw new Error('broken owner');
        },
      }));
      const server = await start(handlers);
      const ws = connectTo(server);
      await once(ws, 'open');
      const end = once<[number]>(ws, 'close');
      ws.send('x');
      expect((await end)[0]).toBe(1011);
      expect((await fetch(server.origin)).status).toBe(404);
    });

    it('drops a client that sends a message above the bound', async () => {
      const closed = createSignal();
      const { handlers } = sockets(() => ({ closed: () => closed.resolve() }));
      const server = await start(handlers, { socketMessageBytesMax: 1024 });
      const ws = connectTo(server);
      ws.on('error', () => undefined);
      await once(ws, 'open');
      ws.send('y'.repeat(5000));
      await closed.promise;
    });

    it('bounds what a slow client may hold, tells when it has caught up, and loses nothing', async () => {
      const drained = createSignal();
      const { handlers, opened } = sockets(() => ({ drained: () => drained.resolve() }));
      const server = await start(handlers, { socketQueueBytesMax: 8 * mebibyte });
      const ws = connectTo(server);
      const [socket] = await Promise.all([opened, once(ws, 'open')]);
      ws.pause();
      let accepted = 0;
      const text = 'z'.repeat(64 * 1024);
      // Each round gives the network its chance, until it takes no more.
      for (let round = 0; round < 100_000; round += 1) {
        const result = socket.send(`${String(accepted).padStart(8, '0')}${text}`);
        if (result === 'overflow') break;
        expect(result).toBe('accepted');
        accepted += 1;
        if (round % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(socket.send('one more')).not.toBe('closed');
      expect(socket.bufferedBytes).toBeLessThanOrEqual(8 * mebibyte);
      expect(socket.bufferedBytes).toBeGreaterThan(7 * mebibyte);
      const numbers: number[] = [];
      const all = createSignal();
      ws.on('message', (data: Buffer) => {
        if (data.length > 100) numbers.push(Number(data.subarray(0, 8).toString()));
        if (numbers.length === accepted) all.resolve();
      });
      ws.resume();
      await Promise.all([all.promise, drained.promise]);
      expect(numbers).toEqual(Array.from({ length: accepted }, (_, index) => index));
      expect(socket.bufferedBytes).toBe(0);
      ws.terminate();
    });

    it('hands pings on and hears the answer', async () => {
      const pong = createSignal();
      const { handlers, opened } = sockets(() => ({ pong: () => pong.resolve() }));
      const server = await start(handlers);
      const ws = connectTo(server);
      await once(ws, 'open');
      (await opened).ping();
      await pong.promise;
      ws.terminate();
    });

    it('closes sockets with 1001 when the server closes', async () => {
      const { handlers } = sockets(() => ({}));
      const server = await start(handlers);
      const ws = connectTo(server);
      await once(ws, 'open');
      const end = once<[number]>(ws, 'close');
      expect(await server.transport.close({ deadlineMs: patienceMs })).toEqual({
        clean: true,
        abandoned: 0,
      });
      expect((await end)[0]).toBe(1001);
    });
  });
});
