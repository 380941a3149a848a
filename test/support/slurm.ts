/** A real Slurm of one node on loopback, by the current account, for tests that are left out where there is none. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../../src/soak/free-port.ts';
import { patienceMs } from './patience.ts';

export interface TestSlurm {
  /** For jobs: empty, and seen by the only node. */
  readonly jobs: string;
  /** All that Slurm's commands need of an environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly node: string;
  /** A command of an administrator. */
  call(program: string, ...args: readonly string[]): string;
  /** Stops and starts what the commands ask, as in a restart of the controller. */
  stopController(): Promise<void>;
  startController(): Promise<void>;
  close(): Promise<void>;
}

/** Jobs that may run at the same time. */
const cpus = 64;

/** Two partitions: `main` runs what it is given, `closed` takes jobs and starts none. */
export async function startSlurm(): Promise<TestSlurm> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-slurm-'));
  const jobs = join(folder, 'jobs');
  const logins = join('state', 'env_cache');
  for (const name of ['jobs', 'state', 'spool', logins]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'munge.key'), randomBytes(128), { mode: 0o400 });
  const node = hostname().split('.')[0]!;
  const config = join(folder, 'slurm.conf');
  writeFileSync(config, await configOf(folder, node));
  // Its default looks for a system bus, which a test has none of.
  writeFileSync(join(folder, 'cgroup.conf'), 'CgroupPlugin=cgroup/v1\n');
  const { username, homedir } = userInfo();
  const login = { PATH: process.env['PATH'] ?? '', HOME: homedir };
  const environment = { ...login, SLURM_CONF: config };
  // What a job has instead of a login shell of its own, whose profile may take seconds of the processor.
  const lines = Object.entries({ ...login, USER: username }).map(
    ([name, value]) => `${name}=${value}\n`,
  );
  writeFileSync(join(folder, logins, username), lines.join(''));
  const call: TestSlurm['call'] = (program, ...args) =>
    execFileSync(program, args, { env: environment, encoding: 'utf8' });
  const children: ChildProcess[] = [];
  const start = async (program: string, args: readonly string[], sign: string): Promise<void> => {
    const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    children.unshift(child);
    await hear(child, sign);
  };
  const startController = (): Promise<void> =>
    start('slurmctld', ['-D', '-f', config], 'Running as primary controller');
  const endAll = async (): Promise<void> => {
    for (const child of children) await end(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const files = ['key-file=munge.key', 'socket=munge.socket', 'pid-file=munge.pid'];
    const more = ['log-file=munge.log', 'seed-file=munge.seed'];
    const places = [...files, ...more].map((file) => `--${file.replace('=', `=${folder}/`)}`);
    await start('munged', ['--foreground', '--force', ...places], 'work threads');
    await startController();
    // A job that comes before the node has registered waits for it.
    await start('slurmd', ['-D', '-f', config, '-N', node], 'slurmd started');
  } catch (error) {
    await endAll();
    throw error;
  }
  return {
    jobs,
    environment,
    node,
    call,
    stopController: () => end(children.find(({ spawnfile }) => spawnfile === 'slurmctld')!),
    startController,
    async close() {
      try {
        call('scancel', `--user=${username}`);
        // What runs jobs outlives the daemon that began them.
        await vi.waitFor(() => expect(call('squeue', '--noheader')).toBe(''), patienceMs);
      } finally {
        await endAll();
      }
    },
  };
}

async function configOf(folder: string, node: string): Promise<string> {
  const [controllerPort, daemonPort] = [await freePort(), await freePort()];
  const account = userInfo().username;
  return `${[
    'ClusterName=test',
    `SlurmctldHost=${node}(127.0.0.1)`,
    `SlurmctldPort=${controllerPort}`,
    `SlurmdPort=${daemonPort}`,
    'AuthType=auth/munge',
    `AuthInfo=socket=${join(folder, 'munge.socket')}`,
    `SlurmUser=${account}`,
    `SlurmdUser=${account}`,
    `StateSaveLocation=${join(folder, 'state')}`,
    `SlurmdSpoolDir=${join(folder, 'spool')}`,
    `SlurmctldPidFile=${join(folder, 'slurmctld.pid')}`,
    `SlurmdPidFile=${join(folder, 'slurmd.pid')}`,
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/none',
    'JobAcctGatherType=jobacct_gather/none',
    'AccountingStorageType=accounting_storage/none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_CPU',
    'SchedulerParameters=sched_interval=1,bf_interval=1',
    'SlurmdParameters=config_overrides',
    'MpiDefault=none',
    'ReturnToService=2',
    'KillWait=2',
    // From the file, at once.
    'GetEnvTimeout=0',
    `NodeName=${node} NodeAddr=127.0.0.1 Port=${daemonPort} CPUs=${cpus} RealMemory=1000 State=UNKNOWN`,
    `PartitionName=main Nodes=${node} Default=YES State=UP`,
    `PartitionName=closed Nodes=${node} State=DOWN`,
  ].join('\n')}\n`;
}

/** Resolves when the process says that; rejects with what it said when it ends before. */
function hear(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const take = (chunk: Buffer): void => {
      said = `${said}${chunk.toString()}`.slice(-4000);
      if (said.includes(words)) resolve();
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended: ${said.slice(-2000)}`)));
    child.once('error', reject);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
