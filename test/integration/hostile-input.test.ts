/** The running service under careless and hostile callers: nothing half done, every refusal explained. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAccepted } from '../../src/control/common/ask.ts';
import { takeInIdeas } from '../../src/control/intake/intake.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { fingerprint } from '../../src/lib/hash.ts';
import { servicesOfEachTest } from '../support/each-test-service.ts';
import { runProject } from '../support/main-job.ts';
import { startService, type TestService, token, until } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

/** For what asks of a service only that it runs; what needs one of its own starts it. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.remove());
const { running, start } = servicesOfEachTest();

let keys = 0;
function takeIn(service: TestService, ideas: readonly object[], more: object = {}) {
  keys += 1;
  return service.api.post('/control/api/intake/ideas', {
    idempotency_key: `hostile-${keys}`,
    source: 'test',
    dry_run: false,
    ideas,
    ...more,
  });
}
const idea = (id: string, more: object = {}) => ({
  idea_id: id,
  title: `Idea ${id}`,
  workload_class: 'cpu_only',
  ...more,
});
const live = { dry_run: false };
const itemOf = async (service: TestService, id: string): Promise<Row> =>
  (await service.api.get(`/control/api/v1/projects/${id}`)).body['queue_item'] as Row;
const skippedOf = (body: Row): Row[] => body['skipped_rows'] as Row[];

/** Sends text as it is, for bodies that no serialiser would write. */
async function postText(service: TestService, path: string, text: string) {
  const response = await fetch(`${service.app.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: text,
  });
  return { status: response.status, body: (await response.json()) as Row };
}

describe('intake', () => {
  it('makes nothing when a key comes again with another payload', async () => {
    const batch = { idempotency_key: 'same', source: 'test', dry_run: false };
    const path = '/control/api/intake/ideas';
    const first = await service.api.post(path, { ...batch, ideas: [idea('a')] });
    const other = await service.api.post(path, { ...batch, ideas: [idea('a'), idea('b')] });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
    expect((await service.api.get('/control/api/v1/projects/b')).status).toBe(404);
    const again = await service.api.post(path, { ...batch, ideas: [idea('a')] });
    expect(again.body).toEqual(first.body);
  });

  it('makes nothing of another payload where the batch is forgotten and its answer is not yet', async () => {
    const path = '/control/api/intake/ideas';
    const batch = { idempotency_key: 'outlived', source: 'test', dry_run: false };
    const first = await service.api.post(path, { ...batch, ideas: [idea('outlived-a')] });
    const id = fingerprint('outlived').slice(0, 32);
    const { actors } = service.app.control!.context;
    await askAccepted(actors, { kind: 'intake', id }, { type: 'FORGET' });
    const other = await service.api.post(path, { ...batch, ideas: [idea('outlived-b')] });
    expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
    expect((await service.api.get('/control/api/v1/projects/outlived-b')).status).toBe(404);
    const again = await service.api.post(path, { ...batch, ideas: [idea('outlived-a')] });
    expect(again.body).toEqual(first.body);
  });

  it('completes a batch that was cut off in the middle when it is repeated', async () => {
    const service = await start();
    const { context } = service.app.control!;
    const request = {
      idempotency_key: 'cut',
      source: 'test',
      dry_run: false,
      requested_by: 'operator',
      ideas: ['a', 'b', 'c'].map((id) => ({ idea_id: id, title: `Idea ${id}`, source_ref: id })),
    };
    let asked = 0;
    const cutOff = {
      ...context,
      actors: {
        recall: (key: string) => context.actors.recall(key),
        ask: async (...args: Parameters<typeof context.actors.ask>) => {
          asked += 1;
          if (asked > 2) throw new Error('the process was cut off');
          return context.actors.ask(...args);
        },
      },
    };
    await expect(takeInIdeas(cutOff, request)).rejects.toThrow('cut off');
    expect((await service.api.get('/control/api/v1/projects')).body['rows']).toHaveLength(2);
    const repeated = await service.api.post('/control/api/intake/ideas', request);
    expect(repeated.body).toMatchObject({ created: 3, skipped: 0 });
    expect((await service.api.get('/control/api/v1/queue')).body['rows']).toHaveLength(3);
  });

  it('takes one title once, whatever id or spelling it comes with', async () => {
    const first = await takeIn(service, [
      idea('x1', { title: 'Twin title' }),
      idea('x2', { title: ' twin  TITLE! ' }),
    ]);
    expect(first.body).toMatchObject({ created: 1, skipped: 1 });
    expect(skippedOf(first.body)).toMatchObject([
      { index: 1, reason: 'duplicate_in_batch', duplicate_of: 'x1' },
    ]);
    const later = await takeIn(service, [idea('x3', { title: 'Twin-title' })]);
    expect(skippedOf(later.body)).toMatchObject([
      { reason: 'duplicate_title', duplicate_of: 'x1' },
    ]);
  });

  it('tells titles apart that share their Latin letters or have none', async () => {
    const titles = [
      'C++ study',
      'C# study',
      '日本語の研究',
      '別の研究',
      `${'a'.repeat(90)} one`,
      `${'a'.repeat(90)} two`,
    ];
    const reply = await takeIn(
      service,
      titles.map((title) => ({ title })),
    );
    expect(reply.body).toMatchObject({ created: titles.length, skipped: 0 });
  });

  it('takes a source once when two batches bring it at the same time', async () => {
    const replies = await Promise.all(
      ['p', 'q', 'r'].map((id) => takeIn(service, [idea(id, { source_ref: 'doc:1' })])),
    );
    const created = replies.map((reply) => Number(reply.body['created']));
    expect(created.reduce((sum, count) => sum + count)).toBe(1);
  });

  it('treats empty texts as not given', async () => {
    const reply = await takeIn(
      service,
      [
        idea('e1', { source_ref: '', machine_target: '', prompt: ' ' }),
        idea('e2', { source_ref: '', hypothesis: '' }),
      ],
      { default_machine_target: '', default_model: '' },
    );
    expect(reply.body).toMatchObject({ created: 2 });
    const { project } = (await service.api.get('/control/api/v1/projects/e1')).body as {
      project: Row;
    };
    expect(project).toMatchObject({ prompt: 'Idea e1', source_ref: null, tags: [] });
  });

  it.each([
    ['an id too long for the ids made from it', idea('i'.repeat(101)), 'idea_id'],
    ['an id that is a path', idea('../etc'), 'idea_id'],
    ['a title with a NUL', idea('n', { title: 'a\u0000b' }), 'title'],
    ['a prompt with a NUL', idea('n', { prompt: 'a\u0000b' }), 'prompt'],
    ['an unknown priority', idea('n', { priority: 'urgent' }), 'priority'],
  ])('refuses %s and names the field', async (_what, bad, field) => {
    const reply = await takeIn(service, [idea('fine'), bad]);
    expect(reply.status).toBe(422);
    expect(reply.body['errors']).toMatchObject([{ path: `ideas[1].${field}` }]);
    expect((await service.api.get('/control/api/v1/projects/fine')).status).toBe(404);
  });

  it('starts a project with the longest id there may be', async () => {
    const service = await start();
    const id = 'i'.repeat(100);
    await takeIn(service, [idea(id)]);
    await runProject(service.api, id);
    const drafted = await service.api.post('/control/papers/draft-next', live);
    expect(drafted.body).toMatchObject({ action: 'drafted' });
    const paperId = String((await itemOf(service, id))['paper_id']);
    const rewritten = await service.api.post(
      `/control/api/paper-reviews/${paperId}/rewrite-draft`,
      { idempotency_key: 'k' },
    );
    expect(rewritten.status).toBe(200);
  });
});

describe('a body with half a character', () => {
  it('is refused before it reaches an actor, so that no actor is ever put out of service', async () => {
    for (let round = 0; round < 20; round += 1) {
      const reply = await postText(service, '/control/pause', '{"reason": "\\ud800"}');
      expect(reply.status).toBe(400);
    }
    expect((await postText(service, '/control/pause', '{"reason": "\\ud83d\\ude00"}')).status).toBe(
      200,
    );
    const health = (await service.api.get('/control/health')).body as { actors: Row };
    expect(health.actors['quarantined']).toEqual([]);
  });
});

describe('lists', () => {
  it('cut megabytes of prompt and say so; the details have them whole', async () => {
    const service = await start();
    const prompt = `start ${'x'.repeat(900_000)}`;
    await takeIn(service, [idea('big', { prompt })]);
    for (const list of ['events', 'projects', 'queue']) {
      const { body } = await service.api.get(`/control/api/v1/${list}`);
      expect(JSON.stringify(body).length).toBeLessThan(50_000);
    }
    const [row] = (await service.api.get('/control/api/v1/projects')).body['rows'] as Row[];
    expect(row).toMatchObject({ truncated: true });
    const detail = (await service.api.get('/control/api/v1/projects/big')).body as {
      project: Row;
      events: Row[];
    };
    expect(detail.project['prompt']).toBe(prompt);
    const cut = detail.events.find((event) => event['payload_truncated'] === true)!;
    const whole = await service.api.get(`/control/api/v1/events/${String(cut['event_id'])}`);
    expect(JSON.stringify(whole.body)).toContain(prompt);
  });

  it.each([
    ['queue?status=bogus', 'status', 'queued'],
    ['runs?state=bogus', 'state', 'running'],
    ['papers?status=bogus', 'status', 'draft_review'],
    ['queue?sort=bogus', 'sort', 'dispatch_priority'],
  ])('refuse %s and name what would be right', async (query, field, word) => {
    const reply = await service.api.get(`/control/api/v1/${query}`);
    expect(reply.status).toBe(422);
    const [problem] = reply.body['errors'] as { path: string; message: string }[];
    expect(problem!.path).toBe(field);
    expect(problem!.message).toContain(word);
  });
});

describe('stopping', () => {
  it('answers whoever still asks from the stores and never fails unexpectedly', async () => {
    // Of a faster clock a busy machine would use up what a stop is given.
    const service = await start({ clock: systemClock });
    const statuses = new Set<number>();
    const paths = ['/control/api/v1/queue', '/control/api/v1/projects', '/runs'];
    const answered = new Set<string>();
    let stopped = false;
    const asking = paths.map(async (path) => {
      while (!stopped) {
        try {
          statuses.add((await service.api.get(path)).status);
          answered.add(path);
        } catch {
          return; // The server is closed.
        }
      }
    });
    // All of them, or the stop would wait for a thread to start.
    await until(async () => answered.size === paths.length, 'requests are answered');
    expect(await service.stop()).toBe(true);
    stopped = true;
    await Promise.all(asking);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(service.log.filter((line) => line.includes('failed unexpectedly'))).toEqual([]);
  });
});

describe('a second process on the same state folder', () => {
  it('is refused in words, and can start once the first has stopped', async () => {
    const first = await start();
    await expect(startService({ dir: first.dir })).rejects.toThrow(/another process serves from/);
    await first.stop();
    const second = await start({ dir: first.dir });
    expect((await second.api.get('/control/health')).status).toBe(200);
  });

  it('is refused as well when the port is taken, and leaves the state folder free', async () => {
    const first = await start();
    const dir = (await start()).dir;
    await running[1]!.stop();
    await expect(startService({ dir, port: first.port })).rejects.toThrow(/address is in use/);
    const second = await start({ dir });
    expect((await second.api.get('/healthz')).status).toBe(200);
  });
});

describe('an import', () => {
  it('is answered the same again when the review has moved on since', async () => {
    const service = await start();
    await takeIn(service, [idea('a', { title: 'A title of a fitting length' })]);
    await runProject(service.api, 'a');
    await service.api.post('/control/papers/draft-next', live);
    const paperId = String((await itemOf(service, 'a'))['paper_id']);
    const key = { idempotency_key: 'k', dry_run: false };
    const family = `/control/api/paper-reviews/${paperId}`;
    await service.api.post(`${family}/rewrite-draft`, { idempotency_key: 'k' });
    await service.api.post(`${family}/prepare-finalization-package`, key);
    const body = { ...key, paper_id: paperId };
    const first = await service.api.post('/control/api/v1/corpus/import', body);
    expect(first.body).toMatchObject({ result: 'imported' });
    await askAccepted(
      service.app.control!.context.actors,
      { kind: 'paper_review', id: paperId },
      { type: 'SET_STATUS', review_status: 'in_review', note: 'looked at again', blocker: null },
    );
    const again = await service.api.post('/control/api/v1/corpus/import', body);
    expect(again.body).toEqual(first.body);
    const anew = await service.api.post('/control/api/v1/corpus/import', {
      ...body,
      idempotency_key: 'other',
    });
    expect(anew.status).toBe(409);
    expect(anew.body).toMatchObject({ reason: 'already_imported' });
  });
});

describe('the worker gate', () => {
  const prepare = {
    run_id: 'w-1',
    project_id: 'w',
    project_name: 'W',
    project_dir: 'w',
    prompt_file: 'prompt.md',
    prompt_text: 'Wait.',
    overwrite: true,
  };

  it.each([
    ['the record of another run', '.orrery/runs/w-2/prepared.json'],
    ['the decision', '.orrery/project_decision.json'],
    ['the folder of the service', '.orrery'],
  ])('takes no prompt for %s', async (_what, promptFile) => {
    const reply = await service.api.post('/prepare-project', {
      ...prepare,
      prompt_file: promptFile,
    });
    expect(reply.status).toBe(422);
    expect(reply.body['errors']).toMatchObject([{ path: 'prompt_file' }]);
  });

  it('refuses a name that no file system takes, naming the field', async () => {
    const reply = await service.api.post('/prepare-project', {
      ...prepare,
      project_dir: 'x'.repeat(300),
    });
    expect(reply.status).toBe(422);
    expect(reply.body['errors']).toMatchObject([{ path: 'project_dir' }]);
  });
});
