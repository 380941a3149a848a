/** From the fields of a Kubernetes cluster to what its adapter is told, or to a sentence for each thing that is wrong. */
import { resolve } from 'node:path';
import type * as z from 'zod';
import { workloadClasses } from '../domain/statuses.ts';
import { isInside } from '../lib/safe-path.ts';
import { type ResourcesOf, resourcesOfClasses } from './class-resources.ts';
import type { kubernetesResourceFields, kubernetesTargetFields } from './kubernetes-fields.ts';
import type { ConfigProblem } from './problems.ts';

/** What a job bears of a node; null: any value, any effect. */
export interface Toleration {
  readonly key: string;
  readonly value: string | null;
  readonly effect: string | null;
}

/** What a job asks for; null: the cluster's own default holds. */
export interface KubernetesResources {
  readonly image: string;
  /** A LocalQueue of Kueue. */
  readonly queue: string | null;
  readonly cpus: number | null;
  readonly memoryMib: number | null;
  readonly gpus: number | null;
  readonly gpuResource: string;
  readonly timeLimitMs: number | null;
  readonly priorityClass: string | null;
  readonly serviceAccount: string | null;
  readonly imagePullSecret: string | null;
  readonly runAsUser: number | null;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Path in the container to the PersistentVolumeClaim that is mounted there. */
  readonly volumeClaims: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
}

/** A cluster. */
export interface KubernetesSettings {
  /** Absolute; null: the Pod's own service account. */
  readonly kubeconfig: string | null;
  readonly context: string | null;
  readonly namespace: string | null;
  /** What tells our objects from those of another control service. */
  readonly installation: string;
  readonly requestTimeoutMs: number;
  readonly keepFinishedMs: number;
  readonly resourcesOf: ResourcesOf<KubernetesResources>;
}

type Cluster = z.output<z.ZodObject<typeof kubernetesTargetFields>>;
type Resources = z.output<z.ZodObject<typeof kubernetesResourceFields>>;

const labelValue = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const labelKey = /^(?:[a-z0-9.-]{1,253}\/)?[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const claimName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
/** The folder that a job begins in, in its container; its files lie in it, and it may be written to. */
export const kubernetesWorkFolder = '/orrery';
const absolutePath = /^(?:\/(?!\.{1,2}(?:\/|$))[^/:]+)+$/;
const gpuResource = 'nvidia.com/gpu';

/** What the API server would not take. */
export function checkKubernetes(path: string, cluster: Cluster): ConfigProblem[] {
  const { installation, kubeconfig, context, image, classes } = cluster;
  const without = workloadClasses.find((name) => (classes[name]?.image ?? image) === null);
  const problem = (field: string, message: string) => ({ path: `${path}.${field}`, message });
  return [
    ...(labelValue.test(installation)
      ? []
      : [
          problem(
            'installation',
            'must be at most 63 letters, digits, ".", "_" and "-", with a letter or digit at both ends',
          ),
        ]),
    ...(kubeconfig === null && context !== null
      ? [problem('context', 'names a context of kubeconfig, which is not given')]
      : []),
    ...(without === undefined
      ? []
      : [problem('image', `must be given for the cluster or for each class; ${without} has none`)]),
    ...checkMaps(path, cluster),
    ...Object.entries(classes).flatMap(([name, own]) => checkMaps(`${path}.classes.${name}`, own)),
  ];
}

function checkMaps(path: string, given: Resources): ConfigProblem[] {
  const selector = Object.entries(given.node_selector).filter(
    ([key, value]) => !labelKey.test(key) || (value !== '' && !labelValue.test(value)),
  );
  const claims = Object.entries(given.volume_claims).filter(
    ([at, claim]) =>
      !absolutePath.test(at) || isInside(kubernetesWorkFolder, at) || !claimName.test(claim),
  );
  return [
    ...selector.map(([key]) => ({
      path: `${path}.node_selector.${key}`,
      message: 'is no label of a node with its value',
    })),
    ...claims.map(([at]) => ({
      path: `${path}.volume_claims.${at}`,
      message: `must be an absolute path without ":" and outside of ${kubernetesWorkFolder}, with the name of a PersistentVolumeClaim`,
    })),
  ];
}

/** Of a cluster that passed `checkKubernetes`; a relative `kubeconfig` starts at `baseDir`. */
export function resolveKubernetes(cluster: Cluster, baseDir: string): KubernetesSettings {
  return Object.freeze({
    kubeconfig: cluster.kubeconfig === null ? null : resolve(baseDir, cluster.kubeconfig),
    context: cluster.context,
    namespace: cluster.namespace,
    installation: cluster.installation,
    requestTimeoutMs: cluster.request_timeout_sec * 1000,
    keepFinishedMs: cluster.keep_finished_sec * 1000,
    resourcesOf: resourcesOfClasses<Resources, KubernetesResources>(
      cluster,
      cluster.classes,
      (value, own) => {
        const limitSec = value('time_limit_sec');
        return {
          image: value('image') ?? '',
          queue: value('queue'),
          cpus: value('cpus'),
          memoryMib: value('memory_mib'),
          gpus: value('gpus'),
          gpuResource: value('gpu_resource') ?? gpuResource,
          timeLimitMs: limitSec === null ? null : limitSec * 1000,
          priorityClass: value('priority_class'),
          serviceAccount: value('service_account'),
          imagePullSecret: value('image_pull_secret'),
          runAsUser: value('run_as_user'),
          nodeSelector: { ...cluster.node_selector, ...own?.node_selector },
          volumeClaims: { ...cluster.volume_claims, ...own?.volume_claims },
          tolerations: [...cluster.tolerations, ...(own?.tolerations ?? [])].map(toToleration),
        };
      },
    ),
  });
}

function toToleration(taint: string): Toleration {
  const [, key = '', value, effect] = /^([^=:]+)(?:=([^:]*))?(?::(\w+))?$/.exec(taint) ?? [];
  return { key, value: value ?? null, effect: effect ?? null };
}
