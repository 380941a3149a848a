/** The workers of a control plane over HTTP: well ones, hostile ones, and ones whose address changes. */
import { renameSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { controlPlaneService, workerGateService } from '../../src/domain/product.ts';
import { workerRefreshReply, workerReply, workersReply } from '../../src/http/wire/workers.ts';
import { tokenFingerprint } from '../../src/worker-wire/token-fingerprint.ts';
import { startService, type TestService, token, until } from '../support/service.ts';
import {
  closedPortUrl,
  type Received,
  sendJson,
  startHttpServer,
} from '../support/worker-server.ts';

type Row = Readonly<Record<string, unknown>>;
const path = '/control/api/v1/workers';
const workerToken = 'a-token-that-only-the-worker-knows';

let service: TestService;
const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await service.remove();
});

const get = async (address: string): Promise<Row> => (await service.api.get(address)).body;
const refresh = async (name: string) =>
  workerRefreshReply.parse((await service.api.post(`${path}/${name}/refresh`, {})).body);

/** A service whose worker `odd` is a server that answers as told. */
async function withOddWorker(
  answer: (request: Received, response: ServerResponse) => void,
  more: Row = {},
) {
  const server = await startHttpServer(answer);
  servers.push(server);
  service = await startService({
    config: () => ({
      worker_targets: { odd: { wake_gate_url: server.url, bearer_token: workerToken } },
      ...more,
    }),
  });
  return server;
}

const now = () => new Date().toISOString();
const quietSample = {
  monotonic_ms: 1,
  cpu_pct: 1,
  load1: 0,
  memory_total_mib: 65_536,
  memory_available_mib: 60_000,
  gpus: [],
  processes: { alive: 0, cpu_pct: 0, rss_mib: 0 },
  health: 'ok',
  problems: [],
};
const wellGate =
  (more: Row = {}) =>
  (request: Received, response: ServerResponse) => {
    const replies: Row = {
      '/healthz': { ok: true, service: workerGateService, timestamp: now() },
      '/runs': { runs: [], live_count: 0, callback_token_fingerprint: 'theirs', timestamp: now() },
      '/telemetry': { sample: null, timestamp: now() },
      ...more,
    };
    sendJson(response, 200, replies[request.url]);
  };

describe('workers', () => {
  it('are shown before anybody looked, after a look, and by name', async () => {
    service = await startService();
    const before = workersReply.parse(await get(path));
    expect(before.workers).toMatchObject([
      { name: 'default', health: { status: 'unknown', observed_at: null }, checks: [] },
    ]);
    expect(before.workers[0]?.advice).toContain('nobody has looked yet');
    const seen = await refresh('default');
    expect(seen.preflight).toMatchObject({ ok: true, cached: false });
    expect(seen.worker).toMatchObject({
      health: { status: 'healthy', trouble: null, consecutive_failures: 0 },
      gpus: [],
      advice: null,
    });
    expect(seen.worker.classes.map(({ rule }) => rule)).toContain('default');
    expect(seen.history).toMatchObject([{ sentence: 'answers for the first time' }]);
    expect(await get(`${path}/default`)).toMatchObject({ worker: { name: 'default' } });
    expect(JSON.stringify(seen)).not.toContain(token);
  });

  it('that are not configured are 404 with the names there are', async () => {
    service = await startService();
    const { status, body } = await service.api.get(`${path}/gpu-z`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'worker_not_found' });
    expect(body['detail']).toContain('configured: default');
  });

  it('that are down are said to be down, also to whoever wants their callbacks retried', async () => {
    const url = await closedPortUrl();
    service = await startService({
      config: () => ({
        worker_targets: { gone: { wake_gate_url: url, bearer_token: workerToken } },
      }),
    });
    const { worker } = await refresh('gone');
    expect(worker.health).toMatchObject({
      status: 'unreachable',
      consecutive_failures: 1,
      observed_at: null,
      last_success_at: null,
    });
    expect(worker.advice).toContain('start the worker gate');
    expect(JSON.stringify(worker)).not.toContain(workerToken);
    const retry = await service.api.post(`${path}/gone/callbacks/retry`, {});
    expect(retry).toMatchObject({ status: 502, body: { code: 'worker_unreachable' } });
  });

  it('take no runs while the store of their gate is moved from under it, and say so', async () => {
    service = await startService();
    const path = join(service.dir, 'state', 'worker', 'gate.db');
    renameSync(path, `${path}.moved`);
    const { preflight, worker } = await refresh('default');
    expect(preflight).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: 'store_writable',
          ok: false,
          detail: expect.stringMatching(/gate\.db is not the file that is open: it was moved/),
        }),
      ]),
    });
    expect(worker.health.reason).toContain('is not the file that is open');
    renameSync(`${path}.moved`, path);
    expect((await refresh('default')).preflight.ok).toBe(true);
  });

  it('retry their callbacks when told to', async () => {
    service = await startService();
    const retry = await service.api.post(`${path}/default/callbacks/retry`, {});
    expect(retry).toMatchObject({ status: 200, body: { worker: 'default', run_id: null } });
  });

  it('stay fresh by themselves', async () => {
    service = await startService({ config: () => ({ worker_refresh_sec: 30 }) });
    await until(async () => {
      const { workers } = workersReply.parse(await get(path));
      return (
        workers[0]?.freshness.preflight?.status === 'ok' && workers[0].health.status === 'healthy'
      );
    }, 'the worker is looked at without being asked for');
    const first = workersReply.parse(await get(path)).workers[0]!.health.observed_at;
    await until(
      async () => workersReply.parse(await get(path)).workers[0]!.health.observed_at !== first,
      'the worker is looked at again',
    );
    const events = (await get('/control/api/v1/events?entity_type=worker_target'))['rows'] as Row[];
    // Looks that find the same leave nothing in the log; a busy machine may make some find otherwise.
    const types = events.map((event) => event['event_type']);
    expect(types.filter((type, index) => type === types[index + 1])).toEqual([]);
    expect(types).not.toContain('worker_target.observed');
  });
});

describe('a worker that', () => {
  const page = (_request: Received, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html>Welcome</html>');
  };
  const flood = (_request: Received, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`"${'x'.repeat(20 * 1024 * 1024)}"`);
  };
  const cases: readonly [string, (request: Received, response: ServerResponse) => void, RegExp][] =
    [
      ['answers with a web page', page, /not JSON/],
      ['sends 20 MB', flood, /longer than/],
      ['speaks another version', (_, response) => sendJson(response, 200, { ok: 1 }), /malformed/],
      [
        'is a control plane',
        wellGate({ '/healthz': { ok: true, service: controlPlaneService, timestamp: now() } }),
        /control plane answers at the worker's address/,
      ],
    ];
  for (const [what, answer, words] of cases) {
    it(`${what} is unreachable as a worker, with the reason`, async () => {
      await withOddWorker(answer);
      const { worker } = await refresh('odd');
      expect(worker.health.status).toBe('unreachable');
      expect(worker.health.reason).toMatch(words);
    });
  }

  it('redirects is not followed', async () => {
    const other = await startHttpServer(wellGate());
    servers.push(other);
    await withOddWorker((_request, response) => {
      response.writeHead(302, { location: other.url });
      response.end();
    });
    const { worker } = await refresh('odd');
    expect(worker.health.status).toBe('unreachable');
    expect(worker.health.reason).toContain('redirects are not followed');
    expect(other.requests).toHaveLength(0);
  });

  it('refuses the token is degraded, and the advice names the field', async () => {
    const well = wellGate();
    await withOddWorker((request, response) => {
      if (request.url === '/healthz') well(request, response);
      else sendJson(response, 401, { status: 401, code: 'unauthorized', title: 'no' });
    });
    const { worker } = await refresh('odd');
    expect(worker.health.status).toBe('degraded');
    expect(worker.health.reason).toContain('the worker refuses the token');
    expect(worker.advice).toContain('worker_wake_gate_bearer_token');
  });

  it('answers without a word of its runs is not said to have the wrong token', async () => {
    const well = wellGate();
    await withOddWorker((request, response) => {
      if (request.url === '/runs') sendJson(response, 500, { oops: true });
      else well(request, response);
    });
    const { worker } = await refresh('odd');
    expect(worker.health.status).toBe('degraded');
    expect(worker.advice).toContain('why wake_gate_token_valid cannot be told');
    expect(worker.advice).not.toContain('set the token');
  });

  it('has its clock an hour late is not thought to have an old sample', async () => {
    const hourAgo = Date.now() - 3_600_000;
    const sample = { ...quietSample, at: new Date(hourAgo - 2_000).toISOString() };
    const timestamp = new Date(hourAgo).toISOString();
    await withOddWorker(wellGate({ '/telemetry': { sample, timestamp } }));
    const { worker } = await refresh('odd');
    const { health, freshness } = worker;
    expect(freshness.telemetry).toMatchObject({
      stale: false,
      status: 'ok',
      detail: 'sample of the last preflight: the worker has no GPU',
    });
    expect(Date.parse(health.observed_at!) - Date.parse(worker.sampled_at!)).toBe(2_000);
    expect(freshness.telemetry?.observed_at).toBe(worker.sampled_at);
  });

  it('falls short of bounds that somebody tries out is as healthy as before', async () => {
    const runs = { runs: [], live_count: 0, callback_token_fingerprint: tokenFingerprint(token) };
    const timestamp = now();
    const telemetry = { sample: { ...quietSample, at: timestamp }, timestamp };
    await withOddWorker(wellGate({ '/runs': { ...runs, timestamp }, '/telemetry': telemetry }));
    const tried = await service.api.post('/control/api/preflight', {
      machine_target: 'odd',
      min_memory_available_mib: 1_000_000,
    });
    expect(tried.body).toMatchObject({ ok: false });
    expect(tried.body['summary']).toMatch(/control_queue_paused.*1000000 MiB needed/);
    const { worker } = workerReply.parse(await get(`${path}/odd`));
    expect(worker.health).toMatchObject({ status: 'healthy', reason: null });
    expect(worker.checks.map(({ name }) => name)).not.toContain('control_queue_paused');
  });

  it('is asked with its own token by its name, and with one that somebody tries out by its address alone', async () => {
    const well = wellGate();
    const seen = new Set<string | undefined>();
    const { url } = await withOddWorker((request, response) => {
      seen.add(request.headers.authorization);
      if (request.url === '/healthz' || request.headers.authorization === `Bearer ${workerToken}`)
        well(request, response);
      else sendJson(response, 401, { status: 401, code: 'unauthorized', title: 'no' });
    });
    const tokenCheck = async (body: Row): Promise<Row | undefined> => {
      const reply = await service.api.post('/control/api/preflight', {
        ...body,
        bearer_token: 'a-token-that-somebody-tries-out',
      });
      const checks = reply.body['checks'] as readonly Row[];
      return checks.find(({ name }) => name === 'wake_gate_token_valid');
    };
    expect(await tokenCheck({ machine_target: 'odd' })).toMatchObject({ ok: true });
    expect(seen).not.toContain('Bearer a-token-that-somebody-tries-out');
    expect(await tokenCheck({ wake_gate_url: url })).toMatchObject({ ok: false });
    expect(seen).toContain('Bearer a-token-that-somebody-tries-out');
    // What came of it says nothing of the worker.
    const { worker } = workerReply.parse(await get(`${path}/odd`));
    expect(worker.health.reason ?? '').not.toContain('refuses the token');
  });

  it('answers no more is not shown with callbacks that it told of before', async () => {
    let gone = false;
    const callbacks = { waiting: 3, parked: 0, oldest_at: now() };
    const runs = { runs: [], live_count: 0, callback_token_fingerprint: 'theirs', callbacks };
    const well = wellGate({ '/runs': { ...runs, timestamp: now() } });
    await withOddWorker((request, response) =>
      gone ? page(request, response) : well(request, response),
    );
    expect((await refresh('odd')).worker.callbacks).toMatchObject({ waiting: 3 });
    gone = true;
    expect((await refresh('odd')).worker.callbacks).toBeNull();
  });

  it('hangs in the background does not hold up a dispatch elsewhere or a page', async () => {
    const server = await withOddWorker(() => {}, { worker_refresh_sec: 30 });
    await until(async () => server.requests.length > 0, 'the odd worker is being asked');
    await service.api.post('/control/api/v1/projects', {
      project_id: 'a',
      title: 'A',
      machine_target: 'default',
    });
    const go = await service.api.post('/control/dispatch-next', { dry_run: false });
    expect(go).toMatchObject({ status: 200, body: { action: 'live_dispatch' } });
    expect(workersReply.parse(await get(path)).workers).toHaveLength(2);
  });
});

describe('a run whose worker', () => {
  const sleeping = { agent_command: 'sleep 60', worker_wake_gate_url: undefined };
  const named = (name: string, host: string) => (port: number) => ({
    ...sleeping,
    worker_targets: { [name]: { wake_gate_url: `http://${host}:${port}`, bearer_token: token } },
  });

  async function restartWith(name: string, host: string): Promise<string> {
    service = await startService({ config: named('gpu-a', '127.0.0.1') });
    await service.api.post('/control/api/v1/projects', {
      project_id: 'a',
      title: 'A',
      machine_target: 'gpu-a',
    });
    const go = await service.api.post('/control/dispatch-next', { dry_run: false });
    expect(go.body).toMatchObject({ candidate: { route_rule: 'machine_target' } });
    await service.stop();
    const { dir, port } = service;
    service = await startService({ dir, port, config: named(name, host) });
    return String((go.body['live'] as Row)['run_id']);
  }
  const warnings = async (): Promise<Row[]> =>
    (await get('/control/api/status'))['warnings'] as Row[];

  it('has another address since is still found and stopped by its name', async () => {
    const runId = await restartWith('gpu-a', 'localhost');
    const unseen = workerReply.parse(await get(`${path}/gpu-a`)).worker;
    expect(unseen).toMatchObject({ health: { status: 'unknown', observed_at: null }, checks: [] });
    expect(await warnings()).toContainEqual(
      expect.objectContaining({ source: 'config', severity: 'warn' }),
    );
    const canceled = await service.api.post('/control/api/v1/queue/a/cancel', {});
    expect(canceled).toMatchObject({ status: 200, body: { queue_item: { status: 'canceled' } } });
    const run = await service.api.get(`/runs/${runId}`);
    expect(run.body).toMatchObject({ run: { status: 'stopped' } });
  });

  it('is configured no more is found at once by whoever looks, and not called stopped', async () => {
    const runId = await restartWith('gpu-b', 'localhost');
    expect(await warnings()).toContainEqual(
      expect.objectContaining({ source: 'config', severity: 'critical' }),
    );
    const canceled = await service.api.post('/control/api/v1/queue/a/cancel', {});
    expect(canceled.status).toBe(502);
    expect(canceled.body['detail']).toContain('not configured');
    // For the sake of the machine that this test runs on.
    await service.api.post(`/runs/${runId}/stop`, { grace_sec: 1 });
  });
});
