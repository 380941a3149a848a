/**
 * A worker that is a Slurm cluster: runs are its jobs, and each job's gate dials home. A real Slurm of one node, the
 * built program as control plane and as gate. @needs slurm
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endPrograms, type Program, packageRoot } from '../support/e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  installTwoRoles,
  serve,
  stop,
  until,
} from '../support/e2e-service.ts';
import { startSlurm, type TestSlurm } from '../support/slurm.ts';

type Row = Readonly<Record<string, unknown>>;
const worker = 'hpc';
const secret = 'the-secret-that-the-tokens-of-runs-are-made-with';
/** In the package, where it finds what it needs. */
const quietGate = join(packageRoot, 'dist', 'test', `job-gate-${process.pid}.mjs`);
const commands = ['sh', 'sbatch', 'squeue', 'scancel'] as const;

let slurm: TestSlurm;
let control: Installation;
let plane: Program;
/** Wrappers of the commands, which lose an answer when they are told to. */
let wrappers: string;
let projects: string;

beforeAll(async () => {
  slurm = await startSlurm();
  const agent = `sh '${join(packageRoot, 'test', 'chaos', 'support', 'agent.sh')}'`;
  const waiting = `sh '${join(packageRoot, 'test', 'support', 'waiting-agent.sh')}'`;
  // On its fast clock a run would be over before anybody sees it run.
  const seen = `while [ ! -e "$ORRERY_PROJECT_DIR/../seen" ]; do sleep 0.1; done; ${agent}`;
  const installed = await installTwoRoles(
    () => `case "$ORRERY_PROJECT_ID" in stays*) ${waiting};; *) ${seen};; esac`,
  );
  control = installed.control;
  projects = join(installed.worker.dir, 'projects');
  // What a gate of a run has of its own is not of the file.
  configure(installed.worker, {
    worker_wake_gate_bearer_token: undefined,
    completion_callback_url: undefined,
    completion_callback_token: undefined,
    state_dir: undefined,
    project_root: projects,
  });
  await build({
    entryPoints: [join(packageRoot, 'test', 'support', 'job-gate.ts')],
    outfile: quietGate,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const cluster = {
    folder: slurm.jobs,
    jobs_at_once: 4,
    gate_command: [process.execPath, join(packageRoot, 'bin', 'orrery.mjs')],
    gate_config: installed.worker.configPath,
    cpus: 1,
    // Of a partition that takes jobs and starts none, and of one that there is not.
    classes: { training: { partition: 'closed' }, inference_eval: { partition: 'nowhere' } },
  };
  configure(control, {
    worker_wake_gate_url: undefined,
    worker_wake_gate_bearer_token: undefined,
    worker_refresh_sec: 2,
    worker_targets: {
      [worker]: { wake_gate_url: `slurm://${worker}`, bearer_token: secret },
      quiet: { wake_gate_url: 'slurm://quiet', bearer_token: `${secret}-too` },
    },
    workload_machine_targets: Object.fromEntries(
      ['cpu_only', 'training', 'inference_eval'].map((name) => [name, worker]),
    ),
    slurm_clusters: {
      [worker]: cluster,
      quiet: { ...cluster, gate_command: [process.execPath, quietGate] },
    },
  });
  wrappers = join(control.dir, 'wrappers');
  mkdirSync(wrappers);
  for (const name of commands) {
    const path = join(wrappers, name);
    writeFileSync(path, wrapperOf(name));
    chmodSync(path, 0o755);
  }
  plane = await start();
});
afterAll(async () => {
  // An agent whose node is gone outlives its job.
  for (const name of ['go', 'seen']) writeFileSync(join(projects, name), '');
  rmSync(quietGate, { force: true });
  await stop(plane);
  await endPrograms();
  await slurm.close();
});

/** `lose.<command>` holds a project, the number of the call about it, and when that is killed: once. */
const wrapperOf = (name: string): string => `#!/bin/sh
here=$(/usr/bin/dirname "$0")
real=$(PATH=\${PATH#*:}; command -v ${name})
if [ -e "$here/lose.${name}" ] && read -r id place when <"$here/lose.${name}"; then
  case "$*" in *"$id"*)
    if [ "$place" -gt 1 ]; then
      echo "$id $((place - 1)) $when" >"$here/lose.${name}"
    else
      /bin/rm -f "$here/lose.${name}"
      [ "$when" = before ] || "$real" "$@" >/dev/null 2>&1
      echo lost >>"$here/lost"
      kill -9 $$
    fi
  esac
fi
exec "$real" "$@"
`;
type Loss = readonly [command: (typeof commands)[number], place: number, when: 'before' | 'after'];
const lose = (id: string, [command, place, when]: Loss): void =>
  writeFileSync(join(wrappers, `lose.${command}`), `${id} ${place} ${when}\n`);
const lostCount = (): number => {
  const path = join(wrappers, 'lost');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
};

const start = (): Promise<Program> =>
  serve(control, {
    env: {
      ...control.options.env,
      ...slurm.environment,
      PATH: `${wrappers}:${process.env['PATH'] ?? ''}`,
    },
  });
async function restart(): Promise<void> {
  plane.signal('SIGKILL');
  await plane.ended;
  plane = await start();
}

async function takeIn(id: string, more: object = {}): Promise<void> {
  const ideas = [{ idea_id: id, title: id, prompt: 'Add.', workload_class: 'cpu_only', ...more }];
  const intake = { idempotency_key: `in-${id}`, source: 'e2e', dry_run: false, ideas };
  expect((await ask(control, '/control/api/intake/ideas', intake)).status).toBe(200);
}
const dispatch = (id: string) =>
  ask(control, '/control/dispatch-one', { project_id: id, dry_run: false, requested_by: 'e2e' });
async function itemOf(id: string): Promise<Row> {
  const { body } = await ask(control, `/control/api/v1/projects/${id}`);
  return body['queue_item'] as Row;
}
const jobOf = (item: Row): Row => (item['job'] ?? {}) as Row;
const untilItem = (id: string, what: string, fits: (item: Row) => boolean) =>
  until(async () => {
    const item = await itemOf(id);
    return fits(item) ? item : undefined;
  }, `${id} is ${what}`);
/** Jobs of the run that Slurm was given, whatever became of them. */
const jobsOf = (runId: unknown): string[] =>
  slurm
    .call(
      'squeue',
      '--noheader',
      '--states=all',
      `--name=orrery-${String(runId)}`,
      '--format=%i %T',
    )
    .split('\n')
    .filter((line) => line !== '');
const startsOf = (runId: unknown): number => {
  const path = join(projects, 'starts.log');
  if (!existsSync(path)) return 0;
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line === runId).length;
};

it('does a project from the idea to its paper as one job, which then is over', async () => {
  await takeIn('whole', { machine_target: 'quiet' });
  const dispatched = await dispatch('whole');
  expect(dispatched.status, dispatched.text).toBe(200);
  expect(dispatched.body['reason']).toContain('waits for its job on quiet');
  const { run_id: runId } = dispatched.body['live'] as Row;
  await untilItem('whole', 'running', (item) => item['status'] === 'running');
  const log = await ask(control, `/control/api/v1/runs/${String(runId)}/log`);
  expect(log.status, log.text).toBe(200);
  writeFileSync(join(projects, 'seen'), '');
  const done = await untilItem('whole', 'completed', ({ status }) => status === 'completed');
  expect(done['current_run_id']).toBe(runId);
  await until(
    async () => jobsOf(runId).join().includes('COMPLETED'),
    'the gate has ended by itself',
  );
  expect([startsOf(runId), jobsOf(runId).length]).toEqual([1, 1]);
  const drafted = await ask(control, '/control/papers/draft-next', { dry_run: false });
  expect(drafted.body['action'], drafted.text).toBe('drafted');
  // Its token opens nothing any more, and stands in no place that others see.
  const folder = join(slurm.jobs, `orrery-${String(runId)}`);
  const token = readFileSync(join(folder, 'run-token'), 'utf8');
  expect(token).toMatch(/^.+\.[0-9a-f]{64}$/);
  const printed = readdirSync(folder).filter((name) => name !== 'run-token');
  expect(printed.map((name) => readFileSync(join(folder, name), 'utf8')).join()).not.toContain(
    token,
  );
  const late = await fetch(`${control.baseUrl}/control/api/v1/workers`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(late.status).toBe(401);
});

it('has one job and one run after the answer to any command was lost', async () => {
  const points = [
    // Its record is read, its token written, the job submitted, and the run looked up again.
    ['sh', 1],
    ['sh', 3],
    ['sbatch', 1],
    ['squeue', 2],
  ] as const;
  for (const [command, place] of points) {
    for (const when of ['before', 'after'] as const) {
      const id = `stays-${command}-${place}-${when}`;
      await takeIn(id);
      const before = lostCount();
      lose(id, [command, place, when]);
      await dispatch(id);
      const item = await untilItem(id, 'running', ({ status }) => status === 'running');
      expect(lostCount(), id).toBe(before + 1);
      expect((await ask(control, `/control/api/v1/queue/${id}/cancel`, {})).status).toBe(200);
      expect([startsOf(item['current_run_id']), jobsOf(item['current_run_id']).length], id).toEqual(
        [1, 1],
      );
    }
  }
});

it('keeps why a job waits, shows it, and cancels it before it begins', async () => {
  await takeIn('waits', { workload_class: 'training' });
  expect((await dispatch('waits')).status).toBe(200);
  const item = await untilItem('waits', 'pending', (one) => jobOf(one)['code'] === 'PartitionDown');
  expect(jobOf(item)).toMatchObject({
    phase: 'pending',
    worker_target: worker,
    why: expect.stringContaining('takes no jobs'),
  });
  const why = await ask(control, '/control/api/v1/explain/queue_item/waits');
  expect(String(why.body['reason'])).toContain('takes no jobs');
  const { body } = await ask(control, `/control/api/v1/workers/${worker}`);
  const shown = body['worker'] as Row;
  expect(shown['jobs']).toMatchObject({
    most: 4,
    active: [{ project_id: 'waits', job: { code: 'PartitionDown' } }],
  });
  await restart();
  expect((await itemOf('waits'))['status']).toBe('dispatching');
  const canceled = await ask(control, '/control/api/v1/queue/waits/cancel', {});
  expect(canceled.status, canceled.text).toBe(200);
  expect((await itemOf('waits'))['status']).toBe('canceled');
  expect(jobsOf(item['current_run_id']).join()).toContain('CANCELLED');
  expect(startsOf(item['current_run_id'])).toBe(0);
});

it('starts a run once whose control plane was killed while its job waited, and ends it when it is canceled', async () => {
  await takeIn('stays-killed', { workload_class: 'training' });
  await dispatch('stays-killed');
  const { current_run_id: runId } = await untilItem(
    'stays-killed',
    'pending',
    (one) => 'id' in jobOf(one),
  );
  plane.signal('SIGKILL');
  await plane.ended;
  slurm.call('scontrol', 'update', 'partitionname=closed', 'state=up');
  await until(
    async () => jobsOf(runId).join().includes('RUNNING'),
    'the job begins while nobody is home',
  );
  plane = await start();
  await untilItem('stays-killed', 'running', ({ status }) => status === 'running');
  slurm.call('scontrol', 'update', 'partitionname=closed', 'state=down');
  expect((await ask(control, '/control/api/v1/queue/stays-killed/cancel', {})).status).toBe(200);
  await until(async () => !jobsOf(runId).join().includes('RUNNING'), 'the job is over');
  expect([startsOf(runId), jobsOf(runId).length]).toEqual([1, 1]);
});

it('gives an item back with the words of a refusal', async () => {
  await takeIn('refused', { workload_class: 'inference_eval' });
  const refused = await dispatch('refused');
  expect(refused.status).toBe(502);
  expect(refused.text).toContain('invalid partition specified: nowhere');
  expect(await itemOf('refused')).toMatchObject({ status: 'queued', retry_count: 1 });
});

it('gives an item back for another run when the node of its job is gone', async () => {
  await takeIn('stays-moved');
  await dispatch('stays-moved');
  await untilItem('stays-moved', 'running', ({ status }) => status === 'running');
  slurm.call('scontrol', 'update', `nodename=${slurm.node}`, 'state=down', 'reason=test');
  const again = await untilItem('stays-moved', 'queued', ({ status }) => status === 'queued');
  expect(again).toMatchObject({
    retry_count: 1,
    last_error: expect.stringContaining('was lost with its node'),
    job: { phase: 'ended', code: 'node failure' },
  });
});
