/**
 * A worker that is a Kubernetes cluster: runs are its Jobs, and the gate of each Pod dials home. The API server is the
 * strict one in memory over HTTPS, the node starts the built program as a Pod would. @needs openssl
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectNameOf } from '../../src/clusters/kubernetes/names.ts';
import { makeAuthority } from '../support/certificates.ts';
import {
  type ClusterPlane,
  doWholeProject,
  expectOverBudget,
  expectTokenShut,
  expectWaitShown,
  installClusterPlane,
  jobOf,
} from '../support/e2e-cluster.ts';
import { makeFolder } from '../support/e2e-program.ts';
import { until } from '../support/e2e-service.ts';
import { FakeKubernetes, type FakeObject } from '../support/fake-kubernetes.ts';
import { startKubelet, type TestKubelet } from '../support/kubelet.ts';
import { type KubernetesServer, startKubernetesServer } from '../support/kubernetes-server.ts';

const kubernetes = new FakeKubernetes();
let kubelet: TestKubelet;
let server: KubernetesServer;
let plane: ClusterPlane;
/** Every Job and Pod that there ever was, as it was made. */
const made: string[] = [];
let full = true;

beforeAll(async () => {
  const folder = makeFolder();
  const authority = makeAuthority(folder, 'cluster');
  const carryOut = kubernetes.carryOut.bind(kubernetes);
  kubernetes.carryOut = (call) => {
    const reply = carryOut(call);
    made.push(
      JSON.stringify([...kubernetes.objects.jobs.values(), ...kubernetes.objects.pods.values()]),
    );
    return reply;
  };
  kubelet = startKubelet(kubernetes);
  kubelet.hasRoom = ({ spec }) =>
    !full || spec.containers[0].resources.requests['nvidia.com/gpu'] === undefined;
  server = await startKubernetesServer(kubernetes, authority.serverOf('localhost'));
  const kubeconfig = join(folder, 'kubeconfig');
  const cluster = { server: server.url, 'certificate-authority': authority.path };
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'lab',
      contexts: [{ name: 'lab', context: { cluster: 'c', user: 'u', namespace: 'lab' } }],
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user: { token: kubernetes.token } }],
    }),
  );
  plane = await installClusterPlane({
    kind: 'kubernetes',
    fieldsOf: (gate) => ({
      ...gate,
      kubeconfig,
      image: 'registry.example/lab/agent:1',
      classes: { training: { gpus: 1 } },
    }),
    environment: () => ({}),
  });
  await plane.start();
});
afterAll(async () => {
  await plane.close();
  await kubelet.close();
  await server.close();
});

const jobsOf = (runId: unknown): number =>
  kubernetes.created.filter((name) => name === objectNameOf(String(runId))).length;
const begunOf = (runId: unknown): number =>
  kubernetes.began.filter(({ run }) => run === objectNameOf(String(runId))).length;
const recordOf = (runId: unknown): FakeObject =>
  kubernetes.objects.secrets.get(objectNameOf(String(runId)));
const expectOne = (runId: unknown): void =>
  expect([runId, plane.startsOf(runId), begunOf(runId), jobsOf(runId)]).toEqual([runId, 1, 1, 1]);
const isRunning = ({ status }: Readonly<Record<string, unknown>>): boolean => status === 'running';

it('does a project from the idea to its paper as one Pod, whose token stands in no Job and no Pod', async () => {
  let token = '';
  server.plan = () => {
    const { data } = [...kubernetes.objects.secrets.values()][0] ?? {};
    token ||= Buffer.from(data?.['run-token'] ?? '', 'base64').toString('utf8');
    return undefined;
  };
  const runId = await doWholeProject(plane);
  expectOne(runId);
  await until(async () => kubernetes.running().length === 0, 'the gate has ended by itself');
  await expectTokenShut(plane, token);
  const everything = made.join() + [...kubernetes.logs.values()].join();
  expect(everything).toContain(objectNameOf(runId));
  for (const form of [token, Buffer.from(token).toString('base64')])
    expect(everything).not.toContain(form);
});

it('stops a run whose agent has used more tokens than its budget', async () => {
  expectOne(await expectOverBudget(plane));
  await until(async () => kubernetes.running().length === 0, 'its Pod is over');
});

it('has one Job, one Pod and one run after the answer to any request was lost', async () => {
  const points = [
    ['POST', 'secrets'],
    ['POST', 'jobs'],
    ['PATCH', 'secrets'],
    ['PATCH', 'pods'],
  ] as const;
  for (const [verb, resource] of points)
    for (const when of ['cut before', 'cut after'] as const) {
      const id = `stays-${verb}-${resource}-${when.slice(4)}`.toLowerCase();
      await plane.takeIn(id);
      let lost = 0;
      // No other run is under way, and what a preflight tries it says so.
      server.plan = (line) => {
        const isIt = line.startsWith(`${verb} `) && line.includes(`/${resource}`);
        if (lost > 0 || !isIt || line.includes('dryRun')) return undefined;
        lost += 1;
        return when;
      };
      await plane.dispatch(id);
      const { current_run_id: runId } = await plane.untilItem(id, 'running', isRunning);
      server.plan = () => undefined;
      expect(lost, id).toBe(1);
      expect((await plane.cancel(id)).status).toBe(200);
      expectOne(runId);
    }
});

it('keeps why a job waits, shows it, and cancels it before it begins', async () => {
  await plane.takeIn('waits', { workload_class: 'training' });
  expect((await plane.dispatch('waits')).status).toBe(200);
  const { current_run_id: runId } = await expectWaitShown(plane, 'waits', {
    code: 'Unschedulable',
    words: '1 Insufficient nvidia.com/gpu',
  });
  await plane.kill();
  await plane.start();
  expect((await plane.itemOf('waits'))['status']).toBe('dispatching');
  const canceled = await plane.cancel('waits');
  expect(canceled.status, canceled.text).toBe(200);
  expect((await plane.itemOf('waits'))['status']).toBe('canceled');
  expect([jobsOf(runId), begunOf(runId), plane.startsOf(runId)]).toEqual([1, 0, 0]);
  expect(recordOf(runId).data).toBeUndefined();
  expect(kubernetes.objects.jobs.has(objectNameOf(String(runId)))).toBe(false);
});

it('starts a run once whose control plane was killed while its Pod waited, and ends it when it is canceled', async () => {
  await plane.takeIn('stays-killed', { workload_class: 'training' });
  await plane.dispatch('stays-killed');
  const { current_run_id: runId } = await plane.untilItem(
    'stays-killed',
    'pending',
    (item) => jobOf(item)['code'] === 'Unschedulable',
  );
  await plane.kill();
  full = false;
  kubelet.look();
  expect(begunOf(runId)).toBe(1);
  await plane.start();
  await plane.untilItem('stays-killed', 'running', isRunning);
  full = true;
  expect((await plane.cancel('stays-killed')).status).toBe(200);
  await until(async () => kubernetes.running().length === 0, 'the Pod is over');
  expectOne(runId);
});

it('gives an item back with the words of a refusal, and leaves no secret of it', async () => {
  kubernetes.refusal = {
    status: 403,
    reason: 'Forbidden',
    message: 'jobs.batch is forbidden: exceeded quota: gpus, used: 8, limited: 8',
  };
  await plane.takeIn('refused');
  const refused = await plane.dispatch('refused');
  kubernetes.refusal = null;
  expect(refused.status).toBe(502);
  expect(refused.text).toContain('exceeded quota: gpus');
  expect(await plane.itemOf('refused')).toMatchObject({ status: 'queued', retry_count: 1 });
});

it('begins another run after a preemption, and shows a person one that ran out of memory', async () => {
  await plane.takeIn('stays-moved');
  await plane.dispatch('stays-moved');
  const first = await plane.untilItem('stays-moved', 'running', isRunning);
  kubelet.killFor(String(first['current_run_id']), { preempted: true });
  const back = await plane.untilItem('stays-moved', 'queued', ({ status }) => status === 'queued');
  expect(back).toMatchObject({ retry_count: 1, job: { phase: 'ended', code: 'preempted' } });
  expectOne(first['current_run_id']);
  await plane.dispatch('stays-moved');
  const second = await plane.untilItem('stays-moved', 'running', isRunning);
  expect(second['current_run_id']).not.toBe(first['current_run_id']);
  kubelet.killFor(String(second['current_run_id']), { OOMKilled: true });
  const shown = await plane.untilItem(
    'stays-moved',
    'blocked',
    ({ status }) => status === 'blocked',
  );
  expect(shown).toMatchObject({
    job: { phase: 'ended', code: 'out of memory' },
    last_error: expect.stringContaining('give its class a larger memory_mib'),
  });
  expectOne(second['current_run_id']);
});
