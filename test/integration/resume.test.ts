/** Resuming, end to end: questions, answers and continued sessions with real processes on loopback. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot, startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let service: TestService;
afterEach(() => service.remove());

const agentCommand = `sh '${join(packageRoot, 'test/support/resume-agent.sh')}'`;
const config = () => ({ agent_command: agentCommand });
const start = async (options: Parameters<typeof startService>[0] = {}): Promise<void> => {
  service = await startService({ config, ...options });
};
const create = (prompt: string) =>
  service.api.post('/control/api/v1/projects', {
    project_id: 'p',
    title: 'Idea',
    prompt,
    workload_class: 'cpu_only',
  });
const verb = (name: string, body: object = {}) =>
  service.api.post(`/control/api/v1/queue/p/${name}`, { requested_by: 'ann', ...body });
const item = async (): Promise<Row> =>
  (await service.api.get('/control/api/v1/projects/p')).body['queue_item'] as Row;
const explained = async (): Promise<unknown> =>
  (await service.api.get('/control/api/v1/explain/queue_item/p')).body['unblock'];
const reaches = (status: string) =>
  until(async () => {
    const row = await item();
    return row['status'] === status && row;
  }, status);

/** Dispatches the project and answers with its run id. */
const dispatch = async (): Promise<string> => {
  const body = { project_id: 'p', dry_run: false, force_preflight: true };
  const reply = await service.api.post('/control/dispatch-one', body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return String((reply.body['live'] as Row)['run_id']);
};
const project = (path: string) => join(service.dir, 'projects', 'p', path);
const promptOf = (runId: string) => readFileSync(project(`prompts/${runId}.md`), 'utf8');
/** What each session did, by its id. */
const sessions = (): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(project('sessions')).map((id) => [
      id,
      readFileSync(project(`sessions/${id}`), 'utf8')
        .trim()
        .split('\n'),
    ]),
  );
const runOf = async (runId: string): Promise<Row> =>
  (await service.api.get(`/control/api/v1/runs/${runId}`)).body['run'] as Row;

describe('a question', () => {
  it('is answered into the same session, and may be followed by another one', async () => {
    await start();
    await create('DO:ask');
    const first = await dispatch();
    const asked = await reaches('needs_review');
    const session = `session-of-${first}`;
    expect(asked).toMatchObject({
      blocked_reason: 'Which seed?',
      manual_review_required: true,
      last_run_state: 'question_pending',
      current_session_id: session,
    });
    expect(await runOf(first)).toMatchObject({ session_id: session });

    const answer = { answer: 'Seed 7. DO:ask-again', idempotency_key: 'answer-1' };
    const answered = await verb('answer', answer);
    expect(answered.body).toMatchObject({
      queue_item: { status: 'queued', next_mode: 'resume', manual_review_required: false },
    });
    expect((await verb('answer', answer)).body['event_id']).toBe(answered.body['event_id']);
    expect((await verb('answer', { answer: 'Seed 8.' })).body).toMatchObject({
      code: 'transition_refused',
      reason: 'no_question',
    });

    const second = await dispatch();
    expect(promptOf(second)).toBe('Seed 7. DO:ask-again');
    expect(await reaches('needs_review')).toMatchObject({
      blocked_reason: 'And which size?',
      current_session_id: session,
    });
    await verb('answer', { answer: 'Size 9. DO:finish' });
    const third = await dispatch();
    expect(await reaches('completed')).toMatchObject({ current_session_id: session });
    expect(sessions()).toEqual({ [session]: ['exec ask', 'resume ask-again', 'resume finish'] });
    for (const runId of [second, third]) {
      expect(await runOf(runId)).toMatchObject({ dispatch_mode: 'resume', session_id: session });
    }
    for (const runId of [first, second]) {
      expect(existsSync(project(`.orrery/runs/${runId}/question.json`))).toBe(true);
    }
    expect(existsSync(project('.orrery/question.json'))).toBe(false);
  });

  it('of an agent without a session id starts a new one that is told everything', async () => {
    await start();
    await create('The whole task. DO:forgetful-ask');
    await dispatch();
    expect(await reaches('needs_review')).toMatchObject({ current_session_id: null });
    await verb('answer', { answer: 'Seed 7. DO:finish' });
    const second = await dispatch();
    await reaches('completed');
    expect(promptOf(second)).toMatch(/^The whole task\..*Its session cannot be resumed.*Seed 7\./s);
    expect(await runOf(second)).toMatchObject({
      dispatch_mode: 'resume',
      session_id: `session-of-${second}`,
    });
  });

  it('goes before a decision, which is named in it and not applied', async () => {
    await start();
    await create('DO:ask-and-decide');
    await dispatch();
    const asked = await reaches('needs_review');
    expect(asked['blocked_reason']).toMatch(
      /^Shall I really give up\?\n\n\(The agent also left a decision \(finalize_negative\)/,
    );
    expect(asked['decision']).toBeNull();
  });

  it.each([
    ['ask-badly', /it is not JSON.*It begins: Which seed, please\?/s],
    ['ask-empty', /it is empty/],
  ])('that cannot be read (%s) still stops for a person, who is told why', async (way, words) => {
    await start();
    await create(`DO:${way}`);
    await dispatch();
    expect((await reaches('needs_review'))['blocked_reason']).toMatch(words);
    expect((await verb('answer', { answer: 'Seed 7. DO:finish' })).status).toBe(200);
  });

  it('says that work goes on, which the answered run takes over', async () => {
    await start();
    await create('DO:ask-with-work');
    const first = await dispatch();
    const asked = await reaches('needs_review');
    expect(asked['blocked_reason']).toMatch(/1 process of the run still lived/);
    await verb('answer', { answer: 'Yes. DO:finish' });
    const second = await dispatch();
    await reaches('awaiting_wake');
    const row = await until(async () => {
      const { body } = await service.api.get(`/runs/${second}`);
      return (body['run'] as Row)['idle_state'] === 'busy' && body;
    }, 'the worker sees the work');
    expect(row).toMatchObject({ run: { status: 'quieting', live: true } });
    await verb('cancel');
    expect(await runOf(first)).toMatchObject({ state: 'reconciled' });
  });
});

describe('a decision to continue', () => {
  const allow = (fields: object) => verb('edit', { fields });

  it('resumes as often as allowed, across a restart, and then goes to a person', async () => {
    await start();
    await create('DO:continue');
    await allow({ auto_continue: true, max_continues: 1 });
    const first = await dispatch();
    const session = `session-of-${first}`;
    await until(async () => (await item())['next_mode'] === 'resume', 'continued');
    const { dir, port } = service;
    await service.stop();
    await start({ dir, port });
    expect(await item()).toMatchObject({
      status: 'queued',
      continue_count: 1,
      current_session_id: session,
    });
    const second = await dispatch();
    expect(promptOf(second)).toBe('Next: DO:continue');
    expect(await reaches('needs_review')).toMatchObject({
      blocked_reason: 'The agent wants to continue, but did so 1 of 1 times already',
      next_action_hint: expect.stringMatching(/retry to resume/),
    });
    expect(sessions()).toEqual({ [session]: ['exec continue', 'resume continue'] });
  });

  it('goes to a person where continuing is off, whose retry resumes it', async () => {
    await start();
    await create('DO:continue');
    const first = await dispatch();
    expect(await reaches('needs_review')).toMatchObject({
      blocked_reason: 'The agent wants to continue, but auto_continue is off for this item',
    });
    await verb('retry');
    await dispatch();
    await reaches('needs_review');
    expect(sessions()[`session-of-${first}`]).toEqual(['exec continue', 'resume continue']);
  });
});

describe('a session stays on its worker', () => {
  it('and waits, with the reason, while that worker is not configured', async () => {
    await start();
    await create('DO:ask');
    await dispatch();
    await reaches('needs_review');
    await verb('answer', { answer: 'DO:finish' });
    const { dir } = service;
    await service.stop();
    // The same folder at another address: to the control plane, another worker.
    await start({ dir });
    const body = { project_id: 'p', dry_run: true };
    const refused = await service.api.post('/control/dispatch-one', body);
    expect(refused.body).toMatchObject({ code: 'not_eligible' });
    expect(refused.body['detail']).toMatch(
      /resumes a session on worker .* not configured any more/,
    );
    expect(await explained()).toMatchObject({
      request: { path: expect.stringMatching(/cancel$/) },
    });
    const next = await service.api.post('/control/dispatch-next', {});
    expect(next.body).toMatchObject({ action: 'noop' });

    await verb('cancel');
    expect((await verb('retry')).body).toMatchObject({ queue_item: { next_mode: 'exec' } });
    expect((await service.api.post('/control/dispatch-one', body)).status).toBe(200);
  });

  it('also when the class or machine_target would send it elsewhere', async () => {
    const twoWorkers = (port: number) => ({
      ...config(),
      worker_targets: {
        other: {
          wake_gate_url: 'http://127.0.0.1:9',
          bearer_token: 'some-other-long-enough-token',
        },
      },
      workload_machine_targets: { training: 'other' },
      worker_wake_gate_url: `http://127.0.0.1:${port}`,
    });
    await start({ config: twoWorkers });
    await create('DO:ask');
    await dispatch();
    await reaches('needs_review');
    await verb('answer', { answer: 'DO:finish' });
    await verb('edit', { fields: { workload_class: 'training' } });
    const dry = { project_id: 'p', dry_run: true };
    expect((await service.api.post('/control/dispatch-one', dry)).body).toMatchObject({
      candidate: { worker_target: 'default', mode: 'resume', route_reason: /session/ },
    });
    await verb('edit', { fields: { machine_target: 'other' } });
    expect((await service.api.post('/control/dispatch-one', dry)).body['detail']).toMatch(
      /on worker default, but its machine_target is other/,
    );
    expect(await explained()).toMatchObject({
      action: 'Name the worker that has its session',
      request: { body: { fields: { machine_target: 'default' } } },
    });
  });
});

describe('an agent that fails', () => {
  it.each([
    ['fail', /the agent failed with exit status 3/],
    ['die', /the agent was ended by signal 9 \(KILL\), exit status 137/],
  ])('(%s) is explained to the operator', async (way, words) => {
    await start();
    await create(`DO:${way}`);
    const runId = await dispatch();
    const row = await reaches('needs_review');
    expect(row['blocked_reason']).toMatch(words);
    expect(row['next_action_hint']).toMatch(/agent's log/);
    expect((await runOf(runId))['current_activity']).toMatch(words);
    const { body } = await service.api.get(`/runs/${runId}`);
    expect((body['run'] as Row)['last_error']).toMatch(words);
  });

  it('whose command does not exist says so', async () => {
    await start({ config: () => ({ agent_command: 'no-such-agent --at-all' }) });
    await create('x');
    await dispatch();
    expect((await reaches('needs_review'))['blocked_reason']).toMatch(
      /was not found \(exit status 127\); check agent_command/,
    );
  });
});
