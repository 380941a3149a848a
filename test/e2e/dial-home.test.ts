/**
 * A worker gate that listens nowhere, as a process of its own: a project is done through the connection that it
 * makes, although gate and control plane are killed on the way.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  endPrograms,
  type Program,
  packageRoot,
  runProgram,
  startProgram,
} from '../support/e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  installTwoRoles,
  serve,
  stop,
  until,
} from '../support/e2e-service.ts';

type Row = Readonly<Record<string, unknown>>;
const projectId = 'called-from-home';
const name = 'lab';

afterAll(endPrograms);

/** What the control plane makes of its worker now. */
async function preflight(control: Installation): Promise<string> {
  const body = { machine_target: name, require_paused: false, max_gpu_pct: 100 };
  const { body: said } = await ask(control, '/control/api/preflight', body);
  return said['ok'] === true ? 'ok' : JSON.stringify(said);
}

it('does a project through the connection that it makes, though both ends are killed', async () => {
  const { control, worker } = await installTwoRoles(
    () => `sh '${join(packageRoot, 'test', 'chaos', 'support', 'agent.sh')}'`,
  );
  configure(control, {
    worker_wake_gate_url: undefined,
    worker_wake_gate_bearer_token: undefined,
    worker_targets: {
      [name]: {
        wake_gate_url: `home://${name}`,
        bearer_token: worker.token,
        min_memory_available_mib: 1,
      },
    },
  });
  const startGate = (): Program =>
    startProgram(['serve', '--home', control.baseUrl, '--as', name], worker.options);
  const untilHome = () =>
    until(async () => (await preflight(control)) === 'ok', 'the gate is home and well');

  let plane = await serve(control);
  expect(await preflight(control)).toContain('no gate has dialled home as lab');
  let gate = startGate();
  await untilHome();
  expect((await ask(worker, '/healthz')).status, 'nothing listens on the worker').toBe(0);

  const ideas = [
    { idea_id: projectId, title: 'Called', prompt: 'Add.', workload_class: 'cpu_only' },
  ];
  const intake = { idempotency_key: 'dial', source: 'e2e', dry_run: false, ideas };
  expect((await ask(control, '/control/api/intake/ideas', intake)).status).toBe(200);
  const live = { dry_run: false, requested_by: 'e2e' };
  const dispatched = await ask(control, '/control/dispatch-next', live);
  expect(dispatched.status, dispatched.text).toBe(200);
  const runId = String((dispatched.body['live'] as Row)['run_id']);

  gate.signal('SIGKILL');
  await gate.ended;
  expect(await preflight(control)).toContain('one was connected until');
  gate = startGate();
  await until(
    async () => (await ask(control, `/control/api/v1/runs/${runId}/log`)).status === 200,
    'the log is read through the new connection',
  );
  plane.signal('SIGKILL');
  await plane.ended;
  plane = await serve(control);

  const run = await until(async () => {
    const { body } = await ask(control, `/control/api/v1/projects/${projectId}`);
    const item = body['queue_item'] as Row | undefined;
    return item?.['status'] === 'completed' ? item : undefined;
  }, 'the project is completed');
  expect(run['run_id'] ?? runId).toBe(runId);
  const starts = readFileSync(join(worker.dir, 'projects', 'starts.log'), 'utf8').trim();
  expect(starts.split('\n')).toEqual([runId]);
  await untilHome();
  await stop(gate);
  await stop(plane);
});

it('says in words what is wrong with how it is called', async () => {
  const { control, worker } = await installTwoRoles(() => 'true');
  const call = (installation: Installation, ...args: string[]) =>
    runProgram(['serve', ...args], installation.options);
  const half = await call(worker, '--home', control.baseUrl);
  expect(half).toMatchObject({ code: 2 });
  expect(half.stderr).toContain('--home and one of --as and --run go together');
  const plane = await call(control, '--home', control.baseUrl, '--as', name);
  expect(plane.stderr).toContain('only a process of role worker dials home, not control');
  const scheme = await call(worker, '--home', 'ftp://example.org', '--as', name);
  expect(scheme.stderr).toContain('must be http or https');
});
