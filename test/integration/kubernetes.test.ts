/** Runs on a strict API server of Kubernetes over HTTPS: one Pod that begins for each, whatever is lost on the way. @needs openssl */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { neededRights } from '../../src/clusters/kubernetes/check.ts';
import { createKubernetesCluster } from '../../src/clusters/kubernetes/cluster.ts';
import { objectNameOf } from '../../src/clusters/kubernetes/names.ts';
import type { ClusterPort } from '../../src/clusters/port.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { makeAuthority } from '../support/certificates.ts';
import { FakeKubernetes } from '../support/fake-kubernetes.ts';
import {
  type KubernetesServer,
  type ServerTrouble,
  startKubernetesServer,
} from '../support/kubernetes-server.ts';
import { jobSpec, settingsOf } from '../support/kubernetes-trouble.ts';
import { createTempDir } from '../support/store-fixtures.ts';

const folder = createTempDir();
let authority: ReturnType<typeof makeAuthority>;
let tls: { certificate: string; key: string };
let kubernetes: FakeKubernetes;
let server: KubernetesServer;
let opened: { close(): void }[] = [];
beforeAll(() => {
  authority = makeAuthority(folder.path, 'cluster');
  tls = authority.serverOf('localhost');
});
beforeEach(async () => {
  kubernetes = new FakeKubernetes();
  server = await startKubernetesServer(kubernetes, tls);
});
afterEach(async () => {
  for (const each of opened) each.close();
  opened = [];
  await server.close();
});
afterAll(() => folder.remove());

let files = 0;
/** A kubeconfig with that cluster and that user, as kubectl writes them. */
const kubeconfigOf = (more: { cluster?: object; user?: object } = {}): string => {
  files += 1;
  const path = join(folder.path, `kubeconfig-${files}`);
  const cluster = { server: server.url, 'certificate-authority': authority.path, ...more.cluster };
  const user = { token: kubernetes.token, ...more.user };
  writeFileSync(
    path,
    `apiVersion: v1
kind: Config
current-context: lab
contexts: [{name: lab, context: {cluster: c, user: u, namespace: lab}}]
clusters: [{name: c, cluster: ${JSON.stringify(cluster)}}]
users: [{name: u, user: ${JSON.stringify(user)}}]
`,
  );
  return path;
};
const clusterWith = (fields: Readonly<Record<string, unknown>> = {}): ClusterPort => {
  const settings = settingsOf({ kubeconfig: kubeconfigOf(), namespace: undefined, ...fields });
  const cluster = createKubernetesCluster(settings, systemClock);
  opened.push(cluster);
  return cluster;
};
const run = { runId: 'a' };
const begunOf = (runId: string): number =>
  kubernetes.began.filter((each) => each.run === objectNameOf(runId)).length;

it('runs a job to its end and tells its exit status, its node, its times and what it printed', async () => {
  const cluster = clusterWith();
  expect(await cluster.observe(run)).toEqual({ kind: 'absent' });
  expect(await cluster.logs(run, { from: 0, bytesMax: 10 })).toEqual({ kind: 'none' });
  const job = { runId: 'a', jobId: 'orrery-a' };
  expect(await cluster.submit(run, jobSpec)).toEqual({ kind: 'submitted', job });
  expect(await cluster.observe(run)).toMatchObject({ kind: 'pending', why: { code: 'NoPod' } });
  kubernetes.control();
  kubernetes.begin();
  expect(kubernetes.began).toEqual([]);
  expect(await cluster.observe(run)).toMatchObject({ kind: 'pending', why: { code: 'Released' } });
  expect(await cluster.logs(run, { from: 0, bytesMax: 10 })).toEqual({ kind: 'none' });
  kubernetes.begin();
  expect(await cluster.observe(run)).toEqual({
    kind: 'running',
    job,
    node: 'node-1',
    since: '2026-11-24T04:00:01.000Z',
  });
  const first = await cluster.logs(run, { from: 0, bytesMax: 5 });
  expect(first).toEqual({ kind: 'piece', bytes: Buffer.from('hello'), next: 5 });
  const rest = await cluster.logs(run, { from: 5, bytesMax: 100 });
  expect(rest).toEqual({ kind: 'piece', bytes: Buffer.from(' world'), next: 11 });
  expect(await cluster.logs(run, { from: 11, bytesMax: 9 })).toMatchObject({ next: 11 });
  expect(await cluster.logs(run, { from: 12, bytesMax: 9 })).toMatchObject({ kind: 'unclear' });
  kubernetes.end(0, { exitCode: 3 });
  const ended = {
    kind: 'ended',
    job,
    reason: 'failed',
    exit: 3,
  };
  expect(await cluster.observe(run)).toEqual(ended);
  kubernetes.control();
  kubernetes.expire();
  expect(await cluster.observe(run)).toEqual(ended);
  expect(await cluster.submit(run, jobSpec)).toEqual({ kind: 'exists', state: ended });
  expect(kubernetes.created).toEqual(['orrery-a']);
});

it('does with the rights of deploy/kubernetes.yaml, and needs each of them', async () => {
  const cluster = clusterWith({ queue: 'gpu' });
  await cluster.submit(run, jobSpec);
  await cluster.observe(run);
  kubernetes.admit();
  kubernetes.control();
  await cluster.observe(run);
  await cluster.observe(run);
  kubernetes.begin();
  await cluster.logs(run, { from: 0, bytesMax: 5 });
  await cluster.cancel(run);
  kubernetes.collect();
  expect(await cluster.observe(run)).toMatchObject({ kind: 'ended', reason: 'cancelled' });
  const given = kubernetes.rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => `${verb} ${group}/${resource}`)),
    ),
  );
  expect([...kubernetes.used].toSorted()).toEqual(given.toSorted());
  const asked = neededRights.map(
    ({ verb, group, resource, subresource }) =>
      `${verb} ${group}/${resource}${subresource === undefined ? '' : `/${subresource}`}`,
  );
  expect(asked.toSorted()).toEqual(given.toSorted());
});

it('says that a cluster takes jobs without making anything there', async () => {
  expect(await clusterWith().check()).toEqual({
    ok: true,
    detail: 'Kubernetes 1.30+ answers and takes jobs in the namespace lab',
  });
  expect(Object.values(kubernetes.objects).map(({ size }) => size)).toEqual([0, 0, 0]);
});

const without = (resource: string): void => {
  kubernetes.rules = kubernetes.rules.filter(({ resources }) => !resources.includes(resource));
};

it.each([
  [
    'that is too old',
    () => {
      kubernetes.version = { major: '1', minor: '26' };
    },
    'the cluster is Kubernetes 1.26; 1.27 or newer is needed',
  ],
  [
    'whose account may not do all that is needed',
    () => without('jobs'),
    'in the namespace lab the account may not get jobs.batch, create jobs.batch, delete jobs.batch (deploy/kubernetes.yaml has the rights)',
  ],
  [
    'whose server says nothing that is clear',
    () => {
      server.plan = (_line, place) => (place === 5 ? 'torn' : undefined);
    },
    'the API server',
  ],
] as const)('says which step of asking failed, of a cluster %s', async (_which, spoil, words) => {
  const cluster = clusterWith();
  spoil();
  const checked = await cluster.check();
  expect(checked.ok).toBe(false);
  expect(checked.detail.startsWith(words)).toBe(true);
});

it('says that a namespace is not there, also where the account may do everything everywhere', async () => {
  expect((await clusterWith({ namespace: 'nowhere' }).check()).detail).toContain(
    'may not get secrets',
  );
  kubernetes.isClusterWide = true;
  expect(await clusterWith({ namespace: 'nowhere' }).check()).toEqual({
    ok: false,
    detail: 'a Secret of a run would be refused: namespaces "nowhere" not found',
  });
});

it('takes a cluster where fewer reasons can be told, and says so', async () => {
  without('events');
  const checked = await clusterWith().check();
  expect(checked.ok).toBe(true);
  expect(checked.detail).toContain('may not list events');
});

const troubles: readonly ServerTrouble[] = [
  'cut before',
  'cut after',
  'torn',
  { status: 200, body: '<html>Welcome!</html>' },
  {
    status: 500,
    body: '{"kind":"Status","reason":"InternalError","message":"etcdserver: request timed out"}',
  },
  { status: 403, body: 'blocked by a proxy' },
  { status: 429, body: '{"kind":"Status","reason":"TooManyRequests","message":"slow down"}' },
];

it('has one job after any answer was lost, changed or came to nobody, and submitted again', async () => {
  const cluster = clusterWith();
  await cluster.submit({ runId: 'counted' }, jobSpec);
  const places = server.requests.length;
  expect(places).toBeGreaterThan(5);
  const kinds: string[] = [];
  for (let place = 0; place < places; place += 1)
    for (const [index, trouble] of troubles.entries()) {
      const runId = `at-${place}-${index}`;
      const start = server.requests.length;
      server.plan = (_line, at) => (at === start + place ? trouble : undefined);
      const first = await cluster.submit({ runId }, jobSpec);
      kinds.push(first.kind);
      server.plan = () => undefined;
      const second = await cluster.submit({ runId }, jobSpec);
      expect(['submitted', 'exists']).toContain(second.kind);
      kubernetes.control(true);
      await cluster.observe({ runId });
      for (let nth = 0; nth < 3; nth += 1) kubernetes.begin();
      expect([runId, begunOf(runId)]).toEqual([runId, 1]);
      expect(kubernetes.created.filter((name) => name === `orrery-${runId}`)).toHaveLength(1);
    }
  expect(new Set(kinds)).toEqual(new Set(['unclear']));
});

it('has one job of two that submit at once', async () => {
  const both = await Promise.all(
    [clusterWith(), clusterWith()].map((cluster) => cluster.submit(run, jobSpec)),
  );
  expect(both.map(({ kind }) => kind)).toContain('submitted');
  expect(kubernetes.created).toEqual(['orrery-a']);
});

it.each(['silent', 'endless'] as const)('gives a server up whose answer is %s', async (trouble) => {
  server.plan = () => trouble;
  const state = await clusterWith({ request_timeout_sec: 1 }).observe(run);
  expect(state).toEqual({
    kind: 'unknown',
    why: 'the API server gave no whole answer within 1 s',
  });
});

it('asks again when the server wants a pause, and gives it up when that is longer than there is time', async () => {
  const wait = (retryAfter: string): ServerTrouble => ({ status: 429, retryAfter, body: '{}' });
  server.plan = (_line, place) => (place < 2 ? wait('0') : undefined);
  expect(await clusterWith().observe(run)).toEqual({ kind: 'absent' });
  expect(server.requests.length).toBe(5);
  server.plan = () => wait('3600');
  expect(await clusterWith().observe(run)).toMatchObject({ kind: 'unknown' });
  expect(server.requests.length).toBe(6);
});

it('calls off what was never submitted, so that it never is', async () => {
  const cluster = clusterWith();
  expect(await cluster.cancel(run)).toEqual({ ok: true });
  const state = { kind: 'ended', job: null, reason: 'cancelled', exit: null };
  expect(await cluster.submit(run, jobSpec)).toEqual({ kind: 'exists', state });
  expect(kubernetes.created).toEqual([]);
});

it('ends a job that runs, and leaves no secret of it', async () => {
  const cluster = clusterWith();
  await cluster.submit(run, jobSpec);
  kubernetes.control();
  await cluster.observe(run);
  kubernetes.begin();
  expect(JSON.stringify(kubernetes.objects.secrets.get('orrery-a'))).toContain('aHVzaA==');
  expect(await cluster.cancel(run)).toEqual({ ok: true });
  expect(await cluster.observe(run)).toMatchObject({ kind: 'running' });
  kubernetes.collect();
  expect(await cluster.observe(run)).toMatchObject({
    kind: 'ended',
    reason: 'cancelled',
    job: { jobId: 'orrery-a' },
  });
  expect(JSON.stringify(kubernetes.objects.secrets.get('orrery-a'))).not.toContain('aHVzaA==');
  expect(await cluster.logs(run, { from: 0, bytesMax: 5 })).toMatchObject({ kind: 'unclear' });
});

it('says that nothing was called off where the cluster was not told', async () => {
  const cluster = clusterWith();
  await cluster.submit(run, jobSpec);
  server.plan = (line) => (line.startsWith('DELETE') ? 'cut before' : undefined);
  expect(await cluster.cancel(run)).toMatchObject({ ok: false });
  server.plan = () => undefined;
  expect(await cluster.cancel(run)).toEqual({ ok: true });
  expect(kubernetes.objects.jobs.size).toBe(0);
});

it('does not touch a Job or a Secret of that name which belongs to somebody else', async () => {
  const other = clusterWith({ installation: 'other' });
  await other.submit(run, jobSpec);
  const before = JSON.stringify([...kubernetes.objects.jobs.values()]);
  const cluster = clusterWith();
  expect(await cluster.submit(run, jobSpec)).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('belongs to another run'),
  });
  expect(await cluster.observe(run)).toMatchObject({ kind: 'unknown' });
  expect(await cluster.cancel(run)).toMatchObject({ ok: false });
  expect(JSON.stringify([...kubernetes.objects.jobs.values()])).toBe(before);
});

it.each([
  [
    403,
    'Forbidden',
    'jobs.batch "orrery-a" is forbidden: exceeded quota: gpus, requested: requests.nvidia.com/gpu=2, used: 8, limited: 8',
  ],
  [
    422,
    'Invalid',
    'Job.batch "orrery-a" is invalid: spec.template.spec.containers[0].image: Required value',
  ],
  [400, 'BadRequest', `admission webhook denied the request:\n\u001b[31m${'x'.repeat(90_000)}`],
])(
  'refuses with the words of the server what it will not have (%i)',
  async (code, reason, message) => {
    kubernetes.refusal = { status: code, reason, message };
    const refused = await clusterWith().submit(run, jobSpec);
    if (refused.kind !== 'refused') throw new Error(refused.kind);
    expect(refused.why.length).toBeLessThanOrEqual(300);
    expect(refused.why).not.toMatch(/[\p{Cc}]/u);
    expect(refused.why.startsWith(message.slice(0, 30))).toBe(true);
    // The files are given to a Job, and there is none.
    expect(JSON.stringify([...kubernetes.objects.secrets.values()])).not.toContain('aHVzaA==');
    kubernetes.refusal = null;
    expect(await clusterWith().submit(run, jobSpec)).toMatchObject({ kind: 'submitted' });
  },
);

it('refuses a cluster that cannot hold a Pod back, and a namespace that is not there', async () => {
  kubernetes.version = { major: '1', minor: '26' };
  expect(await clusterWith().submit(run, jobSpec)).toEqual({
    kind: 'refused',
    why: 'the cluster is Kubernetes 1.26; 1.27 or newer is needed, which can hold a Pod back',
  });
  expect(await clusterWith({ namespace: 'nowhere' }).submit(run, jobSpec)).toEqual({
    kind: 'refused',
    why: 'namespaces "nowhere" not found',
  });
});

it('says what is missing where the account may not look', async () => {
  kubernetes.rules = [];
  expect(await clusterWith().observe(run)).toEqual({
    kind: 'unknown',
    why: expect.stringContaining('the account cannot get resource "secrets"'),
  });
});

it('takes a token from a file anew for each request', async () => {
  const path = join(folder.path, 'token');
  writeFileSync(path, `${kubernetes.token}\n`);
  const kubeconfig = kubeconfigOf({ user: { token: undefined, tokenFile: 'token' } });
  const cluster = clusterWith({ kubeconfig });
  expect(await cluster.observe(run)).toEqual({ kind: 'absent' });
  writeFileSync(path, 'an old one');
  expect(await cluster.observe(run)).toMatchObject({
    kind: 'unknown',
    why: 'the API server gave 401 Unauthorized',
  });
  writeFileSync(path, kubernetes.token);
  expect(await cluster.observe(run)).toEqual({ kind: 'absent' });
});

it.each([
  [
    'signed by nobody that is known',
    () => ({ 'certificate-authority': undefined }),
    /cannot be asked: .*no authority that is known here \(.*\): see to certificate-authority/,
  ],
  [
    'of another name',
    () => ({ 'tls-server-name': 'elsewhere' }),
    /cannot be asked: .*is for DNS:localhost, not for elsewhere \(.*tls-server-name/,
  ],
] as const)('asks nothing of a server with a certificate %s', async (_which, cluster, words) => {
  const kubeconfig = kubeconfigOf({ cluster: cluster() });
  const state = await clusterWith({ kubeconfig }).observe(run);
  expect(state).toMatchObject({ kind: 'unknown', why: expect.stringMatching(words) });
  expect(server.requests).toEqual([]);
});
