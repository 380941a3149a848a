/** What operators are told when something is wrong: the cause, where it lies, and what it means. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { dispatchProject } from '../support/main-job.ts';
import { freePort, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

const { start } = servicesOfEachTest();

const takeIn = (service: TestService, ...ids: string[]) =>
  service.api.post('/control/api/intake/ideas', {
    idempotency_key: ids.join('-'),
    source: 'test',
    dry_run: false,
    ideas: ids.map((id) => ({ idea_id: id, title: `Idea ${id}`, workload_class: 'cpu_only' })),
  });
const live = { dry_run: false };
const itemOf = async (service: TestService, id: string): Promise<Row> =>
  (await service.api.get(`/control/api/v1/projects/${id}`)).body['queue_item'] as Row;
const untilStatus = (service: TestService, id: string, status: string): Promise<Row> =>
  until(async () => {
    const item = await itemOf(service, id);
    return item['status'] === status && item;
  }, `${id} is ${status}`);
const agent = (command: string) => ({ config: () => ({ agent_command: command }) });
const preflight = (service: TestService, more: object = {}) =>
  service.api.post('/control/api/preflight', {
    machine_target: 'default',
    require_paused: false,
    ...more,
  });

describe('a run without a usable decision', () => {
  it('names the exit status of an agent that failed, and its log', async () => {
    const service = await start(agent('exit 3'));
    await takeIn(service, 'a');
    await service.api.post('/control/dispatch-next', live);
    const item = await untilStatus(service, 'a', 'needs_review');
    expect(item['blocked_reason']).toContain('exit status 3');
    expect(item['blocked_reason']).toContain(`orrery run log ${String(item['current_run_id'])}`);
  });

  it('names the file an agent that ended well should have left', async () => {
    const service = await start(agent('true'));
    await takeIn(service, 'a');
    await service.api.post('/control/dispatch-next', live);
    const item = await untilStatus(service, 'a', 'needs_review');
    expect(item['blocked_reason']).toContain('.orrery/project_decision.json');
  });

  it('says that a decision was not taken because it is a link out of the project', async () => {
    const service = await start(
      agent('mkdir -p .orrery && ln -s /etc/hostname .orrery/project_decision.json'),
    );
    await takeIn(service, 'a');
    await service.api.post('/control/dispatch-next', live);
    const item = await untilStatus(service, 'a', 'needs_review');
    expect(item['blocked_reason']).toMatch(/project_decision\.json: (not_a_file|path_escape)/);
  });
});

describe('a dispatch script that fails', () => {
  it('has its last words in the reply and in the next step of the item', async () => {
    const dir = (await start()).dir;
    const script = join(dir, 'bad.sh');
    writeFileSync(script, '#!/bin/sh\necho "the driver is upside down" >&2\nexit 7\n');
    chmodSync(script, 0o755);
    const service = await start({ config: () => ({ dispatch_script_path: script }) });
    await takeIn(service, 'a');
    const reply = await service.api.post('/control/dispatch-next', live);
    expect(reply.status).toBe(502);
    expect(reply.body['detail']).toContain('the driver is upside down');
    const item = await itemOf(service, 'a');
    expect(item).toMatchObject({ status: 'queued', retry_count: 1 });
    expect(item['operator_next_step']).toContain('the driver is upside down');
  });
});

describe('a worker', () => {
  it('that refuses the token is a blocker and is not called fine anywhere', async () => {
    const [workerPort, controlPort] = [await freePort(), await freePort()];
    await start({
      port: workerPort,
      config: () => ({
        role: 'worker',
        worker_wake_gate_bearer_token: 'another-token-of-sufficient-length',
        completion_callback_url: `http://127.0.0.1:${controlPort}/control/api/worker-callback`,
      }),
    });
    const control = await start({
      port: controlPort,
      config: () => ({
        role: 'control',
        worker_wake_gate_url: `http://127.0.0.1:${workerPort}`,
      }),
    });
    await takeIn(control, 'a');
    expect((await preflight(control)).body).toMatchObject({
      ok: false,
      summary: expect.stringContaining('wake_gate_token_valid: the worker refuses the token'),
    });
    const status = (await control.api.get('/control/api/status')).body;
    expect(status).toMatchObject({ dispatch_safe: false });
    expect(status['dispatch_blockers']).toEqual([
      expect.stringContaining('the worker refuses the token'),
    ]);
    const overview = (await control.api.get('/control/api/v1/overview')).body;
    expect(overview['headline']).toContain('the worker refuses the token');
  });

  it('is checked with the token that was sent for its address, and by name with its own', async () => {
    const service = await start();
    await preflight(service);
    const address = { machine_target: undefined, wake_gate_url: service.app.baseUrl };
    const wrong = await preflight(service, { ...address, bearer_token: 'not-the-token' });
    expect(wrong.body).toMatchObject({ ok: false });
    expect(JSON.stringify(wrong.body)).not.toContain('not-the-token');
    expect((await service.api.get('/control/api/status')).body).toMatchObject({
      dispatch_safe: true,
    });
    for (const token of [{ ...address, bearer_token: '' }, { bearer_token: 'not-the-token' }]) {
      expect((await preflight(service, token)).body).toMatchObject({ ok: true });
    }
  });

  it('that runs what it was told to is neither a blocker nor a warning', async () => {
    const service = await start(agent('sleep 600'));
    await takeIn(service, 'a');
    await dispatchProject(service.api, 'a');
    const status = (await service.api.get('/control/api/status?refresh_worker=true')).body;
    expect((status['active_items'] as Row[]).length).toBe(1);
    expect(status).toMatchObject({ dispatch_safe: true, dispatch_blockers: [], warnings: [] });
  });

  it('busy with a run of somebody else costs an item one retry, not all of them', async () => {
    const service = await start(agent('sleep 600'));
    await takeIn(service, 'a');
    await service.api.get('/control/api/status?refresh_worker=true');
    const other = {
      run_id: 'other-1',
      project_id: 'other',
      project_dir: 'other',
      prompt_file: 'prompt.md',
    };
    await service.api.post('/prepare-project', {
      ...other,
      project_name: 'Other',
      prompt_text: 'Wait.',
      overwrite: false,
    });
    const begun = await service.api.post('/dispatch', {
      ...other,
      mode: 'exec',
      model: 'm',
      reasoning_effort: 'low',
      sandbox: 's',
    });
    expect(begun.status).toBe(200);
    for (let round = 0; round < 4; round += 1) {
      const reply = await service.api.post('/control/dispatch-next', live);
      expect([409, 502]).toContain(reply.status);
      expect(reply.body['detail']).toContain('other-1');
    }
    const item = await itemOf(service, 'a');
    expect(item['status']).toBe('queued');
    expect(item['retry_count']).toBeLessThanOrEqual(1);
  });
});

describe('the overview', () => {
  it('does not say "leave it alone" while live dispatch is off and items wait', async () => {
    const service = await start({ config: () => ({ live_dispatch_enabled: false }) });
    await takeIn(service, 'a');
    const overview = (await service.api.get('/control/api/v1/overview')).body;
    expect(overview['headline']).toContain('live_dispatch_enabled');
  });
});

describe('drafting', () => {
  it('asked for three times at once makes every paper there is to make, each once', async () => {
    const service = await start();
    for (const id of ['a', 'b']) {
      await takeIn(service, id);
      await service.api.post('/control/dispatch-next', live);
      await untilStatus(service, id, 'completed');
    }
    const replies = await Promise.all(
      [1, 2, 3].map(() => service.api.post('/control/papers/draft-next', live)),
    );
    const drafted = replies.filter((reply) => reply.body['action'] === 'drafted');
    const ids = drafted.map((reply) => (reply.body['candidate'] as Row)['project_id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids)).toEqual(new Set(['a', 'b']));
    expect((await service.api.get('/control/api/v1/papers')).body['rows']).toHaveLength(2);
  });
});
