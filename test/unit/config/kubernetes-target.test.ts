/** The fields of a Kubernetes target: what is refused, with which words, and what a class takes from the whole. */
import { expect, it } from 'vitest';
import { parseKubernetesTarget } from '../../../src/config/kubernetes-target.ts';
import { parseConfig } from '../../../src/config/parse.ts';

const image = 'registry.example/lab/agent@sha256:0123';
const problemsOf = (value: unknown): readonly string[] => {
  const parsed = parseKubernetesTarget(value);
  return parsed.ok ? [] : parsed.problems;
};

it.each([
  [{}, 'image must be given for the target or for each class'],
  [{ classes: { training: { image } } }, 'image must be given for the target or for each class'],
  [{ image: '--rm' }, 'image must be an image such as'],
  [{ image, namespace: 'Lab' }, 'namespace must be the name of a namespace'],
  [{ image, queue: 'a_b' }, 'queue must be the name of a LocalQueue'],
  [{ image, cpus: 0 }, 'cpus must be a number from 0.001 to 65536 (processors)'],
  [{ image, memory_mib: 1.5 }, 'memory_mib must be a whole number from 1 to 67108864 (MiB)'],
  [{ image, gpus: 0 }, 'gpus must be a whole number from 1 to 1024 (GPUs)'],
  [{ image, gpu_resource: 'gpu' }, 'gpu_resource must be a resource such as nvidia.com/gpu'],
  [{ image, time_limit_sec: 59 }, 'time_limit_sec must be a number from 60 to 31536000'],
  [{ image, priority_class: 'x y' }, 'priority_class must be the name of a PriorityClass'],
  [{ image, tolerations: ['a=b:Never'] }, 'tolerations.0 must be taints such as'],
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
  const parsed = parseKubernetesTarget({
    image,
    cpus: 0.5,
    time_limit_sec: 3600,
    node_selector: { zone: 'a' },
    tolerations: ['lab:NoExecute'],
    classes: {
      training: {
        gpus: 2,
        queue: 'gpu',
        node_selector: { gpu: 'a100' },
        tolerations: ['gpu=yes:NoSchedule', 'any'],
      },
    },
  });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { settings } = parsed;
  expect(settings).toMatchObject({
    kubeconfig: null,
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
    tolerations: [{ key: 'lab', value: null, effect: 'NoExecute' }],
  };
  expect(settings.resourcesOf('cpu_only')).toEqual(general);
  expect(settings.resourcesOf('training')).toEqual({
    ...general,
    gpus: 2,
    queue: 'gpu',
    nodeSelector: { zone: 'a', gpu: 'a100' },
    tolerations: [
      ...general.tolerations,
      { key: 'gpu', value: 'yes', effect: 'NoSchedule' },
      { key: 'any', value: null, effect: null },
    ],
  });
});

it('keeps a service from starting with a cluster, since no run can be sent to one yet', () => {
  const result = parseConfig(JSON.stringify({ clusters: { k8s: { image } } }), '/etc/orrery.json');
  expect(JSON.stringify(result)).toContain('"clusters","message":"is not a known field');
});
