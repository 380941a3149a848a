/**
 * Tags from the intake to the paper: every format brings them, lists are narrowed to them and count
 * them, an edit is the item's and its project's, a run and a paper keep what they were born with, and the
 * store proves all of it. The tests go on from one another, on one service.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/command.ts';
import { runCli } from '../support/cli.ts';
import { draftPaper, runProject, takeInIdea } from '../support/main-job.ts';
import { startService, type TestService } from '../support/service.ts';

type Row = Readonly<Record<string, unknown>>;

let service: TestService;
let cwd: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-tags-'));
  service = await startService();
});
afterAll(async () => {
  rmSync(cwd, { recursive: true, force: true });
  await service.remove();
});

const get = async (path: string): Promise<Row> => {
  const { status, body } = await service.api.get(`/control/api/v1/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const rowsOf = async (path: string): Promise<readonly Row[]> => (await get(path))['rows'] as Row[];
const idsOf = async (path: string, member = 'project_id') =>
  (await rowsOf(path)).map((row) => String(row[member])).sort();
const tagsOf = async (id: string): Promise<Row> => {
  const { project, queue_item: item } = await get(`projects/${id}`);
  return { project: (project as Row)['tags'], item: (item as Row)['tags'] };
};
const edit = (id: string, tags: unknown, more: object = {}) =>
  service.api.post(`/control/api/v1/queue/${id}/edit`, { fields: { tags }, ...more });
const cli = (...argv: string[]) =>
  runCli(argv, { cwd, env: { ORRERY_CONFIG: join(service.dir, 'config.json') } });
const cliOk = async (...argv: string[]) => {
  const end = await cli(...argv);
  expect(end, `${argv.join(' ')}\n${end.err}`).toMatchObject({ code: exitCodes.ok, err: '' });
  return end;
};

describe('what is refused', () => {
  it.each<[string, readonly unknown[], string, RegExp]>([
    ['a comma', ['a', 'b,c'], 'tags[1]', /must not hold commas/],
    ['an empty one', ['a', '  '], 'tags[1]', /must not be empty/],
    ['a long one', ['a', 'b', 'c', 'x'.repeat(65)], 'tags[3]', /at most 64 characters \(got 65\)/],
    ['other letters', ['a', 'GPU', 'gpu'], 'tags[2]', /number 2 of the list in other letters/],
    ['too many', Array.from({ length: 21 }, (_, n) => `t${n}`), 'tags', /at most 20 entries/],
  ])('%s, wherever it is given', async (_what, tags, path, why) => {
    const wrong = (at: string) => ({
      status: 422,
      body: { errors: [{ path: at, message: expect.stringMatching(why) }] },
    });
    const idea = { title: 'An idea', tags };
    expect(await service.api.post('/control/api/v1/projects', idea)).toMatchObject(wrong(path));
    const batch = { idempotency_key: `no-${path}`, source: 'test', ideas: [idea] };
    expect(await service.api.post('/control/api/intake/ideas', batch)).toMatchObject(
      wrong(`ideas[0].${path}`),
    );
    expect(await edit('nobody', tags)).toMatchObject(wrong(`fields.${path}`));
    const plan = { verb: 'edit', filter: {}, fields: { tags } };
    expect(await service.api.post('/control/api/v1/queue/plan', plan)).toMatchObject(
      wrong(`fields.${path}`),
    );
  });

  it('a list of another entity narrowed to a tag, and counts of what is no list', async () => {
    for (const path of ['corpus?tag=a', 'queue?counts=status', 'runs?counts=tags']) {
      expect((await service.api.get(`/control/api/v1/${path}`)).status, path).toBe(422);
    }
  });
});

it('every format of ideas brings them', async () => {
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
  write('one.json', '{"title": "From json", "tags": ["file", " json "]}');
  write('lines.jsonl', '{"title": "From lines", "tags": ["file", "jsonl"]}\n');
  write('table.csv', 'title,tags\nFrom csv,file; csv ;two words\n');
  write('notes.md', '---\ntags: [file, "front matter"]\n---\n# From markdown\n');
  write('list.md', '---\ntitle: From list\ntags:\n  - file\n  - list\n---\n');
  for (const name of ['one.json', 'lines.jsonl', 'table.csv', 'notes.md', 'list.md'])
    await cliOk('import', name, '--live');
  await cliOk('project', 'create', 'From words', '--tag', 'file', '--tag', 'words');
  await takeInIdea(service.api, 'from-api', { tags: ['file', 'api'] });
  const tags = {
    'from-api': ['file', 'api'],
    'from-csv': ['file', 'csv', 'two words'],
    'from-json': ['file', 'json'],
    'from-lines': ['file', 'jsonl'],
    'from-list': ['file', 'list'],
    'from-markdown': ['file', 'front matter'],
    'from-words': ['file', 'words'],
  };
  for (const [id, own] of Object.entries(tags))
    expect(await tagsOf(id), id).toEqual({ project: own, item: own });
  for (const list of ['queue', 'projects']) {
    expect(await idsOf(`${list}?tag=file`)).toEqual(Object.keys(tags));
    expect(await idsOf(`${list}?tag=file&tag=csv`)).toEqual(['from-csv']);
    expect(await idsOf(`${list}?tag=csv,json`)).toEqual(['from-csv', 'from-json']);
  }
  expect(await idsOf('queue?search=front+matter')).toEqual(['from-markdown']);
  const bad = 'title,tags\nx,a;A\n';
  write('bad.csv', bad);
  expect((await cli('import', 'bad.csv', '--live')).err).toContain('bad.csv:2: tags[1]: ');
});

it('an edit is of the item and its project at once, by request, plan and command', async () => {
  expect((await edit('from-json', [' gpu ', 'json'])).body['queue_item']).toMatchObject({
    tags: ['gpu', 'json'],
  });
  expect(await tagsOf('from-json')).toEqual({ project: ['gpu', 'json'], item: ['gpu', 'json'] });
  const key = { idempotency_key: 'edit-once' };
  const first = await edit('from-api', ['gpu'], key);
  await edit('from-api', ['cpu']);
  expect((await edit('from-api', ['gpu'], key)).body).toEqual(first.body);
  expect(await tagsOf('from-api')).toEqual({ project: ['cpu'], item: ['cpu'] });

  const plan = await service.api.post('/control/api/v1/queue/plan', {
    verb: 'edit',
    filter: { tag: ['csv,jsonl', 'file'] },
    fields: { tags: ['planned'] },
  });
  expect(plan.body).toMatchObject({ eligible_count: 2, fields: { tags: ['planned'] } });
  const { execute } = plan.body['links'] as { execute: string };
  expect((await service.api.post(execute, {})).body).toMatchObject({ applied_count: 2 });
  expect(await idsOf('projects?tag=planned')).toEqual(['from-csv', 'from-lines']);

  await cliOk('queue', 'edit', 'from-list', '--tag', 'a', '--tag', 'two words');
  expect((await cliOk('queue', 'list', '--tag', 'two words,b', '--tag', 'a')).out).toMatch(
    /from-list .*a, two words/,
  );
  expect((await cliOk('project', '--tag', 'none')).out).toContain('No project matches.');
  expect((await cliOk('queue', '--tag', 'none')).out).toContain('No queue item matches.');
  await cliOk('queue', 'edit', 'from-list', 'tags=', 'priority=low');
  expect(await tagsOf('from-list')).toEqual({ project: [], item: [] });
  expect((await cliOk('project', 'show', 'from-json')).out).toMatch(/tags +gpu, json/);
  const events = await rowsOf('events?entity_type=project&entity_id=from-list');
  expect(events[0]).toMatchObject({ event_type: 'project.labeled' });
  expect(events[0]?.['summary']).toContain('tags none');
});

it('a run has those of its claim and a paper those of its draft, whatever is edited then', async () => {
  const runId = await runProject(service.api, 'from-api');
  expect(await idsOf('runs?tag=cpu', 'run_id')).toEqual([runId]);
  await edit('from-api', ['later', 'gpu']);
  const paperId = await draftPaper(service.api);
  await edit('from-api', ['at last']);
  const { project_name: title } = (await get('projects/from-api'))['project'] as Row;
  const run = (await get(`runs/${runId}`))['run'];
  expect(run).toMatchObject({ tags: ['cpu'], project_name: title });
  expect((await get(`papers/${paperId}`))['paper']).toMatchObject({ tags: ['later', 'gpu'] });
  expect(await idsOf('papers?tag=later&tag=gpu', 'paper_id')).toEqual([paperId]);
  expect(await idsOf('papers?tag=at+last', 'paper_id')).toEqual([]);
  expect((await cliOk('papers', '--tag', 'later')).out).toContain(paperId);
  const listed = (await cliOk('run', 'list', '--tag', 'cpu')).out;
  expect(listed).toMatch(new RegExp(`^RUN +TITLE[^]*\\n${runId} +${String(title)} `));
});

it('lists count the most used, whatever they are narrowed to', async () => {
  const { counts } = await get('queue?counts=tag&tag=planned&page_size=1');
  expect(counts).toEqual({
    planned: 2,
    file: 2,
    'at last': 1,
    'front matter': 1,
    gpu: 1,
    json: 1,
    words: 1,
  });
  expect((await get('projects?counts=tag'))['counts']).toEqual(counts);
  expect((await get('runs?counts=tag'))['counts']).toEqual({ cpu: 1 });
  expect((await get('papers?counts=tag'))['counts']).toEqual({ later: 1, gpu: 1 });
  expect(await get('queue')).not.toHaveProperty('counts');
});

it('all of it is there after a restart, and proven', async () => {
  const before = await get('queue?counts=tag&tag=gpu,planned');
  await service.stop();
  const { dir, port } = service;
  const proven = await cli('verify', '--json');
  expect(proven.code, proven.out).toBe(exitCodes.ok);
  expect(proven.out).toMatch(/"table": ?"member_counts"/);
  service = await startService({ dir, port });
  const after = await get('queue?counts=tag&tag=gpu,planned');
  expect([after['rows'], after['counts']]).toEqual([
    (before['rows'] as Row[]).map((row) => ({ ...row, age_seconds: expect.any(Number) })),
    before['counts'],
  ]);
});
