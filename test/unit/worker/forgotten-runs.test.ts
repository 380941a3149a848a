/** A gate on a project root where another one, whose records are gone, has started a run. */
import { afterEach, expect, it } from 'vitest';
import { createWorkerBench, eventually, type WorkerBench } from '../../support/worker-bench.ts';

const benches: WorkerBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0).reverse()) await bench.close();
});

const requestOf = (project: string, run = `${project}-20260101T000000000`) => ({
  run_id: run,
  project_id: project,
  project_dir: `deep/${project}`,
  prompt_file: 'prompts/first.md',
});
const start = async (bench: WorkerBench, request: ReturnType<typeof requestOf>) => {
  const more = { project_name: 'P', prompt_text: 'x', overwrite: true };
  await bench.gate.prepare({ ...request, ...more });
  const how = { mode: 'exec', model: 'm', reasoning_effort: 'low', sandbox: 's' } as const;
  return bench.gate.dispatch({ ...request, ...how });
};

it('starts nothing beside it, and never calls it one that was not started', async () => {
  const environment = {
    ORRERY_AGENT_COMMAND: 'while [ -e ../../.. ] && [ ! -e ../go ]; do sleep 0.05; done',
  };
  const first = await createWorkerBench({ environment });
  benches.push(first);
  const old = requestOf('old');
  const { dispatch } = await start(first, old);
  const { folder } = first;
  const second = await createWorkerBench({ environment, folder });
  benches.push(second);

  const stop = { reason: 'not started when it was asked for', grace_sec: 0 };
  await expect(second.gate.stopRun(old.run_id, stop)).rejects.toMatchObject({
    code: 'run_lost',
    message: expect.stringContaining(String(dispatch.pid)),
  });
  for (const project of ['old', 'other'])
    await expect(start(second, requestOf(project, `${project}-2`))).rejects.toMatchObject({
      code: 'worker_busy',
      message: expect.stringContaining(old.run_id),
    });
  // One that nobody started is fenced as ever.
  const fenced = await second.gate.stopRun('old-20250101T000000000', stop);
  expect(fenced.run.status).toBe('fenced');

  await folder.write('projects/deep/go', '');
  await eventually(async () => {
    const started = await start(second, requestOf('other', 'other-3')).catch(() => undefined);
    return started?.accepted;
  });
  await expect(second.gate.stopRun(old.run_id, stop)).rejects.toMatchObject({
    code: 'run_lost',
    message: expect.stringContaining('nothing of it lives'),
  });
});
