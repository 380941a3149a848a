/**
 * A worker that is a Slurm cluster: runs are its jobs, and each job's gate dials home. A real Slurm of one node, the
 * built program as control plane and as gate. @needs slurm sshd
 */
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ClusterPlane,
  doWholeProject,
  expectOverBudget,
  expectTokenShut,
  expectWaitShown,
  installClusterPlane,
  jobOf,
} from '../support/e2e-cluster.ts';
import { makeFolder } from '../support/e2e-program.ts';
import { until } from '../support/e2e-service.ts';
import { startSlurm, type TestSlurm } from '../support/slurm.ts';
import { type Sshd, startSshd } from '../support/sshd.ts';

const commands = ['sh', 'sbatch', 'squeue', 'scancel'] as const;

let slurm: TestSlurm;
let sshd: Sshd;
let plane: ClusterPlane;
/** Wrappers of the commands, which lose an answer when they are told to. */
let wrappers: string;

beforeAll(async () => {
  slurm = await startSlurm();
  wrappers = makeFolder();
  for (const name of commands) {
    const path = join(wrappers, name);
    writeFileSync(path, wrapperOf(name));
    chmodSync(path, 0o755);
  }
  sshd = await startSshd(slurm.jobs, slurm.environment);
  plane = await installClusterPlane({
    kind: 'slurm',
    fieldsOf: (gate) => ({
      ...gate,
      folder: slurm.jobs,
      cpus: 1,
      // Of a partition that takes jobs and starts none, and of one that there is not.
      classes: { training: { partition: 'closed' }, inference_eval: { partition: 'nowhere' } },
    }),
    othersOf: (gate) => {
      const far = { ...gate, folder: slurm.jobs, cpus: 1, ssh_host: 'gpu-a' };
      return {
        login: { ...far, ssh_config_path: sshd.settings().configPath },
        stranger: {
          ...far,
          ssh_config_path: sshd.settings().configPath,
          ssh_host_key: `SHA256:${'A'.repeat(43)}`,
        },
      };
    },
    environment: () => ({
      ...slurm.environment,
      PATH: `${wrappers}:${process.env['PATH'] ?? ''}`,
    }),
  });
  await plane.start();
});
afterAll(async () => {
  await plane.close();
  await sshd.close();
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
const isRunning = ({ status }: Readonly<Record<string, unknown>>): boolean => status === 'running';

it('does a project from the idea to its paper as one job, which then is over', async () => {
  const runId = await doWholeProject(plane);
  await until(
    async () => jobsOf(runId).join().includes('COMPLETED'),
    'the gate has ended by itself',
  );
  expect([plane.startsOf(runId), jobsOf(runId).length]).toEqual([1, 1]);
  // Its token opens nothing any more, and stands in no place that others see.
  const folder = join(slurm.jobs, `orrery-${runId}`);
  const token = readFileSync(join(folder, 'run-token'), 'utf8');
  const printed = readdirSync(folder).filter((name) => name !== 'run-token');
  expect(printed.map((name) => readFileSync(join(folder, name), 'utf8')).join()).not.toContain(
    token,
  );
  await expectTokenShut(plane, token);
});

it('stops a run whose agent has used more tokens than its budget, and gives its node back', async () => {
  const runId = await expectOverBudget(plane);
  await until(async () => !jobsOf(runId).join().includes('RUNNING'), 'the job is over');
  expect([plane.startsOf(runId), jobsOf(runId).length]).toEqual([1, 1]);
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
      await plane.takeIn(id);
      const before = lostCount();
      lose(id, [command, place, when]);
      await plane.dispatch(id);
      const item = await plane.untilItem(id, 'running', isRunning);
      expect(lostCount(), id).toBe(before + 1);
      expect((await plane.cancel(id)).status).toBe(200);
      expect(
        [plane.startsOf(item['current_run_id']), jobsOf(item['current_run_id']).length],
        id,
      ).toEqual([1, 1]);
    }
  }
});

it('keeps why a job waits, shows it, and cancels it before it begins', async () => {
  await plane.takeIn('waits', { workload_class: 'training' });
  expect((await plane.dispatch('waits')).status).toBe(200);
  const item = await expectWaitShown(plane, 'waits', {
    code: 'PartitionDown',
    words: 'takes no jobs',
  });
  await plane.kill();
  await plane.start();
  expect((await plane.itemOf('waits'))['status']).toBe('dispatching');
  const canceled = await plane.cancel('waits');
  expect(canceled.status, canceled.text).toBe(200);
  expect((await plane.itemOf('waits'))['status']).toBe('canceled');
  expect(jobsOf(item['current_run_id']).join()).toContain('CANCELLED');
  expect(plane.startsOf(item['current_run_id'])).toBe(0);
});

it('starts a run once whose control plane was killed while its job waited, and ends it when it is canceled', async () => {
  await plane.takeIn('stays-killed', { workload_class: 'training' });
  await plane.dispatch('stays-killed');
  const { current_run_id: runId } = await plane.untilItem(
    'stays-killed',
    'pending',
    (one) => 'id' in jobOf(one),
  );
  await plane.kill();
  slurm.call('scontrol', 'update', 'partitionname=closed', 'state=up');
  await until(
    async () => jobsOf(runId).join().includes('RUNNING'),
    'the job begins while nobody is home',
  );
  await plane.start();
  await plane.untilItem('stays-killed', 'running', isRunning);
  slurm.call('scontrol', 'update', 'partitionname=closed', 'state=down');
  expect((await plane.cancel('stays-killed')).status).toBe(200);
  await until(async () => !jobsOf(runId).join().includes('RUNNING'), 'the job is over');
  expect([plane.startsOf(runId), jobsOf(runId).length]).toEqual([1, 1]);
});

it('does over SSH what it does here, and says which step to a login node failed', async () => {
  await plane.takeIn('stays-far', { machine_target: 'login' });
  await plane.dispatch('stays-far');
  const { current_run_id: runId } = await plane.untilItem('stays-far', 'running', isRunning);
  expect((await plane.cancel('stays-far')).status).toBe(200);
  await until(async () => !jobsOf(runId).join().includes('RUNNING'), 'the job is over');
  expect([plane.startsOf(runId), jobsOf(runId).length]).toEqual([1, 1]);
  await plane.takeIn('stays-strange', { machine_target: 'stranger' });
  const shut = await plane.dispatch('stays-strange');
  expect(shut.text).toContain(sshd.fingerprint);
  expect(await plane.itemOf('stays-strange')).toMatchObject({ status: 'queued', retry_count: 0 });
});

it('gives an item back with the words of a refusal', async () => {
  await plane.takeIn('refused', { workload_class: 'inference_eval' });
  const refused = await plane.dispatch('refused');
  expect(refused.status).toBe(502);
  expect(refused.text).toContain('invalid partition specified: nowhere');
  expect(await plane.itemOf('refused')).toMatchObject({ status: 'queued', retry_count: 1 });
});

it('gives an item back for another run when the node of its job is gone', async () => {
  await plane.takeIn('stays-moved');
  await plane.dispatch('stays-moved');
  await plane.untilItem('stays-moved', 'running', isRunning);
  slurm.call('scontrol', 'update', `nodename=${slurm.node}`, 'state=down', 'reason=test');
  const again = await plane.untilItem('stays-moved', 'queued', ({ status }) => status === 'queued');
  expect(again).toMatchObject({
    retry_count: 1,
    last_error: expect.stringContaining('was lost with its node'),
    job: { phase: 'ended', code: 'node failure' },
  });
});
