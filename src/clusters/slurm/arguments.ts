/** What a job asks for, as arguments of sbatch(1). Pure. */
import type { SlurmResources } from '../../config/slurm-target.ts';

/** The options of a job that hold for each: one node, begun once, with nothing of our environment. */
export function sbatchArguments(given: {
  readonly name: string;
  /** Of this job alone. */
  readonly folder: string;
  readonly resources: SlurmResources;
}): [string, ...string[]] {
  const { name, folder, resources } = given;
  const { cpus, memoryMib, timeLimitMs } = resources;
  return [
    'sbatch',
    '--parsable',
    `--job-name=${name}`,
    // Of two jobs with one name the second waits for the end of the first.
    '--dependency=singleton',
    '--no-requeue',
    '--export=NONE',
    '--nodes=1',
    '--ntasks=1',
    '--input=/dev/null',
    `--chdir=${folder}`,
    `--output=${folder}/${logFileOf('%j')}`,
    ...option('partition', resources.partition),
    ...option('account', resources.account),
    ...option('qos', resources.qos),
    ...option('gres', resources.gres),
    ...option('cpus-per-task', cpus),
    ...option('mem', memoryMib === null ? null : `${memoryMib}M`),
    ...option('time', timeLimitMs === null ? null : Math.ceil(timeLimitMs / 60_000)),
    ...option('constraint', resources.constraint),
  ];
}

/** What a job prints, in its folder: a second job of the run must not write over the first one's. */
export const logFileOf = (jobId: string): string => `log-${jobId}`;

const option = (name: string, value: string | number | null): string[] =>
  value === null ? [] : [`--${name}=${value}`];
