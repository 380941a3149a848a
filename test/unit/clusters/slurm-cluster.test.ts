/** A run on a Slurm in memory: what is asked in which order, and what follows from an answer that is not clear. */
import { beforeEach, expect, it } from 'vitest';
import type { JobSpec } from '../../../src/clusters/port.ts';
import { createSlurmCluster } from '../../../src/clusters/slurm/cluster.ts';
import { Secret } from '../../../src/config/secret.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { programOf, type Trouble, troubledRunner } from '../../support/cluster-trouble.ts';
import { ended, FakeSlurm, noResources } from '../../support/fake-slurm.ts';

const spec: JobSpec = {
  argv: ['orrery', 'worker'],
  files: [{ name: 'token', content: new Secret('hush') }],
  workloadClass: 'training',
};
const run = { runId: 'a' };
let slurm: FakeSlurm;
let clock: ReturnType<typeof createManualClock>;
beforeEach(() => {
  slurm = new FakeSlurm(true);
  clock = createManualClock();
});
/** `program` meets that trouble each time. */
const clusterOver = (program = '', trouble?: Trouble) => {
  const runner = troubledRunner(slurm.runner, (command) =>
    programOf(command) === program ? trouble : undefined,
  );
  const settings = { folder: '/shared', resourcesOf: () => noResources };
  return { runner, cluster: createSlurmCluster(runner, settings, clock) };
};

it.each([
  ['sh', 'lost before'],
  ['squeue', 'lost after'],
  ['squeue', 'garbage'],
  ['sacct', 'lost after'],
  ['sacct', 'garbage'],
] as const)('submits nothing while %s is %s', async (program, trouble) => {
  const { cluster } = clusterOver(program, trouble);
  expect(await cluster.submit(run, spec)).toMatchObject({ kind: 'unclear' });
  expect(slurm.jobs).toEqual([]);
});

it('looks the run up before it submits, and again after', async () => {
  const { cluster, runner } = clusterOver();
  expect(await cluster.submit(run, spec)).toEqual({
    kind: 'submitted',
    job: { runId: 'a', jobId: '1' },
  });
  expect(runner.asked.map(programOf)).toEqual('sh squeue sacct sh sh sbatch sh squeue'.split(' '));
});

it.each(['lost after', 'garbage'] as const)(
  'finds its job where the answer of sbatch was %s',
  async (trouble) => {
    const { cluster } = clusterOver('sbatch', trouble);
    expect(await cluster.submit(run, spec)).toMatchObject({
      kind: 'exists',
      state: { kind: 'pending', job: { jobId: '1' } },
    });
  },
);

it('is unclear where sbatch was lost and no job is there, since one may still come', async () => {
  const { cluster } = clusterOver('sbatch', 'lost before');
  expect(await cluster.submit(run, spec)).toEqual({
    kind: 'unclear',
    why: 'the connection was lost',
  });
});

it.each(['lost after', 'garbage'] as const)(
  'does not know how a forgotten job ended while sacct is %s',
  async (trouble) => {
    const { cluster } = clusterOver();
    await cluster.submit(run, spec);
    slurm.begin(0);
    slurm.end(0, 'node');
    slurm.forget();
    const { cluster: unclear } = clusterOver('sacct', trouble);
    expect(await unclear.observe(run)).toMatchObject({ kind: 'unknown' });
    expect(await unclear.submit(run, spec)).toMatchObject({ kind: 'unclear' });
    expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason: 'node failure' });
    expect(await cluster.submit(run, spec)).toMatchObject({ kind: 'exists' });
    expect(slurm.jobs).toHaveLength(1);
  },
);

const sbatches = (asked: readonly { readonly argv: readonly string[] }[]): number =>
  asked.filter(({ argv }) => argv[0] === 'sbatch').length;

it('tries what its jobs ask for once, and makes no job of it', async () => {
  const { cluster, runner } = clusterOver();
  const well = { ok: true, detail: 'the cluster answers and would take such jobs' };
  expect(await cluster.check()).toEqual(well);
  expect(await cluster.check()).toEqual(well);
  expect(sbatches(runner.asked)).toBe(1);
  expect(slurm.jobs).toEqual([]);
});

/** Of this class alone the cluster has no such partition. */
const withoutPartition = () => {
  const runner = troubledRunner(slurm.runner, () => undefined);
  const resourcesOf = (name: string) => ({
    ...noResources,
    ...(name === 'training' ? { partition: 'nope', timeLimitMs: 90_000 } : {}),
  });
  return { runner, cluster: createSlurmCluster(runner, { folder: '/shared', resourcesOf }, clock) };
};
const noPartition = 'allocation failure: Invalid partition name specified';

it('says which class asks for what the cluster does not have, until it has it, and does not try that at each look', async () => {
  const { runner, cluster } = withoutPartition();
  const { trial } = slurm;
  slurm.trial = (args) =>
    args.includes('--partition=nope') ? ended('', 1, `${noPartition}\n`) : trial(args);
  const refused = {
    ok: true,
    detail: `the cluster answers; Slurm will not have jobs of training (partition nope, time_limit_sec 90): ${noPartition}; it is asked anew a minute after it said so`,
  };
  expect(await cluster.check()).toEqual(refused);
  expect(sbatches(runner.asked)).toBe(2);
  slurm.trial = trial;
  clock.advance(60_000 - 1);
  expect(await cluster.check()).toEqual(refused);
  expect(sbatches(runner.asked)).toBe(2);
  clock.advance(1);
  expect((await cluster.check()).detail).toBe('the cluster answers and would take such jobs');
  expect(sbatches(runner.asked)).toBe(3);
});

it('tries anew at the next look what a scheduler was asked that was not heard, and later what may pass', async () => {
  const unheard = clusterOver('sbatch', 'lost before');
  await unheard.cluster.check();
  await unheard.cluster.check();
  expect(sbatches(unheard.runner.asked)).toBe(2);
  slurm.trial = () => ended('', 1, 'Requested node configuration is not available');
  const { cluster, runner } = clusterOver();
  await cluster.check();
  await cluster.check();
  expect(sbatches(runner.asked)).toBe(1);
});

it('takes no jobs where no class would be taken', async () => {
  slurm.trial = () => ended('', 1, 'allocation failure: Invalid account specified\n');
  expect(await clusterOver().cluster.check()).toEqual({
    ok: false,
    detail: expect.stringMatching(
      /^Slurm will not have jobs of .*cpu_only.* \(which ask for nothing\): .* Invalid account specified; it is asked anew a minute/,
    ),
  });
});

it('does not count what may pass: nodes that are down, a scheduler that was not heard', async () => {
  slurm.trial = () =>
    ended('', 1, 'allocation failure: Requested node configuration is not available');
  expect(await clusterOver().cluster.check()).toMatchObject({ ok: true });
  expect(await clusterOver('sbatch', 'lost before').cluster.check()).toMatchObject({ ok: true });
});

it('takes no jobs where their folders cannot be made', async () => {
  slurm.isFolderWritable = false;
  expect(await clusterOver().cluster.check()).toEqual({
    ok: false,
    detail: 'the folder /shared may not be written to by lab',
  });
});

it('says that nothing was called off where the scheduler was not told', async () => {
  const { cluster } = clusterOver('scancel', 'lost before');
  expect(await cluster.cancel(run)).toEqual({ ok: false, why: 'the connection was lost' });
  expect(await cluster.submit(run, spec)).toMatchObject({
    kind: 'exists',
    state: { kind: 'ended', reason: 'cancelled', job: null },
  });
});

it('finds its jobs in a partition that is hidden', async () => {
  slurm = new FakeSlurm(false);
  slurm.isHidden = true;
  const { cluster } = clusterOver();
  await cluster.submit(run, spec);
  expect(await cluster.submit(run, spec)).toMatchObject({ kind: 'exists' });
  slurm.begin(0);
  expect(await cluster.observe(run)).toMatchObject({ kind: 'running', job: { jobId: '1' } });
  expect(slurm.jobs).toHaveLength(1);
});

it('does not say that a job runs which slurmctld does not know and the accounts never saw end', async () => {
  const { cluster } = clusterOver();
  await cluster.submit(run, spec);
  slurm.begin(0);
  slurm.jobs[0]!.isRemembered = false;
  expect(await cluster.observe(run)).toEqual({
    kind: 'unknown',
    why: expect.stringContaining('runawayjobs'),
  });
  slurm.end(0, 'exit');
  slurm.jobs[0]!.state = 'RUNNING';
  expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason: 'completed', exit: 0 });
});
