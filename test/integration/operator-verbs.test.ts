/** Operator verbs and project creation over HTTP: what is refused, what happens, what is answered. */
import { afterEach, describe, expect, it } from 'vitest';
import { startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let service: TestService;
afterEach(() => service.remove());

const start = async (options: Parameters<typeof startService>[0] = {}): Promise<void> => {
  service = await startService(options);
};
const create = (id: string, more: object = {}) =>
  service.api.post('/control/api/v1/projects', {
    project_id: id,
    title: `Idea ${id}`,
    prompt: 'Add numbers.',
    workload_class: 'cpu_only',
    ...more,
  });
const verb = (id: string, name: string, body: object = {}) =>
  service.api.post(`/control/api/v1/queue/${id}/${name}`, { requested_by: 'ann', ...body });
const itemOf = async (id: string): Promise<Row> =>
  (await service.api.get(`/control/api/v1/projects/${id}`)).body['queue_item'] as Row;

describe('operator verbs', () => {
  it('are 404 for a project that is not in the queue', async () => {
    await start();
    for (const name of ['pause', 'resume', 'retry', 'cancel']) {
      const reply = await verb('nobody', name);
      expect([reply.status, reply.body['code']]).toEqual([404, 'queue_item_not_found']);
    }
  });

  it('are 409 with the status and what is possible where the machine refuses', async () => {
    await start();
    await create('a');
    const resumed = await verb('a', 'resume');
    expect(resumed.status).toBe(409);
    expect(resumed.body).toMatchObject({
      code: 'transition_refused',
      current_status: 'queued',
      possible: ['pause', 'cancel', 'edit'],
    });
    expect((await verb('a', 'retry')).status).toBe(409);
    expect((await verb('a', 'answer', { answer: '42' })).body).toMatchObject({
      reason: 'no_question',
    });
  });

  it('take an item through pause, resume, cancel and retry, and show it each time', async () => {
    await start();
    await create('a');
    const paused = await verb('a', 'pause', { note: 'not today' });
    expect(paused.body).toMatchObject({
      ok: true,
      verb: 'pause',
      stopped_run_id: null,
      queue_item: { project_id: 'a', status: 'paused', operator_lane: 'paused' },
    });
    const event = await service.api.get(
      `/control/api/v1/events/${String(paused.body['event_id'])}`,
    );
    expect(event.body['event']).toMatchObject({
      event_type: 'queue_item.paused',
      actor: 'ann',
      payload: { note: 'not today' },
    });
    for (const [name, status] of [
      ['resume', 'queued'],
      ['cancel', 'canceled'],
      ['retry', 'queued'],
    ] as const) {
      expect((await verb('a', name)).body).toMatchObject({ queue_item: { status } });
    }
  });

  it('stops an active run on its worker before it cancels, and says so', async () => {
    await start({ config: () => ({ agent_command: 'sleep 600' }) });
    await create('a');
    const go = await service.api.post('/control/dispatch-one', { project_id: 'a', dry_run: false });
    const runId = (go.body['live'] as Row)['run_id'];
    expect((await verb('a', 'pause')).body).toMatchObject({
      code: 'transition_refused',
      current_status: 'running',
      possible: ['cancel', 'edit'],
    });
    const canceled = await verb('a', 'cancel', { note: 'enough', idempotency_key: 'stop-a' });
    expect(canceled.body).toMatchObject({
      stopped_run_id: runId,
      queue_item: { status: 'canceled', lane: null },
    });
    expect(canceled.body['message']).toContain('was stopped on its worker');
    const run = await service.api.get(`/control/api/v1/runs/${String(runId)}`);
    expect((run.body['run'] as Row)['state']).toBe('canceled');
    const gateRun = await service.api.get(`/runs/${String(runId)}`);
    expect(gateRun.body['run']).toMatchObject({ live: false });
  });

  it('answers an agent that asked, and resumes its session with the answer', async () => {
    await start({ config: () => ({ agent_command: 'sleep 600' }) });
    await create('a');
    const go = await service.api.post('/control/dispatch-one', { project_id: 'a', dry_run: false });
    const runId = String((go.body['live'] as Row)['run_id']);
    await service.api.post('/control/api/worker-callback', {
      event_type: 'question_pending',
      idempotency_key: `${runId}:question_pending:9`,
      run_id: runId,
      project_id: 'a',
      sequence: 9,
      seen_at: '2026-01-01T00:00:00.000Z',
      reason: 'which one?',
    });
    expect((await verb('a', 'answer', { answer: '   ' })).status).toBe(422);
    const reply = await verb('a', 'answer', { answer: 'the left one' });
    expect(reply.body).toMatchObject({
      queue_item: { status: 'queued', next_mode: 'resume', next_prompt: 'the left one' },
    });
  });

  it('edits wishes, never identity, and only to workers that exist', async () => {
    await start();
    await create('a');
    const identity = await verb('a', 'edit', { fields: { project_name: 'B' } });
    expect(identity.status).toBe(422);
    expect(identity.body['detail']).toMatch(/fields\.project_name: .*identity.*dispatch_priority/);
    expect((await verb('a', 'edit', { fields: {} })).status).toBe(422);
    expect((await verb('a', 'edit', { fields: { toString: 1 } })).status).toBe(422);
    const worker = await verb('a', 'edit', { fields: { machine_target: 'moon' } });
    expect(worker.status).toBe(422);
    expect(worker.body['detail']).toContain('configured: default');
    const edited = await verb('a', 'edit', {
      fields: { priority: 'high', machine_target: 'default', max_retries: 5, model: null },
    });
    expect(edited.body).toMatchObject({
      queue_item: { dispatch_priority: 10, machine_target: 'default', max_retries: 5, model: null },
    });
  });

  it('answer the same bytes to the same key, in whatever state the item is by then', async () => {
    await start();
    await create('a');
    const first = await verb('a', 'pause', { idempotency_key: 'k' });
    await verb('a', 'resume');
    const again = await verb('a', 'pause', { idempotency_key: 'k' });
    expect(again.body).toEqual(first.body);
    expect((await itemOf('a'))['status']).toBe('queued');
    expect((await verb('a', 'pause', { idempotency_key: 'k', note: 'x' })).body['code']).toBe(
      'idempotency_conflict',
    );
  });
});

describe('creating a project', () => {
  it('is 201 with its address, and the project is queued', async () => {
    await start();
    const reply = await create('a', { priority: 'low', tags: ['x'] });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      created: true,
      project_id: 'a',
      project: { project_name: 'Idea a', tags: ['x'], source_kind: 'api', lineage_depth: 0 },
      queue_item: { status: 'queued', dispatch_priority: 90 },
    });
  });

  it('is 409 for the same id, title or source, naming the project', async () => {
    await start();
    await create('a', { source_ref: 'notes/1' });
    for (const [body, reason] of [
      [{ project_id: 'a', title: 'Other' }, 'duplicate_id'],
      [{ project_id: 'b', title: ' idea  A ' }, 'duplicate_title'],
      [{ project_id: 'b', title: 'New', source_ref: 'notes/1' }, 'duplicate_source'],
    ] as const) {
      const reply = await service.api.post('/control/api/v1/projects', body);
      expect([reply.status, reply.body['code']]).toEqual([409, 'duplicate_project']);
      expect(reply.body).toMatchObject({ duplicate_of: 'a', reason });
    }
  });

  it('is 422 for a parent or a worker that does not exist', async () => {
    await start();
    const orphan = await create('b', { parent_project_id: 'nobody' });
    expect(orphan.status).toBe(422);
    expect(orphan.body['errors']).toMatchObject([{ path: 'parent_project_id' }]);
    expect((await create('b', { machine_target: 'moon' })).body['errors']).toMatchObject([
      { path: 'machine_target' },
    ]);
    await create('a');
    const child = await create('b', { parent_project_id: 'a' });
    expect(child.body).toMatchObject({ project: { parent_project_id: 'a', lineage_depth: 1 } });
  });

  it('makes one of two at once, and intake skips ideas whose parent is unknown', async () => {
    await start();
    const replies = await Promise.all([create('a'), create('a')]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const batch = await service.api.post('/control/api/intake/ideas', {
      idempotency_key: 'batch',
      source: 'test',
      dry_run: false,
      ideas: [
        { idea_id: 'lost', title: 'Lost', parent_project_id: 'nobody' },
        { idea_id: 'p', title: 'Parent' },
        { idea_id: 'c', title: 'Child', parent_project_id: 'p' },
      ],
    });
    expect(batch.body).toMatchObject({
      created: 2,
      skipped_rows: [{ index: 0, reason: 'unknown_parent' }],
    });
    const child = await until(
      async () => (await service.api.get('/control/api/v1/projects/c')).body['project'] as Row,
      'the child is there',
    );
    expect(child['lineage_depth']).toBe(1);
  });
});
