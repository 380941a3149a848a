/** Kubernetes clusters in the configuration: what is refused, with which words, and what a class takes from the whole. */
import { expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/parse.ts';
import { minimal } from './support.ts';

const image = 'registry.example/lab/agent@sha256:0123';
const gate_config = '/shared/orrery/gate.json';
const worker = {
  wake_gate_url: 'kubernetes://k8s',
  bearer_token: 'the-secret-of-the-runs-on-this-k8s',
};
const parse = (cluster: object, more: object = {}, target: object = {}) =>
  parseConfig(
    JSON.stringify({
      ...minimal,
      worker_targets: { k8s: { ...worker, ...target } },
      kubernetes_clusters: { k8s: { gate_config, ...cluster } },
      ...more,
    }),
    '/etc/orrery/config.json',
  );
const problemsOf = (...given: Parameters<typeof parse>): readonly string[] => {
  const parsed = parse(...given);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path} ${message}`);
};

it.each([
  [{}, 'image must be given for the cluster or for each class'],
  [{ classes: { training: { image } } }, 'image must be given for the cluster or for each class'],
  [{ image: '--rm' }, 'image must be an image such as'],
  [{ image, namespace: 'Lab' }, 'namespace must be the name of a namespace'],
  [{ image, queue: 'a_b' }, 'queue must be the name of a LocalQueue'],
  [{ image, cpus: 0 }, 'cpus must be a number from 0.001 to 65536 (processors)'],
  [{ image, memory_mib: 1.5 }, 'memory_mib must be a whole number from 1 to 67108864 (MiB)'],
  [{ image, gpus: 0 }, 'gpus must be a whole number from 1 to 1024 (GPUs)'],
  [{ image, gpu_resource: 'gpu' }, 'gpu_resource must be a resource such as nvidia.com/gpu'],
  [{ image, time_limit_sec: 59 }, 'time_limit_sec must be a number from 60 to 31536000'],
  [{ image, priority_class: 'x y' }, 'priority_class must be the name of a PriorityClass'],
  [{ image, tolerations: ['a=b:Never'] }, 'must be taints such as'],
  [{ image, volume_claims: { shared: 'claim' } }, 'volume_claims.shared must be an absolute path'],
  [{ image, volume_claims: { '/orrery/x': 'claim' } }, 'outside of /orrery'],
  [{ image, volume_claims: { '/a/../orrery': 'claim' } }, 'must be an absolute path'],
  [{ image, volume_claims: { '/a': 'Claim' } }, 'with the name of a PersistentVolumeClaim'],
  [{ image, gate_config: 'gate.json' }, 'gate_config must be an absolute path, as the nodes'],
  [{ image, gate_command: [] }, 'gate_command must name a program'],
  [{ image, jobs_at_once: 0 }, 'jobs_at_once must be a whole number from 1 to 256 (jobs)'],
  [{ image, node_selector: { 'a b': 'c' } }, 'node_selector.a b is no label of a node'],
  [{ image, node_selector: { gpu: '-' } }, 'node_selector.gpu is no label of a node'],
  [{ image, installation: 'a/b' }, 'installation must be at most 63 letters'],
  [{ image, context: 'lab' }, 'context names a context of kubeconfig, which is not given'],
  [{ image, queues: 'x' }, 'queues is not a known field; did you mean "queue"?'],
  [{ image, classes: { training: { gpus: 0 } } }, 'classes.training.gpus must be a whole number'],
  [{ image, classes: { trainin: {} } }, 'is not a workload class; did you mean "training"?'],
])('refuses %j with a sentence', (value, words) => {
  expect(problemsOf(value)).toEqual([expect.stringContaining(words)]);
});

it('gives a class what it names itself, and the rest as the target has it', () => {
  const parsed = parse({
    image,
    kubeconfig: 'lab/kubeconfig',
    cpus: 0.5,
    time_limit_sec: 3600,
    node_selector: { zone: 'a' },
    volume_claims: { '/shared': 'orrery-shared' },
    tolerations: ['lab:NoExecute'],
    classes: {
      training: {
        gpus: 2,
        queue: 'gpu',
        node_selector: { gpu: 'a100' },
        volume_claims: { '/data': 'sets' },
        tolerations: ['gpu=yes:NoSchedule', 'any'],
      },
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { cluster } = parsed.config.workers.targets['k8s']!;
  if (cluster?.kind !== 'kubernetes') throw new Error(cluster?.kind);
  const { kubernetes: settings } = cluster;
  expect(settings).toMatchObject({
    kubeconfig: '/etc/orrery/lab/kubeconfig',
    namespace: null,
    installation: 'orrery',
    requestTimeoutMs: 15_000,
    keepFinishedMs: 86_400_000,
  });
  const general = {
    image,
    queue: null,
    cpus: 0.5,
    memoryMib: null,
    gpus: null,
    gpuResource: 'nvidia.com/gpu',
    timeLimitMs: 3_600_000,
    priorityClass: null,
    serviceAccount: null,
    imagePullSecret: null,
    runAsUser: null,
    nodeSelector: { zone: 'a' },
    volumeClaims: { '/shared': 'orrery-shared' },
    tolerations: [{ key: 'lab', value: null, effect: 'NoExecute' }],
  };
  expect(settings.resourcesOf('cpu_only')).toEqual(general);
  expect(settings.resourcesOf('training')).toEqual({
    ...general,
    gpus: 2,
    queue: 'gpu',
    nodeSelector: { zone: 'a', gpu: 'a100' },
    volumeClaims: { '/shared': 'orrery-shared', '/data': 'sets' },
    tolerations: [
      ...general.tolerations,
      { key: 'gpu', value: 'yes', effect: 'NoSchedule' },
      { key: 'any', value: null, effect: null },
    ],
  });
});

it('refuses a cluster that nothing is sent to, and a worker whose cluster is not there or of another kind', () => {
  const slurm = { folder: '/shared', gate_config };
  expect(problemsOf({ image }, { slurm_clusters: { k8s: slurm } })).toEqual([
    expect.stringContaining(
      'slurm_clusters.k8s no worker of worker_targets has the address slurm://k8s',
    ),
  ]);
  expect(problemsOf({ image }, { kubernetes_clusters: {} })).toEqual([
    expect.stringContaining('names the cluster "k8s", which kubernetes_clusters does not have'),
  ]);
  expect(problemsOf({ image }, {}, { wake_gate_url: 'kubernetes://K8S' }).join()).toContain(
    'must be kubernetes:// and a name of small letters',
  );
  expect(problemsOf({ image }, {}, { min_memory_available_mib: 1 }).join()).toContain(
    'set memory_mib of kubernetes_clusters.k8s',
  );
});
