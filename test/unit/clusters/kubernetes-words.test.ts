/** How a run's objects are named, and what its Job is made of. */
import { expect, it } from 'vitest';
import { jobManifest } from '../../../src/clusters/kubernetes/manifest.ts';
import { objectNameCharsMax, objectNameOf } from '../../../src/clusters/kubernetes/names.ts';
import { jobBody } from '../../support/kubernetes-shapes.ts';
import { jobSpec, settingsOf } from '../../support/kubernetes-trouble.ts';

it.each([
  'a',
  'A',
  'a_b',
  'a-b',
  '-a',
  'x'.repeat(50),
  'x'.repeat(51),
  'x'.repeat(500),
  'ü/../a',
  '',
])('names the objects of the run %j as a cluster takes it', (runId) => {
  expect(objectNameOf(runId)).toMatch(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/);
  expect(objectNameOf(runId).length).toBeLessThanOrEqual(objectNameCharsMax);
});

it('gives no two runs one name', () => {
  const odd = ['A', 'a', 'a_b', 'a-b', 'a.b', 'a-', '-a', 'x'.repeat(60), 'x'.repeat(61)];
  const ids = [...odd, ...odd.map((id) => objectNameOf(id).slice('orrery-'.length))];
  expect(new Set(ids.map(objectNameOf)).size).toBe(new Set(ids).size);
});

const manifestOf = (fields: Readonly<Record<string, unknown>>) =>
  jobBody.parse(jobManifest(settingsOf(fields), { runId: 'a', spec: jobSpec }));

it('asks for what is configured, and for nothing that is not', () => {
  const full = manifestOf({
    cpus: 0.5,
    memory_mib: 4096,
    gpus: 2,
    gpu_resource: 'amd.com/gpu',
    time_limit_sec: 90,
    queue: 'gpu',
    priority_class: 'high',
    service_account: 'job',
    image_pull_secret: 'pull',
    run_as_user: 1000,
    node_selector: { gpu: 'a100' },
    tolerations: ['gpu=yes:NoSchedule', 'lab'],
    keep_finished_sec: 3600,
  });
  expect(full.metadata.labels['kueue.x-k8s.io/queue-name']).toBe('gpu');
  const amounts = { cpu: '500m', memory: '4096Mi', 'amd.com/gpu': '2' };
  expect(full.spec).toMatchObject({
    suspend: true,
    backoffLimit: 0,
    parallelism: 1,
    completions: 1,
    ttlSecondsAfterFinished: 3600,
    template: {
      spec: {
        restartPolicy: 'Never',
        schedulingGates: [{ name: 'orrery/begin' }],
        activeDeadlineSeconds: 90,
        serviceAccountName: 'job',
        priorityClassName: 'high',
        imagePullSecrets: [{ name: 'pull' }],
        nodeSelector: { gpu: 'a100' },
        tolerations: [
          { key: 'gpu', operator: 'Equal', value: 'yes', effect: 'NoSchedule' },
          { key: 'lab', operator: 'Exists' },
        ],
        securityContext: { runAsUser: 1000, runAsNonRoot: true, fsGroup: 1000 },
        containers: [{ resources: { requests: amounts, limits: amounts } }],
      },
    },
  });
  const least = manifestOf({});
  expect(least.spec.suspend).toBe(false);
  expect(Object.keys(least.metadata.labels).join()).not.toContain('kueue');
  expect(least.spec.template.spec.containers[0]?.resources).toEqual({ requests: {}, limits: {} });
  expect(Object.keys(least.spec.template.spec)).not.toEqual(
    expect.arrayContaining(['activeDeadlineSeconds']),
  );
});

it('gives the program its arguments as they are, though a cluster replaces variables in them', () => {
  const [main] = manifestOf({}).spec.template.spec.containers;
  expect(main?.command).toEqual(['orrery', 'worker', '$$(HOME) $$']);
});

it('puts each file into a folder that the program may write to', () => {
  const [main] = manifestOf({}).spec.template.spec.containers;
  expect(main?.workingDir).toBe('/orrery');
  expect(main?.volumeMounts).toEqual([
    { name: 'work', mountPath: '/orrery' },
    { name: 'files', mountPath: '/orrery/token', subPath: 'token', readOnly: true },
  ]);
});
