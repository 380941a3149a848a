/** A night without anybody: an idea is dropped as a file, and in the morning its package is in the corpus. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

describe('a service with pump and idea folder', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({
      config: () => ({
        intake_dir: 'ideas',
        // On this clock a look is soon too old to rely on.
        worker_refresh_sec: 120,
        queue_pump_enabled: true,
        queue_pump_paper_draft_enabled: true,
        queue_pump_publish_enabled: true,
      }),
    });
  });
  afterAll(() => service.remove());

  const eventsOfType = async (type: string): Promise<Row[]> =>
    (await service.api.get(`/control/api/v1/events?event_type=${type}`)).body['rows'] as Row[];

  it('runs, writes, packages and imports what was dropped, each once, and nobody is asked', async () => {
    const file = join(service.dir, 'ideas', 'night.md');
    mkdirSync(join(service.dir, 'ideas'), { recursive: true });
    writeFileSync(file, '---\ntitle: Left alone overnight\n---\nMeasure it.\n');
    const corpus = await until(async () => {
      const { body } = await service.api.get('/control/api/v1/corpus');
      return (body['counts'] as Row)['imported'] === 1 && body;
    }, 'the package is in the corpus');
    expect(corpus['state']).toMatchObject({ explicit: true });
    expect(existsSync(join(service.dir, 'ideas', 'taken', 'night.md'))).toBe(true);
    expect(service.starts()).toHaveLength(1);
    const once = ['queue_item.claimed', 'paper.drafted', 'corpus.imported'];
    for (const type of once) expect([type, (await eventsOfType(type)).length]).toEqual([type, 1]);
    const { body } = await service.api.get('/control/api/v1/events?page_size=500');
    const authors = new Set((body['rows'] as Row[]).map((event) => event['actor']));
    expect([...authors].filter((author) => author === 'operator')).toEqual([]);
  });

  it('says what it did by itself, and that it can be left alone', async () => {
    const pump = await service.api.get('/control/api/v1/pump');
    expect(pump.body).toMatchObject({ ok: true });
    // A busy machine may have made it look at its worker late, which the next look mends.
    const overview = await until(async () => {
      const { body } = await service.api.get('/control/api/v1/overview');
      return body['leave_alone'] === true && body;
    }, 'it can be left alone');
    expect(overview['reasons']).toEqual([]);
    expect(String(overview['headline'])).toMatch(
      /^You can leave it alone, but nobody is told when something goes wrong, /,
    );
    expect(overview['forecast']).toMatchObject({
      items: 0,
      sentence: 'Nothing runs and nothing is queued.',
      basis: { runs: 1 },
    });
    const readiness = await until(async () => {
      const { body } = await service.api.get('/control/api/v1/automation-readiness');
      return body['readiness'] === 'READY' && body;
    }, 'all is ready');
    expect(readiness).toMatchObject({ leave_alone: true, reasons: [] });
  });

  it('reports the night in the morning', async () => {
    const { body } = await service.api.get('/control/api/v1/report?hours=8');
    const counts = Object.fromEntries(
      (body['chapters'] as Row[]).map(({ chapter, counts }) => [chapter, counts]),
    );
    expect(counts).toMatchObject({
      ran: { 'run.started': 1 },
      decided: { 'queue_item.completed': 1 },
      papers: { 'paper.drafted': 1, 'corpus.imported': 1 },
      trouble: {},
    });
    const ran = counts['ran'] as Row;
    expect(
      Number(ran['run.wake_ready_reached'] ?? 0) + Number(ran['run.session_finished'] ?? 0),
    ).toBe(1);
    expect(body['workers']).toMatchObject([{ runs: 1 }]);
    const later = await service.api.get('/control/api/v1/report?since=2999-01-01T00:00:00Z');
    expect([later.status, later.body['detail']]).toEqual([422, expect.stringMatching(/since/)]);
  });

  it('leads from a sentence of its paper to file, hash and run, and back', async () => {
    const papers = (await service.api.get('/control/api/v1/papers')).body['rows'] as Row[];
    const path = `/control/api/v1/papers/${String(papers[0]?.['paper_id'])}/trace`;
    const { body } = await service.api.get(path);
    expect(body).toMatchObject({ ok: true, state: 'sound' });
    const [claim] = body['claims'] as Row[];
    const one = (await service.api.get(`${path}?claim=${String(claim?.['id'])}`)).body;
    const [file] = one['files'] as Row[];
    const back = (
      await service.api.get(`${path}?file=${encodeURIComponent(String(file?.['file']))}`)
    ).body;
    expect((back['claims'] as Row[]).map(({ id }) => id)).toContain(claim?.['id']);
    const run = body['run'] as Row;
    const known = run['event_ids'] as Readonly<Record<string, number>>;
    const typeOf = async (id: unknown) => {
      const told = await service.api.get(`/control/api/v1/events/${String(id)}`);
      return (told.body['event'] as Row)['event_type'];
    };
    expect(await typeOf(known['started'])).toBe('run.started');
    expect(await typeOf(known['ended'])).toMatch(/^run\.(wake_ready_reached|session_finished)$/);
    expect(await typeOf(known['decided'])).toBe('queue_item.completed');
    expect(await typeOf(body['written_event_id'])).toMatch(/drafted|draft_rewritten/);
    const stretch = { from: String(run['started_at']), to: String(run['ended_at']) };
    expect(run['telemetry']).toBe(
      `/control/api/v1/runs/${String(run['run_id'])}/telemetry?${new URLSearchParams(stretch).toString()}`,
    );
    expect((await service.api.get(String(run['telemetry']))).status).toBe(200);
    expect(await service.api.get(`${path}?claim=C99999`)).toMatchObject({ status: 404 });
    expect(await service.api.get(`${path}?claim=x`)).toMatchObject({ status: 422 });
  });

  it('signs a browser in once by a code', async () => {
    const { body } = await service.api.post('/control/api/v1/dashboard/codes', {});
    const session = () =>
      fetch(`${service.app.baseUrl}/control/api/v1/dashboard/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: body['code'] }),
      });
    const first = await session();
    expect(first.headers.get('cache-control')).toBe('no-store');
    const { token } = (await first.json()) as { readonly token: string };
    const asked = await fetch(`${service.app.baseUrl}/control/api/v1/overview`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([first.status, asked.status, (await session()).status]).toEqual([200, 200, 401]);
  });
});
