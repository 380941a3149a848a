/** The core sub-service over HTTP: what it refuses, records, projects and finds different. */
import { describe, expect, it } from 'vitest';
import { projectionReplySchema, snapshotReplySchema } from '../../src/http/wire/core.ts';
import { divergencesReply } from '../../src/http/wire/core-lists.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { type TestService, token } from '../support/service.ts';

const services = servicesOfEachTest();
const start = (mode: string, dir?: string): Promise<TestService> =>
  services.start({
    config: () => ({ orrery_core_mode: mode }),
    ...(dir === undefined ? {} : { dir }),
  });

const snapshots = '/orrery-core/snapshots/legacy-queue';
const projections = '/orrery-core/projections/queue';
const ledger = '/orrery-core/divergences';
const queueRow = (id: string, more: object = {}) => ({ project_id: id, status: 'queued', ...more });
const body = (key: string, more: object = {}) => ({
  idempotency_key: key,
  source: 'old-queue',
  mode: 'shadow',
  queue_rows: [
    queueRow('a'),
    queueRow('b', { status: 'running', current_run_id: 'b-1', dispatch_priority: 10 }),
    queueRow('c', { status: 'completed', gate_verdict: { positive: true } }),
    queueRow('d', { status: 'completed', paper_id: 'd-1--draft', gate_positive: true }),
  ],
  paper_rows: [{ paper_id: 'd-1--draft', paper_status: 'draft_review', run_id: 'd-1' }],
  captured_at: '2026-01-01T00:00:00Z',
  ...more,
});
const post = (service: TestService, sent: object) => service.api.post(snapshots, sent);
const projection = async (service: TestService) => {
  const { status, body: got } = await service.api.get(projections);
  expect(status).toBe(200);
  return projectionReplySchema.parse(got);
};
const takeIn = (service: TestService, ...ids: string[]) =>
  service.api.post('/control/api/intake/ideas', {
    idempotency_key: ids.join('-'),
    source: 'test',
    dry_run: false,
    ideas: ids.map((id) => ({ idea_id: id, title: `Idea ${id}`, priority: 'high' })),
  });
/** Newest event of the sub-service and of the items; others come beside, from whatever watches. */
const headOf = async (service: TestService): Promise<readonly unknown[]> =>
  Promise.all(
    ['core_snapshot', 'queue_item'].map(async (entity) => {
      const path = `/control/api/v1/events?entity_type=${entity}&page_size=1`;
      return ((await service.api.get(path)).body['rows'] as { event_id: number }[])[0]?.event_id;
    }),
  );

describe('what is refused', () => {
  it('refuses a snapshot in mode off, records nothing and says what to set', async () => {
    const service = await start('off');
    const before = await headOf(service);
    const { status, body: problem } = await post(service, body('k'));
    expect(status).toBe(409);
    expect(problem).toMatchObject({ code: 'core_mode_refused', mode: 'off' });
    expect(problem['detail']).toContain('orrery_core_mode');
    expect(await headOf(service)).toEqual(before);
    const projected = await projection(service);
    expect(projected).toMatchObject({ mode: 'off', total_queue_rows: 0, snapshot: null });
    expect(projected.warnings[0]).toContain('off');
  });

  it('refuses a snapshot in mode enforce before one agreed with the queue, and uses no key up', async () => {
    const service = await start('enforce');
    const before = await headOf(service);
    const { status, body: problem } = await post(service, body('k'));
    expect([status, problem['code']]).toEqual([409, 'core_mode_refused']);
    expect(problem).toMatchObject({ mode: 'enforce', reason: 'not_promoted', comparison: null });
    expect(await headOf(service)).toEqual(before);
    expect((await projection(service)).warnings.join()).toContain('refused in mode enforce');
  });

  it('refuses another payload under a key, whichever part differs, and keeps the first', async () => {
    const service = await start('shadow');
    expect((await post(service, body('k'))).status).toBe(200);
    const others = [
      { queue_rows: [queueRow('a')] },
      { paper_rows: [] },
      { source: 'another' },
      { captured_at: '2026-01-01T00:00:01Z' },
      { mode: 'compare' },
    ];
    for (const other of others) {
      const { status, body: problem } = await post(service, body('k', other));
      expect([status, problem['code']], JSON.stringify(other)).toEqual([
        409,
        'idempotency_conflict',
      ]);
    }
    expect((await projection(service)).snapshot).toMatchObject({ latest_snapshot_id: 1 });
  });

  it('names the field at fault', async () => {
    const service = await start('shadow');
    const cases: [object, string][] = [
      [{ ...body('k'), idempotency_key: undefined }, 'idempotency_key'],
      [body('k', { mode: 'loud' }), 'mode'],
      [body('k', { queue_rows: [queueRow('a'), 3] }), 'queue_rows[1]'],
      [body('k', { captured_at: 'yesterday' }), 'captured_at'],
      [body('k', { rows: [] }), 'rows'],
    ];
    for (const [sent, path] of cases) {
      const { status, body: problem } = await post(service, sent);
      expect(status).toBe(422);
      expect(problem['errors']).toEqual([expect.objectContaining({ path })]);
    }
  });

  it('asks for the token on every address of its own', async () => {
    const service = await start('shadow');
    for (const path of ['/orrery-core/health', snapshots, projections, ledger]) {
      expect((await fetch(`${service.app.baseUrl}${path}`)).status).toBe(401);
    }
  });
});

describe('mode shadow', () => {
  it('records a snapshot, changes nothing, and projects every field', async () => {
    const service = await start('shadow');
    const empty = await projection(service);
    expect(empty.warnings.join()).toContain('no snapshot has been recorded');
    const { status, body: reply } = await post(service, body('k'));
    expect(status).toBe(200);
    expect(snapshotReplySchema.parse(reply)).toMatchObject({
      ok: true,
      mode: 'shadow',
      inserted: true,
      snapshot_id: 1,
      queue_rows: 4,
      paper_rows: 1,
      would_apply: false,
    });
    const event = await service.app.control?.context.reads.event(Number(reply['event_id']));
    expect(event).toMatchObject({ event_type: 'core.snapshot_recorded', actor: 'core:old-queue' });
    const queue = await service.api.get('/control/api/v1/queue');
    expect(queue.body['rows']).toEqual([]);
    expect(await projection(service)).toMatchObject({
      mode: 'shadow',
      projection_version: 'queue_projection.v1',
      total_queue_rows: 4,
      total_paper_rows: 1,
      status_counts: { queued: 1, running: 1, completed: 2 },
      active_rows: [
        expect.objectContaining({ project_id: 'b', status: 'running', current_run_id: 'b-1' }),
      ],
      active_total: 1,
      draft_candidate_count: 1,
      polish_candidate_count: 1,
      warnings: [],
      comparison: null,
      divergences: [],
    });
  });

  it('says of the same snapshot again that it is not inserted, also after a restart and in another mode', async () => {
    const service = await start('shadow');
    const send = (to: TestService) =>
      fetch(`${to.app.baseUrl}${snapshots}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body('k')),
      });
    const first = await send(service);
    const text = await first.text();
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const again = text.replace('"inserted":true', '"inserted":false');
    expect(again).not.toBe(text);
    const [second, third] = await Promise.all([send(service), send(service)]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect([await second.text(), await third.text()]).toEqual([again, again]);
    await service.stop();
    const later = await start('off', service.dir);
    const fourth = await send(later);
    expect([fourth.headers.get('idempotency-replayed'), await fourth.text()]).toEqual([
      'true',
      again,
    ]);
  });

  it('says so when the request reckons with another mode', async () => {
    const service = await start('shadow');
    const { body: reply } = await post(service, body('k', { mode: 'enforce' }));
    expect(reply).toMatchObject({ mode: 'shadow', would_apply: false });
    expect(reply['message']).toContain('names mode enforce');
  });

  it('warns of rows it cannot use instead of counting them as something', async () => {
    const service = await start('shadow');
    const rows = [
      { status: 'queued' },
      queueRow('../etc'),
      queueRow('x', { status: 'dreaming' }),
      queueRow('y', { status: 'completed' }),
      queueRow('z'),
      queueRow('z', { status: 'paused' }),
    ];
    await post(
      service,
      body('k', { queue_rows: rows, paper_rows: [{ paper_status: 'archived' }] }),
    );
    const { status_counts, total_queue_rows, warnings, draft_candidate_count } =
      await projection(service);
    expect(total_queue_rows).toBe(6);
    expect(status_counts).toEqual({ unknown: 1, completed: 1, paused: 1 });
    expect(draft_candidate_count).toBe(0);
    for (const words of [
      '2 queue rows',
      '1 paper row',
      'more than once',
      'no status',
      'decision',
    ]) {
      expect(
        warnings.some((warning) => warning.includes(words)),
        words,
      ).toBe(true);
    }
  });

  it('sets a snapshot aside that is older than the projected one', async () => {
    const service = await start('shadow');
    await post(service, body('new', { captured_at: '2026-01-01T00:00:00Z' }));
    const { body: reply } = await post(
      service,
      body('old', { captured_at: '2025-12-31T23:00:00Z', queue_rows: [] }),
    );
    expect(reply).toMatchObject({ snapshot_id: 2, queue_rows: 0 });
    expect(reply['message']).toContain('set aside');
    expect(await projection(service)).toMatchObject({
      total_queue_rows: 4,
      snapshot: { snapshot_id: 1, latest_snapshot_id: 2 },
    });
  });

  it('takes a snapshot that needs the larger body, and keeps the log small', async () => {
    const service = await start('shadow');
    const rows = Array.from({ length: 12_000 }, (_, index) =>
      queueRow(`p-${index}`, { status: 'running', note: 'x'.repeat(1000) }),
    );
    const { status, body: reply } = await post(service, body('k', { queue_rows: rows }));
    expect([status, reply['queue_rows']]).toEqual([200, 12_000]);
    const event = await service.app.control?.context.reads.event(Number(reply['event_id']));
    expect(JSON.stringify(event).length).toBeLessThan(40_000);
    const projected = await projection(service);
    expect([projected.active_rows.length, projected.active_total]).toEqual([100, 12_000]);
  });
});

describe('mode compare', () => {
  it('finds nothing where snapshot and queue agree', async () => {
    const service = await start('compare');
    await takeIn(service, 'a', 'b');
    const rows = [queueRow('a', { dispatch_priority: 10 }), queueRow('b')];
    const { body: reply } = await post(service, body('k', { queue_rows: rows, paper_rows: [] }));
    expect(reply['message']).toContain('it agrees');
    expect(reply['would_apply']).toBe(false);
    expect(await projection(service)).toMatchObject({
      comparison: { divergence_count: 0, live_queue_rows: 2 },
      divergences: [],
      warnings: [],
    });
  });

  it('keeps a ledger of what differs, with the snapshot that showed it first', async () => {
    const service = await start('compare');
    await takeIn(service, 'a', 'b');
    const rows = [queueRow('a', { status: 'paused', dispatch_priority: 90 }), queueRow('z')];
    const first = await post(service, body('k1', { queue_rows: rows }));
    expect(first.body['message']).toContain('5 divergences');
    const { divergences } = await projection(service);
    expect(divergences).toEqual([
      expect.objectContaining({
        id: 'a',
        field: 'status',
        snapshot_value: 'paused',
        live_value: 'queued',
      }),
      expect.objectContaining({
        id: 'a',
        field: 'dispatch_priority',
        snapshot_value: '90',
        live_value: '10',
      }),
      expect.objectContaining({ id: 'b', kind: 'missing_in_snapshot' }),
      expect.objectContaining({ id: 'z', kind: 'missing_in_queue' }),
      expect.objectContaining({ entity: 'paper', kind: 'missing_in_queue', id: 'd-1--draft' }),
    ]);
    await post(
      service,
      body('k2', {
        queue_rows: [queueRow('a', { status: 'paused' }), queueRow('b'), queueRow('y')],
        paper_rows: [],
      }),
    );
    const again = await projection(service);
    expect(again.divergences).toEqual([
      expect.objectContaining({ id: 'a', field: 'status', first_snapshot_id: 1 }),
      expect.objectContaining({ id: 'y', first_snapshot_id: 2 }),
    ]);
    expect(again.comparison).toMatchObject({
      snapshot_id: 2,
      by_kind: { field_differs: 1, missing_in_queue: 1 },
    });
    expect(again.warnings.join()).toContain('differed from the live queue in 2 places');
    const events = await service.api.get(
      '/control/api/v1/events?event_type=core.snapshot_compared',
    );
    expect(events.body['rows']).toHaveLength(2);
  });
});

describe('mode enforce', () => {
  const rows = (...more: object[]) => ({ queue_rows: more, paper_rows: [] });
  /** A service whose queue holds `a`, `b` and `c` and agreed with a snapshot, now in mode enforce. */
  async function promoted(): Promise<TestService> {
    const first = await start('compare');
    await takeIn(first, 'a', 'b', 'c');
    const agreed = await post(
      first,
      body('agreed', rows(queueRow('a'), queueRow('b'), queueRow('c'))),
    );
    expect(agreed.body['message']).toContain('it agrees');
    await first.stop();
    return start('enforce', first.dir);
  }

  it('applies what an operator could have done, and says of the rest why it did not', async () => {
    const service = await promoted();
    const wanted = rows(
      queueRow('a', { status: 'paused', dispatch_priority: 70 }),
      queueRow('b', { status: 'running' }),
      queueRow('c', { machine_target: 'moon' }),
      queueRow('z'),
    );
    const { status, body: reply } = await post(service, body('k', wanted));
    expect(status).toBe(200);
    const { differences, ...rest } = snapshotReplySchema.parse(reply);
    expect(rest).toMatchObject({ mode: 'enforce', would_apply: true, applied: 2, not_applied: 3 });
    expect(
      differences.map(({ id, field, applied, message }) => [id, field, applied, message]),
    ).toEqual([
      ['a', 'status', true, 'PAUSE'],
      ['a', 'dispatch_priority', true, 'EDIT'],
      ['b', 'status', false, expect.stringContaining('status cannot be edited')],
      ['c', 'machine_target', false, expect.stringContaining('not a configured worker')],
      ['z', null, false, 'z is not in the queue.'],
    ]);
    const { body: queue } = await service.api.get('/control/api/v1/queue');
    expect(queue['rows']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ project_id: 'a', status: 'paused', dispatch_priority: 70 }),
        expect.objectContaining({ project_id: 'b', status: 'queued' }),
      ]),
    );
    const paused = await service.api.get('/control/api/v1/events?event_type=queue_item.paused');
    expect(paused.body['rows']).toEqual([
      expect.objectContaining({
        actor: 'core:old-queue',
        payload: expect.objectContaining({ note: 'snapshot 2 of old-queue' }),
      }),
    ]);
    const again = await post(service, body('k', wanted));
    expect(again.body).toEqual({ ...reply, inserted: false });
    expect((await post(service, body('k2', wanted))).body).toMatchObject({
      applied: 0,
      not_applied: 3,
    });
  });

  it('lists the ledger a page at a time, and narrows it', async () => {
    const service = await promoted();
    await post(service, body('k', rows(queueRow('a', { status: 'paused' }), queueRow('y'))));
    const list = async (query: string) =>
      divergencesReply.parse((await service.api.get(`${ledger}?${query}`)).body);
    const first = await list('page_size=2');
    expect(first).toMatchObject({ counts: { found: 4, listed: 4 }, page: { has_more: true } });
    const second = await list(`page_size=2&cursor=${first.page.next_cursor}`);
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(['a', 'b', 'c', 'y']);
    expect(second.page).toMatchObject({ has_more: false, next_cursor: null });
    expect((await list('applied=true')).rows).toEqual([
      expect.objectContaining({ id: 'a', would_apply: true, applied: true }),
    ]);
    expect((await list('would_apply=false')).rows).toHaveLength(3);
    expect((await service.api.get(`${ledger}?cursor=abc`)).status).toBe(422);
  });
});
