/** From the fields of a Slurm cluster to what its adapter and its jobs are told, or to a sentence for each thing that is wrong. */
import type * as z from 'zod';
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import { checkClassName } from './class-name.ts';
import type { ConfigProblem } from './problems.ts';
import type { ParsedConfig } from './schema.ts';
import type { slurmResourceFields } from './slurm-fields.ts';

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
  readonly resourcesOf: (workloadClass: WorkloadClass) => SlurmResources;
}

/** What the jobs of a cluster start, whatever kind of cluster it is. */
export interface ClusterGate {
  /** At least one. */
  readonly jobsAtOnce: number;
  readonly command: readonly [string, ...string[]];
  /** Absolute path as the nodes see it. */
  readonly configPath: string;
  /** Where the gates of the jobs dial home to; no slash at its end. */
  readonly homeUrl: string;
}

/** A cluster of the configuration. */
export interface SlurmCluster {
  readonly gate: ClusterGate;
  readonly slurm: SlurmSettings;
}

type Resources = z.output<z.ZodObject<typeof slurmResourceFields>>;
type Parsed = ParsedConfig['slurm_clusters'][string];

/** How the address of a worker begins that is such a cluster: `slurm://NAME`. */
export const slurmScheme = 'slurm:';

/** The cluster that a worker's address names; null for an address of another kind. */
export function slurmClusterOf(workerUrl: string): string | null {
  const { protocol, hostname } = new URL(workerUrl);
  return protocol === slurmScheme ? hostname : null;
}

/** `%` and a backslash begin patterns in the name of an output file (sbatch(1), "FILENAME PATTERN"). */
const folderForm = /^\/(?:[^%\\]*[^/%\\])$/;
const folderRule = 'must be an absolute path without "%", "\\" and a slash at its end';
const callbackRoute = /\/control\/api\/worker-callback\/?$/;

/** Every problem of the clusters and of the targets that name one. */
export function checkSlurm(parsed: ParsedConfig): ConfigProblem[] {
  return [
    ...Object.entries(parsed.slurm_clusters).flatMap(([name, cluster]) =>
      checkCluster(`slurm_clusters.${name}`, cluster, parsed),
    ),
    ...Object.entries(parsed.worker_targets).flatMap(([name, target]) =>
      checkTarget(`worker_targets.${name}`, target, parsed),
    ),
  ];
}

function checkCluster(path: string, cluster: Parsed, parsed: ParsedConfig): ConfigProblem[] {
  const name = path.slice(path.indexOf('.') + 1);
  const isNamed = Object.values(parsed.worker_targets).some(
    ({ wake_gate_url: url }) => slurmClusterOf(url) === name,
  );
  return [
    ...(isNamed
      ? []
      : [
          {
            path,
            message: `no worker of worker_targets has the address slurm://${name}, so nothing is ever sent there`,
          },
        ]),
    ...Object.keys(cluster.classes).flatMap((key) => checkClassName(`${path}.classes.${key}`, key)),
    ...(folderForm.test(cluster.folder) ? [] : [{ path: `${path}.folder`, message: folderRule }]),
    ...(cluster.gate_config.startsWith('/')
      ? []
      : [
          {
            path: `${path}.gate_config`,
            message: 'must be an absolute path, as the nodes of the cluster see it',
          },
        ]),
    ...(cluster.gate_command.length > 0
      ? []
      : [{ path: `${path}.gate_command`, message: 'must name a program' }]),
    ...(cluster.home_url !== null || callbackRoute.test(parsed.completion_callback_url)
      ? []
      : [
          {
            path: `${path}.home_url`,
            message:
              'is required, since completion_callback_url does not end in /control/api/worker-callback',
          },
        ]),
  ];
}

function checkTarget(
  path: string,
  target: ParsedConfig['worker_targets'][string],
  { slurm_clusters: clusters }: ParsedConfig,
): ConfigProblem[] {
  const cluster = slurmClusterOf(target.wake_gate_url);
  if (cluster === null) return [];
  const says = (field: string, instead: string) => ({
    path: `${path}.${field}`,
    message: `cannot be honoured for a cluster, ${instead}`,
  });
  return [
    ...(Object.hasOwn(clusters, cluster)
      ? []
      : [
          {
            path: `${path}.wake_gate_url`,
            message: `names the cluster "${cluster}", which slurm_clusters does not have`,
          },
        ]),
    ...(target.evidence_key_id === null
      ? []
      : [
          says(
            'evidence_key_id',
            'where the gate of each run makes a key of its own; leave it out',
          ),
        ]),
    ...(target.min_memory_available_mib === null
      ? []
      : [
          says(
            'min_memory_available_mib',
            `which gives a job the memory that it asks for: set memory_mib of slurm_clusters.${cluster}`,
          ),
        ]),
  ];
}

/** Of a file that passed `checkSlurm`. */
export function resolveSlurm(parsed: ParsedConfig): Readonly<Record<string, SlurmCluster>> {
  const clusters = Object.entries(parsed.slurm_clusters).map(([name, cluster]) => {
    const ofClass = Object.fromEntries(
      workloadClasses.map((key) => [key, resourcesFrom(cluster, cluster.classes[key])]),
    ) as Record<WorkloadClass, SlurmResources>;
    const resourcesOf = (key: WorkloadClass): SlurmResources => ofClass[key];
    const slurm = Object.freeze({ folder: cluster.folder, resourcesOf });
    return [name, Object.freeze({ gate: gateFrom(cluster, parsed), slurm })] as const;
  });
  return Object.freeze(Object.fromEntries(clusters));
}

function gateFrom(cluster: Parsed, parsed: ParsedConfig): ClusterGate {
  const home = cluster.home_url ?? parsed.completion_callback_url.replace(callbackRoute, '');
  const [program = '', ...args] = cluster.gate_command;
  return Object.freeze({
    jobsAtOnce: cluster.jobs_at_once,
    command: Object.freeze([program, ...args] as const),
    configPath: cluster.gate_config,
    homeUrl: home.replace(/\/+$/, ''),
  });
}

function resourcesFrom(whole: Resources, own: Resources | undefined): SlurmResources {
  const value = <Field extends keyof Resources>(field: Field): Resources[Field] =>
    own?.[field] ?? whole[field];
  const seconds = value('time_limit_sec');
  return Object.freeze({
    partition: value('partition'),
    account: value('account'),
    qos: value('qos'),
    gres: value('gres'),
    cpus: value('cpus'),
    memoryMib: value('memory_mib'),
    timeLimitMs: seconds === null ? null : seconds * 1000,
    constraint: value('constraint'),
  });
}
