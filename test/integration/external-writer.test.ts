/** Papers of a service that has a language model word them, with a fake of its endpoint, and without its answers. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPaper } from '../../src/papers/verifier.ts';
import { type FakeEndpoint, startModelEndpoint } from '../support/model-endpoint.ts';
import { evidenceFolder, plantDraft, type Row, send } from '../support/paper-requests.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { sampleDecision, sampleFiles } from '../unit/papers/support.ts';

const key = 'sk-test-Zx8Qp3vL0m7TnWc5dR2y';
const planted = 'hf_Zx8Qp3vL0m7TnWc5dR2yQwErTy';
const model = 'test-model-4';
const files = {
  ...sampleFiles,
  'results/notes_summary.json': JSON.stringify({
    [`shard ${planted} in /srv/lab/runs/a`]: { loss: 0.5 },
  }),
};

let fake: FakeEndpoint;
beforeAll(async () => {
  fake = await startModelEndpoint(key, model);
});
afterAll(() => fake.close());

const start = (fallback: boolean, more: object = {}): Promise<TestService> =>
  startService({
    config: () => ({
      paper_writer_provider: 'external_llm',
      paper_writer_base_url: fake.baseUrl,
      paper_writer_model: model,
      paper_writer_api_key: key,
      // The clock of the service runs a hundred times as fast.
      paper_writer_timeout_sec: 3000,
      paper_writer_fallback_enabled: fallback,
      paper_writer_stream_enabled: true,
      paper_writer_input_price_usd: 1,
      paper_writer_output_price_usd: 2,
      budget_project_tokens: 1_000_000,
      budget_project_cost_usd: 10,
      // What agents report is heard when their workers are looked at.
      worker_refresh_sec: 120,
      ...more,
    }),
  });

/** Words the first measurement that the prompt tells of. */
const honest = (messages: readonly { readonly content: string }[]): string => {
  const rows = (messages[1]?.content.split('\n') ?? []).map((line) => JSON.parse(line) as Row);
  const told = rows.find(({ kind, quantity }) => kind === 'measurement' && quantity !== undefined);
  const id = String(told?.['id']);
  return `# abstract\nThe {claim:${id}.name} came to {claim:${id}.value}.\n\n# conclusion\nWhat comes next is for others to say.`;
};
/** A first draft of real files, which ends with `ended`, whatever comes of it. */
function askForDraft(service: TestService, project: string) {
  const run = `${project}-20260101T000000000`;
  const id = `${run}--draft`;
  for (const [path, content] of Object.entries(sampleFiles)) {
    const target = join(evidenceFolder(service, project), path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  const draft: { readonly type: string } & Row = {
    type: 'DRAFT',
    paper_id: id,
    project_id: project,
    project_name: `Memory ${project}`,
    project_dir: project,
    run_id: run,
    decision: sampleDecision,
  };
  const { actors } = service.app.control!.context;
  const ended = actors.ask({ kind: 'paper', id }, draft, { by: 'ann', settle: true });
  return { id, ended };
}
const lie = (): string => '# abstract\nIt saved 99 seconds.\nThis proves it.';

const paperDir = (service: TestService, project: string): string =>
  join(evidenceFolder(service, project), 'papers', `${project}-20260101T000000000`);
const rewrite = (service: TestService, id: string, name: string) =>
  send(service, `/control/api/publication-automation/${id}/rewrite-draft`, {
    idempotency_key: name,
    requested_by: 'ann',
  });

describe('with the fallback on', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await start(true);
  });
  afterAll(() => service.remove());

  it('a draft holds the sentences of the model; reply, manifest and paper say which', async () => {
    fake.next.push(honest);
    const id = await plantDraft(service, 'worded', files);
    fake.next.push(lie, honest);
    const { status, body } = await rewrite(service, id, 'once');
    expect([status, body['result']]).toEqual([200, 'rewritten']);
    const report = body['report'] as Row;
    expect(report).toMatchObject({
      writer_provider: 'external_llm',
      writer_model: model,
      fallback_used: false,
      writer_details: { sent_back: { digit: 1, word_without_claim: 1 } },
      writer_asked: {
        requests: 2,
        prompt_tokens: 2000,
        completion_tokens: 400,
        cost_usd: 0.0028,
        requests_lost_in_a_restart: 0,
      },
    });
    // The draft asked once, the rewrite twice.
    const spent = await send(service, '/control/api/v1/budgets?project_id=worded');
    expect((spent.body['project'] as Row)['budget']).toMatchObject([
      { budget: 'project_tokens', spent: 3600, unknown_runs: 0 },
      { budget: 'project_cost_usd', spent: expect.closeTo(0.0042, 9), unknown_runs: 0 },
    ]);
    const dir = paperDir(service, 'worded');
    const markdown = readFileSync(join(dir, 'paper.md'), 'utf8');
    expect(markdown).toContain('*Worded by the language model.* The ');
    expect(markdown).toContain(model);
    expect(markdown).not.toMatch(/\b99\b/);
    const manifest = JSON.parse(readFileSync(join(dir, 'paper_manifest.json'), 'utf8')) as Row;
    expect(manifest['writer']).toMatchObject({ provider: 'external_llm', model });
    expect(manifest['prompt_sha256']).toBe(report['prompt_sha256']);
    expect(verifyPaper(dir).problems).toEqual([]);
    expect(fake.faults).toEqual([]);
    // Nothing that is secret or of this machine has left.
    for (const messages of fake.asked)
      for (const hidden of [planted, key, '/srv/lab', service.dir, 'summary.json'])
        expect(JSON.stringify(messages)).not.toContain(hidden);
    const readiness = await send(service, '/control/api/v1/automation-readiness');
    expect(JSON.stringify(readiness.body)).toContain(
      'external_llm answered when it was last asked',
    );
  });

  it.each([
    ['is busy for ever', [429, 503, 500, 429, 503, 500].map((status) => ({ status })), 'used up'],
    ['lies twice', [lie, lie], 'no sentence of its two answers can stand'],
    ['answers garbage', ['garbage' as const], 'no JSON object'],
  ])('a model that %s leaves the draft to the deterministic writer', async (what, acts, why) => {
    fake.next.push(...acts);
    const project = what.replaceAll(' ', '-');
    const id = await plantDraft(service, project);
    expect(fake.next).toEqual([]);
    const { rows } = (
      await send(service, `/control/api/v1/events?event_type=paper.drafted&entity_id=${id}`)
    ).body as { rows: Row[] };
    const { report } = (rows[0]?.['payload'] ?? {}) as { report: Row };
    expect(report).toMatchObject({ writer_provider: 'deterministic', fallback_used: true });
    expect(report['fallback_reason']).toContain(why);
    expect(report['writer_asked']).toMatchObject({ provider: 'external_llm', model });
    expect(verifyPaper(paperDir(service, project)).problems).toEqual([]);
  });

  it('a draft and a rewrite that are canceled while the model thinks end at once', async () => {
    const paperOf = async (id: string): Promise<Row> =>
      (await send(service, `/control/api/v1/papers/${id}`)).body['paper'] as Row;
    const cancel = (id: string) =>
      send(service, `/control/api/v1/papers/${id}/move`, {
        move: 'cancel_writing',
        note: 'it takes too long',
        requested_by: 'ann',
      });
    const whileAsked = async <Value>(begin: () => Value): Promise<Value> => {
      const before = fake.asked.length;
      fake.next.push('stall');
      const begun = begin();
      await until(async () => fake.asked.length > before, 'the model was asked');
      return begun;
    };
    fake.next.push(honest);
    const id = await plantDraft(service, 'too-long');
    const text = readFileSync(join(paperDir(service, 'too-long'), 'paper.md'), 'utf8');
    const early = await cancel(id);
    expect([early.status, early.body['reason']]).toEqual([409, 'nothing_is_written']);
    const { reply } = await whileAsked(() => ({ reply: rewrite(service, id, 'too-long') }));
    expect((await cancel(id)).body).toMatchObject({ paper_status: 'publication_generating' });
    expect((await reply).body).toMatchObject({ status: 409, code: 'writing_canceled' });
    expect(await paperOf(id)).toMatchObject({
      paper_status: 'draft_review',
      last_error: 'its writing was canceled by ann: it takes too long',
      cancel_requested: null,
    });
    expect(readFileSync(join(paperDir(service, 'too-long'), 'paper.md'), 'utf8')).toBe(text);

    const first = await whileAsked(() => askForDraft(service, 'given-up'));
    await cancel(first.id);
    await first.ended;
    expect(await paperOf(first.id)).toMatchObject({
      paper_status: 'human_review_required',
      last_error: 'its writing was canceled by ann: it takes too long',
    });
    expect(existsSync(join(paperDir(service, 'given-up'), 'paper.md'))).toBe(false);
    // What the broken off request used, nobody knows.
    const spent = await send(service, '/control/api/v1/budgets?project_id=given-up');
    expect((spent.body['project'] as Row)['budget']).toMatchObject([
      { budget: 'project_tokens', spent: null, unknown_runs: 1, state: 'unknown' },
      { budget: 'project_cost_usd', spent: null, unknown_runs: 1 },
    ]);
    const freed = await send(service, `/control/api/v1/papers/${first.id}/move`, {
      move: 'end_human_review',
    });
    expect(freed.body).toMatchObject({ paper_status: 'eligible' });
    fake.next.push(honest);
    expect((await rewrite(service, id, 'after-all')).body['result']).toBe('rewritten');
  });

  it('what was asked and answered is kept beside the state, for its owner alone', () => {
    const dir = join(service.dir, 'state', 'paper-answers');
    expect(readdirSync(dir).length).toBeGreaterThan(0);
    expect(
      readdirSync(dir)
        .map((name) => readFileSync(join(dir, name), 'utf8'))
        .join(),
    ).not.toContain(key);
  });
});

describe('with the fallback off', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await start(false, { paper_writer_stream_enabled: false });
  });
  afterAll(() => service.remove());

  it('an answer that cannot be used is an error that says why, and no paper', async () => {
    fake.next.push(honest);
    const id = await plantDraft(service, 'strict');
    const before = readFileSync(join(paperDir(service, 'strict'), 'paper.md'), 'utf8');
    fake.next.push(lie, lie);
    const reply = await rewrite(service, id, 'lies');
    expect([reply.status, reply.body['code']]).toEqual([502, 'writer_failed']);
    expect(reply.body['detail']).toContain('no sentence of its two answers can stand');
    expect(reply.body).toMatchObject({ reason: 'unusable' });
    const { paper } = (await send(service, `/control/api/v1/papers/${id}`)).body as { paper: Row };
    expect(paper).toMatchObject({
      paper_status: 'draft_review',
      last_error: expect.stringContaining('no sentence'),
    });
    const events = await send(
      service,
      `/control/api/v1/events?event_type=paper.rewrite_failed&entity_id=${id}`,
    );
    expect(JSON.stringify(events.body)).toContain('no sentence of its two answers');
    expect(readFileSync(join(paperDir(service, 'strict'), 'paper.md'), 'utf8')).toBe(before);
    // The next wish asks anew.
    fake.next.push(honest);
    expect((await rewrite(service, id, 'honest')).body['result']).toBe('rewritten');
  });

  it('a first draft that a refused key prevents waits to be drafted, and readiness says why', async () => {
    fake.next.push({ status: 403 });
    const { id, ended } = askForDraft(service, 'refused');
    await ended;
    const { paper } = (await send(service, `/control/api/v1/papers/${id}`)).body as { paper: Row };
    expect(paper).toMatchObject({
      paper_status: 'eligible',
      last_error: expect.stringContaining('403'),
    });
    expect(existsSync(join(paperDir(service, 'refused'), 'paper.md'))).toBe(false);
    expect(
      JSON.stringify((await send(service, '/control/api/v1/automation-readiness')).body),
    ).toContain('did not answer when it was last asked');
  });
});
