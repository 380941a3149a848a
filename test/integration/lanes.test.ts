/** The lanes over HTTP: busy, idle, closed, and lanes that share an address. */
import { afterEach, describe, expect, it } from 'vitest';
import { lanesReply } from '../../src/http/wire/inspect.ts';
import { startService, type TestService, token } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let service: TestService;
afterEach(() => service.remove());

const lanes = async (): Promise<Row[]> => {
  const { body } = await service.api.get('/control/api/v1/lanes');
  return lanesReply.parse(body).lanes;
};
const create = (id: string, more: object = {}) =>
  service.api.post('/control/api/v1/projects', {
    project_id: id,
    title: `Idea ${id}`,
    workload_class: 'cpu_only',
    ...more,
  });

describe('lanes', () => {
  it('say that nothing waits, then what would go', async () => {
    service = await startService();
    expect(await lanes()).toMatchObject([
      { names: ['default'], goes: false, active: null, blocked_by: { code: 'nothing_waiting' } },
    ]);
    await create('a');
    await create('b', { priority: 'high' });
    expect(await lanes()).toMatchObject([
      {
        goes: true,
        waiting: { count: 2, at_least: false },
        next: { project_id: 'b' },
        health: { status: 'unknown', observed_at: null },
      },
    ]);
  });

  it('name the run that holds a lane and what comes after it', async () => {
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    await create('a', { priority: 'high' });
    await create('b');
    const go = await service.api.post('/control/dispatch-next', { dry_run: false });
    expect(await lanes()).toMatchObject([
      {
        goes: false,
        active: { project_id: 'a', run_id: (go.body['live'] as Row)['run_id'] },
        next: { project_id: 'b' },
        blocked_by: { code: 'lane_busy' },
        health: { status: 'healthy' },
      },
    ]);
  });

  it('are one for two names of one address, and closed while the queue is paused', async () => {
    service = await startService({
      config: (port) => ({
        worker_targets: {
          twin: { wake_gate_url: `http://127.0.0.1:${port}/`, bearer_token: token },
        },
      }),
    });
    await create('a', { machine_target: 'twin' });
    await service.api.post('/control/pause', { reason: 'lunch' });
    expect(await lanes()).toMatchObject([
      { names: ['default', 'twin'], blocked_by: { code: 'queue_closed' }, waiting: { count: 1 } },
    ]);
  });

  it('say why when live dispatch is off', async () => {
    service = await startService({ config: () => ({ live_dispatch_enabled: false }) });
    await create('a');
    expect(await lanes()).toMatchObject([{ blocked_by: { code: 'live_dispatch_disabled' } }]);
  });
});
