/** Wherever something is shown that was observed, it is said how fresh it is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.remove());

it('is said of preflight, workers, projects and the core snapshot', async () => {
  await service.api.post('/control/api/v1/projects', { project_id: 'a', title: 'A' });
  const look = await service.api.post('/control/api/preflight', {
    machine_target: 'default',
    require_paused: false,
  });
  const observedAt = String(look.body['observed_at']);
  // The clock of these tests runs so fast that a look may be stale when it is shown.
  const preflight = {
    source: 'worker_preflight',
    authority: 'worker default',
    ttl_seconds: 60,
    observed_at: observedAt,
    fresh_until: new Date(Date.parse(observedAt) + 60_000).toISOString(),
  };
  expect(look.body['freshness']).toMatchObject(preflight);
  const { body: overview } = await service.api.get('/control/api/v1/overview');
  expect(overview['workers']).toMatchObject([{ freshness: preflight }]);
  const { body: lanes } = await service.api.get('/control/api/v1/lanes');
  expect(lanes['lanes']).toMatchObject([{ health: { freshness: preflight } }]);
  const { body: why } = await service.api.get('/control/api/v1/explain/worker/default');
  expect(why['evidence']).toMatchObject({ freshness: preflight });
  const { body: project } = await service.api.get('/control/api/v1/projects/a');
  const [row] = project['worker_observations'] as Readonly<Record<string, unknown>>[];
  expect(row!['freshness']).toMatchObject({
    source: 'worker_preflight',
    ttl_seconds: 60,
    observed_at: row!['observed_at'],
  });
  const { body: core } = await service.api.get('/orrery-core/projections/queue');
  expect(core['freshness']).toMatchObject({ source: 'core_snapshot', status: 'unknown' });
  const { body: asked } = await service.api.post('/control/api/v1/workers/default/refresh', {});
  expect(asked['preflight']).toMatchObject({ freshness: { source: 'worker_preflight' } });
});
