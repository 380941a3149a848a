/**
 * The clusters of the configuration and the workers that name one: what holds for every kind of cluster, and what
 * each kind is told besides.
 */
import { type ClusterGate, checkGate, type GateFields, gateFrom } from './cluster-gate.ts';
import {
  checkKubernetes,
  type KubernetesSettings,
  resolveKubernetes,
} from './kubernetes-target.ts';
import type { ConfigProblem } from './problems.ts';
import type { ParsedConfig } from './schema.ts';
import {
  checkSlurm,
  type LoginNode,
  resolveLoginNode,
  resolveSlurm,
  type SlurmSettings,
} from './slurm-target.ts';

/** What the adapter of that kind is told. */
type ClusterSettings =
  | {
      readonly kind: 'slurm';
      readonly slurm: SlurmSettings;
      /** Null: the commands are run on this machine. */
      readonly login: LoginNode | null;
    }
  | { readonly kind: 'kubernetes'; readonly kubernetes: KubernetesSettings };

type Kind = ClusterSettings['kind'];

/** A cluster of the configuration. */
export type ClusterConfig = ClusterSettings & { readonly gate: ClusterGate };

type Target = ParsedConfig['worker_targets'][string];

/** One kind of cluster: the field that holds those of it, what it checks itself, and what its adapter is told. */
function kindOf<Cluster extends GateFields>(
  field: string,
  of: (parsed: ParsedConfig) => Readonly<Record<string, Cluster>>,
  own: {
    readonly check: (path: string, cluster: Cluster) => readonly ConfigProblem[];
    readonly resolve: (cluster: Cluster, baseDir: string) => ClusterSettings;
  },
) {
  return {
    field,
    has: (parsed: ParsedConfig, name: string): boolean => Object.hasOwn(of(parsed), name),
    check: (parsed: ParsedConfig, kind: Kind): ConfigProblem[] =>
      Object.entries(of(parsed)).flatMap(([name, cluster]) => {
        const path = `${field}.${name}`;
        const address = `${kind}://${name}`;
        return [
          ...checkNamed(path, address, parsed),
          ...checkGate(path, cluster, parsed),
          ...own.check(path, cluster),
        ];
      }),
    resolve: (parsed: ParsedConfig, name: string, baseDir: string): ClusterConfig | null => {
      const cluster = of(parsed)[name];
      if (cluster === undefined) return null;
      return Object.freeze({ ...own.resolve(cluster, baseDir), gate: gateFrom(cluster, parsed) });
    },
  };
}

/** By how the address of a worker begins that is such a cluster: `slurm://NAME`. */
const kinds = {
  slurm: kindOf('slurm_clusters', (parsed) => parsed.slurm_clusters, {
    check: checkSlurm,
    resolve: (cluster, baseDir) => ({
      kind: 'slurm',
      slurm: resolveSlurm(cluster),
      login: resolveLoginNode(cluster, baseDir),
    }),
  }),
  kubernetes: kindOf('kubernetes_clusters', (parsed) => parsed.kubernetes_clusters, {
    check: checkKubernetes,
    resolve: (cluster, baseDir) => ({
      kind: 'kubernetes',
      kubernetes: resolveKubernetes(cluster, baseDir),
    }),
  }),
};

/** The cluster that a worker's address names; null for an address of another kind. */
function clusterOf(workerUrl: string): { readonly kind: Kind; readonly name: string } | null {
  const { protocol, hostname } = new URL(workerUrl);
  const kind = protocol.slice(0, -1);
  return Object.hasOwn(kinds, kind) ? { kind: kind as Kind, name: hostname } : null;
}

/** Every problem of the clusters and of the workers that name one. */
export function checkClusters(parsed: ParsedConfig): ConfigProblem[] {
  return [
    ...(Object.keys(kinds) as Kind[]).flatMap((kind) => kinds[kind].check(parsed, kind)),
    ...Object.entries(parsed.worker_targets).flatMap(([name, target]) =>
      checkTarget(`worker_targets.${name}`, target, parsed),
    ),
  ];
}

/** The cluster that this address names, in a file that passed `checkClusters`; null: a machine with a gate. */
export function resolveCluster(
  parsed: ParsedConfig,
  workerUrl: string,
  baseDir: string,
): ClusterConfig | null {
  const cluster = clusterOf(workerUrl);
  return cluster === null ? null : kinds[cluster.kind].resolve(parsed, cluster.name, baseDir);
}

function checkNamed(path: string, address: string, parsed: ParsedConfig): ConfigProblem[] {
  const isNamed = Object.values(parsed.worker_targets).some(({ wake_gate_url: url }) => {
    const named = clusterOf(url);
    return named !== null && `${named.kind}://${named.name}` === address;
  });
  const message = `no worker of worker_targets has the address ${address}, so nothing is ever sent there`;
  return isNamed ? [] : [{ path, message }];
}

function checkTarget(path: string, target: Target, parsed: ParsedConfig): ConfigProblem[] {
  const named = clusterOf(target.wake_gate_url);
  if (named === null) return [];
  const { field, has } = kinds[named.kind];
  const says = (name: string, instead: string) => ({
    path: `${path}.${name}`,
    message: `cannot be honoured for a cluster, ${instead}`,
  });
  return [
    ...(has(parsed, named.name)
      ? []
      : [
          {
            path: `${path}.wake_gate_url`,
            message: `names the cluster "${named.name}", which ${field} does not have`,
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
            `which gives a job the memory that it asks for: set memory_mib of ${field}.${named.name}`,
          ),
        ]),
  ];
}
