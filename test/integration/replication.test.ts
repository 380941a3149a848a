/** A paper whose experiment must be done again first: asked for once, waited for, compared, printed, and only then released. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperIdOf } from '../../src/domain/ids.ts';
import { packageRoot, until } from '../support/service.ts';
import { type Simulation, startSimulation } from '../support/simulation.ts';

type Row = Readonly<Record<string, unknown>>;
const evaluation = {
  metric: 'speedup',
  source: 'results/summary.json#/speedups',
  statistic: 'median',
  direction: 'at_least',
  threshold: 2,
  unit: 'x',
};

/** The shipped training, measured eight times, and by its replication eight times more with another seed. */
function measuredTraining(): object {
  const path = join(packageRoot, 'scenarios', 'training-success.json');
  const scenario = JSON.parse(readFileSync(path, 'utf8')) as {
    runs: [{ outcome: object }];
  };
  const [training] = scenario.runs;
  const measured = (project: string, seed: number, speedups: readonly number[]) => ({
    ...training,
    name: project,
    match: { project: `${project}*` },
    outcome: {
      ...training.outcome,
      results: { 'summary.json': { run_id: '{{run_id}}', seed, speedups } },
    },
  });
  const runs = [
    measured('sorting-replication', 99, [3.2, 3.1, 3.25, 3.2, 3.3, 3.15, 3.1, 3.25]),
    measured('sorting', 17, [3.1, 3.2, 3.3, 3.2, 3.15, 3.25, 3.05, 3.3]),
  ];
  return { ...scenario, runs };
}

let simulation: Simulation;
let runId: string;
let paperId: string;
beforeAll(async () => {
  simulation = await startSimulation(measuredTraining(), {
    config: { replicate_before_publication: true },
  });
  const { status } = await simulation.api.post('/control/api/v1/projects', {
    project_id: 'sorting',
    title: 'Is it faster?',
    workload_class: 'training',
    evaluation,
  });
  expect(status).toBe(201);
  runId = await simulation.dispatch('sorting');
  paperId = paperIdOf(runId);
  await simulation.itemIn('sorting', ['completed']);
  const drafted = await simulation.api.post('/control/papers/draft-next', { dry_run: false });
  expect(drafted.body).toMatchObject({ action: 'drafted' });
});
afterAll(() => simulation.close());

const get = async (path: string): Promise<Row> => {
  const { status, body } = await simulation.api.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const detail = async (): Promise<Row> => get(`/control/api/v1/papers/${paperId}`);
const replication = async (): Promise<Row> => (await detail())['replication'] as Row;
const inStatus = (status: string): Promise<Row> =>
  until(async () => {
    const row = await replication();
    return row['status'] === status && row;
  }, `the replication is ${status}`);
const automation = `/control/api/publication-automation`;
const pack = (key: string) =>
  simulation.api.post(`${automation}/${paperId}/prepare-finalization-package`, {
    idempotency_key: key,
    dry_run: false,
  });
const review = async (): Promise<Row> => (await get(`${automation}/${paperId}`))['review'] as Row;
const reproducibilityIn = (row: Row): Row | undefined =>
  (row['checklist'] as Row[]).find(({ item_id: id }) => id === 'reproducibility');

describe('a drafted paper', () => {
  let child: string;

  it('has its experiment done again by a project of its own, once', async () => {
    const row = await inStatus('waiting');
    expect(row).toMatchObject({ number: 1, run_id: runId, project_id: 'sorting' });
    child = String(row['child_project_id']);
    const { project, queue_item: item } = await get(`/control/api/v1/projects/${child}`);
    expect(project).toMatchObject({ source_kind: 'replication', parent_project_id: 'sorting' });
    expect(item).toMatchObject({
      status: 'queued',
      evaluation,
      replicates: { paper_id: paperId, run_id: runId, number: 1 },
    });
    expect(String((project as Row)['prompt'])).toContain(String(row['seed']));
    const path = `/control/api/v1/papers/${paperId}/replicate`;
    const again = await simulation.api.post(path, { dry_run: false });
    expect([again.status, again.body['reason']]).toEqual([409, 'replication_in_progress']);
  });

  it('is not released before that is over, and everybody says what it waits for', async () => {
    const words = `waits for its replication run of ${child}`;
    const refused = await pack('early');
    expect([refused.status, refused.body['code']]).toEqual([409, 'gates_failed']);
    expect(JSON.stringify(refused.body['problems'])).toContain(words);
    const explained = JSON.stringify(await get(`/control/api/v1/explain/paper/${paperId}`));
    expect(explained).toContain(words);
    expect(explained).toContain('replication_waiting');
    const next = await simulation.api.post('/control/papers/publish-next', {});
    expect(next.body).toMatchObject({ action: 'noop' });
    expect(JSON.stringify(next.body['skipped'])).toContain(words);
    const { queue_item: first } = await get('/control/api/v1/projects/sorting');
    expect(String((first as Row)['operator_next_step'])).toContain('Wait for its replication');
    const { rows } = (await get('/control/api/v1/queue?status=completed')) as { rows: Row[] };
    expect(rows.map((row) => row['operator_next_step'])).toEqual([
      (first as Row)['operator_next_step'],
    ]);
    const item = await until(async () => {
      const found = reproducibilityIn(await review());
      return String(found?.['finding']).includes(words) && found;
    }, 'the checklist says so');
    expect(item).toMatchObject({ status: 'fail', evaluated_by: 'orrery' });
  });

  it('is compared with the second run, which has no paper of its own', async () => {
    const childRun = await simulation.dispatch(child);
    await simulation.itemIn(child, ['completed']);
    const row = await inStatus('agreed');
    expect(row).toMatchObject({
      child_run_id: childRun,
      comparison: { verdict: 'met', first_verdict: 'met', intervals: 'overlap', agrees: true },
    });
    const { run } = await get(`/control/api/v1/runs/${childRun}`);
    expect(run).toMatchObject({ replicates: runId });
    const { queue_item: item } = await get(`/control/api/v1/projects/${child}`);
    expect(item).toMatchObject({ paper_id: paperId });
    const drafted = await simulation.api.post('/control/papers/draft-next', { dry_run: false });
    expect(drafted.body).toMatchObject({ action: 'noop' });
    const { rows } = (await get(
      `/control/api/v1/events?entity_id=${paperId}&entity_type=replication`,
    )) as { rows: Row[] };
    expect(rows.map(({ event_type: type }) => type)).toEqual([
      'replication.agreed',
      'replication.run_ended',
      'replication.requested',
    ]);
  });

  it('prints both results once it is rewritten, and is released then', async () => {
    const early = await pack('not-in-text');
    expect(JSON.stringify(early.body['problems'])).toContain('rewrite the draft');
    const rewritten = await simulation.api.post(`${automation}/${paperId}/rewrite-draft`, {
      idempotency_key: 'rewrite',
    });
    expect(rewritten.status).toBe(200);
    const { claims } = (await get(
      `/control/api/v1/papers/${paperId}/artifacts/claim_ledger.json`,
    )) as { claims: Row[] };
    const stated = claims.filter(({ kind }) => kind === 'replication');
    expect(stated).toMatchObject([
      { replication: { agrees: true, intervals: 'overlap', seed: 'other', copied: 'no' } },
    ]);
    const anchors = stated.flatMap(({ used_in }) => (used_in as Row[]).map(({ anchor }) => anchor));
    expect(anchors).toEqual(expect.arrayContaining(['#abstract', '#results']));
    // What was said of the text before may come after the rewrite; no paper is imported before it was examined.
    await until(async () => {
      const row = await review();
      return reproducibilityIn(row)?.['status'] === 'pass' && row['lint_passes'] === true;
    }, 'the checklist passes');
    const packaged = await pack('released');
    expect([packaged.status, packaged.body['problems']]).toEqual([200, undefined]);
    const imported = await simulation.api.post('/control/api/v1/corpus/import', {
      paper_id: paperId,
      dry_run: false,
    });
    expect(imported.body).toMatchObject({ result: 'imported', duplicate_of: null });
  });
});
