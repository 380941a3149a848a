/** Explanations, actors and time travel over HTTP: that they say what is, and name what is wrong. */
import { afterEach, describe, expect, it } from 'vitest';
import { explainableKinds } from '../../src/domain/statuses.ts';
import {
  actorHistoryReply,
  actorListReply,
  actorReply,
  actorStateReply,
  statechartReply,
} from '../../src/http/wire/actors.ts';
import { explanationReply } from '../../src/http/wire/inspect.ts';
import { dispatchProject } from '../support/main-job.ts';
import { freePort, startService, type TestService, token, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;
let service: TestService;
afterEach(() => service.remove());

const create = (id: string, more: object = {}) =>
  service.api.post('/control/api/v1/projects', {
    project_id: id,
    title: `Idea ${id}`,
    workload_class: 'cpu_only',
    ...more,
  });
const get = async (path: string): Promise<Row> =>
  (await service.api.get(`/control/api/v1/${path}`)).body;
const explain = async (kind: string, id: string) =>
  explanationReply.parse(await get(`explain/${kind}/${id}`));
const dispatch = async (id: string): Promise<string> =>
  String(((await dispatchProject(service.api, id))['live'] as Row)['run_id']);
/** Sends the request an explanation proposes. */
const follow = async ({ unblock }: { unblock: { request?: unknown } }): Promise<number> => {
  const request = unblock.request as { readonly path: string; readonly body: object };
  return (await service.api.post(request.path, request.body)).status;
};

describe('an explanation', () => {
  it('is 404 for what does not exist and 422 for a kind that cannot be explained', async () => {
    service = await startService();
    for (const kind of explainableKinds) {
      expect((await service.api.get(`/control/api/v1/explain/${kind}/x`)).status).toBe(404);
    }
    expect((await service.api.get('/control/api/v1/explain/moon/x')).status).toBe(422);
  });

  it('gives the reason why an item is not dispatched, and an act that lifts it', async () => {
    service = await startService();
    await create('a');
    expect(await explain('queue_item', 'a')).toMatchObject({ code: 'ready', blocked: false });
    await service.api.post('/control/api/v1/queue/a/pause', {});
    const paused = await explain('queue_item', 'a');
    expect(paused).toMatchObject({ code: 'paused', blocked: true });
    expect(await follow(paused)).toBe(200);
    await service.api.post('/control/pause', { reason: 'lunch' });
    const closed = await explain('queue_item', 'a');
    expect(closed).toMatchObject({ code: 'queue_closed', evidence: { reason: 'lunch' } });
    expect(await follow(closed)).toBe(200);
    await create('b', { priority: 'high' });
    expect(await explain('queue_item', 'a')).toMatchObject({
      code: 'behind_others',
      evidence: { first: 'b' },
    });
  });

  it('names the run that holds the lane, and why that run is not over', async () => {
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    await create('a');
    await create('b');
    const runId = await dispatch('a');
    expect(await explain('queue_item', 'b')).toMatchObject({
      code: 'lane_busy',
      evidence: { held_by: 'a', run_id: runId },
    });
    const open = await explain('run', runId);
    expect(open).toMatchObject({ question: 'not over', code: 'running', blocked: false });
    expect(open.evidence['worker']).toMatchObject({ reached: true, status: 'running' });
    expect(await follow(open)).toBe(200);
    expect(await explain('run', runId)).toMatchObject({ code: 'over' });
    expect(await explain('queue_item', 'a')).toMatchObject({ code: 'canceled' });
  });

  it('says that no worker takes it, and that a worker is down', async () => {
    const dead = await freePort();
    service = await startService({
      config: () => ({
        worker_targets: { far: { wake_gate_url: `http://127.0.0.1:${dead}`, bearer_token: token } },
      }),
    });
    await create('a', { machine_target: 'far' });
    await service.api.post('/control/dispatch-one', { project_id: 'a', dry_run: false });
    const trouble = await explain('queue_item', 'a');
    expect(trouble).toMatchObject({ code: 'worker_trouble', blocked: true });
    expect(trouble.reason).toContain('unreachable');
    const worker = await explain('worker', 'far');
    expect(worker).toMatchObject({
      question: 'not taking runs',
      code: 'unreachable',
      blocked: true,
      reason: trouble.reason,
    });
    expect(await follow(worker)).toBe(200);
  });

  it('tells a worker that nobody looked at from one that is ready and one that runs something', async () => {
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    const target = 'default';
    expect(await explain('worker', target)).toMatchObject({ code: 'never_seen', since: null });
    expect(await follow(await explain('worker', target))).toBe(200);
    expect(await explain('worker', target)).toMatchObject({ code: 'ready', blocked: false });
    await create('a');
    const runId = await dispatch('a');
    expect(await explain('worker', target)).toMatchObject({
      code: 'busy',
      blocked: false,
      evidence: { run_id: runId },
    });
  });

  it('says of an alert what would end it, and that it is over', async () => {
    service = await startService();
    await service.api.post('/control/pause', { reason: 'lunch', maintenance_mode: true });
    const { body } = await service.api.post('/control/api/alerts/queue-check', { dry_run: false });
    const [{ alert_id: id }] = body['alerts'] as [{ alert_id: string }];
    const found = await explain('alert', id);
    expect(found).toMatchObject({ question: 'not resolved', blocked: true });
    expect(found.unblock.action).not.toBe('');
    await service.api.post('/control/resume', {});
    await service.api.post('/control/api/alerts/queue-check', { dry_run: false });
    expect(await explain('alert', id)).toMatchObject({ code: 'resolved', blocked: false });
  });

  it('follows a paper from its draft to the corpus, each step by the act it proposes', async () => {
    service = await startService();
    await create('a', { prompt: 'Add numbers.' });
    const runId = await dispatch('a');
    const codeOf = async (kind: string, id: string): Promise<string> =>
      (await explain(kind, id)).code;
    await until(async () => (await codeOf('queue_item', 'a')) === 'draft_pending', 'it is over');
    expect(await follow(await explain('queue_item', 'a'))).toBe(200);
    const paperId = `${runId}--draft`;
    expect(await codeOf('queue_item', 'a')).toBe('drafted');
    for (const step of ['not_packaged', 'not_imported', 'published']) {
      const seen = await until(async () => {
        const now = await explain('paper', paperId);
        return now.code === step && now;
      }, `it is ${step}`);
      if (seen.unblock.request !== undefined) expect(await follow(seen)).toBe(200);
    }
  });

  it('leads on a paper that was finalized by hand, held back or put into a person’s hands', async () => {
    service = await startService();
    await create('a', { prompt: 'Add numbers.' });
    const runId = await dispatch('a');
    await until(async () => (await explain('queue_item', 'a')).code === 'draft_pending', 'over');
    expect(await follow(await explain('queue_item', 'a'))).toBe(200);
    const paperId = `${runId}--draft`;
    const automation = `/control/api/publication-automation/${paperId}`;
    const seen = (code: string) =>
      until(async () => {
        const now = await explain('paper', paperId);
        return now.code === code && now;
      }, `it is ${code}`);
    const post = async (path: string, body: object) =>
      expect((await service.api.post(path, { ...body })).status).toBe(200);
    await seen('not_packaged');
    for (const [path, body, code] of [
      [`${automation}/move`, { move: 'block', note: 'which seed?' }, 'blocked'],
      [`${automation}/move`, { move: 'defer' }, 'deferred'],
      [`${automation}/move`, { move: 'reject', note: 'not new' }, 'rejected'],
      [
        `/control/api/v1/papers/${paperId}/move`,
        { move: 'request_human_review', note: 'odd' },
        'human_review_required',
      ],
    ] as const) {
      await post(path, body);
      expect(await follow(await seen(code))).toBe(200);
      await seen('not_packaged');
    }
    await post(`${automation}/status`, { review_status: 'finalized' });
    const early = await service.api.post('/control/api/v1/corpus/import', {
      paper_id: paperId,
      dry_run: false,
    });
    expect([early.status, early.body['code']]).toEqual([409, 'gates_failed']);
    expect(early.body['detail']).toContain('prepare its finalization package first');
    const advised = await seen('not_packaged');
    expect(advised.reason).toContain('by hand');
    expect(await follow(advised)).toBe(200);
    expect(await follow(await seen('not_imported'))).toBe(200);
    await seen('published');
  });
});

describe('actors', () => {
  it('are listed by kind in pages that end, and lately active ones without a kind', async () => {
    service = await startService();
    for (const id of ['a', 'b', 'c']) await create(id);
    const first = actorListReply.parse(await get('actors?kind=queue_item&limit=2'));
    expect(first.rows.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(first).toMatchObject({ next_after: 'b', complete: false });
    const rest = actorListReply.parse(await get('actors?kind=queue_item&limit=2&after=b'));
    expect(rest.rows.map(({ id }) => id)).toEqual(['c']);
    expect(rest.next_after).toBeNull();
    await service.api.post('/control/api/v1/queue/b/pause', {});
    const paused = actorListReply.parse(await get('actors?kind=queue_item&status=paused'));
    expect(paused.rows.map(({ id }) => id)).toEqual(['b']);
    const lately = actorListReply.parse(await get('actors'));
    expect(lately.rows[0]).toMatchObject({ kind: 'queue_item', id: 'b', in_memory: true });
    expect((await service.api.get('/control/api/v1/actors?kind=moon')).status).toBe(422);
    expect((await service.api.get('/control/api/v1/actors?after=x')).status).toBe(422);
  });

  it('show state, legal events, turns and history, and draw where they are', async () => {
    service = await startService();
    await create('a');
    const actor = actorReply.parse(await get('actors/queue_item/a'));
    expect(actor).toMatchObject({ status: 'queued', version: 1, restarts: 0, mailbox: {} });
    expect(actor.legal_events).toEqual(expect.arrayContaining(['CLAIM', 'PAUSE', 'CANCEL']));
    expect(actor.last_turns).toMatchObject([{ event: 'ENQUEUE', from: 'new', to: 'queued' }]);
    expect(actor.history).toMatchObject([{ event_type: 'queue_item.enqueued' }]);
    expect((await service.api.get('/control/api/v1/actors/queue_item/x')).status).toBe(404);
    const reply = await fetch(`${service.app.baseUrl}${actor.links.statechart}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    const svg = await reply.text();
    expect(svg).toMatch(/^<svg[\s\S]*data-status="queued"[\s\S]*\[data-status="queued"\]/);
    expect(reply.headers.get('content-security-policy')).toContain("style-src 'unsafe-inline'");
    const chart = statechartReply.parse(await get('statecharts/queue_item'));
    const drawn = chart.picture.boxes.filter(({ form }) => form !== 'start').map(({ id }) => id);
    const defined = chart.states.map(({ id }) => id).filter((id) => id !== '');
    expect(drawn.toSorted()).toEqual(defined.toSorted());
    const queued = chart.states.find(({ status }) => status === 'queued');
    expect(queued?.answers.map(({ event }) => event)).toContain('PAUSE');
    expect((await service.api.get('/control/api/v1/statecharts/moon')).status).toBe(422);
  });

  it('tell their history in pages, and how they were after each event of it', async () => {
    service = await startService();
    await create('a', { priority: 'low' });
    await service.api.post('/control/api/v1/queue/a/pause', { note: 'lunch', requested_by: 'ann' });
    await service.api.post('/control/api/v1/queue/a/edit', { fields: { tags: ['warm'] } });
    await service.api.post('/control/api/v1/queue/a/resume', {});
    const page = async (query: string) =>
      actorHistoryReply.parse(await get(`actors/queue_item/a/history${query}`));
    const all = await page('');
    expect(all.rows.map(({ status, changed }) => [status, changed.includes('tags')])).toEqual([
      ['queued', false],
      [null, true],
      ['paused', false],
      ['queued', true],
    ]);
    expect(all.rows[2]).toMatchObject({ event_type: 'queue_item.paused', actor: 'ann' });
    const first = await page('?page_size=3');
    expect(first.rows).toEqual(all.rows.slice(0, 3));
    const rest = await page(`?before=${first.next_before}`);
    expect(rest).toMatchObject({ rows: all.rows.slice(3), next_before: null });
    const stateAt = async (id: number | undefined) =>
      actorStateReply.parse(await get(`actors/queue_item/a/state?at=${id}`));
    const edited = await stateAt(all.rows[1]?.event_id);
    expect(edited).toMatchObject({ status: 'paused', state: { tags: ['warm'] } });
    expect(edited.changed).toContainEqual({ member: 'tags', before: [], after: ['warm'] });
    expect(edited.changed.map(({ member }) => member)).not.toContain('status');
    expect(edited.legal_events).toContain('RESUME');
    const begun = await stateAt(all.rows[3]?.event_id);
    expect(begun.changed).toContainEqual({ member: 'status', before: null, after: 'queued' });
    for (const path of ['actors/queue_item/x/history', 'actors/queue_item/x/state?at=1']) {
      expect((await service.api.get(`/control/api/v1/${path}`)).status, path).toBe(404);
    }
    expect((await service.api.get('/control/api/v1/actors/queue_item/a/state')).status).toBe(422);
    const until = await get(`events?entity_type=queue_item&at=${all.rows[2]?.event_id}`);
    expect((until['rows'] as Row[]).map(({ event_id: id }) => id)).toEqual(
      all.rows.slice(2).map(({ event_id: id }) => id),
    );
    expect((await service.api.get('/control/api/v1/events?at=999999')).status).toBe(422);
  });

  it('show timers of a run that is watched', async () => {
    service = await startService({ config: () => ({ agent_command: 'sleep 600' }) });
    await create('a');
    const runId = await dispatch('a');
    const actor = actorReply.parse(await get('actors/queue_item/a'));
    expect(actor.timers).toMatchObject([{ timer: 'stale' }]);
    // Its run is part of it: listed, with a history, and told nothing by anybody else.
    const { rows } = actorListReply.parse(await get('actors?kind=run'));
    expect(rows).toMatchObject([{ id: runId, status: 'running', in_memory: false }]);
    const run = actorReply.parse(await get(`actors/run/${runId}`));
    expect(run).toMatchObject({ status: 'running', legal_events: [], mailbox: null });
    expect(run.history.map(({ event_type: type }) => type)).toEqual(
      expect.arrayContaining(['run.prepared', 'run.dispatching_began', 'run.started']),
    );
  });
});

describe('time travel', () => {
  it('shows an item as it was after each of its events', async () => {
    service = await startService();
    const created = await create('a');
    const paused = await service.api.post('/control/api/v1/queue/a/pause', {});
    await service.api.post('/control/api/v1/queue/a/cancel', {});
    const at = async (moment: unknown): Promise<Row> => get(`projects/a?at=${String(moment)}`);
    const then = await at(paused.body['event_id']);
    expect(then).toMatchObject({
      as_of: { event_id: paused.body['event_id'] },
      queue_item: { status: 'paused', version: 2 },
    });
    expect((then['events'] as Row[]).map((event) => event['event_type'])).not.toContain(
      'queue_item.canceled',
    );
    expect((await at(created.body['event_id']))['queue_item']).toBeNull();
    const event = await get(`events/${String(paused.body['event_id'])}`);
    const time = String((event['event'] as Row)['created_at']);
    expect(await at(encodeURIComponent(time))).toMatchObject({ queue_item: { status: 'paused' } });
    expect(await get('projects/a')).not.toHaveProperty('as_of');
  });

  it('shows lists, their order and counts, and the plane, as they were', async () => {
    service = await startService();
    await create('a', { tags: ['even'] });
    await create('b', { tags: ['odd'] });
    await create('c', { tags: ['even'] });
    const then = String(
      (await service.api.post('/control/api/v1/queue/b/pause', {})).body['event_id'],
    );
    await service.api.post('/control/api/v1/queue/a/cancel', {});
    await service.api.post('/control/api/v1/queue/b/resume', {});
    await create('d', { tags: ['even'] });
    await service.api.post('/control/pause', { reason: 'lunch' });
    const ids = async (query: string): Promise<unknown[]> =>
      ((await get(`queue?${query}`))['rows'] as Row[]).map((row) => row['project_id']);
    expect(await ids(`at=${then}&sort=project_id`)).toEqual(['a', 'b', 'c']);
    expect(await ids(`at=${then}&sort=-project_id&skip=1&page_size=1`)).toEqual(['b']);
    expect(await ids(`at=${then}&status=paused`)).toEqual(['b']);
    expect(await ids(`at=${then}&tag=even&sort=project_id`)).toEqual(['a', 'c']);
    expect(await ids('sort=project_id')).toEqual(['a', 'b', 'c', 'd']);
    const list = await get(`queue?at=${then}&counts=tag`);
    expect(list).toMatchObject({ as_of: { event_id: Number(then) }, counts: { even: 2, odd: 1 } });
    expect(await get('queue')).not.toHaveProperty('as_of');
    expect((await get(`projects?at=${then}`))['rows']).toHaveLength(3);
    const past = await get(`overview/past?at=${then}`);
    expect(past).toMatchObject({
      as_of: { event_id: Number(then) },
      operator_counts: { queued: 2, paused: 1, done_no_paper: 0 },
      control: { status: 'open' },
      recent_events: expect.arrayContaining([
        expect.objectContaining({ event_id: Number(then), event_type: 'queue_item.paused' }),
      ]),
    });
    expect((past['recent_events'] as Row[])[0]).toMatchObject({ event_id: Number(then) });
    const head = String(((await get('events?page_size=1'))['rows'] as Row[])[0]?.['event_id']);
    expect(await get(`overview/past?at=${head}`)).toMatchObject({
      operator_counts: (await get('overview'))['operator_counts'],
      control: { status: 'paused', reason: 'lunch' },
    });
    for (const path of [`queue?at=${then}&search=a`, 'queue?at=999999', 'overview/past']) {
      const reply = await service.api.get(`/control/api/v1/${path}`);
      expect(reply.status, path).toBe(422);
    }
  });

  it('is 422 for no moment of the log and 404 for what did not exist then', async () => {
    service = await startService();
    await create('a');
    const b = await create('b');
    const outside = ['0', '999999', '2999-01-01T00:00:00Z', '1999-01-01T00:00:00Z'];
    // Taken for times of this year or of 2001 by a lenient reader.
    const noMoments = ['x', '-1', 'item 1', '2026-02-30T00:00:00Z', '1 Jan 2026'];
    for (const moment of [...outside, ...noMoments]) {
      const reply = await service.api.get(`/control/api/v1/projects/a?at=${moment}`);
      expect(reply.status, moment).toBe(422);
      const said = noMoments.includes(moment) ? 'ISO 8601' : '';
      const message = expect.stringContaining(said);
      expect(reply.body['errors'], moment).toMatchObject([{ path: 'at', message }]);
    }
    const before = Number(b.body['event_id']) - 1;
    const reply = await service.api.get(`/control/api/v1/projects/b?at=${before}`);
    expect(reply.status).toBe(404);
    expect(reply.body['detail']).toContain(`as of event ${before}`);
  });
});
