/** Carrying over HTTP: whatever goes wrong on the way is no answer, and nothing of it is unbounded. */
import { describe, expect, it } from 'vitest';
import { createManualClock, systemClock } from '../../../src/lib/clock.ts';
import { createHeartbeatCall, createHeartbeatWay } from '../../../src/notify/call-heartbeat.ts';
import { createHttpChannel } from '../../../src/notify/http-channel.ts';
import { createNtfy } from '../../../src/notify/ntfy.ts';
import { createWebhook } from '../../../src/notify/webhook.ts';
import { endAfterEach } from '../../support/each-test.ts';
import {
  closedPortUrl,
  sendJson,
  startHttpServer,
  startTcpServer,
} from '../../support/worker-server.ts';
import { outgoing } from './support.ts';

const closers = endAfterEach();
const signal = new AbortController().signal;

async function send(url: string, clock = systemClock, stop = signal) {
  const service = createWebhook({ url, secret: 'hunter2-hunter2' });
  const channel = createHttpChannel(service, { clock, timeoutMs: 5000 });
  closers.push(() => channel.close());
  return channel.send(outgoing(), stop);
}

describe('a message on its way', () => {
  it('is tried again when nothing listens, or the connection breaks', async () => {
    expect(await send(await closedPortUrl())).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    const torn = await startTcpServer((socket) => socket.resetAndDestroy());
    closers.push(torn.close);
    expect(await send(torn.url)).toMatchObject({ kind: 'retry' });
  });

  it('is not delivered by a status whose body breaks off', async () => {
    const torn = await startTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"receipt":', () =>
        socket.destroy(),
      );
    });
    closers.push(torn.close);
    expect(await send(torn.url)).toMatchObject({ kind: 'retry' });
  });

  it('may have arrived when no answer came in time', async () => {
    const clock = createManualClock();
    const silent = await startTcpServer(() => clock.advance(5000));
    closers.push(silent.close);
    expect(await send(silent.url, clock)).toEqual({
      kind: 'retry',
      reason: 'no answer within 5 s; it may have arrived all the same',
      retryAfterMs: null,
    });
  });

  it('is left for the next start when the service is being stopped', async () => {
    const stop = new AbortController();
    const server = await startTcpServer(() => stop.abort(new Error('stopping')));
    closers.push(server.close);
    await expect(send(server.url, systemClock, stop.signal)).rejects.toThrow('stopping');
  });

  it('has an answer of any length, of which the beginning is read', async () => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('no '.repeat(1_000_000));
    });
    closers.push(server.close);
    const verdict = await send(server.url);
    expect(verdict).toMatchObject({ kind: 'refused' });
    expect(JSON.stringify(verdict).length).toBeLessThan(400);
  });

  it('goes to ntfy at the address of the server alone', async () => {
    const server = await startHttpServer((_, response) => sendJson(response, 200, { id: 'n1' }));
    closers.push(server.close);
    const service = createNtfy({ url: `${server.url}/nights`, token: null });
    const channel = createHttpChannel(service, { clock: systemClock, timeoutMs: 5000 });
    closers.push(() => channel.close());
    expect(await channel.send(outgoing(), signal)).toEqual({ kind: 'delivered', receipt: 'n1' });
    expect(server.requests).toMatchObject([{ method: 'POST', url: '/' }]);
  });

  it('never goes to an address that no machine has', () => {
    const service = createWebhook({ url: 'http://0.0.0.0/', secret: 'x' });
    expect(() => createHttpChannel(service, { clock: systemClock, timeoutMs: 1 })).toThrow(
      'no address that a machine can be reached at',
    );
  });
});

describe('a call of the heartbeat', () => {
  const context = {
    effectId: 'e',
    address: { kind: 'heartbeat', id: 'main' },
    attempt: 1,
    resumed: false,
    correlationId: 'c',
    causeId: null,
    signal,
  };
  const call = (url: string | null, trouble: () => Promise<string | null> = async () => null) => {
    const handler = createHeartbeatCall({
      way:
        url === null
          ? null
          : createHeartbeatWay({ url, method: 'GET', timeoutMs: 5000, clock: systemClock }),
      isWell: trouble,
      redact: (text) => text.replaceAll('hunter2', '[redacted]'),
    });
    closers.push(() => handler.close());
    return handler.run({}, context);
  };

  it('is not made while the service is not well, which is then said', async () => {
    const server = await startHttpServer((_, response) => sendJson(response, 200, {}));
    closers.push(server.close);
    expect(await call(server.url, async () => 'the disk is full')).toEqual({
      type: 'MISSED',
      reason: 'not called, since the service is not well: the disk is full',
    });
    expect(server.requests).toEqual([]);
  });

  it('is not made while nobody can say whether the service is well', async () => {
    const server = await startHttpServer((_, response) => sendJson(response, 200, {}));
    closers.push(server.close);
    const unknown = () => Promise.reject(new Error('the store cannot be read'));
    expect(await call(server.url, unknown)).toMatchObject({
      type: 'MISSED',
      reason: expect.stringContaining('the store cannot be read'),
    });
    expect(server.requests).toEqual([]);
  });

  it('is missed when it is not answered with 2xx, or not at all', async () => {
    const server = await startHttpServer((_, response) =>
      sendJson(response, 404, { msg: 'hunter2 is not known' }),
    );
    closers.push(server.close);
    expect(await call(server.url)).toEqual({
      type: 'MISSED',
      reason: 'it was answered with 404: {"msg":"[redacted] is not known"}',
    });
    expect(await call(await closedPortUrl())).toMatchObject({
      type: 'MISSED',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await call(null)).toMatchObject({
      type: 'MISSED',
      reason: 'heartbeat_url is not configured any more',
    });
  });

  it('is answered by any 2xx', async () => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(204);
      response.end();
    });
    closers.push(server.close);
    expect(await call(server.url)).toEqual({ type: 'ANSWERED' });
  });
});
