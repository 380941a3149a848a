/** A run on a Kubernetes in memory: which Pod begins, what is asked in which order, and how a run ended. */
import { beforeEach, expect, it } from 'vitest';
import type { ApiCall } from '../../../src/clusters/kubernetes/transport.ts';
import type { ClusterPort, JobSpec, RunRef } from '../../../src/clusters/port.ts';
import { FakeKubernetes, type FakeObject } from '../../support/fake-kubernetes.ts';
import { carry, jobSpec, settingsOf, troubledCluster } from '../../support/kubernetes-trouble.ts';

const run = { runId: 'a' };
let kubernetes: FakeKubernetes;
beforeEach(() => {
  kubernetes = new FakeKubernetes();
});
const clusterOf = (fields: Readonly<Record<string, unknown>> = {}) =>
  troubledCluster(kubernetes, undefined, { settings: settingsOf(fields) });
/** Submitted, and its Pod made and let go. */
const released = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const { cluster } = clusterOf(fields);
  await cluster.submit(run, jobSpec);
  kubernetes.admit();
  kubernetes.control();
  await cluster.observe(run);
  return cluster;
};
const whyPending = async (cluster: ClusterPort, of: RunRef) => {
  const state = await cluster.observe(of);
  return state.kind === 'pending' ? state.why : null;
};
const podOf = (nth = 0): FakeObject => [...kubernetes.objects.pods.values()][nth];

it('makes the record, then the Job, and gives its files to that Job last', async () => {
  const { cluster, asked } = clusterOf();
  await cluster.submit(run, jobSpec);
  expect(
    asked.map(
      ({ method, path }) => `${method} ${path.split('?')[0]?.split('/').slice(-2).join('/')}`,
    ),
  ).toEqual([
    'GET secrets/orrery-a',
    'GET jobs/orrery-a',
    'GET lab/pods',
    'POST lab/secrets',
    'GET /version',
    'POST lab/jobs',
    'PATCH secrets/orrery-a',
  ]);
  const secrets = asked.filter(({ body }) =>
    body?.text.includes(Buffer.from('hush').toString('base64')),
  );
  expect(secrets.map(({ method }) => method)).toEqual(['PATCH']);
  expect(asked.some(({ path, body }) => `${path}${body?.text}`.includes('hush'))).toBe(false);
});

it('lets one of two Pods begin that a controller made', async () => {
  const { cluster } = clusterOf();
  await cluster.submit(run, jobSpec);
  kubernetes.control();
  kubernetes.control(true);
  expect(kubernetes.objects.pods.size).toBe(2);
  await Promise.all([cluster.observe(run), clusterOf().cluster.observe(run)]);
  for (const nth of [0, 1, 0]) kubernetes.begin(nth);
  expect(kubernetes.began).toHaveLength(1);
});

it('ends a Pod that was let go and has not begun before it says that the run is called off', async () => {
  const cluster = await released();
  expect(await cluster.cancel(run)).toEqual({ ok: true });
  kubernetes.begin();
  expect(kubernetes.began).toEqual([]);
});

it('ends a Pod that was let go when it looks after a cancellation that was cut off', async () => {
  await released();
  const { cluster } = troubledCluster(kubernetes, ({ method }) =>
    method === 'DELETE' ? 'lost before' : undefined,
  );
  expect(await cluster.cancel(run)).toMatchObject({ ok: false });
  expect(await clusterOf().cluster.observe(run)).toMatchObject({ reason: 'cancelled' });
  expect(kubernetes.objects.pods.size).toBe(0);
});

it('lets no Job begin that arrives after its run was called off, and takes it away', async () => {
  const onTheWay: ApiCall[] = [];
  const { cluster } = troubledCluster(
    kubernetes,
    ({ method, path }) => (method === 'POST' && path.includes('/jobs') ? 'late' : undefined),
    { onTheWay },
  );
  expect(await cluster.submit(run, jobSpec)).toMatchObject({ kind: 'unclear' });
  expect(await cluster.cancel(run)).toEqual({ ok: true });
  carry(kubernetes, onTheWay[0]!);
  kubernetes.control();
  expect(kubernetes.objects.jobs.size).toBe(1);
  expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason: 'cancelled' });
  expect(kubernetes.objects.jobs.size).toBe(0);
  for (const pod of kubernetes.objects.pods.values())
    expect(pod.spec.schedulingGates).toHaveLength(1);
});

it('does not begin again what its queue took back, and takes it out of the queue', async () => {
  const cluster = await released({ queue: 'gpu' });
  kubernetes.begin();
  kubernetes.admit(0, false);
  expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason: 'preempted' });
  expect(kubernetes.objects.jobs.size).toBe(0);
  expect(await cluster.submit(run, jobSpec)).toMatchObject({ kind: 'exists' });
});

it('finishes a submission that was cut off before its files were given', async () => {
  const { cluster } = troubledCluster(kubernetes, ({ method }) =>
    method === 'PATCH' ? 'lost before' : undefined,
  );
  expect(await cluster.submit(run, jobSpec)).toMatchObject({ kind: 'unclear' });
  kubernetes.control();
  expect(await cluster.observe(run)).toMatchObject({ why: { code: 'Unfinished' } });
  expect(podOf().spec.schedulingGates).toHaveLength(1);
  expect(await clusterOf().cluster.submit(run, jobSpec)).toMatchObject({ kind: 'submitted' });
  expect(kubernetes.created).toHaveLength(1);
});

it('knows no Job that somebody deleted before anything began, and makes another', async () => {
  const { cluster } = clusterOf();
  await cluster.submit(run, jobSpec);
  kubernetes.deleteJob();
  expect(await cluster.observe(run)).toEqual({ kind: 'absent' });
  expect(await cluster.submit(run, jobSpec)).toMatchObject({ kind: 'submitted' });
});

it.each(['../token', '..', 'a b', ''])(
  'refuses the file %j before it makes anything',
  async (name) => {
    const spec: JobSpec = { ...jobSpec, files: [{ name, content: 'x' }] };
    expect(await clusterOf().cluster.submit(run, spec)).toMatchObject({ kind: 'refused' });
    const large: JobSpec = {
      ...jobSpec,
      files: [{ name: 'x', content: 'x'.repeat(1024 * 1024 + 1) }],
    };
    expect(await clusterOf().cluster.submit(run, large)).toMatchObject({ kind: 'refused' });
    expect(kubernetes.objects.secrets.size).toBe(0);
  },
);

const disrupted = (reason: string) => ({
  conditions: [{ type: 'DisruptionTarget', status: 'True', reason, message: '' }],
});
it.each([
  [{ exitCode: 0 }, {}, 'completed', 0],
  [{ exitCode: 3 }, {}, 'failed', 3],
  [{ exitCode: 137, reason: 'OOMKilled' }, {}, 'out of memory', null],
  [{ exitCode: 137 }, { reason: 'DeadlineExceeded' }, 'time limit', null],
  [{ exitCode: 137 }, { reason: 'Evicted' }, 'node failure', null],
  [{ exitCode: 137 }, { reason: 'Preempting' }, 'preempted', null],
  [{ exitCode: 137 }, { reason: 'NodeLost' }, 'node failure', null],
  [{ exitCode: 137 }, disrupted('PreemptionByScheduler'), 'preempted', null],
  [{ exitCode: 137 }, disrupted('DeletionByTaintManager'), 'node failure', null],
  [{ exitCode: 137 }, disrupted('NewInVersion99'), 'preempted', null],
  [{ exitCode: 0, reason: 'Completed' }, disrupted('EvictionByEvictionAPI'), 'completed', 0],
])('a Pod that ended with %j and %j is %s', async (terminated, more, reason, exit) => {
  const cluster = await released();
  kubernetes.begin();
  kubernetes.end(0, terminated, more);
  expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason, exit });
});

it.each([
  ['preempted', () => kubernetes.preempt()],
  ['lost', () => kubernetes.objects.pods.clear()],
  [
    'cancelled',
    () => {
      kubernetes.say(podOf(), {
        type: 'Normal',
        reason: 'Killing',
        message: 'Stopping container main',
      });
      kubernetes.objects.pods.clear();
    },
  ],
  [
    'node failure',
    () => {
      kubernetes.say(podOf(), {
        type: 'Normal',
        reason: 'Killing',
        message: 'Stopping container main',
      });
      kubernetes.say(podOf(), { type: 'Normal', reason: 'TaintManagerEviction', message: '' });
      kubernetes.objects.pods.clear();
    },
  ],
])('a Pod that is gone is %s, as events tell', async (reason, happen) => {
  const cluster = await released();
  kubernetes.begin();
  happen();
  const ended = { kind: 'ended', reason, exit: null };
  expect(await cluster.observe(run)).toMatchObject(ended);
  kubernetes.events.length = 0;
  expect(await clusterOf().cluster.observe(run)).toMatchObject(ended);
});

it('does not say what became of a Pod whose node does not answer', async () => {
  const cluster = await released();
  kubernetes.begin();
  podOf().status.phase = 'Unknown';
  expect(await cluster.observe(run)).toMatchObject({
    kind: 'unknown',
    why: expect.stringContaining('node-1'),
  });
});

const unscheduled = (message: string) => ({
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
});
const container = (reason: string, message = '') => ({
  containerStatuses: [{ name: 'main', state: { waiting: { reason, message } } }],
});
it.each([
  [
    unscheduled('0/3 nodes are available: 3 Insufficient nvidia.com/gpu.'),
    'Unschedulable',
    'no node has room for it now, or none ever will: 0/3 nodes',
  ],
  [
    container('ImagePullBackOff', 'Back-off pulling image "x"'),
    'ImagePullBackOff',
    'mend image or image_pull_secret: Back-off',
  ],
  [container('ContainerCreating'), 'ContainerCreating', 'its node prepares it'],
  [
    container('NewInVersion99', `${'x'.repeat(5000)}\n`),
    'NewInVersion99',
    'the cluster holds it back with NewInVersion99: xxx',
  ],
])('says why a Pod waits: %j', async (status, code, words) => {
  const cluster = await released();
  Object.assign(podOf().status, status);
  const why = await whyPending(cluster, run);
  expect(why).toMatchObject({ code, sentence: expect.stringContaining(words) });
  expect(why?.sentence.length).toBeLessThan(500);
});

it('says why a Pod waits from events where it says nothing itself, and why there is none', async () => {
  const cluster = await released();
  kubernetes.say(podOf(), {
    type: 'Warning',
    reason: 'FailedMount',
    message: 'MountVolume.SetUp failed',
  });
  expect(await whyPending(cluster, run)).toMatchObject({ code: 'FailedMount' });
  await clusterOf().cluster.submit({ runId: 'b' }, jobSpec);
  kubernetes.say(kubernetes.objects.jobs.get('orrery-b'), {
    type: 'Warning',
    reason: 'FailedCreate',
    message: 'Error creating: exceeded quota: gpus',
  });
  expect(await whyPending(cluster, { runId: 'b' })).toMatchObject({
    code: 'FailedCreate',
    sentence:
      'the cluster will not have its Pod: a quota or a rule of the namespace: Error creating: exceeded quota: gpus',
  });
});

it('says what the queue says', async () => {
  const { cluster } = clusterOf({ queue: 'gpu' });
  await cluster.submit(run, jobSpec);
  expect(await whyPending(cluster, run)).toMatchObject({ code: 'Suspended' });
  const message =
    "couldn't assign flavors to pod set main: insufficient unused quota for nvidia.com/gpu";
  const condition = { type: 'QuotaReserved', status: 'False', reason: 'Pending', message };
  kubernetes.workloads.push({ status: { conditions: [condition] } });
  expect(await whyPending(cluster, run)).toEqual({
    code: 'Pending',
    sentence: `the queue has no room for it now: ${message}`,
    expectedAt: null,
  });
});

it.each([
  [0, 'completed'],
  [3, 'failed'],
])(
  'is over when its program ends with %i, though another container of its Pod goes on, and ends that',
  async (exitCode, reason) => {
    const cluster = await released();
    kubernetes.begin();
    kubernetes.end(0, { exitCode }, { phase: 'Running' });
    expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason, exit: exitCode });
    expect(kubernetes.objects.jobs.size).toBe(0);
    expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason, exit: exitCode });
  },
);

it('takes the Job away at the next look where that was not heard when its run ended', async () => {
  await released();
  kubernetes.begin();
  kubernetes.end(0, { exitCode: 0 }, { phase: 'Running' });
  const deaf = troubledCluster(kubernetes, ({ method }) =>
    method === 'DELETE' ? 'lost before' : undefined,
  );
  expect(await deaf.cluster.observe(run)).toMatchObject({ kind: 'ended', reason: 'completed' });
  expect(kubernetes.objects.jobs.size).toBe(1);
  expect(await clusterOf().cluster.observe(run)).toMatchObject({ kind: 'ended' });
  expect(kubernetes.objects.jobs.size).toBe(0);
});
