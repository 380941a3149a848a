/**
 * A control plane whose workers are clusters of one kind, as the built program, and what tests of any kind ask of it.
 * `quiet` is such a cluster whose gates run on a fast clock and a quiet machine (job-gate.ts).
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { endPrograms, type Program, packageRoot } from './e2e-program.ts';
import {
  ask,
  configure,
  type Installation,
  installTwoRoles,
  serve,
  stop,
  until,
} from './e2e-service.ts';

export type Row = Readonly<Record<string, unknown>>;

/** What every cluster of the test is told of its gate. */
interface GateFields {
  readonly jobs_at_once: number;
  readonly gate_command: readonly string[];
  readonly gate_config: string;
}

export interface ClusterPlane {
  readonly control: Installation;
  /** Where the gates of all runs have their projects. */
  readonly projects: string;
  /** Ends the plane as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  takeIn(id: string, more?: object): Promise<void>;
  dispatch(id: string): ReturnType<typeof ask>;
  cancel(id: string): ReturnType<typeof ask>;
  itemOf(id: string): Promise<Row>;
  untilItem(id: string, what: string, fits: (item: Row) => boolean): Promise<Row>;
  /** Times that an agent was started for the run. */
  startsOf(runId: unknown): number;
  /** Lets the agent of the project that is not to stay go on, once the test has seen it run. */
  letGo(): void;
  close(): Promise<void>;
}

export const workerName = 'hpc';
const secret = 'the-secret-that-the-tokens-of-runs-are-made-with';
/** In the package, where it finds what it needs. */
const quietGate = join(packageRoot, 'dist', 'test', `job-gate-${process.pid}.mjs`);
/** Of a run; the agent of the whole project says at its end that it has used so many. */
const tokensMax = 5_000;
const tokensOfWhole = 1_234;
const classes = ['cpu_only', 'training', 'inference_eval'];

/** The job of an item, as it was last seen. */
export const jobOf = (item: Row): Row => (item['job'] ?? {}) as Row;

/** Not started. `fieldsOf` makes a cluster of that kind; `environment` is asked at each start. */
export async function installClusterPlane({
  kind,
  fieldsOf,
  othersOf = () => ({}),
  environment,
}: {
  readonly kind: 'slurm' | 'kubernetes';
  readonly fieldsOf: (gate: GateFields) => object;
  /** More clusters, by the names of their workers. */
  readonly othersOf?: (gate: GateFields) => Readonly<Record<string, object>>;
  readonly environment: (control: Installation) => Readonly<Record<string, string>>;
}): Promise<ClusterPlane> {
  const agent = `sh '${join(packageRoot, 'test', 'chaos', 'support', 'agent.sh')}'`;
  const waiting = `sh '${join(packageRoot, 'test', 'support', 'waiting-agent.sh')}'`;
  // On its fast clock a run would be over before anybody sees it run.
  const seen = `while [ ! -e "$ORRERY_PROJECT_DIR/../seen" ]; do sleep 0.1; done; ${agent}`;
  const says = (tokens: number) => `echo '{"tokens": ${tokens}}' >"$ORRERY_RUN_DIR/usage.json"`;
  const { control, worker } = await installTwoRoles(
    () =>
      `case "$ORRERY_PROJECT_ID" in stays-spends) ${says(tokensMax + 1)}; ${waiting};; stays*) ${waiting};; ` +
      `*) ${seen}; ${says(tokensOfWhole)};; esac`,
  );
  const projects = join(worker.dir, 'projects');
  // What a gate of a run has of its own is not of the file.
  configure(worker, {
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
  const gateOf = (program: string): GateFields => ({
    jobs_at_once: 4,
    gate_command: [process.execPath, program],
    gate_config: worker.configPath,
  });
  const gate = gateOf(join(packageRoot, 'bin', 'orrery.mjs'));
  const clusters = {
    [workerName]: fieldsOf(gate),
    quiet: fieldsOf(gateOf(quietGate)),
    ...othersOf(gate),
  };
  configure(control, {
    worker_wake_gate_url: undefined,
    worker_wake_gate_bearer_token: undefined,
    worker_refresh_sec: 2,
    budget_run_tokens: tokensMax,
    worker_targets: Object.fromEntries(
      Object.keys(clusters).map((name) => [
        name,
        { wake_gate_url: `${kind}://${name}`, bearer_token: `${secret}-${name}` },
      ]),
    ),
    workload_machine_targets: Object.fromEntries(classes.map((name) => [name, workerName])),
    [`${kind}_clusters`]: clusters,
  });
  let program: Program | null = null;
  const itemOf = async (id: string): Promise<Row> => {
    const { body } = await ask(control, `/control/api/v1/projects/${id}`);
    return (body['queue_item'] ?? {}) as Row;
  };
  return {
    control,
    projects,
    async start() {
      program = await serve(control, {
        env: { ...control.options.env, ...environment(control) },
      });
    },
    async kill() {
      program?.signal('SIGKILL');
      await program?.ended;
    },
    async takeIn(id, more = {}) {
      const ideas = [
        { idea_id: id, title: id, prompt: 'Add.', workload_class: 'cpu_only', ...more },
      ];
      const intake = { idempotency_key: `in-${id}`, source: 'e2e', dry_run: false, ideas };
      const taken = await ask(control, '/control/api/intake/ideas', intake);
      expect(taken.status, taken.text).toBe(200);
    },
    dispatch: (id) =>
      ask(control, '/control/dispatch-one', {
        project_id: id,
        dry_run: false,
        requested_by: 'e2e',
      }),
    cancel: (id) => ask(control, `/control/api/v1/queue/${id}/cancel`, {}),
    itemOf,
    untilItem: (id, what, fits) =>
      until(async () => {
        const item = await itemOf(id);
        return fits(item) ? item : undefined;
      }, `${id} is ${what}`),
    startsOf(runId) {
      const path = join(projects, 'starts.log');
      if (!existsSync(path)) return 0;
      return readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line === runId).length;
    },
    letGo: () => writeFileSync(join(projects, 'seen'), ''),
    async close() {
      // An agent whose node is gone outlives its job.
      for (const name of ['go', 'seen']) writeFileSync(join(projects, name), '');
      rmSync(quietGate, { force: true });
      if (program !== null) await stop(program);
      await endPrograms();
    },
  };
}

/** From the idea to its paper as one run on `quiet`, which then is over. Answers the run's id. */
export async function doWholeProject(plane: ClusterPlane): Promise<string> {
  const { control } = plane;
  await plane.takeIn('whole', { machine_target: 'quiet' });
  const dispatched = await plane.dispatch('whole');
  expect(dispatched.status, dispatched.text).toBe(200);
  expect(dispatched.body['reason']).toContain('waits for its job on quiet');
  const { run_id: runId } = dispatched.body['live'] as Row;
  await plane.untilItem('whole', 'running', (item) => item['status'] === 'running');
  const log = await ask(control, `/control/api/v1/runs/${String(runId)}/log`);
  expect(log.status, log.text).toBe(200);
  plane.letGo();
  const done = await plane.untilItem('whole', 'completed', ({ status }) => status === 'completed');
  expect(done['current_run_id']).toBe(runId);
  // Said just before its gate ended with it.
  const { body: ran } = await ask(control, `/control/api/v1/runs/${String(runId)}`);
  expect((ran['run'] as Row)['budget']).toMatchObject([
    { budget: 'run_tokens', spent: tokensOfWhole },
  ]);
  const drafted = await ask(control, '/control/papers/draft-next', { dry_run: false });
  expect(drafted.body['action'], drafted.text).toBe('drafted');
  return String(runId);
}

/** The token of a run that is over opens nothing. */
export async function expectTokenShut({ control }: ClusterPlane, token: string): Promise<void> {
  expect(token).toMatch(/^.+\.[0-9a-f]{64}$/);
  const late = await fetch(`${control.baseUrl}/control/api/v1/workers`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(late.status).toBe(401);
}

/** A run whose agent says that it has used more than its budget is stopped, and waits for a person. */
export async function expectOverBudget(plane: ClusterPlane): Promise<unknown> {
  await plane.takeIn('stays-spends');
  expect((await plane.dispatch('stays-spends')).status).toBe(200);
  const item = await plane.untilItem(
    'stays-spends',
    'stopped',
    ({ status }) => status === 'needs_review',
  );
  expect(item['blocked_reason']).toContain(
    `run token budget spent: ${tokensMax + 1} of ${tokensMax} tokens`,
  );
  return item['current_run_id'];
}

/** Why the job of `id` waits stands in its item, in the explanation and in the worker's row. */
export async function expectWaitShown(
  plane: ClusterPlane,
  id: string,
  { code, words }: { readonly code: string; readonly words: string },
): Promise<Row> {
  const { control } = plane;
  const item = await plane.untilItem(id, 'pending', (one) => jobOf(one)['code'] === code);
  expect(jobOf(item)).toMatchObject({
    phase: 'pending',
    worker_target: workerName,
    why: expect.stringContaining(words),
  });
  const why = await ask(control, `/control/api/v1/explain/queue_item/${id}`);
  expect(String(why.body['reason'])).toContain(words);
  const { body } = await ask(control, `/control/api/v1/workers/${workerName}`);
  expect((body['worker'] as Row)['jobs']).toMatchObject({
    most: 4,
    active: [{ project_id: id, job: { code } }],
  });
  return item;
}
