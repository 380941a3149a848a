/** Runs on a real Slurm of one node: one job for each, whatever is lost on the way. @needs slurm sshd */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommandRunner } from '../../src/clusters/command-runner.ts';
import { jobNameOf } from '../../src/clusters/job-name.ts';
import { createLocalRunner } from '../../src/clusters/local-runner.ts';
import type { ClusterPort, JobSpec } from '../../src/clusters/port.ts';
import { sbatchArguments } from '../../src/clusters/slurm/arguments.ts';
import { createSlurmCluster } from '../../src/clusters/slurm/cluster.ts';
import { jobScript } from '../../src/clusters/slurm/script.ts';
import { createSshRunner } from '../../src/clusters/ssh-runner.ts';
import { Secret } from '../../src/config/secret.ts';
import type { SlurmResources } from '../../src/config/slurm-target.ts';
import { planConnection } from '../../src/evidence-sync/ssh/plan.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { programOf, troubledRunner, troubles } from '../support/cluster-trouble.ts';
import { noResources } from '../support/fake-slurm.ts';
import { patienceMs } from '../support/patience.ts';
import { startSlurm, type TestSlurm } from '../support/slurm.ts';
import { startSshd } from '../support/sshd.ts';

let slurm: TestSlurm;
let runner: CommandRunner;
let cluster: ClusterPort;
beforeAll(async () => {
  slurm = await startSlurm();
  runner = localRunner(patienceMs);
  cluster = clusterOver(runner);
  // Slurm counts whole minutes, which go by while the other tests run.
  await clusterOver(runner, { timeLimitMs: 1000 }).submit({ runId: 'limited' }, spec(forever));
});
afterAll(async () => {
  runner.close();
  await slurm.close();
});

const localRunner = (timeoutMs: number): CommandRunner =>
  createLocalRunner({
    account: userInfo().username,
    clock: systemClock,
    timeoutMs,
    environment: slurm.environment,
  });
const resources: SlurmResources = { ...noResources, cpus: 1 };
const clusterOver = (over: CommandRunner, more: Partial<SlurmResources> = {}): ClusterPort =>
  createSlurmCluster(
    over,
    { folder: slurm.jobs, resourcesOf: () => ({ ...resources, ...more }) },
    systemClock,
  );
/** Each beginning of a run's program is a line of a file. */
const spec = (script: string): JobSpec => ({
  argv: ['sh', '-c', `echo began >>ran; ${script}`],
  files: [{ name: 'token', content: new Secret("a 'secret' of one line") }],
  workloadClass: 'unknown',
});
const begun = (runId: string): number => {
  const path = join(slurm.jobs, jobNameOf(runId), 'ran');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
};
const poll = (runId: string, over: ClusterPort = cluster) =>
  expect.poll(() => over.observe({ runId }), { timeout: patienceMs, interval: 500 });
const jobsOf = (runId: string): string[] =>
  slurm
    .call('squeue', '--noheader', '--states=all', `--name=${jobNameOf(runId)}`, '--format=%i %T %r')
    .split('\n')
    .filter((line) => line !== '');
const forever = 'while :; do sleep 1; done';

it('runs a job to its end and tells its exit status, its node, its times and what it printed', async () => {
  expect(await cluster.observe({ runId: 'plain' })).toEqual({ kind: 'absent' });
  expect(await cluster.logs({ runId: 'plain' }, { from: 0, bytesMax: 10 })).toEqual({
    kind: 'none',
  });
  const submitted = await cluster.submit(
    { runId: 'plain' },
    spec('cat token; env | grep -c HIDDEN; exit 3'),
  );
  expect(submitted).toMatchObject({ kind: 'submitted', job: { runId: 'plain' } });
  await poll('plain').toMatchObject({
    kind: 'ended',
    reason: 'failed',
    exit: 3,
  });
  const first = await cluster.logs({ runId: 'plain' }, { from: 0, bytesMax: 10 });
  expect(first).toEqual({ kind: 'piece', bytes: Buffer.from("a 'secret'"), next: 10 });
  const rest = await cluster.logs({ runId: 'plain' }, { from: 10, bytesMax: 1000 });
  expect(rest).toMatchObject({ bytes: Buffer.from(' of one line0\n') });
  const again = await cluster.submit({ runId: 'plain' }, spec(''));
  expect(again).toMatchObject({ kind: 'exists', state: { kind: 'ended', exit: 3 } });
  expect([begun('plain'), jobsOf('plain').length]).toEqual([1, 1]);
});

it('lets nobody else read what the job is given, and puts no secret where Slurm shows it', async () => {
  await cluster.submit({ runId: 'shown' }, spec(forever));
  await poll('shown').toMatchObject({ kind: 'running', node: slurm.node });
  const folder = join(slurm.jobs, jobNameOf('shown'));
  const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  const others = modes.filter((path) => !/log-/.test(path) && (statSync(path).mode & 0o77) !== 0);
  expect(others).toEqual([]);
  const [job = ''] = jobsOf('shown').map((line) => line.split(' ')[0]!);
  const shown = ['show job -dd', 'write batch_script'].map((words) =>
    slurm.call('scontrol', ...words.split(' '), job, ...(words.startsWith('write') ? ['-'] : [])),
  );
  expect(shown.join('')).toContain(jobNameOf('shown'));
  expect(shown.join('')).not.toContain('secret');
  expect(await cluster.cancel({ runId: 'shown' })).toEqual({ ok: true });
});

it('has one job after any answer was lost, changed or came to nobody, and submitted again', async () => {
  const counting = troubledRunner(runner, () => undefined);
  await clusterOver(counting).submit({ runId: 'counted' }, spec(''));
  const points = counting.asked.flatMap((_, place) =>
    troubles.map((trouble) => ({
      place,
      trouble,
      runId: `at-${place}-${trouble.replace(' ', '-')}`,
    })),
  );
  expect(points.length).toBeGreaterThan(20);
  await Promise.all(
    points.map(async ({ place, trouble, runId }) => {
      const flaky = troubledRunner(runner, (_, at) => (at === place ? trouble : undefined));
      const first = await clusterOver(flaky).submit({ runId }, spec(''));
      expect(['submitted', 'exists', 'unclear']).toContain(first.kind);
      const second = await cluster.submit({ runId }, spec(''));
      expect(['submitted', 'exists']).toContain(second.kind);
      await poll(runId).toMatchObject({ kind: 'ended', reason: 'completed', exit: 0 });
    }),
  );
  const counts = points.map(({ runId }) => [runId, begun(runId), jobsOf(runId).length]);
  expect(counts).toEqual(points.map(({ runId }) => [runId, 1, 1]));
});

it('has one job after sbatch was killed at any moment', async () => {
  const runs = [0, 2, 4, 8, 16, 32, 64].map((delayMs) => ({ delayMs, runId: `killed-${delayMs}` }));
  await Promise.all(
    runs.map(async ({ delayMs, runId }) => {
      const hasty = localRunner(delayMs);
      const killing: CommandRunner = {
        ...runner,
        run: (command) => (programOf(command) === 'sbatch' ? hasty : runner).run(command),
      };
      await clusterOver(killing).submit({ runId }, spec(''));
      await cluster.submit({ runId }, spec(''));
      await poll(runId).toMatchObject({ kind: 'ended', reason: 'completed' });
    }),
  );
  expect(runs.map(({ runId }) => begun(runId))).toEqual(runs.map(() => 1));
});

it('runs one program for two submitters at the same moment, and for a submission that arrives late', async () => {
  const runs = ['twice-a', 'twice-b', 'twice-c', 'twice-d'];
  await Promise.all(runs.flatMap((runId) => [0, 1].map(() => cluster.submit({ runId }, spec('')))));
  let late: (() => Promise<unknown>) | null = null;
  const slow: CommandRunner = {
    ...runner,
    run(command) {
      if (programOf(command) !== 'sbatch') return runner.run(command);
      late = () => runner.run(command);
      return Promise.resolve({ kind: 'unclear', why: 'the network is slow' });
    },
  };
  const first = await clusterOver(slow).submit({ runId: 'late' }, spec(''));
  expect(first).toEqual({ kind: 'unclear', why: 'the network is slow' });
  const second = await cluster.submit({ runId: 'late' }, spec(forever));
  expect(second.kind).toBe('submitted');
  // Slurm calls a job running before its script has begun.
  await expect.poll(() => begun('late')).toBe(1);
  await late!();
  expect(jobsOf('late')).toHaveLength(2);
  // Found and called off while it waits for the end of the first.
  await poll('late').toMatchObject({ kind: 'running' });
  await expect.poll(() => jobsOf('late').join()).toMatch(/CANCELLED/);
  for (const runId of runs)
    await poll(runId).toMatchObject({ kind: 'ended', reason: 'completed', exit: 0 });
  expect([...runs, 'late'].map(begun)).toEqual([1, 1, 1, 1, 1]);
  await cluster.cancel({ runId: 'late' });
});

it('begins no run that was called off while its submission was on the way', async () => {
  expect(await cluster.cancel({ runId: 'early' })).toEqual({ ok: true });
  const state = { kind: 'ended', job: null, reason: 'cancelled', exit: null };
  expect(await cluster.submit({ runId: 'early' }, spec(''))).toEqual({ kind: 'exists', state });
  const folder = join(slurm.jobs, jobNameOf('early'));
  const argv = sbatchArguments({ name: jobNameOf('early'), folder, resources });
  const stdin = Buffer.from(jobScript(folder, spec('').argv));
  await runner.run({ argv, stdin });
  await expect.poll(() => jobsOf('early').join()).toMatch(/FAILED|CANCELLED/);
  expect([begun('early'), await cluster.observe({ runId: 'early' })]).toEqual([0, state]);
});

it('says why a job waits, and calls off one that waits and one that runs', async () => {
  const closed = clusterOver(runner, { partition: 'closed' });
  await closed.submit({ runId: 'waiting' }, spec(''));
  const sentence = expect.stringContaining('takes no jobs');
  await poll('waiting').toMatchObject({
    kind: 'pending',
    why: { code: 'PartitionDown', sentence, expectedAt: null },
  });
  await cluster.submit({ runId: 'running' }, spec(forever));
  await poll('running').toMatchObject({ kind: 'running', since: expect.stringMatching(/^20/) });
  await expect.poll(() => begun('running')).toBe(1);
  for (const runId of ['waiting', 'running']) {
    expect(await cluster.cancel({ runId })).toEqual({ ok: true });
    await poll(runId).toMatchObject({ kind: 'ended', reason: 'cancelled', exit: null });
    expect(await cluster.cancel({ runId })).toEqual({ ok: true });
  }
  expect(begun('waiting')).toBe(0);
});

it('is refused with the words of Slurm, and unclear while the controller is away', async () => {
  const wrong = clusterOver(runner, { partition: 'nowhere' });
  expect(await wrong.submit({ runId: 'refused' }, spec(''))).toEqual({
    kind: 'refused',
    why: expect.stringContaining('invalid partition specified: nowhere'),
  });
  expect(await cluster.observe({ runId: 'refused' })).toEqual({ kind: 'absent' });
  await cluster.submit({ runId: 'through' }, spec(forever));
  await poll('through').toMatchObject({ kind: 'running' });
  await slurm.stopController();
  const hasty = localRunner(500);
  const away = clusterOver(hasty);
  expect(await away.observe({ runId: 'through' })).toMatchObject({ kind: 'unknown' });
  expect(await away.submit({ runId: 'away' }, spec(''))).toMatchObject({ kind: 'unclear' });
  await slurm.startController();
  await poll('through').toMatchObject({ kind: 'running' });
  expect(await cluster.submit({ runId: 'away' }, spec(''))).toMatchObject({ kind: 'submitted' });
  await poll('away').toMatchObject({ kind: 'ended', reason: 'completed' });
  await cluster.cancel({ runId: 'through' });
});

it.each([
  ['partition nowhere', { partition: 'nowhere' }, 'invalid partition specified: nowhere'],
  ['gres gpu:2', { gres: 'gpu:2' }, 'Invalid generic resource'],
  ['constraint a[', { constraint: 'a[' }, 'Invalid feature specification'],
] as const)('says before a run is sent there that it has no %s', async (said, asked, words) => {
  const { ok, detail } = await clusterOver(runner, asked).check();
  expect([ok, detail]).toEqual([false, expect.stringContaining(words)]);
  expect(detail).toContain(said);
});

it('takes runs also while its node takes none, and makes no job to find that out', async () => {
  slurm.call('scontrol', 'update', `nodename=${slurm.node}`, 'state=drain', 'reason=test');
  expect(await clusterOver(runner).check()).toMatchObject({ ok: true });
  slurm.call('scontrol', 'update', `nodename=${slurm.node}`, 'state=resume');
  expect(await clusterOver(runner).check()).toMatchObject({ ok: true });
  expect(jobsOf('preflight')).toEqual([]);
});

it('does the same over SSH', async () => {
  const sshd = await startSshd(slurm.jobs, slurm.environment);
  const planned = planConnection(sshd.settings());
  if (!planned.ok) throw new Error(planned.problems.join());
  const options = { clock: systemClock, timeoutMs: patienceMs, idleMs: patienceMs };
  const remote = createSshRunner({ plan: planned.plan, ...options });
  const over = clusterOver(remote);
  expect(await over.submit({ runId: 'remote' }, spec('cat token; exit 4'))).toMatchObject({
    kind: 'submitted',
  });
  await poll('remote', over).toMatchObject({ kind: 'ended', reason: 'failed', exit: 4 });
  expect(await over.logs({ runId: 'remote' }, { from: 2, bytesMax: 8 })).toMatchObject({
    bytes: Buffer.from("'secret'"),
  });
  // The job is there, and nobody said so: it is found by the name of its run.
  const deaf = troubledRunner(remote, (command) =>
    programOf(command) === 'sbatch' ? 'lost after' : undefined,
  );
  await clusterOver(deaf).submit({ runId: 'far-lost' }, spec(''));
  expect(await over.submit({ runId: 'far-lost' }, spec(''))).toMatchObject({ kind: 'exists' });
  await poll('far-lost', over).toMatchObject({ kind: 'ended', reason: 'completed' });
  expect([begun('far-lost'), jobsOf('far-lost').length]).toEqual([1, 1]);
  remote.close();
  expect(await over.observe({ runId: 'remote' })).toMatchObject({ kind: 'unknown' });
  await sshd.close();
});

it('tells a time limit from a failure, and a job whose node is gone, which is not begun again', async () => {
  await poll('limited').toMatchObject({ kind: 'ended', reason: 'time limit', exit: null });
  await cluster.submit({ runId: 'orphan' }, spec(forever));
  await expect.poll(() => begun('orphan')).toBe(1);
  slurm.call('scontrol', 'update', `nodename=${slurm.node}`, 'state=down', 'reason=test');
  await poll('orphan').toMatchObject({ kind: 'ended', reason: 'node failure', exit: null });
  await cluster.submit({ runId: 'after' }, spec(''));
  await poll('after').toMatchObject({ kind: 'ended', reason: 'completed' });
  expect(await cluster.submit({ runId: 'orphan' }, spec(''))).toMatchObject({ kind: 'exists' });
  expect(begun('orphan')).toBe(1);
});
