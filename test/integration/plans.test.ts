/** Plans over HTTP: what is refused, that nothing happens before execution, and that it happens once. */
import { afterEach, describe, expect, it } from 'vitest';
import { planAnswer } from '../../src/http/wire/operator.ts';
import { startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let service: TestService;
afterEach(() => service.remove());

const takeIn = (...ids: string[]) =>
  service.api.post('/control/api/intake/ideas', {
    idempotency_key: `ideas-${ids[0]}-${ids.length}`,
    source: 'test',
    dry_run: false,
    ideas: ids.map((id) => ({ idea_id: id, title: `Idea ${id}`, workload_class: 'cpu_only' })),
  });
const draw = (body: object) =>
  service.api.post('/control/api/v1/queue/plan', { requested_by: 'ann', ...body });
const execute = (plan: Row, body: object = {}) =>
  service.api.post(`/control/api/v1/plans/${String(plan['plan_id'])}/execute`, {
    requested_by: 'ann',
    ...body,
  });
const statuses = async (): Promise<Record<string, unknown>> => {
  const { body } = await service.api.get('/control/api/v1/queue');
  return Object.fromEntries(
    (body['rows'] as Row[]).map((row) => [String(row['project_id']), row['status']]),
  );
};

describe('a plan', () => {
  it('is refused without items, with both ways of naming them, or with what its verb has no use for', async () => {
    service = await startService();
    for (const body of [
      { verb: 'pause' },
      { verb: 'pause', project_ids: ['a'], filter: {} },
      { verb: 'pause', project_ids: ['a'], answer: 'x' },
      { verb: 'answer', project_ids: ['a'] },
      { verb: 'edit', project_ids: ['a'] },
      { verb: 'edit', project_ids: ['a'], fields: { project_id: 'b' } },
      { verb: 'edit', project_ids: ['a'], fields: { machine_target: 'moon' } },
      { verb: 'pause', project_ids: [] },
    ]) {
      expect((await draw(body)).status, JSON.stringify(body)).toBe(422);
    }
    expect((await service.api.get('/control/api/v1/plans/none')).status).toBe(404);
    expect((await execute({ plan_id: 'none' })).status).toBe(404);
  });

  it('changes nothing when it is drawn, and exactly its rows when it is executed', async () => {
    service = await startService();
    await takeIn('a', 'b', 'c');
    await service.api.post('/control/api/v1/queue/c/pause', {});
    const drawn = await draw({
      verb: 'pause',
      project_ids: ['a', 'a', 'b', 'c', 'x'],
      note: 'why',
    });
    expect(planAnswer.parse(drawn.body)).toMatchObject({
      status: 'drawn',
      eligible: [
        { project_id: 'a', status: 'queued' },
        { project_id: 'b', status: 'queued' },
      ],
      skipped: [
        { project_id: 'x', code: 'queue_item_not_found', version: null },
        { project_id: 'c', code: 'transition_refused', status: 'paused' },
      ],
    });
    expect(await statuses()).toEqual({ a: 'queued', b: 'queued', c: 'paused' });
    await takeIn('d');
    const done = await execute(drawn.body);
    expect(planAnswer.parse(done.body)).toMatchObject({
      status: 'executed',
      applied_count: 2,
      results: [
        { project_id: 'a', result: 'applied', status: 'paused' },
        { project_id: 'b', result: 'applied', status: 'paused' },
      ],
    });
    expect(await statuses()).toEqual({ a: 'paused', b: 'paused', c: 'paused', d: 'queued' });
    const again = await execute(drawn.body);
    expect(again.body).toMatchObject({ code: 'transition_refused', reason: 'already_executed' });
    const { event_id: _, ...shown } = done.body;
    expect(
      (await service.api.get(`/control/api/v1/plans/${String(drawn.body['plan_id'])}`)).body,
    ).toEqual(shown);
  });

  it('is 409 with the difference, and does nothing, when a row has changed', async () => {
    service = await startService();
    await takeIn('a', 'b');
    const drawn = await draw({ verb: 'pause', filter: { status: 'queued' } });
    await service.api.post('/control/api/v1/queue/b/cancel', {});
    const refused = await execute(drawn.body);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'plan_outdated',
      difference_count: 1,
      differences: [{ project_id: 'b', from_status: 'queued', to_status: 'canceled' }],
    });
    expect((await statuses())['a']).toBe('queued');
    expect((await execute(drawn.body)).body['code']).toBe('plan_outdated');
  });

  it('takes items by filter and search, and by verb with fields', async () => {
    service = await startService();
    await takeIn('alpha', 'beta');
    const drawn = await draw({
      verb: 'edit',
      filter: { search: 'alpha', workload_class: 'cpu_only' },
      fields: { priority: 'high' },
    });
    expect(drawn.body).toMatchObject({ eligible_count: 1, fields: { dispatch_priority: 10 } });
    await execute(drawn.body);
    const { body } = await service.api.get('/control/api/v1/projects/alpha');
    expect((body['queue_item'] as Row)['dispatch_priority']).toBe(10);
  });

  it('stops the active runs it cancels', async () => {
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    await takeIn('a', 'b');
    const go = await service.api.post('/control/dispatch-next', { dry_run: false });
    const runId = (go.body['live'] as Row)['run_id'];
    await until(async () => {
      const { body } = await service.api.get('/control/api/v1/projects/a');
      const event = (body['queue_item'] as Row)['last_event_type'];
      return event === 'worker_callback.session_started';
    }, 'its worker has said that it runs');
    const drawn = await draw({ verb: 'cancel', filter: {} });
    const done = await execute(drawn.body);
    expect(done.body).toMatchObject({
      applied_count: 2,
      results: expect.arrayContaining([
        expect.objectContaining({
          project_id: 'a',
          stopped_run_id: runId,
        }),
      ]),
    });
  });

  it('expires when nobody executes it', async () => {
    // An hour of the service's clock is 36 seconds here, so the stored plan is looked at instead.
    service = await startService();
    await takeIn('a');
    const drawn = await draw({ verb: 'pause', project_ids: ['a'] });
    const at = (name: string): number => Date.parse(String(drawn.body[name]));
    expect(at('expires_at') - at('created_at')).toBe(3_600_000);
  });

  it('goes on after a restart in the middle, doing no row twice', async () => {
    service = await startService();
    const ids = Array.from({ length: 200 }, (_, index) => `p${index}`);
    await takeIn(...ids);
    const drawn = await draw({ verb: 'pause', project_ids: ids });
    const running = execute(drawn.body, { idempotency_key: 'once' }).catch(() => undefined);
    await until(async () => {
      const { body } = await service.api.get('/control/api/v1/queue?status=paused');
      return (body['rows'] as Row[]).length > 0;
    }, 'some rows are done');
    const { dir, port } = service;
    await service.stop();
    await running;
    service = await startService({ dir, port });
    const done = await execute(drawn.body, { idempotency_key: 'once' });
    expect(done.body).toMatchObject({ status: 'executed', applied_count: 200 });
    const events = await service.api.get(
      '/control/api/v1/events?event_type=queue_item.paused&page_size=500',
    );
    expect(events.body['rows']).toHaveLength(200);
  });
});
