/** From the fields of a Kubernetes target to what its adapter is told, or to a sentence for each thing that is wrong. */
import * as z from 'zod';
import { type WorkloadClass, workloadClasses } from '../domain/statuses.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { checkClassName } from './class-name.ts';
import { metaOf } from './field.ts';
import { type kubernetesResourceFields, kubernetesTargetFields } from './kubernetes-fields.ts';
import { expectation } from './problems.ts';

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
  readonly tolerations: readonly Toleration[];
}

/** A cluster. */
export interface KubernetesSettings {
  /** Null: the Pod's own service account. */
  readonly kubeconfig: string | null;
  readonly context: string | null;
  readonly namespace: string | null;
  /** What tells our objects from those of another control service. */
  readonly installation: string;
  readonly requestTimeoutMs: number;
  readonly keepFinishedMs: number;
  readonly resourcesOf: (workloadClass: WorkloadClass) => KubernetesResources;
}

type Resources = z.output<z.ZodObject<typeof kubernetesResourceFields>>;

const target = z.strictObject(kubernetesTargetFields);
const labelValue = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const labelKey = /^(?:[a-z0-9.-]{1,253}\/)?[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const gpuResource = 'nvidia.com/gpu';

/** All problems at once. `kubeconfig` is as it was written: whoever loads the file resolves it. */
export function parseKubernetesTarget(
  value: unknown,
):
  | { readonly ok: true; readonly settings: KubernetesSettings }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const parsed = target.safeParse(value);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.flatMap(sayIssue) };
  const { classes, ...whole } = parsed.data;
  const problems = [
    ...Object.keys(classes)
      .flatMap((key) => checkClassName(`classes.${key}`, key))
      .map(({ path, message }) => `${path} ${message}`),
    ...checkWhole(whole),
    ...[whole, ...Object.values(classes)].flatMap(checkSelector),
    ...workloadClasses
      .filter((key) => (classes[key]?.image ?? whole.image) === null)
      .slice(0, 1)
      .map((key) => `image must be given for the target or for each class; ${key} has none`),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const ofClass = Object.fromEntries(
    workloadClasses.map((key) => [key, resourcesFrom(whole, classes[key])]),
  ) as Record<WorkloadClass, KubernetesResources>;
  const settings: KubernetesSettings = {
    kubeconfig: whole.kubeconfig,
    context: whole.context,
    namespace: whole.namespace,
    installation: whole.installation,
    requestTimeoutMs: whole.request_timeout_sec * 1000,
    keepFinishedMs: whole.keep_finished_sec * 1000,
    resourcesOf: (key) => ofClass[key],
  };
  return { ok: true, settings: Object.freeze(settings) };
}

type Whole = Omit<z.output<typeof target>, 'classes'>;

function checkWhole({ kubeconfig, context, installation }: Whole): string[] {
  const problems: string[] = [];
  if (!labelValue.test(installation))
    problems.push(
      'installation must be at most 63 letters, digits, ".", "_" and "-", with a letter or digit at both ends',
    );
  if (kubeconfig === null && context !== null)
    problems.push('context names a context of kubeconfig, which is not given');
  return problems;
}

/** Of one list of labels: the API server would refuse the job for them. */
function checkSelector({ node_selector: labels }: Resources): string[] {
  return Object.entries(labels).flatMap(([key, value]) =>
    labelKey.test(key) && (value === '' || labelValue.test(value))
      ? []
      : [`node_selector.${key} is no label of a node with its value`],
  );
}

function sayIssue(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map((part) => `${String(part)}.`).join('');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const nearest = nearestName(key, Object.keys(kubernetesTargetFields));
      const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
      return `${at}${key} is not a known field${hint}`;
    });
  const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
  const schema = Object.entries(kubernetesTargetFields).find(([key]) => key === name)?.[1];
  const isOwn = issue.code === 'custom' || issue.code === 'invalid_format';
  const words = schema === undefined || isOwn ? issue.message : expectation(metaOf(schema));
  return [`${at.slice(0, -1)} ${words}`.trim()];
}

function resourcesFrom(whole: Resources, own: Resources | undefined): KubernetesResources {
  const value = <Field extends keyof Resources>(field: Field): Resources[Field] =>
    own?.[field] ?? whole[field];
  const limitSec = value('time_limit_sec');
  return Object.freeze({
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
    nodeSelector: { ...whole.node_selector, ...own?.node_selector },
    tolerations: [...whole.tolerations, ...(own?.tolerations ?? [])].map(toToleration),
  });
}

function toToleration(taint: string): Toleration {
  const [, key = '', value, effect] = /^([^=:]+)(?:=([^:]*))?(?::(\w+))?$/.exec(taint) ?? [];
  return { key, value: value ?? null, effect: effect ?? null };
}
