/** An idea that names no class of work is of the configured one, and judged by its idle profile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let service: TestService;
beforeAll(async () => {
  service = await startService({
    config: () => ({ agent_command: 'sleep 600', default_workload_class: 'training' }),
  });
});
afterAll(() => service.remove());

const classOf = async (path: string, member: string): Promise<unknown> =>
  ((await service.api.get(path)).body[member] as Row)['workload_class'];

it('takes the default class in intake and creation, and an explicit one as it is', async () => {
  const batch = await service.api.post('/control/api/intake/ideas', {
    idempotency_key: 'batch',
    source: 'test',
    dry_run: false,
    ideas: [
      { idea_id: 'silent', title: 'Says nothing' },
      { idea_id: 'unsure', title: 'Says that it is unknown', workload_class: 'unknown' },
    ],
  });
  expect(batch.body).toMatchObject({ created: 2 });
  expect(batch.body['candidates']).toMatchObject([
    { workload_class: 'training' },
    { workload_class: 'unknown' },
  ]);
  await service.api.post('/control/api/v1/projects', { project_id: 'made', title: 'Made by hand' });
  for (const [id, expected] of [
    ['silent', 'training'],
    ['unsure', 'unknown'],
    ['made', 'training'],
  ] as const) {
    expect(await classOf(`/control/api/v1/projects/${id}`, 'queue_item')).toBe(expected);
  }
});

it('is the class of the run on the worker, too', async () => {
  const go = await service.api.post('/control/dispatch-one', {
    project_id: 'silent',
    dry_run: false,
  });
  const { run_id: runId } = go.body['live'] as { run_id: string };
  expect(await classOf(`/control/api/v1/runs/${runId}`, 'run')).toBe('training');
  expect(await classOf(`/runs/${runId}`, 'run')).toBe('training');
});
