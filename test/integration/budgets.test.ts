/** Budgets over HTTP: a control plane and a simulated worker, whose agent takes too long or says too much. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { until } from '../support/service.ts';
import { type Simulation, startSimulation } from '../support/simulation.ts';

let simulation: Simulation;
afterEach(() => simulation.close());

const scenario = {
  name: 'long',
  machine: { cores: 4 },
  runs: [{ name: 'long', phases: [{ name: 'work', seconds: 864_000 }] }],
};

function runDirOf(runId: string): string {
  const [project] = readdirSync(simulation.projectRoot).filter((name) => !name.startsWith('.'));
  return join(simulation.projectRoot, project!, '.orrery', 'runs', runId);
}
const stopsOf = (runId: string) =>
  simulation.facts.filter((fact) => fact.type === 'run_stopped' && fact.run_id === runId);

it('a run over its wall time is stopped once, and what it left is kept for a person', async () => {
  // A minute of the control plane's clock, of which twenty pass in one.
  simulation = await startSimulation(scenario, { config: { budget_run_wall_sec: 60 } });
  const runId = await simulation.run('long');
  const results = join(runDirOf(runId), '..', '..', '..', 'results');
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'summary.json'), '{"half": 1}');
  const item = await simulation.itemIn('long', ['needs_review']);
  expect(item).toMatchObject({
    current_run_id: runId,
    last_run_state: 'canceled',
    budget_stop: { budget: 'run_wall_sec', limit: 60 },
  });
  expect(item['blocked_reason']).toMatch(/^budget_exceeded: run wall time budget spent: /);
  expect(stopsOf(runId)).toHaveLength(1);
  expect(await simulation.countEvents('long', 'queue_item.budget_spent')).toBe(1);
  const run = await simulation.api.get(`/control/api/v1/runs/${runId}`);
  expect(run.body['run']).toMatchObject({
    state: 'canceled',
    budget: [{ budget: 'run_wall_sec', state: 'spent', left: 0 }],
  });
  const artifacts = join(simulation.projectRoot, '..', '..', 'state', 'artifacts');
  const kept = readdirSync(artifacts, { recursive: true, encoding: 'utf8' });
  expect(kept.some((path) => path.endsWith(join('results', 'summary.json')))).toBe(true);
  const why = await simulation.api.get('/control/api/v1/explain/queue_item/long');
  expect(why.body).toMatchObject({ code: 'budget_exceeded' });
});

it('a run whose agent reports more than its tokens is stopped, and the figure stays', async () => {
  simulation = await startSimulation(scenario, {
    config: { budget_run_tokens: 1_000, budget_day_tokens: 1_000, worker_refresh_sec: 5 },
  });
  const runId = await simulation.run('long');
  await simulation.itemIn('long', ['running']);
  const before = await simulation.api.get('/control/api/v1/budgets?project_id=long');
  expect(before.body).toMatchObject({
    limits: { run_tokens: 1_000, run_wall_sec: null },
    runs: [{ run_id: runId, budget: [{ budget: 'run_tokens', spent: null, state: 'unknown' }] }],
    day: [{ budget: 'day_tokens', spent: null, unknown_runs: 1 }],
  });
  writeFileSync(join(runDirOf(runId), 'usage.json'), '{"tokens": 850}');
  await until(async () => {
    const { body } = await simulation.api.get(
      `/control/api/v1/events?entity_id=${runId}&event_type=run.budget_warned`,
    );
    return (body['rows'] as readonly unknown[]).length === 1;
  }, 'the warning');
  writeFileSync(join(runDirOf(runId), 'usage.json'), '{"tokens": 1200, "cost_usd": 0.5}');
  await simulation.itemIn('long', ['needs_review']);
  const run = await simulation.api.get(`/control/api/v1/runs/${runId}`);
  expect(run.body['run']).toMatchObject({ usage: { tokens: 1_200, cost_usd: 0.5 } });
  const next = await simulation.api.post('/control/dispatch-next', { dry_run: true });
  expect(next.body['reason']).toContain('day token budget spent: 1200 of 1000 tokens');
});
