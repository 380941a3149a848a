/** Plays every row of `specification/rows.ts` against the running service, on both transports. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../../src/http/routes/all.ts';
import { transportNames } from '../support/http.ts';
import { doMainJob, type MainJob, takeInIdea } from '../support/main-job.ts';
import { startService, type TestService, token } from '../support/service.ts';
import { type Json, type Row, rows } from './specification/rows.ts';

const workerToken = 'integration-worker-token-of-sufficient-length';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isOfType(value: unknown, type: string): boolean {
  if (type.startsWith('=')) return String(value) === type.slice(1);
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'time':
      return typeof value === 'string' && isoTime.test(value);
    default:
      return typeof value === type;
  }
}

/** What is wrong with a reply, in words. */
function faultsOf(body: Json, members: Readonly<Record<string, string>>): string[] {
  return Object.entries(members).flatMap(([path, types]) => {
    let value: unknown = body;
    for (const step of path.split('.')) value = (value as Json | null | undefined)?.[step];
    const ok = types.split('|').some((type) => isOfType(value, type));
    return ok ? [] : [`${path} must be ${types}, is ${JSON.stringify(value)}`];
  });
}

describe.each(transportNames)('on %s', (transport) => {
  let service: TestService;
  let job: MainJob;
  beforeAll(async () => {
    service = await startService({
      transport,
      config: () => ({
        worker_wake_gate_bearer_token: workerToken,
        orrery_core_mode: 'shadow',
      }),
    });
    job = await doMainJob(service.api);
    await takeInIdea(service.api, 'queued-one');
  });
  afterAll(() => service.remove());

  const send = async (row: Row, auth: string | null) => {
    const path = typeof row.path === 'string' ? row.path : row.path(job);
    const body = typeof row.body === 'function' ? row.body(job) : row.body;
    return fetch(`${service.app.baseUrl}${path}`, {
      method: row.method,
      redirect: 'manual',
      headers: {
        ...(auth === null ? {} : { authorization: `Bearer ${auth}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const tokenOf = (row: Row) =>
    row.auth === 'open' ? null : row.auth === 'worker' ? workerToken : token;

  it.each(rows.map((row) => [`${row.section}: ${row.about}`, row] as const))(
    '%s',
    async (_title, row) => {
      if (row.auth !== 'open') {
        const other = { any: 'x', control: workerToken, worker: token }[row.auth];
        for (const wrong of [null, 'wrong', other]) {
          const refused = await send(row, wrong);
          expect(refused.status, 'without a right token').toBe(401);
          expect(await refused.json()).toMatchObject({ code: 'unauthorized' });
        }
      }
      const reply = await send(row, tokenOf(row));
      const text = await reply.text();
      expect(reply.status, text.slice(0, 600)).toBe(row.status);
      const type = reply.headers.get('content-type') ?? '';
      for (const [name, pattern] of Object.entries(row.headers ?? {})) {
        expect(reply.headers.get(name)).toMatch(pattern);
      }
      if (row.contentType !== undefined) {
        expect(row.status === 302 || row.contentType.test(type)).toBe(true);
        return;
      }
      const isProblem = row.status >= 400;
      expect(type).toMatch(isProblem ? /^application\/problem\+json/ : /^application\/json/);
      const body = JSON.parse(text) as Json;
      expect(faultsOf(body, row.members ?? {})).toEqual([]);
      if (!isProblem) return;
      expect(body).toMatchObject({
        type: expect.any(String) as string,
        title: expect.any(String) as string,
        status: row.status,
        detail: expect.any(String) as string,
        code: expect.any(String) as string,
        request_id: reply.headers.get('x-request-id'),
      });
    },
  );

  it('opens exactly the routes without a token that it says are open', () => {
    const open = routesOf({ control: true, worker: true })
      .filter((route) => route.auth === 'open' && !route.path.startsWith('/control/dashboard/'))
      .map((route) => `${route.method} ${route.path}`);
    expect(open.toSorted()).toEqual([
      'GET /control/dashboard',
      'GET /dashboard',
      'GET /favicon.ico',
      'GET /healthz',
      'POST /control/api/v1/dashboard/session',
    ]);
  });

  it('has no route that no row plays', () => {
    const played = new Set(
      rows.map((row) => `${row.method} ${pathOf(row, job).split('?')[0] ?? ''}`),
    );
    const unplayed = routesOf({ control: true, worker: true })
      .filter((route) => {
        const pattern = new RegExp(
          `^${route.method} ${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`,
        );
        return ![...played].some((name) => pattern.test(name));
      })
      .map((route) => `${route.method} ${route.path}`)
      .filter((name) => !playedElsewhere.has(name));
    expect(unplayed).toEqual([]);
  });
});

const pathOf = (row: Row, job: MainJob): string =>
  typeof row.path === 'string' ? row.path : row.path(job);

/** Routes beyond the specification, or that need a state of their own, and the test that has them. */
const playedElsewhere: ReadonlySet<string> = new Set([
  // Played with a plan of their own in test/conformance/plans.
  'GET /control/api/v1/plans/{plan_id}',
  'POST /control/api/v1/plans/{plan_id}/execute',
  // The same handler as the address without the alias.
  'POST /control/intake/ideas',
  // Beyond the specification, recorded from a service: test/conformance/openapi-examples.test.ts.
  'GET /control/api/v1/runs/{run_id}/idle-reckoning',
  // Beyond the specification: test/integration/overnight.test.ts.
  'GET /control/api/v1/report',
  'GET /control/api/v1/papers/{paper_id}/trace',
  // Beyond the specification: test/integration/paper-routes-work.test.ts.
  'GET /control/api/v1/papers/{paper_id}/findings',
  // Beyond the specification: test/integration/paper-routes-work.test.ts.
  'GET /control/api/v1/papers/{paper_id}/text',
  'GET /control/api/v1/papers/{paper_id}/drafts',
  'POST /control/api/v1/dashboard/codes',
  'POST /control/api/v1/dashboard/session',
  // Starts what is queued: test/integration/pump.test.ts.
  'POST /control/api/v1/pump/on',
  // Beyond the specification, each where its own test plays it: alerts, notify, budgets and core-service
  // in test/integration.
  'GET /control/api/v1/alerts',
  'GET /control/api/v1/incidents',
  'GET /control/api/v1/incidents/{incident_id}',
  'GET /control/api/v1/notifications',
  'GET /control/api/v1/notifications/{notification_id}',
  'POST /control/api/v1/alerts/test',
  'GET /control/api/v1/budgets',
  'GET /orrery-core/divergences',
  // Stopping a run needs one that runs: test/integration/worker-gate.test.ts.
  'POST /runs/{run_id}/stop',
  // A process that outlives its agent: test/integration/left-over.test.ts.
  'GET /control/api/v1/runs/{run_id}/processes',
  'POST /control/api/v1/runs/{run_id}/processes/{pid}/end',
  'GET /runs/{run_id}/processes',
  'POST /runs/{run_id}/processes/{pid}/end',
  // Beyond the specification: test/integration/workers.test.ts.
  'GET /control/api/v1/workers',
  'GET /control/api/v1/workers/{name}',
  'POST /control/api/v1/workers/{name}/refresh',
  'POST /control/api/v1/workers/{name}/callbacks/retry',
  // Beyond the specification: test/integration/paper-routes.test.ts.
  'POST /control/api/publication-automation/{paper_id}/move',
  'POST /control/api/v1/papers/{paper_id}/move',
  // Beyond the specification: test/integration/paper-routes-work.test.ts and replication.test.ts.
  'GET /control/api/v1/rewrite-batches',
  'GET /control/api/v1/rewrite-batches/{batch_id}',
  'POST /control/api/v1/rewrite-batches/{batch_id}/cancel',
  'POST /control/api/v1/corpus/remove',
  'POST /control/api/v1/papers/{paper_id}/replicate',
  // Beyond the specification: test/integration/inspection.test.ts.
  'GET /control/api/v1/overview/past',
  'GET /control/api/v1/actors/{kind}/{id}/history',
  'GET /control/api/v1/actors/{kind}/{id}/state',
  'GET /control/api/v1/statecharts/{kind}',
  'GET /control/api/v1/settings',
  // Beyond the specification: test/unit/http/intake-read.test.ts and, with the dashboard, test/e2e.
  'POST /control/api/v1/intake/read',
  // Files of the dashboard: test/conformance/http-pipeline.test.ts.
  'GET /control/dashboard/assets/{name}',
  'GET /control/dashboard/offline.js',
  // Played to set the stage of this very test.
  'POST /control/api/intake/ideas',
  'POST /control/api/v1/corpus/import',
  'POST /control/api/paper-reviews/{paper_id}/rewrite-draft',
  'POST /control/api/publication-automation/{paper_id}/rewrite-draft',
]);
