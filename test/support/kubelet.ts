/**
 * The node of a Kubernetes in memory: the command of a Pod that begins is a process of this machine, in a folder with
 * the files that the Pod is given. Acts after every request to the API server and when a process ends, on no clock.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeKubernetes, FakeObject } from './fake-kubernetes.ts';

export interface TestKubelet {
  /** Whether a Pod finds room on the node; asked again with each request. */
  hasRoom: (pod: FakeObject) => boolean;
  /** Something changed that is no request. */
  look(): void;
  /** Ends the program of the Pod of that run at once, as the kubelet and the kernel do; then the Pod ends so. */
  killFor(run: string, reason: { readonly OOMKilled: true } | { readonly preempted: true }): void;
  close(): Promise<void>;
}

const noRoom = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'Unschedulable',
  message: '0/1 nodes are available: 1 Insufficient nvidia.com/gpu.',
};

/** Ends each process in whose environment some variable has that value; one may end by itself meanwhile. */
function killWithVariable(value: string): void {
  for (const name of readdirSync('/proc'))
    try {
      const isIt =
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/environ`, 'latin1').includes(`=${value}\0`);
      if (isIt) process.kill(Number(name), 'SIGKILL');
    } catch (error) {
      if (!['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
}

/** Takes the Pods of that cluster. */
export function startKubelet(fake: FakeKubernetes): TestKubelet {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-node-'));
  /** By the Pod's uid. */
  const programs = new Map<string, ChildProcess>();
  const ended = new Set<Promise<void>>();
  const outOfMemory = new Set<string>();
  const indexOf = (uid: string): number =>
    fake.running().findIndex(({ metadata }) => metadata.uid === uid);

  const begin = (pod: FakeObject): void => {
    const { uid } = pod.metadata;
    const workDir = join(folder, uid);
    mkdirSync(workDir);
    const [container] = pod.spec.containers;
    const { secret } = pod.spec.volumes.find((each: FakeObject) => each.secret !== undefined);
    const { data } = fake.objects.secrets.get(secret.secretName);
    for (const { subPath } of container.volumeMounts)
      if (subPath !== undefined)
        writeFileSync(join(workDir, subPath), Buffer.from(data[subPath], 'base64'), {
          mode: 0o444,
        });
    const [program, ...args] = container.command.map((word: string) => word.replaceAll('$$', '$'));
    const child = spawn(program, args, {
      cwd: workDir,
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const print = (chunk: Buffer): void => {
      fake.logs.set(uid, `${fake.logs.get(uid) ?? ''}${chunk.toString('utf8')}`);
    };
    fake.logs.set(uid, '');
    child.stdout.on('data', print);
    child.stderr.on('data', print);
    programs.set(uid, child);
    ended.add(
      new Promise((resolve) => {
        child.once('close', (code) => {
          programs.delete(uid);
          const index = indexOf(uid);
          const reason = outOfMemory.has(uid) ? { reason: 'OOMKilled' } : {};
          if (index >= 0) fake.end(index, { exitCode: code ?? 137, ...reason });
          tick();
          resolve();
        });
      }),
    );
  };

  const tick = (): void => {
    fake.control();
    for (const pod of fake.startable()) {
      const index = fake.startable().indexOf(pod);
      if (!kubelet.hasRoom(pod)) pod.status.conditions = [noRoom];
      else {
        fake.begin(index);
        begin(pod);
      }
    }
    for (const { metadata } of fake.running())
      if (metadata.deletionTimestamp !== undefined) programs.get(metadata.uid)?.kill('SIGTERM');
    fake.control();
  };

  const carryOut = fake.carryOut.bind(fake);
  fake.carryOut = (call) => {
    const reply = carryOut(call);
    tick();
    return reply;
  };
  const kubelet: TestKubelet = {
    hasRoom: () => true,
    look: tick,
    killFor(run, reason) {
      const index = fake
        .running()
        .findIndex(({ metadata }) => metadata.annotations['orrery/run-id'] === run);
      const { uid } = fake.running()[index].metadata;
      if ('OOMKilled' in reason) outOfMemory.add(uid);
      else fake.preempt(index);
      programs.get(uid)?.kill('SIGKILL');
      // Nothing that a container began outlives it.
      killWithVariable(run);
    },
    async close() {
      kubelet.hasRoom = () => false;
      for (const child of programs.values()) child.kill('SIGTERM');
      await Promise.all(ended);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return kubelet;
}
