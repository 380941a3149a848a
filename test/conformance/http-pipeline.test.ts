/** The pipeline behind each real transport: the codes a client sees on the wire. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawClient, type Running, startTransport, transportNames } from '../support/http.ts';
import { createTestPipeline, tokens } from '../support/http-pipeline.ts';

describe.each(transportNames)('the pipeline on %s', (name) => {
  const pipeline = createTestPipeline({ head: () => Promise.resolve(1) });
  let server: Running;
  beforeAll(async () => {
    server = await startTransport(name, pipeline.handlers);
  });
  afterAll(() => server.stop());
  const authorization = `Bearer ${tokens.control}`;
  const send = (target: string, init: RequestInit = {}) =>
    fetch(server.origin + target, {
      ...init,
      headers: { authorization, ...(init.headers as Record<string, string>) },
    });
  const post = (body: string, headers = {}) =>
    send('/items', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('refuses in the documented order with the documented codes', async () => {
    const statuses = {
      'no token': (await fetch(`${server.origin}/unknown`)).status,
      'unknown address': (await send('/unknown')).status,
      'wrong method': (await send('/items', { method: 'DELETE' })).status,
      'bad escape': (await send('/items/%zz')).status,
      'wrong type': (await post('x', { 'content-type': 'text/plain' })).status,
      'too large': (await post(`"${'x'.repeat(2000)}"`)).status,
      'not JSON': (await post('{')).status,
      'not the schema': (await post('{}')).status,
      fine: (await post('{"name":"a"}')).status,
      'handler throws': (await send('/fail/sync')).status,
      'handler rejects': (await send('/fail/async')).status,
    };
    expect(statuses).toEqual({
      'no token': 401,
      'unknown address': 404,
      'wrong method': 405,
      'bad escape': 400,
      'wrong type': 415,
      'too large': 413,
      'not JSON': 400,
      'not the schema': 422,
      fine: 200,
      'handler throws': 500,
      'handler rejects': 500,
    });
  });

  it('answers 401 to a wrong token before a huge body is sent', async () => {
    const client = await RawClient.open(server.port);
    client.write(
      'POST /items HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nope\r\nContent-Length: 99999999\r\n\r\n',
    );
    expect(await client.replies(1)).toMatch(/^HTTP\/1\.1 401/);
    client.socket.destroy();
  });

  it('passes the request id in and out, and answers HEAD like GET without the body', async () => {
    const get = await send('/items/a', { headers: { 'x-request-id': 'abc-1' } });
    expect(get.headers.get('x-request-id')).toBe('abc-1');
    const head = await send('/items/a', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length));
  });

  it('serves a cached page byte for byte', async () => {
    const first = await (await send('/list?page_size=7')).text();
    const second = await send('/list?page_size=7');
    expect([await second.text(), second.headers.get('content-type')]).toEqual([
      first,
      'application/json',
    ]);
  });
});
