/**
 * Readiness, status, follow-ups, research views and alerts on a running service. Long because each
 * view is seen once empty, once in trouble and once in order.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertCheckReplySchema } from '../../src/http/wire/alerts.ts';
import { readinessReplySchema, statusReplySchema } from '../../src/http/wire/readiness.ts';
import {
  candidatesReplySchema,
  followupReplySchema,
  lineageReplySchema,
  researchQualityReplySchema,
} from '../../src/http/wire/research.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { dispatchProject } from '../support/main-job.ts';
import { startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

const { start } = servicesOfEachTest();
/** For tests that leave it as they found it. */
let fresh: TestService;
beforeAll(async () => {
  fresh = await startService();
});
afterAll(() => fresh.remove());

const decision = {
  project_decision: 'finalize_negative',
  research_outcome: 'promising_if_scaled',
  hypothesis_status: 'inconclusive',
  evidence_strength: 'weak',
  summary: 'the effect is within noise at this size',
  followup_recommended: true,
  followup_type: 'deepen',
  followup_title: 'Sparse caches at four times the size',
  followup_hypothesis: 'the effect grows with the cache',
  followup_required_evidence: ['latency at 4x', 'a second seed'],
  followup_success_threshold: 'at least 5 % lower latency',
  followup_stop_condition: 'stop after 4 GPU hours',
};
const deciding = (change: object = {}) => ({
  config: () => ({
    agent_command: `mkdir -p .orrery && printf '%s' '${JSON.stringify({ ...decision, ...change })}' > .orrery/project_decision.json`,
  }),
});

const launch = (service: TestService, body: object = {}) =>
  service.api.post('/control/api/v1/followups/launch-next', body);
const readiness = (service: TestService, query = '') =>
  service.api.get(`/control/api/v1/automation-readiness${query}`);
const checkOf = (body: Row, name: string): Row =>
  (body['checks'] as Row[]).find((check) => check['name'] === name)!;
const takeIn = (service: TestService, ...ideas: object[]) =>
  service.api.post('/control/api/intake/ideas', {
    idempotency_key: JSON.stringify(ideas).slice(0, 150),
    source: 'test',
    dry_run: false,
    ideas,
  });
const idea = (id: string, more: object = {}) => ({
  idea_id: id,
  title: `Idea ${id}`,
  workload_class: 'cpu_only',
  ...more,
});

/** Runs the idea through to its decision. */
async function complete(service: TestService, id: string): Promise<void> {
  await takeIn(service, idea(id));
  const started = await service.api.post('/control/dispatch-one', {
    project_id: id,
    dry_run: false,
    force_preflight: true,
  });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  await until(async () => {
    const { body } = await service.api.get(`/control/api/v1/projects/${id}`);
    return (body['queue_item'] as Row)['status'] === 'completed';
  }, `${id} is completed`);
}

describe('automation readiness', () => {
  it('is BLOCKED while a worker was never asked, and names it with what to do', async () => {
    const { status, body } = await readiness(fresh);
    expect(status).toBe(200);
    readinessReplySchema.parse(body);
    expect(body).toMatchObject({ readiness: 'BLOCKED', first_failing: 'worker_preflight' });
    expect(checkOf(body, 'worker_preflight')).toMatchObject({
      ok: false,
      status: 'unknown',
      action: expect.stringContaining('refresh the worker'),
    });
  });

  it('is READY on a fresh, configured install once the worker was asked and the log read', async () => {
    const ready = await until(async () => {
      const { body } = await readiness(fresh, '?refresh_worker=true');
      return body['readiness'] === 'READY' && body;
    }, 'the service is ready');
    readinessReplySchema.parse(ready);
    expect(ready).toMatchObject({ first_failing: null, reason: null });
    expect(checkOf(ready, 'event_chain_verified')['detail']).toContain('is sound');
  });

  it.each([
    ['queue_not_paused', { maintenance_mode: false }],
    ['maintenance_off', { maintenance_mode: true }],
  ])('fails %s with who did it and since when', async (name, pause) => {
    await fresh.api.post('/control/pause', { ...pause, paused_by: 'ada', reason: 'new driver' });
    const { body } = await readiness(fresh);
    await fresh.api.post('/control/resume', {});
    expect(checkOf(body, name)).toMatchObject({
      ok: false,
      since: expect.any(String),
      detail: expect.stringContaining('new driver'),
      evidence: { changed_by: 'ada' },
    });
  });

  it('fails when live dispatch is off', async () => {
    const service = await start({ config: () => ({ live_dispatch_enabled: false }) });
    const { body } = await readiness(service);
    expect(checkOf(body, 'live_dispatch_enabled')).toMatchObject({ ok: false });
  });

  it('refuses a query it does not know', async () => {
    expect((await readiness(fresh, '?refresh=1')).status).toBe(422);
  });
});

describe('the status snapshot', () => {
  it('fits its schema, with the freshness of every source', async () => {
    const service = await start();
    const { body } = await service.api.get('/control/api/status?refresh_worker=true');
    const status = statusReplySchema.parse(body);
    expect(status).toMatchObject({ dispatch_safe: true, conflicts: [] });
    expect(new Set(status.source_freshness.map(({ source }) => source))).toEqual(
      new Set([
        'store',
        'config',
        'worker_preflight',
        'worker_telemetry',
        'intake',
        'core_snapshot',
      ]),
    );
    const intake = () =>
      service.api
        .get('/control/api/status')
        .then((reply) =>
          (reply.body['source_freshness'] as Row[]).find((entry) => entry['source'] === 'intake'),
        );
    expect(await intake()).toMatchObject({ status: 'unknown', observed_at: null });
    await takeIn(service, idea('a'));
    expect(await intake()).toMatchObject({ status: 'ok', observed_at: expect.any(String) });
  });

  it('does not take a busy lane for a conflict or a blocker', async () => {
    const service = await start({ config: () => ({ agent_command: 'sleep 600' }) });
    await takeIn(service, idea('a'));
    await dispatchProject(service.api, 'a');
    const { body } = await service.api.get('/control/api/status');
    expect(statusReplySchema.parse(body)).toMatchObject({ dispatch_safe: true, conflicts: [] });
    expect(body['active_items']).toHaveLength(1);
  });
});

describe('launching a follow-up', () => {
  it('says in words that there is nothing to launch', async () => {
    const { body } = await launch(fresh);
    followupReplySchema.parse(body);
    expect(body).toMatchObject({ action: 'noop', candidate: null, event_id: null });
  });

  it('does not know a project that is not in the queue, and refuses nonsense', async () => {
    expect((await launch(fresh, { project_id: 'nobody' })).status).toBe(404);
    expect((await launch(fresh, { max_followup_depth: 0 })).status).toBe(422);
    expect((await launch(fresh, { depth: 2 })).status).toBe(422);
  });

  it('names every field a decision leaves out', async () => {
    const service = await start(
      deciding({ followup_required_evidence: ['one', ' one '], followup_stop_condition: ' ' }),
    );
    await complete(service, 'a');
    const { body } = await launch(service, { dry_run: false });
    expect(body).toMatchObject({ action: 'noop', skipped_count: 1 });
    const [skipped] = body['skipped'] as Row[];
    expect(skipped?.['reason']).toContain('followup_required_evidence (1 of at least 2');
    expect(skipped?.['reason']).toContain('followup_stop_condition');
  });

  it('queues one child per parent, whatever is asked how often and at once', async () => {
    const service = await start(deciding());
    await complete(service, 'a');
    const dry = await launch(service);
    expect(followupReplySchema.parse(dry.body)).toMatchObject({ action: 'dry_run_followup' });
    expect((await service.api.get('/control/api/v1/projects')).body['rows']).toHaveLength(1);

    const replies = await Promise.all([
      launch(service, { dry_run: false, idempotency_key: 'k' }),
      launch(service, { dry_run: false, idempotency_key: 'k' }),
      launch(service, { dry_run: false }),
      launch(service, { dry_run: false, idempotency_key: 'l' }),
    ]);
    for (const { body } of replies) followupReplySchema.parse(body);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    const queued = new Set(
      replies
        .filter(({ body }) => body['action'] === 'followup_queued')
        .map(({ body }) => body['event_id']),
    );
    expect(queued.size).toBe(1);
    const rows = (await service.api.get('/control/api/v1/projects')).body['rows'] as Row[];
    expect(rows).toHaveLength(2);
    const child = rows.find((row) => row['parent_project_id'] === 'a')!;
    expect(child).toMatchObject({ lineage_depth: 1, source_kind: 'followup' });
    expect(child['prompt']).toContain('Stop condition: stop after 4 GPU hours');
    const item = (await service.api.get(`/control/api/v1/projects/${String(child['project_id'])}`))
      .body['queue_item'];
    expect(item).toMatchObject({ status: 'queued', workload_class: 'cpu_only' });
    const parent = (await service.api.get('/control/api/v1/projects/a')).body['events'] as Row[];
    expect(parent.map((event) => event['event_type'])).toContain('project.followup_launched');
    expect(
      lineageReplySchema.parse(
        (await service.api.get('/control/api/v1/source-lineage?project_id=a')).body,
      ).rows[0],
    ).toMatchObject({
      children: [child['project_id']],
      followup: { child_project_id: child['project_id'], type: 'deepen' },
    });
  });

  it('launches what its dry run planned, and nothing once that was launched', async () => {
    const service = await start(deciding());
    await complete(service, 'a');
    const { body: dry } = await launch(service);
    expect(dry['plan']).toMatchObject({
      eligible: [{ kind: 'queue_item', id: 'a', act: 'launch_followup' }],
    });
    const planned = { dry_run: false, plan_id: dry['plan_id'] };
    const deeper = await launch(service, { ...planned, max_followup_depth: 2 });
    expect(deeper.body).toMatchObject({
      code: 'plan_changed',
      differences: [{ kind: 'request', member: 'max_followup_depth', planned: 4, now: 2 }],
    });
    expect((await launch(service, planned)).body).toMatchObject({
      action: 'followup_queued',
      candidate: { project_id: 'a' },
    });
    const again = await launch(service, planned);
    expect([again.status, again.body['code']]).toEqual([409, 'plan_changed']);
    expect((await launch(service, { dry_run: true, plan_id: 'x' })).status).toBe(422);
    expect((await launch(service, { dry_run: false, plan_id: 'x' })).status).toBe(404);
  });

  it('answers a key the same after a restart, and refuses it for another payload', async () => {
    const first = await start(deciding());
    await complete(first, 'a');
    const body = { dry_run: false, idempotency_key: 'k', requested_by: 'ada' };
    const launched = await launch(first, body);
    expect(launched.body).toMatchObject({ action: 'followup_queued' });
    await first.stop();
    const second = await start({ ...deciding(), dir: first.dir, port: first.port });
    expect(await launch(second, body)).toEqual(launched);
    expect((await launch(second, { ...body, max_followup_depth: 2 })).status).toBe(409);
    expect((await launch(second, { dry_run: false })).body).toMatchObject({ action: 'noop' });
  });

  it('keeps to the depth it was given', async () => {
    const service = await start(deciding());
    await complete(service, 'a');
    const child = (await launch(service, { dry_run: false })).body['followup'] as Row;
    const started = await service.api.post('/control/dispatch-one', {
      project_id: child['project_id'],
      dry_run: false,
      force_preflight: true,
    });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    await until(async () => {
      const { body } = await service.api.get('/control/api/v1/queue?status=completed');
      return (body['rows'] as Row[]).length === 2;
    }, 'the child is completed');
    const refused = (await launch(service, { dry_run: false, max_followup_depth: 1 })).body;
    expect(refused).toMatchObject({ action: 'noop' });
    expect(JSON.stringify(refused['skipped'])).toContain('max_followup_depth is 1');
  });
});

describe('the research views', () => {
  it('show candidates in order with what was recognised, and lineage with parents and children', async () => {
    const service = await start();
    await takeIn(
      service,
      idea('b', {
        priority: 'high',
        prompt:
          'Look into whether the cache is any good, in whatever way seems best, and write down all that comes of it.',
      }),
      idea('c', { machine_target: 'default' }),
      idea('a', {
        priority: 'low',
        prompt:
          'Measure the latency of sparse caches on one machine with three seeds.\nSuccess threshold: at least 5 % lower\nStop condition: after 4 hours',
        parent_project_id: 'b',
      }),
    );
    const candidates = candidatesReplySchema.parse(
      (await service.api.get('/control/api/research/candidates')).body,
    );
    expect(candidates.rows.map((row) => row.project_id)).toEqual(['b', 'c', 'a']);
    const [b, c, a] = candidates.rows;
    expect(b?.admission?.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['no_success_threshold', 'no_stop_condition', 'no_hypothesis']),
    );
    expect(b?.admission?.admissible).toBe(true);
    expect(c?.admission?.readings.stop_condition.state).toBe('unknown');
    expect(a?.admission?.readings.success_threshold).toMatchObject({
      state: 'stated',
      confidence: 'high',
    });
    const rows = [];
    let cursor = '';
    do {
      const page = lineageReplySchema.parse(
        (await service.api.get(`/control/api/research/lineage?page_size=2${cursor}`)).body,
      );
      rows.push(...page.rows);
      cursor = page.page.next_cursor === null ? '' : `&cursor=${page.page.next_cursor}`;
    } while (cursor !== '');
    expect(rows.map((row) => row.project_id).sort()).toEqual(['a', 'b', 'c']);
    expect(rows.find((row) => row.project_id === 'a')).toMatchObject({
      ancestors: ['b'],
      is_orphan: false,
      lineage_depth: 1,
      source: { kind: 'test', intake_batch: expect.stringContaining('intake:') },
    });
    expect(rows.find((row) => row.project_id === 'b')?.children).toEqual(['a']);
  });

  it('count signals of decisions under both addresses alike', async () => {
    const service = await start(deciding());
    await complete(service, 'a');
    const [v1, older] = await Promise.all([
      service.api.get('/control/api/v1/research-quality'),
      service.api.get('/control/api/research/quality'),
    ]);
    const reply = researchQualityReplySchema.parse(v1.body);
    expect(reply.totals).toMatchObject({ examined: 1, capped: false });
    expect(reply.totals.by_signal.thin_evidence).toBe(1);
    expect(reply.rows[0]?.signals.map(({ signal }) => signal)).toEqual(['thin_evidence']);
    expect({ ...older.body, generated_at: '' }).toEqual({ ...v1.body, generated_at: '' });
  });

  it('refuse cursors, sizes and parameters that are not theirs', async () => {
    for (const path of [
      'v1/research-quality?cursor=nonsense',
      'v1/research-quality?page_size=0',
      'v1/source-lineage?page_size=101',
      'v1/source-lineage?cursor=AAAA',
      'research/candidates?status=queued',
    ])
      expect((await fresh.api.get(`/control/api/${path}`)).status, path).toBe(422);
    expect((await fresh.api.get('/control/api/v1/source-lineage?project_id=none')).status).toBe(
      404,
    );
  });
});

describe('the alert check', () => {
  const check = (service: TestService, body: object = {}) =>
    service.api.post('/control/api/alerts/queue-check', body);

  it('changes nothing in a dry run and never says that something was sent', async () => {
    const service = await start();
    await service.api.post('/control/pause', {});
    const { body } = await check(service);
    expect(alertCheckReplySchema.parse(body)).toMatchObject({
      dry_run: true,
      notified: false,
      alerts: [
        { fingerprint: 'readiness:queue_not_paused', already_raised: false, raised_at: null },
      ],
    });
    const events = await service.api.get('/control/api/v1/events?event_type=alert.raised');
    expect(events.body['rows']).toEqual([]);
  });

  it('raises once, keeps it over a restart, and resolves what is gone', async () => {
    const first = await start();
    await first.api.post('/control/pause', {});
    await check(first, { dry_run: false });
    const again = (await check(first, { dry_run: false, idempotency_key: 'k' })).body;
    expect(alertCheckReplySchema.parse(again).alerts[0]).toMatchObject({ already_raised: true });
    await first.stop();
    const second = await start({ dir: first.dir, port: first.port });
    expect((await check(second, { dry_run: false, idempotency_key: 'k' })).body).toEqual(again);
    await second.api.post('/control/resume', {});
    const over = (await check(second, { dry_run: false })).body;
    expect(over['resolved']).toMatchObject([{ fingerprint: 'readiness:queue_not_paused' }]);
    const events = (await second.api.get('/control/api/v1/events?search=queue_not_paused')).body;
    expect((events['rows'] as Row[]).map((event) => event['event_type'])).toEqual([
      'alert.resolved',
      'alert.raised',
    ]);
  });

  it('reports a worker that stays away', async () => {
    const service = await start({
      config: () => ({
        worker_targets: {
          gone: {
            wake_gate_url: 'http://127.0.0.1:9',
            bearer_token: 'a-token-of-sufficient-length',
            role: 'gpu',
          },
        },
        queue_alert_unreachable_after_sec: 10,
      }),
    });
    const found = await until(async () => {
      const { body } = await check(service, { refresh_worker: true });
      return (body['alerts'] as Row[]).find(
        (alert) => alert['alert_kind'] === 'worker_unreachable',
      );
    }, 'the lost worker is reported');
    expect(found).toMatchObject({ severity: 'critical', subject: 'gone' });
  });
});
