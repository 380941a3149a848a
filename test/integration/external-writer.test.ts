/** Papers of a service that has a language model word them, with a fake of its endpoint, and without its answers. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPaper } from '../../src/papers/verifier.ts';
import { type FakeEndpoint, startModelEndpoint } from '../support/model-endpoint.ts';
import { evidenceFolder, plantDraft, type Row, send } from '../support/paper-requests.ts';
import { startService, type TestService } from '../support/service.ts';
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
    const dir = paperDir(service, 'worded');
    const markdown = readFileSync(join(dir, 'paper.md'), 'utf8');
    expect(markdown).toContain('*Worded by the language model.* The ');
    expect(markdown).toContain(model);
    expect(markdown).not.toContain('99');
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
    const run = 'refused-20260101T000000000';
    for (const [path, content] of Object.entries(sampleFiles)) {
      const target = join(evidenceFolder(service, 'refused'), path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
    const draft: { readonly type: string } & Row = {
      type: 'DRAFT',
      paper_id: `${run}--draft`,
      project_id: 'refused',
      project_name: 'Memory refused',
      project_dir: 'refused',
      run_id: run,
      decision: sampleDecision,
    };
    const address = { kind: 'paper', id: `${run}--draft` };
    const { actors } = service.app.control!.context;
    await actors.ask(address, draft, { by: 'ann', settle: true });
    const { paper } = (await send(service, `/control/api/v1/papers/${run}--draft`)).body as {
      paper: Row;
    };
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
