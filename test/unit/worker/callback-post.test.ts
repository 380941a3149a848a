/** Delivering a callback: parked, delivered, or tried again. */
import { describe, expect, it } from 'vitest';
import { createManualClock, systemClock } from '../../../src/lib/clock.ts';
import { runWithCorrelation } from '../../../src/lib/correlation.ts';
import {
  CallbackNotDelivered,
  createCallbackHttp,
  createCallbackPost,
} from '../../../src/worker/callbacks/callback-post.ts';
import { endAfterEach } from '../../support/each-test.ts';
import {
  closedPortUrl,
  sendJson,
  startHttpServer,
  startTcpServer,
} from '../../support/worker-server.ts';

const closers = endAfterEach();

const callback = {
  event_type: 'wake_ready',
  idempotency_key: 'r:wake_ready:2',
  run_id: 'r',
  sequence: 2,
};
const signal = new AbortController().signal;
const context = {
  effectId: 'e',
  address: { kind: 'callback_delivery', id: 'r' },
  attempt: 1,
  resumed: false,
  correlationId: 'r-1',
  causeId: null,
  signal,
};
const post = (url: string, clock = systemClock) =>
  createCallbackPost({
    timeoutMs: 5000,
    clock,
    way: createCallbackHttp({ url, bearerToken: 'callback-secret', timeoutMs: 5000 }),
  }).run({ callback }, context);
async function postTo(status: number, value: unknown = {}) {
  const server = await startHttpServer((_, response) => sendJson(response, status, value));
  closers.push(server.close);
  return { event: await post(`${server.url}/control/api/worker-callback`), server };
}

describe('posting a callback', () => {
  it.each([408, 425, 429, 500, 502, 503, 302])('is tried again after a %i', async (status) => {
    await expect(postTo(status)).rejects.toThrow(String(status));
  });

  it('is tried again when nothing listens, the connection breaks or no answer comes', async () => {
    await expect(post(await closedPortUrl())).rejects.toThrow('ECONNREFUSED');
    const torn = await startTcpServer((socket) => socket.resetAndDestroy());
    const clock = createManualClock();
    const silent = await startTcpServer(() => clock.advance(5000));
    closers.push(torn.close, silent.close);
    await expect(post(torn.url)).rejects.toThrow();
    await expect(post(silent.url, clock)).rejects.toThrow('no answer within 5 s');
  });

  it.each([400, 401, 404, 409, 410, 422])('is parked after a %i', async (status) => {
    const { event } = await postTo(status, { detail: 'because' });
    expect(event).toMatchObject({
      type: 'REJECTED',
      idempotency_key: 'r:wake_ready:2',
      status_code: status,
    });
    expect(JSON.stringify(event)).toContain('because');
  });

  it('holds up nothing behind one of which the control plane has the key with other contents', async () => {
    const { event } = await postTo(409, {
      type: 'urn:orrery:problem:idempotency_conflict',
      detail: 'used with another payload',
    });
    expect(event).toEqual({
      type: 'DELIVERED',
      idempotency_key: 'r:wake_ready:2',
      status_code: 409,
      known_by_key: true,
    });
  });

  it('names the request that dispatched its run', async () => {
    const named = await runWithCorrelation({ id: 'night-shift.42', causeId: 3 }, () => postTo(200));
    expect(named.server.requests[0]?.headers['x-request-id']).toBe('night-shift.42');
  });

  it('tells how often it was posted before it was refused', async () => {
    const { event } = await postTo(401);
    expect(event).toMatchObject({ attempts: 1 });
  });

  it.each([
    [200, 'a web page answered 200 instead of the control plane'],
    [301, 'redirects are not followed, correct completion_callback_url'],
    [403, 'a web page answered 403 instead of the control plane'],
    [413, 'a web page answered 413 instead of the control plane'],
    [502, 'a proxy answered 502: it got no answer from the control plane'],
    [505, 'a proxy asks the control plane by HTTP/1.0'],
  ])('does not take the page of a proxy with %i for the control plane', async (status, words) => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<title>Log in</title>');
    });
    closers.push(server.close);
    const posted = post(server.url);
    await expect(posted).rejects.toThrow(CallbackNotDelivered);
    await expect(posted).rejects.toThrow(words);
  });

  it('gives up exactly when the configured time is over, also in the middle of a reply', async () => {
    const clock = createManualClock();
    const server = await startTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-le');
      clock.advance(4999);
      expect(clock.pendingCount).toBe(1);
      clock.advance(1);
    });
    closers.push(server.close);
    await expect(post(server.url, clock)).rejects.toThrow('no answer within 5 s');
  });

  it('keeps the token out of what it reports, even when the other side repeats it', async () => {
    const { event } = await postTo(401, { seen: 'Bearer callback-secret' });
    expect(JSON.stringify(event)).not.toContain('callback-secret');
  });

  it.each([200, 202, 204])('is delivered by a %i', async (status) => {
    const { event, server } = await postTo(status);
    expect(event).toEqual({
      type: 'DELIVERED',
      idempotency_key: 'r:wake_ready:2',
      status_code: status,
    });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/control/api/worker-callback',
    });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer callback-secret');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(callback);
  });
});
