/** The fields of a Slurm target: what is refused, with which words, and what a class takes from the whole. */
import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/parse.ts';
import { parseSlurmTarget } from '../../../src/config/slurm-target.ts';

const folder = '/shared/orrery';
const problemsOf = (value: unknown): readonly string[] => {
  const parsed = parseSlurmTarget(value);
  return parsed.ok ? [] : parsed.problems;
};

it.each([
  [{}, 'folder must be a path'],
  [{ folder: 'jobs' }, 'folder must be an absolute path without'],
  [{ folder: '/jobs/%j' }, 'folder must be an absolute path without'],
  [{ folder: '/jobs/' }, 'folder must be an absolute path without'],
  [{ folder, partition: 'a b' }, 'partition must be a partition or several with commas'],
  [{ folder, account: '--wrap=id' }, 'account must be one account'],
  [{ folder, qos: 'x;y' }, 'qos must be one quality of service'],
  [{ folder, gres: 'gpu' }, 'gres must be a resource with its number, such as gpu:2'],
  [{ folder, cpus: 1.5 }, 'cpus must be a whole number from 1 to 65536 (processors)'],
  [{ folder, memory_mib: 0 }, 'memory_mib must be a whole number from 1 to 67108864 (MiB)'],
  [{ folder, time_limit_sec: 59 }, 'time_limit_sec must be a number from 60 to 31536000 (seconds)'],
  [{ folder, constraint: '$(id)' }, 'constraint must be features'],
  [{ folder, partitions: 'gpu' }, 'partitions is not a known field; did you mean "partition"?'],
  [{ folder, classes: { training: { cpus: 0 } } }, 'classes.training.cpus must be a whole number'],
  [{ folder, classes: { trainin: {} } }, 'is not a workload class; did you mean "training"?'],
])('refuses %j with a sentence', (value, words) => {
  expect(problemsOf(value)).toEqual([expect.stringContaining(words)]);
});

it('says everything that is wrong at once', () => {
  expect(problemsOf({ folder, qos: '', cpus: 0, gres: 'gpu:0' })).toHaveLength(3);
});

it('gives a class what it names itself, and the rest as the target has it', () => {
  const parsed = parseSlurmTarget({
    folder,
    partition: 'batch',
    time_limit_sec: 3600,
    classes: { training: { partition: 'gpu,gpu-long', gres: 'gpu:a100:2' } },
  });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { settings } = parsed;
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
  expect(settings.folder).toBe(folder);
  expect(settings.resourcesOf('cpu_only')).toEqual(general);
  expect(settings.resourcesOf('training')).toEqual({
    ...general,
    partition: 'gpu,gpu-long',
    gres: 'gpu:a100:2',
  });
});

it('keeps a service from starting with a cluster, since no run can be sent to one yet', () => {
  const result = parseConfig(JSON.stringify({ clusters: { hpc: { folder } } }), '/etc/orrery.json');
  expect(result.ok).toBe(false);
  expect(JSON.stringify(result)).toContain('"clusters","message":"is not a known field');
});
