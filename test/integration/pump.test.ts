/**
 * The service acting by itself: an idea goes from intake to paper with nobody touching it; switched
 * off nothing starts and everything says so; questions and continued sessions go on by the pump.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot, startService, type TestService, until } from '../support/service.ts';
import { type Simulation, startSimulation } from '../support/simulation.ts';

type Row = Readonly<Record<string, unknown>>;

let service: TestService | null = null;
let simulation: Simulation | null = null;
afterEach(async () => {
  await service?.remove();
  await simulation?.close();
  service = null;
  simulation = null;
});

const start = async (
  fields: Readonly<Record<string, unknown>> = {},
  more: Parameters<typeof startService>[0] = {},
): Promise<TestService> => {
  service = await startService({ ...more, config: () => fields });
  return service;
};
const onAtOnce = { queue_pump_enabled: true, queue_pump_interval_sec: 30 };
type Api = TestService['api'];

const pumpOf = async (api: Api): Promise<Row> => (await api.get('/control/api/v1/pump')).body;
const overviewOf = async (api: Api): Promise<Row> =>
  (await api.get('/control/api/v1/overview')).body;
const itemOf = async (api: Api, id: string): Promise<Row> =>
  (await api.get(`/control/api/v1/projects/${id}`)).body['queue_item'] as Row;
const runsOf = async (api: Api, id: string): Promise<readonly Row[]> =>
  (await api.get(`/control/api/v1/projects/${id}`)).body['runs'] as readonly Row[];
const eventsOf = async (api: Api, type: string): Promise<readonly Row[]> =>
  (await api.get(`/control/api/v1/events?event_type=${type}`)).body['rows'] as readonly Row[];
const reaches = (api: Api, id: string, status: string): Promise<Row> =>
  until(async () => {
    const item = await itemOf(api, id);
    return item['status'] === status && item;
  }, `${id} is ${status}`);
const create = (api: Api, id: string, prompt: string) =>
  api.post('/control/api/v1/projects', {
    project_id: id,
    title: `Idea ${id}`,
    prompt,
    workload_class: 'cpu_only',
  });
const turn = (api: Api, word: 'on' | 'off', body: Row = {}) =>
  api.post(`/control/api/v1/pump/${word}`, { requested_by: 'ann', ...body });
const resumeAgent = {
  agent_command: `sh '${join(packageRoot, 'test/support/resume-agent.sh')}'`,
};

describe('switched on by the configuration', () => {
  it('an idea is dispatched, run and drafted with nobody touching it', async () => {
    simulation = await startSimulation('training-success', {
      config: { ...onAtOnce, queue_pump_paper_draft_enabled: true },
    });
    const { api } = simulation;
    await simulation.takeIn(['train']);
    await simulation.itemIn('train', ['completed']);
    const papers = await until(async () => {
      const { body } = await api.get('/control/api/v1/papers');
      const rows = body['rows'] as readonly Row[];
      return rows[0]?.['paper_status'] === 'draft_review' && rows;
    }, 'its paper is drafted');
    expect(papers).toHaveLength(1);
    const pump = await until(async () => {
      const said = await pumpOf(api);
      return (said['counts'] as Row)['drafted'] === 1 && said;
    }, 'the pump has counted it');
    expect(pump).toMatchObject({
      enabled: true,
      changed_by: 'configuration',
      dispatches: true,
      counts: { drafted: 1, dispatched: 1, followed_up: 0 },
    });
    const [claimed, ...others] = await eventsOf(api, 'queue_item.claimed');
    expect(others).toEqual([]);
    expect(claimed).toMatchObject({ actor: 'pump' });
    const stepped = await eventsOf(api, 'pump.stepped');
    expect(stepped.map(({ summary }) => summary)).toContain('step 1: dispatch of train');
  });

  it('follow-ups are launched only where that is allowed', async () => {
    const { api } = await start(onAtOnce);
    const { parts } = await pumpOf(api);
    expect(parts).toEqual([
      {
        part: 'draft',
        enabled: false,
        why_not: 'queue_pump_paper_draft_enabled is false in the configuration',
      },
      { part: 'dispatch', enabled: true, why_not: null },
      {
        part: 'publish',
        enabled: false,
        why_not: 'queue_pump_publish_enabled is false in the configuration',
      },
      {
        part: 'followup',
        enabled: false,
        why_not: 'queue_pump_followup_launch_enabled is false in the configuration',
      },
    ]);
  });
});

describe('the switch', () => {
  it('off: nothing is to happen, and the headline and next steps say so', async () => {
    const { api } = await start();
    await create(api, 'a', 'Add numbers.');
    expect(await pumpOf(api)).toMatchObject({
      status: 'off',
      enabled: false,
      // Neither a timer nor an effect: nothing can come of it.
      next_look_at: null,
      busy: false,
      why_not: 'the pump is off (orrery pump on)',
    });
    const overview = await overviewOf(api);
    expect(overview).toMatchObject({
      leave_alone: false,
      trouble: 'Nothing starts by itself: the pump is off (orrery pump on); 1 item waits for it.',
      pump: { enabled: false, dispatches: false },
    });
    expect((overview['reasons'] as Row[])[0]).toMatchObject({
      code: 'nothing_automatic',
      act: { verb: 'pump_on', request: { path: '/control/api/v1/pump/on' } },
    });
    const item = await itemOf(api, 'a');
    expect(item['operator_next_step']).toMatch(/nothing starts by itself, since the pump is off/);
    const listed = (await api.get('/control/api/v1/queue')).body['rows'] as readonly Row[];
    expect(listed[0]?.['operator_next_step']).toBe(item['operator_next_step']);
    const explained = (await api.get('/control/api/v1/explain/queue_item/a')).body;
    expect(explained['reason']).toContain('the pump is off');
    expect(await eventsOf(api, 'queue_item.claimed')).toEqual([]);
  });

  it('on: what waits starts; off again: what comes then waits', async () => {
    const { api } = await start({ queue_pump_interval_sec: 30 });
    await create(api, 'a', 'Add numbers.');
    const on = await turn(api, 'on', { reason: 'leaving', idempotency_key: 'once' });
    expect(on.body).toMatchObject({ ok: true, enabled: true, status: 'waiting' });
    expect((await turn(api, 'on', { reason: 'leaving', idempotency_key: 'once' })).body).toEqual(
      on.body,
    );
    expect((await itemOf(api, 'a'))['operator_next_step']).not.toContain('by itself');
    await reaches(api, 'a', 'completed');
    // It comes to rest and says why.
    const idle = await until(async () => {
      const said = await pumpOf(api);
      return said['quiet_since'] !== null && said['next_look_at'] !== null && said;
    }, 'the pump has nothing to do');
    expect(idle['tried']).toContainEqual({
      part: 'dispatch',
      outcome: 'nothing',
      code: null,
      reason: 'Nothing is queued',
    });
    expect((await overviewOf(api))['leave_alone']).toBe(true);
    expect((await turn(api, 'off')).body).toMatchObject({ enabled: false, status: 'off' });
    expect((await turn(api, 'off')).body).toMatchObject({
      code: 'transition_refused',
      reason: 'already_off',
    });
    await create(api, 'b', 'Add numbers.');
    expect(await pumpOf(api)).toMatchObject({ next_look_at: null, busy: false });
    expect((await eventsOf(api, 'queue_item.claimed')).map((row) => row['entity_id'])).toEqual([
      'a',
    ]);
  });

  it('of an operator outlasts a restart, and another word of the configuration ends it', async () => {
    const first = await start(onAtOnce);
    expect(await pumpOf(first.api)).toMatchObject({ enabled: true, changed_by: 'configuration' });
    await turn(first.api, 'off', { reason: 'looking into it' });
    const { dir, port } = first;
    await first.stop();
    const second = await start(onAtOnce, { dir, port });
    expect(await pumpOf(second.api)).toMatchObject({
      enabled: false,
      configured: true,
      changed_by: 'ann',
      reason: 'looking into it',
    });
    await second.stop();
    const third = await start({}, { dir, port });
    expect(await pumpOf(third.api)).toMatchObject({ enabled: false, configured: false });
    await third.stop();
    const fourth = await start(onAtOnce, { dir, port });
    expect(await pumpOf(fourth.api)).toMatchObject({
      enabled: true,
      changed_by: 'configuration',
      reason: 'queue_pump_enabled is true',
    });
  });

  it('is named by readiness: not automatic while off, failing with the reason while nothing goes', async () => {
    // Nothing listens there: every step is refused because of it.
    const { api } = await start({
      role: 'control',
      dispatch_script_path: undefined,
      worker_wake_gate_url: 'http://127.0.0.1:9',
    });
    const check = async (): Promise<Row> => {
      const { body } = await api.get('/control/api/v1/automation-readiness');
      return (body['checks'] as readonly Row[]).find(({ name }) => name === 'pump')!;
    };
    expect(await check()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('not automatic'),
    });
    await create(api, 'a', 'Add numbers.');
    await turn(api, 'on');
    const failing = await until(async () => {
      const said = await check();
      return said['ok'] === false && said;
    }, 'a step was refused');
    expect(failing).toMatchObject({ status: 'failing', since: expect.any(String) });
    const pump = await until(async () => {
      const said = await pumpOf(api);
      return said['status'] === 'backing_off' && said;
    }, 'no step is being tried');
    expect(pump).toMatchObject({
      failing_since: failing['since'],
      last_error: expect.stringContaining('worker default'),
    });
    expect((await itemOf(api, 'a'))['status']).toBe('queued');
  });
});

describe('a session that is to go on', () => {
  it('does so after an answer, resumed by the pump', async () => {
    const { api } = await start({ ...resumeAgent, ...onAtOnce });
    await create(api, 'p', 'DO:ask');
    await reaches(api, 'p', 'needs_review');
    await api.post('/control/api/v1/queue/p/answer', {
      requested_by: 'ann',
      answer: 'Seed 7. DO:finish',
    });
    await reaches(api, 'p', 'completed');
    const runs = await runsOf(api, 'p');
    expect(runs.map((run) => String(run['dispatch_mode'])).toSorted()).toEqual(['exec', 'resume']);
    expect(new Set(runs.map((run) => run['session_id'])).size).toBe(1);
    const claims = await eventsOf(api, 'queue_item.claimed');
    expect(claims.map((row) => row['actor'])).toEqual(['pump', 'pump']);
  });

  it('does so after a decision to continue, as often as is allowed and no further', async () => {
    const { api } = await start(resumeAgent);
    await create(api, 'p', 'DO:continue');
    await api.post('/control/api/v1/queue/p/edit', {
      requested_by: 'ann',
      fields: { auto_continue: true, max_continues: 2 },
    });
    await turn(api, 'on');
    const item = await reaches(api, 'p', 'needs_review');
    expect(item).toMatchObject({
      continue_count: 2,
      blocked_reason: 'The agent wants to continue, but did so 2 of 2 times already',
    });
    const runs = await runsOf(api, 'p');
    expect(runs.map((run) => String(run['dispatch_mode'])).toSorted()).toEqual([
      'exec',
      'resume',
      'resume',
    ]);
  });
});
