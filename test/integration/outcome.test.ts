/** A criterion from intake to paper: registered before the worker hears of the run, computed afterwards, and held against the record. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registrationOf } from '../../src/domain/entities/evaluation.ts';
import { paperIdOf, promptFileOf } from '../../src/domain/ids.ts';
import type { EvidenceBundle } from '../../src/papers/evidence/schema.ts';
import { packageRoot, until } from '../support/service.ts';
import { type Simulation, startSimulation } from '../support/simulation.ts';

type Row = Readonly<Record<string, unknown>>;
const evaluationWith = (threshold: number) => ({
  metric: 'speedup',
  direction: 'at_least' as const,
  threshold,
  unit: 'x',
});

/** The shipped training whose result is a speedup of 0.54, called supported by its agent. */
function slowTraining(): object {
  const path = join(packageRoot, 'scenarios', 'training-success.json');
  const scenario = JSON.parse(readFileSync(path, 'utf8')) as {
    runs: [{ outcome: { results: object } }];
  };
  scenario.runs[0].outcome.results = {
    'summary.json': { run_id: '{{run_id}}', baseline_ms: 5.4, candidate_ms: 10, speedup: 0.54 },
  };
  return scenario;
}

let simulation: Simulation;
beforeAll(async () => {
  simulation = await startSimulation(slowTraining());
});
afterAll(() => simulation.close());

/** Takes an idea in with that threshold and runs it to its end; answers the id of the run. */
async function runWith(projectId: string, threshold: number): Promise<string> {
  const { status, body } = await simulation.api.post('/control/api/v1/projects', {
    project_id: projectId,
    title: `Is it faster by ${projectId}?`,
    workload_class: 'training',
    evaluation: evaluationWith(threshold),
  });
  expect([status, (body['project'] as Row)['evaluation']]).toEqual([
    201,
    evaluationWith(threshold),
  ]);
  const runId = await simulation.dispatch(projectId);
  await simulation.itemIn(projectId, ['completed']);
  return runId;
}
const eventsOf = async (entityId: string, eventType: string): Promise<readonly Row[]> => {
  const query = `entity_id=${entityId}&event_type=${eventType}`;
  const { body } = await simulation.api.get(`/control/api/v1/events?${query}`);
  return body['rows'] as Row[];
};
const draftNext = async (): Promise<Row> =>
  (await simulation.api.post('/control/papers/draft-next', { dry_run: false })).body;

describe('intake', () => {
  it.each([
    ['half of a criterion', { metric: 'speedup' }, 'evaluation.direction'],
    ['a direction there is not', { ...evaluationWith(2), direction: 'up' }, 'evaluation.direction'],
    ['a threshold in words', { ...evaluationWith(2), threshold: '2x' }, 'evaluation.threshold'],
  ])('refuses %s by its name', async (_, evaluation, path) => {
    const reply = await simulation.api.post('/control/api/intake/ideas', {
      idempotency_key: path,
      source: 'test',
      dry_run: false,
      ideas: [{ title: 'Refused', evaluation }],
    });
    expect(reply.status).toBe(422);
    expect((reply.body['errors'] as Row[])[0]).toMatchObject({ path: `ideas[0].${path}` });
  });
});

describe('a threshold of 2, a measured 0.54 and the word "supported"', () => {
  let runId: string;
  beforeAll(async () => {
    runId = await runWith('slow', 2);
  });

  it('is registered once, before the worker is asked, and the agent is told', async () => {
    const registered = await eventsOf(runId, 'run.registered');
    expect(registered).toHaveLength(1);
    // Of the turn of the claim, whose effect is the call to the worker.
    const [began] = await eventsOf(runId, 'run.dispatching_began');
    expect(began).toMatchObject({
      event_id: Number(registered[0]!['event_id']) + 1,
      created_at: registered[0]!['created_at'],
    });
    const prompt = readFileSync(join(simulation.projectRoot, 'slow', promptFileOf(runId)), 'utf8');
    expect(prompt).toContain('speedup is at least 2 x');
    const { body } = await simulation.api.get(`/control/api/v1/runs/${runId}`);
    expect((body['run'] as Row)['registration']).toEqual(registrationOf(evaluationWith(2)));
  });

  it('keeps its criterion', async () => {
    const reply = await simulation.api.post('/control/api/v1/queue/slow/edit', {
      fields: { evaluation: evaluationWith(0.5) },
    });
    expect([reply.status, reply.body['code']]).toEqual([409, 'transition_refused']);
    expect(reply.body['detail']).toContain(`registered with run ${runId}`);
  });

  it('is no paper: it is held for a person, who is told the numbers and the way out', async () => {
    const paperId = paperIdOf(runId);
    const first = await draftNext();
    expect(first).toMatchObject({ action: 'noop' });
    const words = /speedup is 0\.54 x, registered was at least 2 x: not met.*supported/;
    expect(String(first['reason'])).toMatch(words);
    const { body } = await simulation.api.get(`/control/api/v1/papers/${paperId}`);
    expect(body['paper']).toMatchObject({
      paper_status: 'human_review_required',
      last_error: expect.stringMatching(words),
    });
    const explained = await simulation.api.get(`/control/api/v1/explain/paper/${paperId}`);
    expect(explained.status).toBe(200);
    const told = JSON.stringify(explained.body);
    expect(told).toMatch(words);
    expect(told).toContain('archive');
    // It is not tried again and again.
    const second = await draftNext();
    expect(second['skipped']).toMatchObject([
      { reason: expect.stringContaining('held for human') },
    ]);
    expect(await eventsOf(paperId, 'paper.draft_started')).toHaveLength(1);
    const dry = await simulation.api.post('/control/papers/draft-next', { dry_run: true });
    expect(dry.body['action']).toBe('noop');
    // The way out that was named.
    const move = { move: 'archive', note: 'the numbers stand' };
    const moved = await simulation.api.post(`/control/api/v1/papers/${paperId}/move`, move);
    expect([moved.status, moved.body['paper_status']]).toEqual([200, 'archived']);
    expect((await draftNext())['action']).toBe('noop');
    expect(await eventsOf(paperId, 'paper.draft_started')).toHaveLength(1);
  });
});

describe('a threshold that is met', () => {
  it('makes a paper that bears the number of its registration', async () => {
    const runId = await runWith('fast', 0.5);
    const drafted = await draftNext();
    expect(drafted).toMatchObject({ action: 'drafted' });
    const paper = drafted['paper'] as Row;
    const artifacts = join(simulation.projectRoot, '..', '..', 'state', 'artifacts');
    const read = (path: unknown): string => readFileSync(join(artifacts, String(path)), 'utf8');
    const { registration, collection } = JSON.parse(
      read(paper['evidence_bundle_path']),
    ) as EvidenceBundle;
    const [registered] = await eventsOf(runId, 'run.registered');
    expect(registration).toMatchObject({
      event_id: String(registered!['event_id']),
      at: registered!['created_at'],
      ...registrationOf(evaluationWith(0.5)),
    });
    expect(collection).toEqual({ recorded: true, left_out: 0 });
    const text = read(paper['draft_markdown_path']);
    expect(text).toContain('so the criterion is met');
    expect(text).toContain('no evidence file was withheld');
    const paperId = paperIdOf(runId);
    await until(async () => {
      const { body } = await simulation.api.get(`/control/api/v1/papers/${paperId}`);
      return (body['review'] as Row | null)?.['lint_passes'] === true;
    }, 'lint passes');
  });
});
