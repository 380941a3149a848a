/** Compatibility surfaces, queue health and route observability on a running service. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedSnapshotSchema } from '../../src/http/wire/compatibility.ts';
import { snapshotBodySchema } from '../../src/http/wire/core.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { dispatchProject } from '../support/main-job.ts';
import { packageRoot, startService, type TestService, token, until } from '../support/service.ts';

type Body = Readonly<Record<string, unknown>>;
const intake = (service: TestService, key: string, ids: readonly string[], more: object = {}) =>
  service.api.post('/control/api/intake/ideas', {
    idempotency_key: key,
    source: 'test',
    dry_run: false,
    ideas: ids.map((id) => ({ idea_id: id, title: `Idea ${id}`, workload_class: 'cpu_only' })),
    ...more,
  });
const okBody = async (service: TestService, path: string): Promise<Body> => {
  const { status, body } = await service.api.get(path);
  expect([status, body['code']], path).toEqual([200, undefined]);
  return body;
};
const legacyNotes = '/control/api/intake/legacy-notes';

describe('a service after one run', () => {
  let service: TestService;
  let runId: string;
  /** Agents work while there is no such file. */
  const goPath = (): string => join(service.dir, 'projects', 'go');
  beforeAll(async () => {
    const agents = ['support/waiting-agent.sh', 'chaos/support/agent.sh'];
    service = await startService({
      config: () => ({
        orrery_core_mode: 'compare',
        agent_command: agents.map((path) => `sh '${join(packageRoot, 'test', path)}'`).join(' && '),
      }),
    });
    writeFileSync(goPath(), '');
    await intake(service, 'one', ['a', 'b', 'c']);
    await dispatchProject(service.api, 'a');
    await until(async () => {
      const { body } = await service.api.get('/control/api/v1/projects/a');
      const item = body['queue_item'] as Body;
      runId = String(item['current_run_id']);
      return ['completed', 'needs_review'].includes(String(item['status']));
    }, 'the run of a is over');
  });
  afterAll(() => service.remove());

  describe('what is refused', () => {
    it('asks for the token everywhere', async () => {
      const paths = [
        '/control/api/queue-health',
        '/dashboard/api',
        '/control/export/snapshot',
        legacyNotes,
        '/legacy/event',
        '/control/api/v1/observability/health',
        '/control/api/v1/observability/memory',
      ];
      for (const path of paths) {
        expect((await fetch(`${service.app.baseUrl}${path}`)).status, path).toBe(401);
      }
    });

    it.each([
      ['/dashboard/api?limit=0', 'limit'],
      ['/dashboard/api?limit=201', 'limit'],
      ['/dashboard/api?event_limit=501', 'event_limit'],
      ['/dashboard/api?page=1', 'page'],
      ['/control/api/queue-health?refresh_worker=maybe', 'refresh_worker'],
    ])('says of %s that %s is wrong', async (path, field) => {
      const { status, body } = await service.api.get(path);
      expect(status).toBe(422);
      expect(body['errors']).toEqual([expect.objectContaining({ path: field })]);
    });

    it('answers 410 at the removed event address and, while it is off, at the legacy intake', async () => {
      for (const [path, sent] of [
        ['/legacy/event', { anything: 1 }],
        [legacyNotes, { notes: ['of an older shape'] }],
        [legacyNotes, {}],
      ] as const) {
        const { status, body } = await service.api.post(path, sent);
        expect([status, body['code']], path).toEqual([410, 'gone']);
        expect(String(body['detail'])).toContain('/control/api/');
      }
    });
  });

  describe('queue health', () => {
    it('tells counts, callbacks, workers and what is not delivered', async () => {
      const body = await okBody(service, '/control/api/queue-health');
      expect(body['queue']).toMatchObject({ status: 'open', queue_total: 3, active: 0 });
      const callbacks = body['recent_callbacks'] as Body[];
      expect(callbacks.length).toBeGreaterThan(0);
      expect(callbacks[0]).toMatchObject({ project_id: 'a', run_id: runId, applied: true });
      const ids = callbacks.map((callback) => Number(callback['event_id']));
      expect(ids).toEqual([...ids].sort((one, other) => other - one));
      expect(body['workers']).toEqual([expect.objectContaining({ target: 'default' })]);
      expect(body['undelivered']).toMatchObject({ capped: false, dead_letters: 0 });
      expect(body['alert_check']).toMatchObject({ dry_run: true });
    });

    it('asks the workers first when it is told to, and changes nothing else', async () => {
      const body = await okBody(service, '/control/api/queue-health?refresh_worker=true');
      const [worker] = body['workers'] as Body[];
      expect(worker).toMatchObject({ target: 'default', preflight: { stale: false } });
      expect(worker?.['observed_at']).not.toBeNull();
    });

    it('shows an active run with its last contact', async () => {
      rmSync(goPath());
      await dispatchProject(service.api, 'b');
      const run = await until(async () => {
        const body = await okBody(service, '/control/api/queue-health');
        return (body['active_runs'] as Body[])[0];
      }, 'a run is active');
      expect(run).toMatchObject({ worker_target: 'default', stale: false, reconcile_attempts: 0 });
      expect(run['stale_after']).toEqual(expect.any(String));
      writeFileSync(goPath(), '');
      await until(async () => {
        const body = await okBody(service, '/control/api/queue-health');
        return (body['active_runs'] as Body[]).length === 0;
      }, 'the run is over');
    });
  });

  describe('the legacy dashboard', () => {
    it('holds status, groups, runs, papers, events and workers', async () => {
      const body = await okBody(service, '/dashboard/api');
      expect(body).toMatchObject({
        status: { counts: { queue_total: 3 } },
        limits: { limit: 50, event_limit: 100 },
        papers: [],
      });
      const queue = body['queue'] as Readonly<Record<string, { total: number; rows: Body[] }>>;
      expect(Object.keys(queue).sort()).toEqual([
        'active',
        'blocked',
        'completed',
        'paused',
        'queued',
      ]);
      for (const { total, rows } of Object.values(queue)) expect(rows).toHaveLength(total);
      expect((body['runs'] as Body[]).map((run) => run['run_id'])).toContain(runId);
    });

    it('bounds rows and events by its query, and still tells how many there are', async () => {
      await intake(service, 'more', ['d', 'e', 'f']);
      const body = await okBody(service, '/dashboard/api?limit=1&event_limit=2');
      const { queued } = body['queue'] as Readonly<Record<string, { total: number; rows: Body[] }>>;
      expect(queued?.rows).toHaveLength(1);
      expect(queued?.total).toBeGreaterThanOrEqual(3);
      expect(body['events']).toHaveLength(2);
      expect(body['runs']).toHaveLength(1);
    });
  });

  describe('the export', () => {
    it('is what the core sub-service takes, and agrees with the queue it came from', async () => {
      const response = await fetch(`${service.app.baseUrl}/control/export/snapshot`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.headers.get('content-type')).toBe('application/json');
      const text = await response.text();
      expect(exportedSnapshotSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
      const snapshot = snapshotBodySchema.parse(JSON.parse(text));
      expect(snapshot.queue_rows).toHaveLength(6);
      expect(text).not.toContain('Idea a');
      const { status, body } = await service.api.post(
        '/orrery-core/snapshots/legacy-queue',
        JSON.parse(text) as object,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ queue_rows: 6, inserted: true });
      expect(body['message']).toContain('it agrees');
      const projection = await okBody(service, '/orrery-core/projections/queue');
      expect(projection['divergences']).toEqual([]);
    });

    it('has another key each time, so that two exports never conflict', async () => {
      const exported = await Promise.all(
        [1, 2].map(() => okBody(service, '/control/export/snapshot')),
      );
      expect(new Set(exported.map((body) => body['idempotency_key'])).size).toBe(2);
    });
  });

  it('keeps the legacy notes readable while posting is off', async () => {
    const body = await okBody(service, legacyNotes);
    expect(body).toMatchObject({
      enabled: false,
      latest_observation: null,
      skipped_reason_counts: {},
    });
    expect(body['recent_intake_events']).toEqual([
      expect.objectContaining({ source: 'test', created: 3 }),
      expect.objectContaining({ source: 'test', created: 3, skipped: 0 }),
    ]);
  });
});

describe('with its switches on', () => {
  const services = servicesOfEachTest();
  const start = (config: object): Promise<TestService> =>
    services.start({ config: () => ({ ...config }) });

  it('says that a worker is unknown while nobody has asked it', async () => {
    const service = await start({});
    const body = await okBody(service, '/control/api/queue-health');
    expect(body['workers']).toEqual([
      expect.objectContaining({ target: 'default', status: 'unknown', observed_at: null }),
    ]);
    expect(body['active_runs']).toEqual([]);
  });

  it('takes legacy notes as ideas, once per key, and counts why others were left out', async () => {
    const service = await start({ legacy_notes_api_enabled: true });
    await intake(service, 'k', ['a']);
    const notes = {
      idempotency_key: 'k',
      dry_run: false,
      ideas: [
        { idea_id: 'a', title: 'Idea a' },
        { title: 'A note' },
        { title: 'Old', status: 'done' },
      ],
    };
    const first = await service.api.post(legacyNotes, notes);
    expect(first).toMatchObject({ status: 200, body: { created: 1, skipped: 2 } });
    expect((await service.api.post(legacyNotes, notes)).body).toEqual(first.body);
    const other = await service.api.post(legacyNotes, { ...notes, ideas: [{ title: 'Another' }] });
    expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict']);
    const wrong = await service.api.post(legacyNotes, { ...notes, source: 'mine' });
    expect([wrong.status, wrong.body['errors']]).toEqual([
      422,
      [expect.objectContaining({ path: 'source' })],
    ]);
    const body = await okBody(service, legacyNotes);
    expect(body).toMatchObject({
      enabled: true,
      latest_observation: { source: 'legacy_notes', created: 1, skipped: 2 },
      queued_projects: { total: 2 },
      skipped_reason_counts: { duplicate_title: 1, closed_status: 1 },
    });
  });

  it('records nothing about requests while that is off', async () => {
    const service = await start({});
    const body = await okBody(service, '/control/api/v1/observability/health');
    expect(body).toMatchObject({ enabled: false, routes: [], log: null });
    const memory = await okBody(service, '/control/api/v1/observability/memory');
    expect(memory).toMatchObject({ enabled: false, status: 'no_threshold' });
    await service.stop();
    const path = join(service.dir, 'state', 'route-observability.jsonl');
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });

  it('records a line per request and nothing of what it said', async () => {
    const service = await start({
      route_observability_enabled: true,
      route_observability_slow_ms: 1,
      route_observability_memory_warn_rss_mib: 1,
    });
    await service.api.get('/control/api/v1/queue?search=canary');
    await service.api.get('/control/api/v1/projects/canary');
    await fetch(`${service.app.baseUrl}/canary`, { headers: { 'x-request-id': 'canary' } });
    await intake(service, 'canary', ['canary']);
    const body = await okBody(service, '/control/api/v1/observability/health');
    const routes = body['routes'] as Body[];
    const report = (route: string) => routes.find((one) => one['route'] === route);
    expect(report('queue.list')).toMatchObject({ count: 1, errors: 0, refusals: 0 });
    expect(report('none')).toMatchObject({ count: 1, refusals: 1 });
    expect(body['log']).toMatchObject({ dropped_lines: 0 });
    const memory = await okBody(service, '/control/api/v1/observability/memory');
    expect(memory).toMatchObject({ status: 'warning', warn_rss_mib: 1 });
    await service.stop();
    const text = readFileSync(join(service.dir, 'state', 'route-observability.jsonl'), 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Body);
    expect(lines.map((line) => line['route'])).toEqual(
      expect.arrayContaining(['queue.list', 'projects.get', 'none', 'intake.ideas']),
    );
    // The clock of the test runs fast: whatever took a hundredth of a millisecond is slow.
    expect(lines.some((line) => line['slow'] === true)).toBe(true);
    expect(text).not.toContain('canary');
    expect(text).not.toContain(token);
  });
});
