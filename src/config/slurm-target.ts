/** From the fields of a Slurm cluster to what its adapter is told, or to a sentence for each thing that is wrong. */
import { resolve } from 'node:path';
import type * as z from 'zod';
import { type ResourcesOf, resourcesOfClasses } from './class-resources.ts';
import type { ConfigProblem } from './problems.ts';
import type { slurmResourceFields, slurmTargetFields } from './slurm-fields.ts';

/** What a job asks for; null: the cluster's own default holds. */
export interface SlurmResources {
  readonly partition: string | null;
  readonly account: string | null;
  readonly qos: string | null;
  /** Generic resources, for example `gpu:a100:2`. */
  readonly gres: string | null;
  readonly cpus: number | null;
  readonly memoryMib: number | null;
  /** Slurm counts whole minutes; a part of one becomes a whole one. */
  readonly timeLimitMs: number | null;
  readonly constraint: string | null;
}

/** What the adapter is told. */
export interface SlurmSettings {
  /** Absolute; the login nodes and the compute nodes see the same files in it. */
  readonly folder: string;
  readonly resourcesOf: ResourcesOf<SlurmResources>;
}

/** The login node, where the commands are run over SSH. */
export interface LoginNode {
  /** Host, or user@host. */
  readonly host: string;
  /** Absolute; null: the configuration of the account. */
  readonly configPath: string | null;
  readonly hostKey: string | null;
}

type Cluster = z.output<z.ZodObject<typeof slurmTargetFields>>;
type Resources = z.output<z.ZodObject<typeof slurmResourceFields>>;

/** `%` and a backslash begin patterns in the name of an output file (sbatch(1), "FILENAME PATTERN"). */
const folderForm = /^\/(?:[^%\\]*[^/%\\])$/;
const folderRule = 'must be an absolute path without "%", "\\" and a slash at its end';

/** What Slurm would not take. */
export function checkSlurm(path: string, cluster: Cluster): ConfigProblem[] {
  const idle = (['ssh_config_path', 'ssh_host_key'] as const).filter(
    (field) => cluster.ssh_host === null && cluster[field] !== null,
  );
  return [
    ...(folderForm.test(cluster.folder) ? [] : [{ path: `${path}.folder`, message: folderRule }]),
    ...idle.map((field) => ({
      path: `${path}.${field}`,
      message: 'says nothing without ssh_host; set both',
    })),
  ];
}

/** Null where the control plane runs on a login node itself. A relative path starts at `baseDir`. */
export function resolveLoginNode(cluster: Cluster, baseDir: string): LoginNode | null {
  const { ssh_host: host, ssh_config_path: path, ssh_host_key: hostKey } = cluster;
  if (host === null) return null;
  return Object.freeze({
    host,
    configPath: path === null ? null : resolve(baseDir, path),
    hostKey,
  });
}

/** Of a cluster that passed `checkSlurm`. */
export function resolveSlurm(cluster: Cluster): SlurmSettings {
  return Object.freeze({
    folder: cluster.folder,
    resourcesOf: resourcesOfClasses<Resources, SlurmResources>(
      cluster,
      cluster.classes,
      (value) => {
        const seconds = value('time_limit_sec');
        return {
          partition: value('partition'),
          account: value('account'),
          qos: value('qos'),
          gres: value('gres'),
          cpus: value('cpus'),
          memoryMib: value('memory_mib'),
          timeLimitMs: seconds === null ? null : seconds * 1000,
          constraint: value('constraint'),
        };
      },
    ),
  });
}
