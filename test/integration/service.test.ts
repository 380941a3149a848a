/** The running service as its clients meet it: dispatch races, lost replies, repeated callbacks. */
import { afterEach, describe, expect, it } from 'vitest';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { transportNames } from '../support/http.ts';
import { freePort, type TestService, token, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

let proxies: FaultProxy[] = [];
// Called first, so that it comes last: services are stopped while their proxies still stand.
afterEach(async () => {
  for (const proxy of proxies) await proxy.close();
  proxies = [];
});
const { start } = servicesOfEachTest();

const ideas = (...ids: string[]) => ({
  idempotency_key: `ideas-${ids.join('-')}`,
  source: 'test',
  dry_run: false,
  ideas: ids.map((idea_id) => ({
    idea_id,
    title: `Idea ${idea_id}`,
    prompt: 'Add numbers.',
    workload_class: 'cpu_only',
  })),
});
const live = { dry_run: false, requested_by: 'test' };

const itemOf = async (service: TestService, id: string): Promise<Row> =>
  (await service.api.get(`/control/api/v1/projects/${id}`)).body['queue_item'] as Row;
const untilStatus = (service: TestService, id: string, ...statuses: string[]): Promise<Row> =>
  until(
    async () => {
      const item = await itemOf(service, id);
      return statuses.includes(String(item['status'])) && item;
    },
    `${id} is ${statuses.join(' or ')}`,
  );
const eventsOf = async (service: TestService, type: string): Promise<Row[]> =>
  (await service.api.get(`/control/api/v1/events?event_type=${type}`)).body['rows'] as Row[];

describe('dispatch', () => {
  it('changes nothing on a dry run and names what would happen', async () => {
    const service = await start();
    await service.api.post('/control/api/intake/ideas', ideas('a'));
    const before = await service.api.get('/control/api/v1/events?page_size=500');
    const reply = await service.api.post('/control/dispatch-next', {});
    expect(reply.body).toMatchObject({
      action: 'dry_run_dispatch',
      candidate: { project_id: 'a', worker_target: 'default' },
      prompt: 'Add numbers.',
    });
    expect((reply.body['checks'] as string[]).length).toBeGreaterThan(3);
    const after = await service.api.get('/control/api/v1/events?page_size=500');
    expect(after.body['rows']).toEqual(before.body['rows']);
  });

  it('starts one run when asked twice at the same time', async () => {
    const service = await start();
    await service.api.post('/control/api/intake/ideas', ideas('a', 'b'));
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => service.api.post('/control/dispatch-next', live)),
    );
    const started = replies.filter((reply) => reply.body['action'] === 'live_dispatch');
    expect(started).toHaveLength(1);
    for (const reply of replies) expect([200, 409]).toContain(reply.status);
    await untilStatus(service, 'a', 'completed');
    expect(service.starts()).toHaveLength(1);
    expect((await itemOf(service, 'b'))['status']).toBe('queued');
  });

  it('says paused while the queue is paused, and goes on after a resume', async () => {
    const service = await start();
    await service.api.post('/control/api/intake/ideas', ideas('a'));
    await service.api.post('/control/pause', { reason: 'lunch', paused_by: 'ann' });
    expect((await service.api.post('/control/dispatch-next', live)).body).toMatchObject({
      action: 'paused',
    });
    expect((await service.api.get('/control/api/status')).body).toMatchObject({
      dispatch_safe: false,
      flags: { queue_paused: true },
    });
    await service.api.post('/control/resume', { resumed_by: 'ann' });
    expect((await service.api.post('/control/dispatch-next', live)).body).toMatchObject({
      action: 'live_dispatch',
    });
    await untilStatus(service, 'a', 'completed');
  });

  it('is refused with 501 while live dispatch is switched off', async () => {
    const service = await start({ config: () => ({ live_dispatch_enabled: false }) });
    await service.api.post('/control/api/intake/ideas', ideas('a'));
    expect((await service.api.post('/control/dispatch-next', live)).status).toBe(501);
    expect((await itemOf(service, 'a'))['status']).toBe('queued');
  });

  it('is 502 when the worker is down, and leaves the item in the queue', async () => {
    const dead = await freePort();
    const service = await start({
      config: () => ({ worker_wake_gate_url: `http://127.0.0.1:${dead}` }),
    });
    await service.api.post('/control/api/intake/ideas', ideas('a'));
    const reply = await service.api.post('/control/dispatch-next', live);
    expect(reply.status).toBe(502);
    expect(reply.body).toMatchObject({ code: 'worker_unreachable', preflight: { ok: false } });
    expect((await itemOf(service, 'a'))['status']).toBe('queued');
  });
});

describe('a dispatch reply that is lost on the way', () => {
  it('ends in the run being found again, not started again', async () => {
    const port = await freePort();
    const callbacks = await startFaultProxy(port);
    proxies.push(callbacks);
    const gate = await start({
      config: () => ({
        completion_callback_url: `http://127.0.0.1:${callbacks.port}/control/api/worker-callback`,
      }),
    });
    const proxy = await startFaultProxy(gate.port);
    proxies.push(proxy);
    const control = await start({
      port,
      config: () => ({ role: 'control', worker_wake_gate_url: `http://127.0.0.1:${proxy.port}` }),
    });
    await control.api.post('/control/api/intake/ideas', ideas('a'));
    // A callback that comes first would tell what the lost answer said.
    callbacks.set('refuse');
    proxy.set('cut_replies', 'POST /dispatch ');
    const reply = await control.api.post('/control/dispatch-next', live);
    expect(reply.status).toBe(502);
    expect(reply.body).toMatchObject({ result: 'unknown' });
    expect(proxy.cutCount).toBe(1);
    proxy.set('pass');
    callbacks.set('pass');
    // The claim is kept, the worker is asked, and its gate calls the run over in the end.
    const item = await untilStatus(control, 'a', 'completed', 'needs_review');
    expect(item['status']).toBe('completed');
    expect(gate.starts()).toHaveLength(1);
    expect(await eventsOf(control, 'queue_item.claimed')).toHaveLength(1);
  });
});

describe('a completion callback', () => {
  const callback = (run: Row, extra: Row = {}): object => ({
    event_type: 'session_started',
    idempotency_key: `${String(run['run_id'])}:session_started:99`,
    run_id: run['run_id'],
    project_id: run['project_id'],
    sequence: 99,
    seen_at: '2026-01-01T00:00:00.000Z',
    reason: 'repeated',
    ...extra,
  });

  async function completed(): Promise<{ service: TestService; run: Row }> {
    const service = await start();
    await service.api.post('/control/api/intake/ideas', ideas('a'));
    await service.api.post('/control/dispatch-next', live);
    const item = await untilStatus(service, 'a', 'completed');
    return { service, run: { run_id: item['current_run_id'], project_id: 'a' } };
  }

  it('has one effect whether it comes once, twice or fifty times, in one answer', async () => {
    const { service, run } = await completed();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        service.api.post(
          '/control/api/worker-callback',
          callback(run, { seen_at: `2026-01-01T00:00:00.${100 + index}Z` }),
        ),
      ),
    );
    for (const reply of replies) expect(reply.status).toBe(200);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(replies[0]!.body).toMatchObject({ accepted: true, applied: false });
    const recorded = (await eventsOf(service, 'worker_callback.session_started')).filter(
      (event) =>
        event['idempotency_key'] === `worker-callback:${String(run['run_id'])}:session_started:99`,
    );
    expect(recorded).toHaveLength(1);
    expect((await itemOf(service, 'a'))['status']).toBe('completed');
  });

  it('is answered the same after a restart of the service', async () => {
    const { service, run } = await completed();
    const first = await service.api.post('/control/api/worker-callback', callback(run));
    await service.stop();
    const again = await start({ dir: service.dir });
    expect((await again.api.post('/control/api/worker-callback', callback(run))).body).toEqual(
      first.body,
    );
  });

  it('with another payload under the same key is 409', async () => {
    const { service, run } = await completed();
    await service.api.post('/control/api/worker-callback', callback(run));
    const reply = await service.api.post(
      '/control/api/worker-callback',
      callback(run, { reason: 'something else' }),
    );
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ code: 'idempotency_conflict' });
  });

  it('for an older run is recorded and changes nothing', async () => {
    const { service } = await completed();
    const before = await itemOf(service, 'a');
    const reply = await service.api.post(
      '/control/api/worker-callback',
      callback({ run_id: 'a-20200101T000000000', project_id: 'a' }, { event_type: 'wake_ready' }),
    );
    expect(reply.body).toMatchObject({ accepted: true, applied: false });
    expect(reply.body['ignore_reason']).not.toBeNull();
    expect({ ...(await itemOf(service, 'a')), age_seconds: 0 }).toEqual({
      ...before,
      age_seconds: 0,
    });
  });

  it('for a project nobody knows is 404', async () => {
    const service = await start();
    const reply = await service.api.post(
      '/control/api/worker-callback',
      callback({ run_id: 'x-1', project_id: 'x' }),
    );
    expect(reply.status).toBe(404);
  });
});

describe.each(transportNames)('over %s', (transport) => {
  it('does the whole job from idea to corpus', async () => {
    const service = await start({ transport });
    await service.api.post('/control/api/intake/ideas', ideas('a'));
    await service.api.post('/control/dispatch-next', live);
    await untilStatus(service, 'a', 'completed');
    expect((await service.api.post('/control/papers/draft-next', {})).body).toMatchObject({
      action: 'dry_run_draft',
    });
    const drafted = await service.api.post('/control/papers/draft-next', { dry_run: false });
    expect(drafted.body).toMatchObject({ action: 'drafted' });
    const paperId = String((drafted.body['candidate'] as Row)['paper_id']);
    const key = { idempotency_key: 'k', requested_by: 'test' };
    const rewritten = await service.api.post(
      `/control/api/paper-reviews/${paperId}/rewrite-draft`,
      key,
    );
    expect(rewritten.status).toBe(200);
    const again = await service.api.post(
      `/control/api/publication-automation/${paperId}/rewrite-draft`,
      key,
    );
    expect(again.body).toEqual(rewritten.body);
    await until(async () => {
      const review = (await service.api.get(`/control/api/v1/papers/${paperId}`)).body[
        'review'
      ] as Row;
      return (
        review['audit_verdict'] === 'strict_pass' && review['paper_status'] === 'publication_draft'
      );
    }, 'lint and audit are known');
    const packaged = await service.api.post(
      `/control/api/paper-reviews/${paperId}/prepare-finalization-package`,
      { ...key, dry_run: false },
    );
    expect(packaged.body).toMatchObject({ review_status: 'finalized' });
    const imported = await service.api.post('/control/api/v1/corpus/import', {
      ...key,
      paper_id: paperId,
      dry_run: false,
    });
    expect(imported.body).toMatchObject({
      public_id: 'orrery-paper-0001',
      lint: 'pass',
      audit: 'strict_pass',
    });
    const overview = await service.api.get('/control/api/v1/overview');
    expect(overview.body).toMatchObject({
      operator_counts: {
        attention: 0,
        running: 0,
        queued: 0,
        write: 0,
        finalize: 0,
        publish: 0,
        imported: 1,
        done_no_paper: 0,
      },
      paper_pipeline: { published_imported: 1, publish_ready: 0 },
    });
    // Nothing that left the process shows the token.
    expect(service.log.join('')).not.toContain(token);
  });
});
