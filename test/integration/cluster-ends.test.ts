/**
 * How a job ends on a cluster, through the control plane to its item: on a Slurm whose commands say what the test
 * wants, and on a Kubernetes in memory. No gate of these jobs dials home; with one see test/e2e.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeKubernetes } from '../support/fake-kubernetes.ts';
import { startKubernetesServer } from '../support/kubernetes-server.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { createSteadyClock } from '../support/steady-clock.ts';
import { createTempDir } from '../support/store-fixtures.ts';

type Row = Readonly<Record<string, unknown>>;

/** A cluster whose jobs the test ends. */
interface World {
  readonly fields: object;
  readonly environment: Readonly<Record<string, string>>;
  /** Jobs that there ever were. */
  jobs(): number;
  close(): Promise<void>;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Commands that know the jobs of a file: `id|name|state|`. */
function slurmWorld(): World & { endAs(word: string): void } {
  const folder = createTempDir();
  const at = (name: string): string => join(folder.path, name);
  const commands = {
    sbatch: `for arg; do case "$arg" in
  --job-name=*) name=\${arg#--job-name=};;
  --test-only) exit 0;;
esac; done
id=$(($(wc -l <'${at('jobs')}') + 1)); echo "$id|$name|PENDING|" >>'${at('jobs')}'; echo $id`,
    squeue: `for arg; do case "$arg" in --name=*) name=\${arg#--name=};; esac; done
while IFS='|' read -r id of state rest; do
  [ "$of" != "$name" ] || echo "$id|$of|$state|None|0|n1|1795494794|"
done <'${at('jobs')}'`,
    sacct: 'echo Slurm accounting storage is disabled >&2; exit 1',
    scancel: ':',
  };
  mkdirSync(at('bin'));
  mkdirSync(at('shared'));
  writeFileSync(at('jobs'), '');
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(join(at('bin'), name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(at('bin'), name), 0o755);
  }
  const read = (): string => readFileSync(at('jobs'), 'utf8');
  return {
    fields: { folder: at('shared') },
    environment: { PATH: `${at('bin')}:${process.env['PATH'] ?? ''}` },
    jobs: () => read().split('\n').length - 1,
    endAs: (word) => writeFileSync(at('jobs'), read().replaceAll('PENDING', word)),
    close: () => Promise.resolve(folder.remove()),
  };
}

/** Its Pods begin as soon as they are let go, and do nothing. */
async function kubernetesWorld(): Promise<World & { kubernetes: FakeKubernetes }> {
  const folder = createTempDir();
  const kubernetes = new FakeKubernetes();
  const carryOut = kubernetes.carryOut.bind(kubernetes);
  kubernetes.carryOut = (call) => {
    const reply = carryOut(call);
    kubernetes.control();
    kubernetes.begin();
    return reply;
  };
  const server = await startKubernetesServer(kubernetes);
  const kubeconfig = join(folder.path, 'kubeconfig');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      'current-context': 'lab',
      contexts: [{ name: 'lab', context: { cluster: 'c', user: 'u', namespace: 'lab' } }],
      clusters: [{ name: 'c', cluster: { server: server.url } }],
      users: [{ name: 'u', user: { token: kubernetes.token } }],
    }),
  );
  return {
    kubernetes,
    fields: { kubeconfig, image: 'registry.example/lab/agent:1' },
    environment: {},
    jobs: () => kubernetes.created.length,
    async close() {
      await server.close();
      folder.remove();
    },
  };
}

async function serviceOf(kind: 'slurm' | 'kubernetes', world: World): Promise<TestService> {
  closing.push(() => world.close());
  const service = await startService({
    environment: world.environment,
    // Commands of a cluster take the time of this machine, however busy that is.
    clock: createSteadyClock({ originMs: Date.UTC(2026, 0, 1), factor: 4 }),
    config: () => ({
      worker_wake_gate_url: undefined,
      worker_targets: {
        far: { wake_gate_url: `${kind}://far`, bearer_token: 'a-secret-of-sufficient-length' },
      },
      [`${kind}_clusters`]: { far: { gate_config: '/shared/gate.json', ...world.fields } },
    }),
  });
  closing.push(() => service.remove());
  return service;
}

async function itemOf(service: TestService): Promise<Row> {
  const { body } = await service.api.get('/control/api/v1/projects/a');
  return body['queue_item'] as Row;
}
const untilItem = (service: TestService, what: string, fits: (item: Row) => boolean) =>
  until(async () => {
    const item = await itemOf(service);
    return fits(item) ? item : undefined;
  }, what);

/** Dispatches the item, and resolves when its job is known to be in that phase. */
async function submit(service: TestService, phase: string): Promise<string> {
  const body = { project_id: 'a', dry_run: false, requested_by: 'test' };
  const dispatched = await service.api.post('/control/dispatch-one', body);
  expect(dispatched.status, JSON.stringify(dispatched.body)).toBe(200);
  const item = await untilItem(service, `its job is ${phase}`, ({ job }) =>
    [phase].includes(String((job as Row | null)?.['phase'])),
  );
  return String(item['current_run_id']);
}

async function create(service: TestService): Promise<void> {
  const created = await service.api.post('/control/api/v1/projects', {
    project_id: 'a',
    title: 'Idea a',
    prompt: 'Add.',
    workload_class: 'cpu_only',
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
}

/** Another run takes the place of one that the cluster took away, while there is a retry; then a person is asked. */
async function expectRetry(
  service: TestService,
  phase: string,
  { code, words, end }: { readonly code: string; readonly words: string; readonly end: () => void },
): Promise<void> {
  const first = await submit(service, phase);
  end();
  expect(await untilItem(service, 'back', ({ status }) => status === 'queued')).toMatchObject({
    retry_count: 1,
    manual_review_required: false,
    job: { phase: 'ended', code },
    last_error: expect.stringContaining(words),
  });
  const second = await submit(service, phase);
  expect(second).not.toBe(first);
  end();
  expect(await untilItem(service, 'blocked', ({ status }) => status === 'blocked')).toMatchObject({
    job: { phase: 'ended', code },
    last_error: expect.stringContaining(words),
  });
}

/** A person is asked at once, in words that say what can be done. */
async function expectBlocked(
  service: TestService,
  phase: string,
  { code, words, end }: { readonly code: string; readonly words: string; readonly end: () => void },
): Promise<void> {
  const run = await submit(service, phase);
  end();
  const item = await untilItem(service, 'blocked', ({ status }) => status === 'blocked');
  expect(item).toMatchObject({
    job: { phase: 'ended', code },
    manual_review_required: true,
    last_error: expect.stringContaining(words),
  });
  const { body } = await service.api.get(`/control/api/v1/explain/run/${run}`);
  expect(JSON.stringify(body)).toContain(words);
}

const over = [
  ['TIMEOUT', 'time limit', 'was ended at its time limit; give its class a larger time_limit_sec'],
  ['OUT_OF_MEMORY', 'out of memory', 'give its class a larger memory_mib'],
  ['CANCELLED', 'cancelled', 'was called off on the cluster'],
] as const;

describe('a job of Slurm', () => {
  it('that was preempted is begun again within the retries', async () => {
    const world = slurmWorld();
    const service = await serviceOf('slurm', world);
    await create(service);
    await expectRetry(service, 'pending', {
      code: 'preempted',
      words: 'was ended to make room for another',
      end: () => world.endAs('PREEMPTED'),
    });
    expect(world.jobs()).toBe(2);
  });

  it.each(over)('that ended as %s is shown to a person', async (word, code, words) => {
    const world = slurmWorld();
    const service = await serviceOf('slurm', world);
    await create(service);
    await expectBlocked(service, 'pending', { code, words, end: () => world.endAs(word) });
    expect(world.jobs()).toBe(1);
  });
});

const disrupted = (reason: string) => ({
  conditions: [{ type: 'DisruptionTarget', status: 'True', reason, message: '' }],
});

describe('a Job of Kubernetes', () => {
  it.each([
    ['preempted', 'was ended to make room', (of: FakeKubernetes) => of.preempt()],
    [
      'node failure',
      'was lost with its node',
      (of: FakeKubernetes) => of.end(0, { exitCode: 137 }, disrupted('DeletionByTaintManager')),
    ],
    [
      'no home',
      'could not reach this service',
      (of: FakeKubernetes) => of.end(0, { exitCode: 75 }),
    ],
  ] as const)('that ended as %s is begun again within the retries', async (code, words, end) => {
    const world = await kubernetesWorld();
    const service = await serviceOf('kubernetes', world);
    await create(service);
    await expectRetry(service, 'running', { code, words, end: () => end(world.kubernetes) });
    expect([world.jobs(), world.kubernetes.began.length]).toEqual([2, 2]);
  });

  it.each([
    [
      'time limit',
      'give its class a larger time_limit_sec',
      (of: FakeKubernetes) => of.end(0, { exitCode: 143 }, { reason: 'DeadlineExceeded' }),
    ],
    [
      'out of memory',
      'give its class a larger memory_mib',
      (of: FakeKubernetes) => of.end(0, { exitCode: 137, reason: 'OOMKilled' }),
    ],
    [
      'failed',
      'failed with exit status 3; it printed: hello world',
      (of: FakeKubernetes) => of.end(0, { exitCode: 3 }),
    ],
    [
      'cancelled',
      'was called off on the cluster',
      (of: FakeKubernetes) => {
        const [pod] = of.running();
        of.say(pod, { type: 'Normal', reason: 'Killing', message: 'Stopping container main' });
        of.deleteJob();
        of.collect();
      },
    ],
    [
      'lost',
      'is over, and nobody knows how it ended',
      (of: FakeKubernetes) => {
        of.deleteJob();
        of.collect();
      },
    ],
  ] as const)('that ended as %s is shown to a person', async (code, words, end) => {
    const world = await kubernetesWorld();
    const service = await serviceOf('kubernetes', world);
    await create(service);
    await expectBlocked(service, 'running', { code, words, end: () => end(world.kubernetes) });
    expect([world.jobs(), world.kubernetes.began.length]).toEqual([1, 1]);
  });
});
