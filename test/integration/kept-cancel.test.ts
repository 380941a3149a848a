/** A cancel of a run that is out of sight, over HTTP: it stands until the worker is heard of again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Door, honest, openDoor } from '../../src/soak/door.ts';
import { takeInIdea } from '../support/main-job.ts';
import { startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let door: Door;
let service: TestService;
beforeEach(async () => {
  door = await openDoor(() => service.app.baseUrl);
  service = await startService({
    config: () => ({
      worker_wake_gate_url: door.url,
      agent_command: 'sleep 600',
      run_stale_after_sec: 60,
    }),
  });
});
afterEach(async () => {
  await door.close();
  await service.remove();
});

const item = async (): Promise<Row> =>
  (await service.api.get('/control/api/v1/projects/p')).body['queue_item'] as Row;
const reaches = (status: string): Promise<Row> =>
  until(async () => {
    const row = await item();
    return row['status'] === status && row;
  }, status);

it('is answered at once, and has the run stopped when its worker is there again', async () => {
  await takeInIdea(service.api, 'p');
  const go = await service.api.post('/control/dispatch-one', { project_id: 'p', dry_run: false });
  expect(go.status, JSON.stringify(go.body)).toBe(200);
  const runId = String((go.body['live'] as Row)['run_id']);
  door.trick = () => Promise.resolve('cut');
  await reaches('reconciling');

  const kept = await service.api.post('/control/api/v1/queue/p/cancel', { requested_by: 'ann' });
  expect([kept.status, kept.body['message']]).toEqual([
    200,
    expect.stringContaining('p is to be canceled, and that stands'),
  ]);
  expect(kept.body).toMatchObject({
    stopped_run_id: null,
    queue_item: { status: 'reconciling', operator_next_step: expect.stringContaining('cancel') },
  });
  expect(kept.body['queue_item']).not.toHaveProperty('cancel_wish');
  expect(kept.body['queue_item']).not.toHaveProperty('given_up');
  const why = await service.api.get('/control/api/v1/explain/queue_item/p');
  expect((why.body['unblock'] as Row)['action']).toContain('It is to be canceled');

  door.trick = honest;
  expect(await reaches('canceled')).toMatchObject({ current_run_id: runId });
  const gateRun = await service.api.get(`/runs/${runId}`);
  expect(gateRun.body['run']).toMatchObject({ live: false, status: 'stopped' });
  const { body } = await service.api.get('/control/api/v1/projects/p');
  expect((body['events'] as Row[]).map(({ event_type: type }) => type)).toEqual(
    expect.arrayContaining(['queue_item.cancel_kept', 'queue_item.stop_asked_again']),
  );
});
