/** The typed client: what a call resolves to, and what it says when there is no answer. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { createApiClient, unwrap, wasReplayed } from '../../../src/client/client.ts';
import { ApiError, NoAnswerError } from '../../../src/client/errors.ts';
import { freePort } from '../../../src/soak/free-port.ts';
import { cannedReply, listOf, recordedReply, routeOf } from '../../support/canned-reply.ts';

const token = 'client-token-of-sufficient-length';
let servers: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections?.();
    server.close();
  }
  servers = [];
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return `http://127.0.0.1:${address.port}`;
}

const pause = routeOf('POST', '/control/pause');
const queue = routeOf('GET', '/control/api/v1/queue');
const run = routeOf('GET', '/control/api/v1/runs/{run_id}');
const runs = routeOf('GET', '/control/api/v1/runs');

const answering =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type, 'x-request-id': 'r-1' });
    response.end(body);
  };
const problem = {
  type: 'urn:orrery:problem:run_not_found',
  title: 'No such run',
  status: 404,
  detail: 'no run has the id "x"',
  code: 'run_not_found',
  request_id: 'r-1',
};

const failureOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('it was answered');
};

describe('a call that is refused', () => {
  it('is an ApiError with the whole problem once it is unwrapped', async () => {
    const body = cannedReply(run, 404, problem);
    const baseUrl = await serve(answering(404, 'application/problem+json', body));
    const api = createApiClient({ baseUrl, token });
    const call = api.GET('/control/api/v1/runs/{run_id}', { params: { path: { run_id: 'x' } } });
    const error = await failureOf(unwrap(call));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      code: 'run_not_found',
      message: problem.detail,
      requestId: 'r-1',
      errors: [],
      problem,
    });
  });

  it('names every field at fault', async () => {
    const errors = [{ path: 'page_size', message: 'must be at most 500' }];
    const fault = { ...problem, status: 422, code: 'invalid_request', errors };
    const body = cannedReply(runs, 422, fault);
    const baseUrl = await serve(answering(422, 'application/problem+json', body));
    const call = createApiClient({ baseUrl, token }).GET('/control/api/v1/runs');
    expect(await failureOf(unwrap(call))).toMatchObject({ code: 'invalid_request', errors });
  });
});

describe('a call without an answer', () => {
  const healthOf = (baseUrl: string, timeoutMs?: number) =>
    failureOf(
      createApiClient({ baseUrl, token, ...(timeoutMs === undefined ? {} : { timeoutMs }) }).GET(
        '/healthz',
      ),
    );

  it('because nothing listens says so', async () => {
    const error = await healthOf(`http://127.0.0.1:${await freePort()}`);
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ kind: 'unreachable' });
    expect((error as Error).message).toMatch(/^cannot connect to .*nothing listens there/);
  });

  it('in time is told apart from a refusal, and may have been done', async () => {
    const baseUrl = await serve(() => undefined);
    const error = await healthOf(baseUrl, 50);
    expect(error).toMatchObject({ kind: 'timeout' });
    expect((error as Error).message).toMatch(/within 0\.05 s; the service may have done/);
  });

  it('in whole in time is a time-out too', async () => {
    const baseUrl = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"ok":');
    });
    expect(await healthOf(baseUrl, 100)).toMatchObject({ kind: 'timeout' });
  });

  it('because the connection broke says that it may have been done', async () => {
    const port = await freePort();
    const server = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
    servers.push(server);
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const error = await healthOf(`http://127.0.0.1:${port}`);
    expect(error).toMatchObject({ kind: 'lost' });
    expect((error as Error).message).toContain('may have done');
  });

  it.each([502, 503, 504, 524])(
    'but a proxy that answers %i without the service says so, and that it may have been done',
    async (status) => {
      const error = await healthOf(await serve(answering(status, 'text/html', '<h1>Bad</h1>')));
      expect(error).toMatchObject({ kind: 'behind' });
      expect((error as Error).message).toMatch(
        `answered ${status}: a proxy there got no answer from the service behind it; the service may have done`,
      );
    },
  );

  it.each([
    [413, 'client_max_body_size'],
    [505, 'proxy_http_version 1.1'],
  ])('but a proxy that answers %i by itself names the setting', async (status, setting) => {
    const error = await healthOf(await serve(answering(status, 'text/html', '<h1>No</h1>')));
    expect(error).toMatchObject({ kind: 'foreign' });
    expect((error as Error).message).toContain(setting);
  });

  it.each([
    ['an error page', answering(403, 'text/html', '<h1>Forbidden</h1>')],
    ['a page for an answer', answering(200, 'text/html', '<h1>Log in</h1>')],
    ['a redirect', answering(302, 'text/plain', '')],
  ])('of this service, but %s, says that something else answers', async (_what, listener) => {
    const error = await healthOf(await serve(listener));
    expect(error).toMatchObject({ kind: 'foreign' });
    expect((error as Error).message).toContain('not this service');
  });

  it('because the caller gave up is the reason the caller gave', async () => {
    const baseUrl = await serve(() => undefined);
    const gaveUp = new AbortController();
    const call = createApiClient({ baseUrl, token }).GET('/healthz', { signal: gaveUp.signal });
    gaveUp.abort(new Error('never mind'));
    expect(await failureOf(call)).toMatchObject({ message: 'never mind' });
  });

  it('never shows the token', async () => {
    const error = (await healthOf(`http://127.0.0.1:${await freePort()}`)) as Error;
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain(token);
  });
});

describe('a call that is answered', () => {
  it('sends the token, the query and the body, and gives the typed reply', async () => {
    const seen: unknown[] = [];
    const baseUrl = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers.authorization, body]);
        response.writeHead(200, {
          'content-type': 'application/json',
          'idempotency-replayed': 'true',
        });
        const replies = {
          GET: () => cannedReply(queue, 200, listOf([])),
          POST: () => cannedReply(pause, 200, recordedReply('control.pause')),
        };
        response.end(replies[request.method as 'GET' | 'POST']());
      });
    });
    const api = createApiClient({ baseUrl: `${baseUrl}/`, token });
    const list = await unwrap(
      api.GET('/control/api/v1/queue', { params: { query: { page_size: 5, status: 'queued' } } }),
    );
    expectTypeOf(list.rows).items.toHaveProperty('operator_next_step');
    const call = await api.POST('/control/pause', { body: { reason: 'lunch', paused_by: 'ann' } });
    expect(wasReplayed(call.response)).toBe(true);
    expect(seen).toEqual([
      ['GET', '/control/api/v1/queue?page_size=5&status=queued', `Bearer ${token}`, ''],
      ['POST', '/control/pause', `Bearer ${token}`, '{"reason":"lunch","paused_by":"ann"}'],
    ]);
  });
});
