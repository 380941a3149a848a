/** Slurm clusters in the configuration: what is refused, with which words, and what a class takes from the whole. */
import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/parse.ts';
import { minimal } from './support.ts';

const cluster = { folder: '/shared/orrery', gate_config: '/shared/orrery/gate.json' };
const worker = { wake_gate_url: 'slurm://hpc', bearer_token: 'the-secret-of-the-runs-on-this-hpc' };
const parse = (slurm: object, more: object = {}, target: object = {}) =>
  parseConfig(
    JSON.stringify({
      ...minimal,
      worker_targets: { hpc: { ...worker, ...target } },
      slurm_clusters: { hpc: { ...cluster, ...slurm } },
      ...more,
    }),
    '/etc/orrery.json',
  );
const problemsOf = (...given: Parameters<typeof parse>): readonly string[] => {
  const parsed = parse(...given);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path} ${message}`);
};

it.each([
  [{ folder: undefined }, 'slurm_clusters.hpc.folder is required: Folder that login nodes'],
  [{ folder: 'jobs' }, 'slurm_clusters.hpc.folder must be an absolute path without'],
  [{ folder: '/jobs/%j' }, 'folder must be an absolute path without'],
  [{ folder: '/jobs/' }, 'folder must be an absolute path without'],
  [{ ssh_host: 'a b' }, 'ssh_host must be a host name or user@host'],
  [{ ssh_host_key: 'SHA256:x', ssh_host: 'login1' }, 'ssh_host_key must be "SHA256:" and 43'],
  [{ ssh_config_path: 'ssh.conf' }, 'ssh_config_path says nothing without ssh_host; set both'],
  [{ gate_config: 'gate.json' }, 'gate_config must be an absolute path, as the nodes'],
  [{ gate_command: [] }, 'gate_command must name a program'],
  [{ jobs_at_once: 0 }, 'jobs_at_once must be a whole number from 1 to 256 (jobs)'],
  [{ partition: 'a b' }, 'partition must be a partition or several with commas'],
  [{ account: '--wrap=id' }, 'account must be one account'],
  [{ qos: 'x;y' }, 'qos must be one quality of service'],
  [{ gres: 'gpu' }, 'gres must be a resource with its number, such as gpu:2'],
  [{ cpus: 1.5 }, 'cpus must be a whole number from 1 to 65536 (processors)'],
  [{ memory_mib: 0 }, 'memory_mib must be a whole number from 1 to 67108864 (MiB)'],
  [{ time_limit_sec: 59 }, 'time_limit_sec must be a number from 60 to 31536000 (seconds)'],
  [{ constraint: '$(id)' }, 'constraint must be features'],
  [{ partitions: 'gpu' }, 'hpc.partitions is not a known field; did you mean "partition"?'],
  [
    { classes: { training: { cpus: 0 } } },
    'slurm_clusters.hpc.classes.training.cpus must be a whole number',
  ],
  [{ classes: { training: { cpu: 1 } } }, 'cpu is not a known field; did you mean "cpus"?'],
  [{ classes: { trainin: {} } }, 'is not a workload class; did you mean "training"?'],
])('refuses %j with a sentence', (value, words) => {
  expect(problemsOf(value)).toEqual([expect.stringContaining(words)]);
});

it.each([
  [{ wake_gate_url: 'slurm://HPC' }, 'must be slurm:// and a name of small letters'],
  [{ evidence_key_id: 'a'.repeat(64) }, 'evidence_key_id cannot be honoured for a cluster'],
  [
    { min_memory_available_mib: 1 },
    'cannot be honoured for a cluster, which gives a job the memory that it asks for: set memory_mib',
  ],
])('refuses a worker %j that is a cluster', (target, words) => {
  expect(problemsOf({}, {}, target).join()).toContain(words);
});

it('refuses a cluster that nothing is sent to, and a worker whose cluster is not there', () => {
  expect(problemsOf({}, { slurm_clusters: { other: cluster } })).toEqual([
    expect.stringContaining(
      'slurm_clusters.other no worker of worker_targets has the address slurm://other',
    ),
    expect.stringContaining('names the cluster "hpc", which slurm_clusters does not have'),
  ]);
});

it('wants to be told where home is, where the address of callbacks does not say', () => {
  const elsewhere = { completion_callback_url: 'http://proxy.example/callbacks' };
  expect(problemsOf({}, elsewhere)).toEqual([expect.stringContaining('home_url is required')]);
  const itself = { home_url: 'http://login.example:8787/control/api/worker-callback/' };
  expect(problemsOf(itself, elsewhere)).toEqual([
    expect.stringContaining('home_url must be the base address of this control plane'),
  ]);
  const told = parse({ home_url: 'http://login.example:8787/' }, elsewhere);
  if (!told.ok) throw new Error(JSON.stringify(told.problems));
  expect(told.config.workers.targets['hpc']?.cluster?.gate).toEqual({
    jobsAtOnce: 1,
    command: ['orrery'],
    configPath: '/shared/orrery/gate.json',
    homeUrl: 'http://login.example:8787',
  });
});

it('reaches a login node where one is named, and runs the commands here where none is', () => {
  const loginOf = (given: object) => {
    const parsed = parse(given);
    const cluster = parsed.ok ? parsed.config.workers.targets['hpc']?.cluster : undefined;
    return cluster?.kind === 'slurm' ? cluster.login : undefined;
  };
  expect(loginOf({})).toBeNull();
  expect(loginOf({ ssh_host: 'lab@login1', ssh_config_path: 'ssh.conf' })).toEqual({
    host: 'lab@login1',
    configPath: '/etc/ssh.conf',
    hostKey: null,
  });
});

it('says everything that is wrong at once', () => {
  expect(problemsOf({ qos: '', cpus: 0, gres: 'gpu:0' })).toHaveLength(3);
});

it('gives a class what it names itself, and the rest as the cluster has it', () => {
  const parsed = parse({
    partition: 'batch',
    time_limit_sec: 3600,
    classes: { training: { partition: 'gpu,gpu-long', gres: 'gpu:a100:2' } },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { cluster: resolved } = parsed.config.workers.targets['hpc']!;
  if (resolved?.kind !== 'slurm') throw new Error(resolved?.kind);
  const { slurm } = resolved;
  const general = {
    partition: 'batch',
    account: null,
    qos: null,
    gres: null,
    cpus: null,
    memoryMib: null,
    timeLimitMs: 3_600_000,
    constraint: null,
  };
  expect(slurm.folder).toBe('/shared/orrery');
  expect(slurm.resourcesOf('cpu_only')).toEqual(general);
  expect(slurm.resourcesOf('training')).toEqual({
    ...general,
    partition: 'gpu,gpu-long',
    gres: 'gpu:a100:2',
  });
});
