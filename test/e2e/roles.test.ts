/**
 * Control plane and worker gate as two processes with folders of their own: each serves its half
 * and nothing else, and a project is done between them although the control plane is killed.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endedWithin,
  endPrograms,
  type Program,
  packageRoot,
  runProgram,
  secretsSaid,
} from '../support/e2e-program.ts';
import {
  ask,
  type Installation,
  installTwoRoles,
  serve,
  stopMsMax,
  sustainSec,
  until,
} from '../support/e2e-service.ts';

const projectId = 'shared-work';

type Row = Readonly<Record<string, unknown>>;

describe('two roles in two processes', () => {
  let control: Installation;
  let worker: Installation;
  let controlProgram: Program;
  let workerProgram: Program;

  beforeAll(async () => {
    ({ control, worker } = await installTwoRoles(
      () => `sh '${join(packageRoot, 'test', 'chaos', 'support', 'agent.sh')}'`,
    ));
    controlProgram = await serve(control);
  });
  afterAll(endPrograms);

  it('a control plane alone has no route of a gate and says that its worker is away', async () => {
    const health = await ask({ ...control, token: '' }, '/healthz');
    expect(health.body).toMatchObject({ ok: true, service: 'orrery_control_plane' });
    expect((await ask(control, '/control/api/v1/overview')).status).toBe(200);
    for (const path of ['/runs', '/telemetry', `/project-evidence/${projectId}`])
      expect((await ask(control, path)).status, path).toBe(404);
    for (const path of ['/prepare-project', '/dispatch', '/runs/x/stop'])
      expect((await ask(control, path, {})).status, path).toBe(404);
    expect(existsSync(join(control.dir, 'state', 'worker'))).toBe(false);

    const preflight = await ask(control, '/control/api/preflight', {
      wake_gate_url: worker.baseUrl,
      bearer_token: '',
      require_paused: false,
      strict: false,
      max_gpu_pct: 100,
      min_memory_available_mib: 1,
    });
    expect(preflight.status, preflight.text).toBe(200);
    expect(preflight.body['ok']).toBe(false);
    const checks = preflight.body['checks'] as Row[];
    expect(checks.find((check) => check['name'] === 'wake_gate_healthz')?.['ok']).toBe(false);
  });

  it('a worker gate alone has no control route, and is open for its health only', async () => {
    workerProgram = await serve(worker);
    const health = await ask({ ...worker, token: '' }, '/healthz');
    expect(health.body).toMatchObject({ ok: true, service: 'orrery_worker_gate', role: 'worker' });
    for (const path of ['/runs', '/telemetry']) {
      expect((await ask(worker, path)).status, path).toBe(200);
      for (const token of ['', control.token])
        expect((await ask({ ...worker, token }, path)).status, path).toBe(401);
    }
    for (const path of [
      '/control/api/v1/overview',
      '/control/api/status',
      '/control/api/v1/projects',
      '/control/dashboard',
    ])
      expect((await ask(worker, path)).status, path).toBe(404);
    for (const path of ['/control/dispatch-next', '/control/api/intake/ideas'])
      expect((await ask(worker, path, {})).status, path).toBe(404);
    expect(existsSync(join(worker.dir, 'state', 'control.db'))).toBe(false);
  });

  it('do one project together, though the control plane is killed on the way', async () => {
    const intake = await ask(control, '/control/api/intake/ideas', {
      idempotency_key: 'roles',
      source: 'e2e',
      dry_run: false,
      ideas: [
        {
          idea_id: projectId,
          title: 'Shared work',
          prompt: 'Add numbers.',
          workload_class: 'cpu_only',
        },
      ],
    });
    expect(intake.status, intake.text).toBe(200);
    const live = { dry_run: false, requested_by: 'e2e' };
    const dispatched = await ask(control, '/control/dispatch-next', live);
    expect(dispatched.status, dispatched.text).toBe(200);
    const runId = String((dispatched.body['live'] as Row)['run_id']);

    // The agent yields while nobody is there to be told: that callback has to wait.
    controlProgram.signal('SIGKILL');
    await controlProgram.ended;
    await until(async () => {
      const run = await ask(worker, `/runs/${runId}`);
      return (run.body['idle_window'] as Row | null)?.['agent_exited'] === true;
    }, 'the agent has exited');
    controlProgram = await serve(control);

    const item = await until(async () => {
      const project = await ask(control, `/control/api/v1/projects/${projectId}`);
      const row = project.body['queue_item'] as Row | undefined;
      return row?.['status'] === 'completed' ? row : undefined;
    }, 'the project is completed');
    expect(item['current_run_id']).toBe(runId);
    const receipt = (await ask(worker, `/runs/${runId}`)).body['receipt'] as Row;
    const { duration_ms: quietMs } = receipt['window'] as { readonly duration_ms: number };
    expect(quietMs).toBeGreaterThanOrEqual(sustainSec * 1000);
    expect(readFileSync(join(worker.dir, 'projects', 'starts.log'), 'utf8')).toBe(`${runId}\n`);

    const drafted = await ask(control, '/control/papers/draft-next', live);
    expect(drafted.body, drafted.text).toMatchObject({ action: 'drafted' });
    // What the paper is made of was fetched: the project's own folder is the worker's alone.
    expect(readdirSync(join(control.dir, 'projects'))).toEqual([]);
    const copied = join(control.dir, 'state', 'artifacts', projectId);
    expect(statSync(join(copied, 'results', 'summary.json')).isFile()).toBe(true);
    expect(readdirSync(join(copied, 'papers'))).toEqual([runId]);
  });

  it('stop cleanly, prove their own stores and have said no token', async () => {
    for (const [program, installation, store] of [
      [controlProgram, control, 'control plane'],
      [workerProgram, worker, 'worker gate'],
    ] as const) {
      program.signal('SIGTERM');
      const end = await endedWithin(program, stopMsMax, store);
      expect(end, end.stderr).toMatchObject({ code: 0, signal: null });
      const verify = await runProgram(['verify'], installation.options);
      expect(verify, verify.stdout).toMatchObject({ code: 0, stderr: '' });
      expect(verify.stdout).toMatch(new RegExp(`^✓ ${store}: .*\\n$`));
    }
    expect(secretsSaid()).toEqual([]);
  });
});
