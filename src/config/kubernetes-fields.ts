/** The fields of a Kubernetes cluster that a worker target names. */
import { clusterGateFields } from './cluster-gate-fields.ts';
import {
  objectMap,
  optionalInteger,
  optionalNumber,
  optionalPath,
  optionalText,
  seconds,
  text,
  textList,
  textMap,
} from './field.ts';

/** A name as most objects have it (RFC 1123, "DNS-1123 label"). */
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const subdomain =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const clusterDefault = "the namespace's own default";

/** What a job asks for; each may stand for the whole target and for a class. */
export const kubernetesResourceFields = {
  image: optionalText({
    about: 'Container image of the job, best with its digest; every class needs one.',
    pattern: /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,510}$/,
    expected: 'must be an image such as registry.example/lab/agent:1 or one with @sha256:',
    whenUnset: 'another field must name it for each class',
  }),
  queue: optionalText({
    about: 'LocalQueue of Kueue in that namespace; the job begins when Kueue lets it.',
    pattern: label,
    expected: 'must be the name of a LocalQueue',
    whenUnset: 'jobs do without Kueue',
  }),
  cpus: optionalNumber({
    about: 'Processors that the job asks for and may use; half a one is 0.5.',
    min: 0.001,
    max: 65_536,
    unit: 'processors',
    whenUnset: clusterDefault,
  }),
  memory_mib: optionalInteger({
    about: 'Memory that the job asks for and may use; beyond it the job ends as out of memory.',
    min: 1,
    max: 67_108_864,
    unit: 'MiB',
    whenUnset: clusterDefault,
  }),
  gpus: optionalInteger({
    about: 'GPUs of the job, all of one node.',
    min: 1,
    max: 1024,
    unit: 'GPUs',
    whenUnset: 'none',
  }),
  gpu_resource: optionalText({
    about: 'How the cluster calls a GPU, as `kubectl describe node` shows below `Allocatable`.',
    pattern: /^[a-z0-9.-]{1,253}\/[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
    expected: 'must be a resource such as nvidia.com/gpu or amd.com/gpu',
    whenUnset: '`nvidia.com/gpu`',
  }),
  time_limit_sec: optionalNumber({
    about: 'How long the job may run, counted from when a node has it and not while it waits.',
    min: 60,
    max: 31_536_000,
    unit: 'seconds',
    whenUnset: 'no limit',
  }),
  priority_class: optionalText({
    about: 'PriorityClass of the job.',
    pattern: subdomain,
    expected: 'must be the name of a PriorityClass',
    whenUnset: clusterDefault,
  }),
  service_account: optionalText({
    about: 'ServiceAccount of the job; its token is not handed to the program.',
    pattern: subdomain,
    expected: 'must be the name of a ServiceAccount',
    whenUnset: clusterDefault,
  }),
  image_pull_secret: optionalText({
    about: 'Secret of that namespace with which the image is fetched.',
    pattern: subdomain,
    expected: 'must be the name of a Secret',
    whenUnset: 'none',
  }),
  run_as_user: optionalInteger({
    about:
      'Account in the container; with it the job passes the Pod Security Standard "restricted".',
    min: 1,
    max: 2_147_483_647,
    unit: 'id',
    whenUnset: 'that of the image',
  }),
  node_selector: textMap({
    about:
      'Labels that the node must have, for example `{"gpu": "a100"}`; those of a class come on top.',
  }),
  volume_claims: textMap({
    about:
      'Absolute path in the container to the PersistentVolumeClaim of that namespace which is mounted there, for what runs share, for example `{"/shared": "orrery-shared"}`; those of a class come on top.',
  }),
  tolerations: textList({
    about:
      'Taints that the job bears, as `kubectl taint` writes them: `key=value:NoSchedule`, `key:NoExecute`, `key`; those of a class come on top.',
    fallback: [],
    pattern:
      /^[A-Za-z0-9][A-Za-z0-9._/-]{0,314}(?:=[A-Za-z0-9._-]{0,63})?(?::(?:NoSchedule|PreferNoSchedule|NoExecute))?$/,
    expected: 'must be taints such as key=value:NoSchedule, key:NoExecute or key',
  }),
};

/** The whole cluster. */
export const kubernetesTargetFields = {
  ...clusterGateFields,
  kubeconfig: optionalPath({
    about: 'File that says where the cluster is and who asks, as kubectl uses it.',
    whenUnset: 'the service account of the Pod that the control plane runs in',
  }),
  context: optionalText({
    about: 'Context of that file.',
    whenUnset: 'its current context',
  }),
  namespace: optionalText({
    about: 'Namespace of all that is made there.',
    pattern: label,
    expected: 'must be the name of a namespace',
    whenUnset: 'that of the context or of the service account',
  }),
  installation: text({
    about:
      'Name of this control service among those that use the namespace: what has another one is left alone. Control planes of one store share it.',
    fallback: 'orrery',
  }),
  request_timeout_sec: seconds({
    about: 'How long one request to the API server may take; after that nobody knows what it did.',
    min: 1,
    max: 120,
    fallback: 15,
  }),
  keep_finished_sec: seconds({
    about: 'How long an ended job and what it printed stay in the cluster.',
    min: 60,
    max: 31_536_000,
    fallback: 86_400,
  }),
  ...kubernetesResourceFields,
  classes: objectMap({
    about:
      'Workload class to what its jobs ask for instead; what a class leaves out is that of the cluster.',
    entry: kubernetesResourceFields,
  }),
};
