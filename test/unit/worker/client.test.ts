/** The client to a worker: a refusal is certain, a silence is not. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock, systemClock } from '../../../src/lib/clock.ts';
import { runWithCorrelation } from '../../../src/lib/correlation.ts';
import { createWorkerClient, type WorkerClient } from '../../../src/worker-client/client.ts';
import type { DispatchRequest } from '../../../src/worker-wire/wire.ts';
import { endAfterEach } from '../../support/each-test.ts';
import {
  closedPortUrl,
  sendJson,
  startHttpServer,
  startTcpServer,
} from '../../support/worker-server.ts';

const closers = endAfterEach();

const body: DispatchRequest = {
  run_id: 'p-1',
  project_id: 'p',
  project_dir: 'p',
  prompt_file: 'prompt.md',
  mode: 'exec',
  model: 'm',
  reasoning_effort: 'low',
  sandbox: 'none',
};
const accepted = {
  accepted: true,
  dispatch: { run_id: 'p-1', pid: 77, pgid: 77, session_id: null, replayed: false },
  timestamp: '2026-01-01T00:00:00.000Z',
};
const problem = (status: number, code: string) => ({
  type: 'about:blank',
  title: 't',
  status,
  code,
  detail: 'why',
});

/** Only a failure takes that long, or a clock that is told to. */
const timeoutMs = 60_000;

function clientOf(baseUrl: string, clock = systemClock): WorkerClient {
  const client = createWorkerClient({
    baseUrl,
    bearerToken: 'worker-secret',
    timeoutMs,
    clock,
  });
  closers.push(() => client.close());
  return client;
}
async function answering(status: number, value: unknown) {
  const server = await startHttpServer((_, response) => sendJson(response, status, value));
  closers.push(server.close);
  return { server, client: clientOf(server.url) };
}

describe('dispatching to a worker', () => {
  it('is not sent when nothing listens', async () => {
    const result = await clientOf(await closedPortUrl()).dispatch(body);
    expect(result).toMatchObject({ kind: 'not_sent' });
    expect(JSON.stringify(result)).not.toContain('worker-secret');
  });

  it('is not sent when the name does not resolve', async () => {
    expect(await clientOf('http://worker.invalid:1').dispatch(body)).toMatchObject({
      kind: 'not_sent',
    });
  });

  it('is unknown when no answer comes in time', async () => {
    const clock = createManualClock();
    const server = await startTcpServer(() => clock.advance(timeoutMs));
    closers.push(server.close);
    expect(await clientOf(server.url, clock).dispatch(body)).toMatchObject({
      kind: 'unknown',
      status: null,
    });
  });

  it('is unknown when the connection breaks after the request was written', async () => {
    for (const breakIt of ['resetAndDestroy', 'destroy'] as const) {
      const server = await startTcpServer((socket) => socket[breakIt]());
      closers.push(server.close);
      expect(await clientOf(server.url).dispatch(body)).toMatchObject({ kind: 'unknown' });
    }
  });

  it.each([
    [502, 'a proxy answered 502: it got no answer from the worker'],
    [524, 'a proxy answered 524: it got no answer from the worker'],
    [505, 'a proxy asks the worker by HTTP/1.0'],
    [403, 'the worker answered 403 with something that is not JSON'],
  ])('is unknown after a %i of a proxy, which is said', async (status, words) => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end('<h1>No</h1>');
    });
    closers.push(server.close);
    const result = await clientOf(server.url).dispatch(body);
    expect(result).toMatchObject({ kind: 'unknown', status });
    expect(JSON.stringify(result)).toContain(words);
  });

  it('is unknown when the reply stops in the middle', async () => {
    const server = await startTcpServer((socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"accepted"',
      );
    });
    closers.push(server.close);
    expect(await clientOf(server.url).dispatch(body)).toMatchObject({
      kind: 'unknown',
      status: 200,
    });
  });

  it.each([
    [200, { accepted: true }],
    [200, 'no object'],
    [500, problem(500, 'internal')],
    [502, problem(502, 'worker_failed')],
    [503, problem(503, 'shutting_down')],
    [504, problem(504, 'dispatch_script_timeout')],
    [409, problem(409, 'idempotency_in_flight')],
    [502, { error: 'bad gateway' }],
    [404, { code: 'run_not_found' }],
    [404, problem(404, 'made_up_code')],
    [409, problem(404, 'run_not_found')],
    [400, problem(400, 'worker_busy')],
  ])('is unknown after a %i with %j', async (status, value) => {
    const { client } = await answering(status, value);
    expect(await client.dispatch(body)).toMatchObject({ kind: 'unknown', status });
  });

  it.each([
    [401, 'unauthorized'],
    [409, 'worker_busy'],
    [409, 'run_fenced'],
    [422, 'invalid_request'],
    [500, 'dispatch_script_missing'],
    [502, 'dispatch_script_failed'],
    [503, 'overloaded'],
  ])('is refused by a %i %s', async (status, code) => {
    const { client } = await answering(status, problem(status, code));
    expect(await client.dispatch(body)).toMatchObject({
      kind: 'refused',
      status,
      code,
      detail: 'why',
    });
  });

  it('does not follow a redirect', async () => {
    const target = await startHttpServer((_, response) => sendJson(response, 200, accepted));
    closers.push(target.close);
    const server = await startHttpServer((_, response) => {
      response.writeHead(307, { location: `${target.url}/dispatch` }).end('{}');
    });
    closers.push(server.close);
    expect(await clientOf(server.url).dispatch(body)).toMatchObject({
      kind: 'unknown',
      status: 307,
    });
    expect(target.requests).toEqual([]);
  });

  it('stops reading a reply that is too long', async () => {
    const server = await startHttpServer((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const more = (): void => {
        while (response.writable && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    closers.push(server.close);
    const result = await clientOf(server.url).dispatch(body);
    expect(result).toMatchObject({ kind: 'unknown', status: 200 });
    expect(JSON.stringify(result)).toContain(String(limits.workerShortReplyBytesMax));
  });

  it('does not look at a reply that holds more values than one can', async () => {
    const runs = '[],'.repeat(limits.workerReplyValuesMax + 1);
    const server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"ok":true,"runs":[${runs}[]]}`);
    });
    closers.push(server.close);
    expect(await clientOf(server.url).listRuns()).toMatchObject({
      kind: 'unknown',
      error: expect.stringContaining(`more than ${limits.workerReplyValuesMax} values`),
    });
  });

  it('sends the token and gives the typed reply', async () => {
    const { server, client } = await answering(200, accepted);
    expect(await client.dispatch(body)).toMatchObject({
      kind: 'ok',
      value: { dispatch: { pid: 77 } },
    });
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/dispatch' });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer worker-secret');
    expect(server.requests[0]?.headers['x-request-id']).toBeUndefined();
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(body);
  });

  it('names the request that it calls for, unless its id would be refused', async () => {
    const { server, client } = await answering(200, accepted);
    const callFor = (id: string) =>
      runWithCorrelation({ id, causeId: 3 }, () => client.dispatch(body));
    await callFor('night-shift.42');
    await callFor('no such id');
    expect(server.requests.map(({ headers }) => headers['x-request-id'])).toEqual([
      'night-shift.42',
      undefined,
    ]);
  });

  it('is unknown when the caller gives up', async () => {
    const giveUp = new AbortController();
    const server = await startTcpServer(() => giveUp.abort());
    closers.push(server.close);
    expect(await clientOf(server.url).dispatch(body, giveUp.signal)).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe("a worker's address", () => {
  it.each(['ftp://worker', 'http://user:password@worker', 'http://worker/?a=1', 'worker'])(
    'is refused as %s',
    (baseUrl) => {
      expect(() => clientOf(baseUrl)).toThrow(TypeError);
    },
  );

  it('may have a prefix, and ids cannot change the path', async () => {
    const { server } = await answering(404, problem(404, 'run_not_found'));
    const client = clientOf(`${server.url}/gate/`);
    await client.findRun('../../telemetry?x=1');
    expect(server.requests[0]?.url).toBe('/gate/runs/..%2F..%2Ftelemetry%3Fx%3D1');
  });
});
