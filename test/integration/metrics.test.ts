/** `GET /metrics`: well formed, named by the conventions, with bounded labels, and true. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../../src/http/routes/all.ts';
import { type Family, parsePrometheus } from '../support/prometheus-text.ts';
import { startService, type TestService, token } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.api.post('/control/api/intake/ideas', {
    idempotency_key: 'batch',
    source: 'test',
    dry_run: false,
    ideas: ['a', 'b', 'c'].map((id) => ({ idea_id: id, title: `Idea ${id}` })),
  });
});
afterAll(() => service.remove());

async function scrape(of: TestService = service): Promise<Map<string, Family>> {
  const response = await fetch(`${of.app.baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parsePrometheus(await response.text());
}
/** Values of a family by one of its labels. */
function byLabel(
  families: Map<string, Family>,
  name: string,
  label: string,
): Record<string, number> {
  const samples = families.get(name)?.samples ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [labels[label], value]));
}
const valueIn = (families: Map<string, Family>, name: string) =>
  families.get(name)?.samples[0]?.value;

describe('who may read it', () => {
  it('refuses without a token, and with a wrong one', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      const response = await fetch(`${service.app.baseUrl}/metrics`, { headers });
      expect(response.status).toBe(401);
    }
    const families = await scrape();
    const refusals = byLabel(families, 'orrery_http_auth_refusals_total', 'reason');
    expect(refusals['unauthorized']).toBeGreaterThanOrEqual(2);
  });

  it('takes the worker token where there is only a worker, and has what a worker has', async () => {
    const worker = await startService({ config: () => ({ role: 'worker' }) });
    try {
      const families = await scrape(worker);
      expect(families.has('orrery_gate_runs_live')).toBe(true);
      expect(families.has('orrery_gate_callback_outbox_runs')).toBe(true);
      expect(families.has('orrery_queue_items')).toBe(false);
      const health = byLabel(families, 'orrery_gate_telemetry_health', 'health');
      expect(Object.values(health).reduce((sum, value) => sum + value, 0)).toBe(1);
    } finally {
      await worker.remove();
    }
  });
});

describe('the text', () => {
  it('has a help, a known type and a conventional name for every family', async () => {
    for (const { name, help, type, samples } of (await scrape()).values()) {
      expect(name).toMatch(/^(?:orrery|process|nodejs)_[a-z0-9_]+$/);
      expect(help.length, name).toBeGreaterThan(5);
      expect(['counter', 'gauge', 'histogram', 'summary'], name).toContain(type);
      // Base units only: seconds and bytes, ratios instead of percent.
      expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb|mib|percent|pct)(?:_|$)/);
      if (type === 'counter') expect(name).toMatch(/_total$/);
      else expect(name).not.toMatch(/_(?:total|count|sum|bucket)$/);
      for (const { value } of samples) expect(value, name).toBeGreaterThanOrEqual(0);
    }
  });

  it('has the families that were promised', async () => {
    const families = await scrape();
    const promised = [
      'orrery_build_info',
      'orrery_http_requests_total',
      'orrery_http_request_duration_seconds',
      'orrery_http_requests_in_flight',
      'orrery_actors_active',
      'orrery_actor_mailbox_messages',
      'orrery_actor_effects_pending',
      'orrery_actor_timers_held',
      'orrery_actors_quarantined',
      'orrery_actors_restore_checked',
      'orrery_dead_letters',
      'orrery_actor_turns_total',
      'orrery_event_log_head',
      'orrery_queue_items',
      'orrery_papers',
      'orrery_paper_reviews',
      'orrery_runs_active',
      'orrery_worker_health',
      'orrery_live_clients',
      'orrery_live_frames_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
    ];
    expect(promised.filter((name) => !families.has(name))).toEqual([]);
    const sources = byLabel(families, 'orrery_metrics_source_up', 'source');
    expect(new Set(Object.values(sources))).toEqual(new Set([1]));
  });

  it('lets no client make labels: paths, ids and methods stay out', async () => {
    const ask = (path: string, method = 'GET') =>
      fetch(`${service.app.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
    const odd = [
      '/no/such/canary',
      '/control/api/v1/projects/canary',
      '/control/api/v1/queue?canary=1',
    ];
    for (const path of odd) await ask(path);
    await ask('/control/api/v1/queue', 'CANARY').catch(() => undefined);
    const families = await scrape();
    const ids = new Set(routesOf({ control: true, worker: true }).map(({ id }) => id));
    for (const { labels } of families.get('orrery_http_requests_total')?.samples ?? []) {
      expect(Object.keys(labels).sort()).toEqual(['method', 'route', 'status_class']);
      expect(labels['route'] === 'none' || ids.has(labels['route'] ?? '')).toBe(true);
      expect(labels['method']).toMatch(/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|OTHER)$/);
      expect(labels['status_class']).toMatch(/^[1-5]xx$/);
    }
    const text = JSON.stringify([...families.values()]);
    expect(text).not.toContain('canary');
    expect(text).not.toContain(token);
  });

  it('has cumulative buckets that end in the count', async () => {
    const families = await scrape();
    for (const { name, type, samples } of families.values()) {
      if (type !== 'histogram') continue;
      const series = new Map<string, { le: number; value: number }[]>();
      for (const { name: sampleName, labels, value } of samples) {
        if (sampleName !== `${name}_bucket`) continue;
        const { le = '', ...rest } = labels;
        const key = JSON.stringify(rest);
        const bound = le === '+Inf' ? Infinity : Number(le);
        series.set(key, [...(series.get(key) ?? []), { le: bound, value }]);
      }
      expect(series.size, name).toBeGreaterThan(0);
      for (const [key, buckets] of series) {
        for (const [index, bucket] of buckets.entries()) {
          const before = buckets[index - 1];
          expect(bucket.le > (before?.le ?? 0) && bucket.value >= (before?.value ?? 0)).toBe(true);
        }
        const count = samples.find(
          (one) => one.name === `${name}_count` && JSON.stringify(one.labels) === key,
        );
        expect(buckets.at(-1)).toEqual({ le: Infinity, value: count?.value });
      }
    }
  });
});

describe('the values', () => {
  it('agree with the store', async () => {
    const reads = service.app.control!.context.reads;
    const families = await scrape();
    expect(valueIn(families, 'orrery_event_log_head')).toBe(await reads.head());
    const items = byLabel(families, 'orrery_queue_items', 'status');
    expect(items).toMatchObject({ ...(await reads.countByStatus('queue_item')), running: 0 });
    expect(items['queued']).toBe(3);
    expect(valueIn(families, 'orrery_runs_active')).toBe(0);
    expect(valueIn(families, 'orrery_queue_paused')).toBe(0);
  });

  it('follow what happens: a pause, and a worker once it was asked', async () => {
    const before = await scrape();
    expect(before.get('orrery_worker_up')?.samples).toEqual([]);
    expect(byLabel(before, 'orrery_worker_health', 'health')['unknown']).toBe(1);
    await service.api.post('/control/pause', { reason: 'test', paused_by: 'ada' });
    await service.api.post('/control/api/preflight', { machine_target: 'default' });
    const after = await scrape();
    expect(valueIn(after, 'orrery_queue_paused')).toBe(1);
    expect(byLabel(after, 'orrery_worker_up', 'target')).toEqual({ default: 1 });
    expect(
      byLabel(after, 'orrery_worker_preflight_age_seconds', 'target')['default'],
    ).toBeGreaterThanOrEqual(0);
    const turns = (families: Map<string, Family>) =>
      (families.get('orrery_actor_turns_total')?.samples ?? [])
        .filter(({ labels }) => labels['kind'] === 'control' && labels['outcome'] === 'accepted')
        .reduce((sum, { value }) => sum + value, 0);
    expect(turns(after)).toBe(turns(before) + 1);
  });

  it('count every finished request once', async () => {
    const count = async () =>
      ((await scrape()).get('orrery_http_requests_total')?.samples ?? [])
        .filter(({ labels }) => labels['route'] === 'queue.list')
        .reduce((sum, { value }) => sum + value, 0);
    const before = await count();
    for (let index = 0; index < 5; index += 1) await service.api.get('/control/api/v1/queue');
    expect(await count()).toBe(before + 5);
  });
});
