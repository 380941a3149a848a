/** The fields of a Slurm cluster that a worker target names. */
import { clusterGateFields } from './cluster-gate-fields.ts';
import { objectMap, optionalInteger, optionalNumber, optionalText, requiredPath } from './field.ts';
import { sshConfigPath, sshHost, sshHostKey } from './ssh-fields.ts';

const clusterDefault = "the cluster's own default";
const name = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** What a job asks for; each may stand for the whole target and for a class. */
export const slurmResourceFields = {
  partition: optionalText({
    about: 'Partitions that may run the job, as `sinfo` names them.',
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*(?:,[A-Za-z0-9][A-Za-z0-9._-]*)*$/,
    expected: 'must be a partition or several with commas between them, as sinfo names them',
    whenUnset: clusterDefault,
  }),
  account: optionalText({
    about: 'Account that is charged.',
    pattern: name,
    expected: 'must be one account, as sacctmgr names it',
    whenUnset: clusterDefault,
  }),
  qos: optionalText({
    about: 'Quality of service.',
    pattern: name,
    expected: 'must be one quality of service, as sacctmgr names it',
    whenUnset: clusterDefault,
  }),
  gres: optionalText({
    about: 'Generic resources, for example `gpu:2` or `gpu:a100:1`.',
    pattern:
      /^[a-z][a-z0-9_]*(?::[A-Za-z0-9._-]+)?:[1-9]\d{0,5}(?:,[a-z][a-z0-9_]*(?::[A-Za-z0-9._-]+)?:[1-9]\d{0,5})*$/,
    expected:
      'must be a resource with its number, such as gpu:2 or gpu:a100:1; several have commas between them',
    whenUnset: 'none',
  }),
  cpus: optionalInteger({
    about: 'Processors of the job.',
    min: 1,
    max: 65_536,
    unit: 'processors',
    whenUnset: clusterDefault,
  }),
  memory_mib: optionalInteger({
    about: 'Memory of the job.',
    min: 1,
    max: 67_108_864,
    unit: 'MiB',
    whenUnset: clusterDefault,
  }),
  time_limit_sec: optionalNumber({
    about:
      'How long the job may run; Slurm counts whole minutes, so a part of one becomes a whole one.',
    min: 60,
    max: 31_536_000,
    unit: 'seconds',
    whenUnset: clusterDefault,
  }),
  constraint: optionalText({
    about: 'Features that the node must have, as `sbatch --constraint` takes them.',
    pattern: /^[A-Za-z0-9._&|*()[\],:-]+$/,
    expected: 'must be features, with & or | between them, as sbatch --constraint takes them',
    whenUnset: 'any node will do',
  }),
};

/** The whole cluster. Where its jobs may lie is refused unless Slurm takes every character of it for itself. */
export const slurmTargetFields = {
  ...clusterGateFields,
  ssh_host: sshHost({
    about: 'Login node, or user@host, on which the commands of Slurm are run over SSH.',
    whenUnset: 'the control plane runs on a login node itself',
  }),
  ssh_config_path: sshConfigPath(),
  ssh_host_key: sshHostKey(),
  folder: requiredPath({
    about:
      'Folder that login nodes and compute nodes share; each run has a folder of its own in it.',
  }),
  ...slurmResourceFields,
  classes: objectMap({
    about:
      'Workload class to what its jobs ask for instead; what a class leaves out is that of the target.',
    entry: slurmResourceFields,
  }),
};
