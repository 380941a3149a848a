/** A real Slurm of one node on loopback, by the current account, for tests that are left out where there is none. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

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
  for (const name of ['jobs', 'state', 'spool']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'munge.key'), randomBytes(128), { mode: 0o400 });
  const node = hostname().split('.')[0]!;
  const config = join(folder, 'slurm.conf');
  writeFileSync(config, await configOf(folder, node));
  // Its default looks for a system bus, which a test has none of.
  writeFileSync(join(folder, 'cgroup.conf'), 'CgroupPlugin=cgroup/v1\n');
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: userInfo().homedir,
    SLURM_CONF: config,
  };
  const start = (program: string, args: readonly string[], sign: string): Promise<ChildProcess> =>
    launch(program, args, { environment, sign });
  const at = (option: string, name: string): string => `--${option}=${join(folder, name)}`;
  const munge = await start(
    'munged',
    [
      '--foreground',
      '--force',
      at('key-file', 'munge.key'),
      at('socket', 'munge.socket'),
      at('pid-file', 'munged.pid'),
      at('log-file', 'munged.log'),
      at('seed-file', 'munged.seed'),
    ],
    'work threads',
  );
  const startController = (sign: string): Promise<ChildProcess> =>
    start('slurmctld', ['-D', '-f', config], sign);
  // A job that comes before the node has registered waits for it.
  let controller = await startController('Running as primary controller');
  const daemon = await start('slurmd', ['-D', '-f', config, '-N', node], 'slurmd started');
  return {
    jobs,
    environment,
    node,
    call: (program, ...args) => execFileSync(program, args, { env: environment, encoding: 'utf8' }),
    stopController: () => end(controller),
    async startController() {
      controller = await startController('Running as primary controller');
    },
    async close() {
      execFileSync('scancel', [`--user=${userInfo().username}`], { env: environment });
      for (const child of [daemon, controller, munge]) await end(child);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
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
    `NodeName=${node} NodeAddr=127.0.0.1 Port=${daemonPort} CPUs=${cpus} RealMemory=1000 State=UNKNOWN`,
    `PartitionName=main Nodes=${node} Default=YES State=UP`,
    `PartitionName=closed Nodes=${node} State=DOWN`,
  ].join('\n')}\n`;
}

async function launch(
  program: string,
  args: readonly string[],
  { environment, sign }: { readonly environment: Record<string, string>; readonly sign: string },
): Promise<ChildProcess> {
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  await nextWords(child, sign);
  // What nobody reads would fill the pipe and stop it.
  child.stdout?.resume();
  child.stderr?.resume();
  return child;
}

/** Resolves when the process says that; rejects with what it said when it ends before. */
function nextWords(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes(words)) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
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
