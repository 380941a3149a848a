/**
 * The soak's world in a scratch folder: a control plane and its workers as child processes on
 * loopback, with a door between each two of them.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomToken } from '../lib/ids.ts';
import { Child } from './child.ts';
import { type Door, openDoor } from './door.ts';
import { startGuard } from './guard.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { pidsFolder, simulatedNight, startsFile, writeAgent } from './scripts.ts';
import { monotonicMs, pause } from './time.ts';

/** A worker gate with real processes, or one that plays them, behind its two doors. */
export interface Worker {
  readonly name: string;
  readonly isSimulated: boolean;
  readonly child: Child;
  /** Between the control plane and this worker. */
  readonly toWorker: Door;
  /** Between this worker and the control plane: what callbacks travel on. */
  readonly toControl: Door;
  /** Folder with its configuration, its state and its agent's notes. */
  readonly dir: string;
  /** Run ids of the agents that it started, one for each start. */
  starts(): readonly string[];
}

/** All parts of a soak; a member runs only once `serve` was told to start it. */
export interface World {
  readonly dir: string;
  readonly control: Child;
  readonly controlDir: string;
  readonly workers: readonly Worker[];
  readonly client: HttpClient;
  readonly token: string;
  readonly callbackToken: string;
  /** Starts a part and waits until it answers; throws with its last words when it does not. */
  serve(child: Child): Promise<void>;
  /** A command of the program, run to its end with a part's configuration. */
  command(args: readonly string[], dir: string): Promise<{ code: number | null; output: string }>;
  /** Ends what still lives and removes the folder, unless it is to be kept. */
  remove(keep: boolean): Promise<void>;
}

/** Simulated seconds in a real one at full pace. */
const simulatorSpeedMax = 60;
const answerMsMax = 30_000;
const startMsMax = 120_000;
const callbackPath = '/control/api/worker-callback';
const quietProfile = {
  idle_sustain_sec: 30,
  cpu_idle_threshold_pct: 100,
  gpu_idle_avg_threshold_pct: 100,
  gpu_idle_peak_threshold_pct: 100,
  vram_delta_threshold_mib: 1_048_576,
  // The machine is busy with the soak itself; only the run's own processes say that it is over.
  ...Object.fromEntries(
    ['machine_cpu', 'io_pressure', 'gpu_power', 'compute_process'].map((name) => [
      `evidence_${name}`,
      'off',
    ]),
  ),
};

/** Lays all out in a fresh folder. The first worker is real, the others simulated; `pace` is percent. */
export async function createWorld(options: {
  readonly packageRoot: string;
  readonly workers: number;
  readonly seed: number;
  readonly pace: number;
  /** Where programs are looked for; all that the parts are given of the environment. */
  readonly path: string;
}): Promise<World> {
  const { packageRoot, seed, pace, path } = options;
  const simulatorSpeed = Math.max(1, Math.round((simulatorSpeedMax * Math.min(100, pace)) / 100));
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-soak-')));
  const guard = await startGuard(dir);
  const controlDir = makeFolder(dir, 'control');
  const program = writeLauncher(dir, packageRoot);
  const tokens = { control: randomToken(), callback: randomToken() };
  const controlPort = await freePort();
  const controlUrl = `http://127.0.0.1:${controlPort}`;
  const addresses = new Map<Child, string>();

  const startMember = (
    name: string,
    memberDir: string,
    args: readonly string[],
    more: {
      readonly url: string;
      readonly givesWay?: boolean;
      readonly onLine?: (line: string) => void;
    },
  ): Child => {
    const child = new Child({
      name,
      command: [...program, ...args],
      cwd: memberDir,
      env: environment(memberDir, path),
      logPath: join(memberDir, 'output.log'),
      givesWay: more.givesWay ?? false,
      ...(more.onLine === undefined ? {} : { onLine: more.onLine }),
    });
    addresses.set(child, more.url);
    return child;
  };

  const targets: Record<string, object> = {};
  const workers: Worker[] = [];
  for (let index = 0; index < options.workers; index += 1) {
    // The first one has real processes; the others play many runs in the time of one.
    const isSimulated = index > 0;
    const name = `${isSimulated ? 'sim' : 'gate'}-${index}`;
    const workerDir = makeFolder(dir, name);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const [toWorker, toControl] = [await openDoor(() => url), await openDoor(() => controlUrl)];
    const token = randomToken();
    targets[name] = {
      wake_gate_url: toWorker.url,
      bearer_token: token,
      min_memory_available_mib: 1,
    };
    writeConfig(workerDir, {
      role: 'worker',
      listen_host: '127.0.0.1',
      listen_port: port,
      state_dir: 'state',
      project_root: 'projects',
      log_events: false,
      dispatch_script_path: join(packageRoot, 'scripts', 'dispatch-agent.sh'),
      agent_command: writeAgent(workerDir),
      worker_wake_gate_bearer_token: token,
      completion_callback_url: `${toControl.url}${callbackPath}`,
      completion_callback_token: tokens.callback,
      completion_callback_timeout_sec: 10,
      dispatch_timeout_sec: 20,
      sample_interval_sec: 1,
      gpu_query_mode: 'off',
      run_cgroup: 'off',
      idle_sustain_sec: 30,
      // On a machine with no idle processor nothing is ever quiet; then the run ends in a time-out.
      max_wait_after_idle_sec: 60,
      workload_profiles: { cpu_only: quietProfile },
    });
    const started: string[] = [];
    writeFileSync(join(workerDir, 'night.json'), JSON.stringify(simulatedNight(name)));
    const args = isSimulated
      ? [
          'simulate-worker',
          join(workerDir, 'night.json'),
          '--json',
          '--target',
          name,
          '--config',
          join(controlDir, 'config.json'),
          '--state-dir',
          workerDir,
          '--port',
          String(port),
          '--callback-url',
          `${toControl.url}${callbackPath}`,
          '--speed',
          String(simulatorSpeed),
          '--seed',
          String(seed % 1_000_000),
        ]
      : ['serve'];
    const child = startMember(name, workerDir, args, {
      url,
      // What is measured is the control plane: on one machine its workers only stand for others.
      givesWay: true,
      ...(isSimulated ? { onLine: (line) => noteStart(line, started) } : {}),
    });
    workers.push({
      name,
      isSimulated,
      child,
      toWorker,
      toControl,
      dir: workerDir,
      starts: () => (isSimulated ? started : linesOf(join(workerDir, startsFile))),
    });
  }
  writeConfig(controlDir, {
    role: 'control',
    listen_host: '127.0.0.1',
    listen_port: controlPort,
    state_dir: 'state',
    project_root: 'projects',
    log_events: false,
    live_dispatch_enabled: true,
    control_api_bearer_token: tokens.control,
    completion_callback_url: `${controlUrl}${callbackPath}`,
    completion_callback_token: tokens.callback,
    completion_callback_timeout_sec: 10,
    worker_targets: targets,
    worker_refresh_sec: 5,
    dispatch_timeout_sec: 15,
    run_stale_after_sec: 60,
    paper_evidence_sync_enabled: true,
    paper_evidence_sync_timeout_sec: 20,
  });
  const control = startMember('control plane', controlDir, ['serve'], { url: controlUrl });
  const client = createHttpClient({
    baseUrl: controlUrl,
    token: tokens.control,
    timeoutMs: answerMsMax,
  });

  return {
    dir,
    control,
    controlDir,
    workers,
    client,
    token: tokens.control,
    callbackToken: tokens.callback,
    async serve(child) {
      child.start();
      await answers(child, addresses.get(child)!);
    },
    async command(args, memberDir) {
      const child = new Child({
        name: args.join(' '),
        command: [...program, ...args],
        cwd: memberDir,
        env: environment(memberDir, path),
        givesWay: true,
      });
      child.start();
      const { code } = await child.ended;
      return { code, output: child.tail };
    },
    async remove(keep) {
      client.close();
      await endAgents(workers);
      await Promise.all([control, ...workers.map(({ child }) => child)].map(endNow));
      for (const { toWorker, toControl } of workers)
        await Promise.all([toWorker.close(), toControl.close()]);
      await guard.dismiss();
      if (!keep) rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * A launcher of the program as it is built, and no newer one: the one of a checkout builds anew when
 * the sources have changed.
 */
function writeLauncher(dir: string, packageRoot: string): readonly [string, ...string[]] {
  const entry = pathToFileURL(join(packageRoot, 'dist', 'cli.js')).href;
  const path = join(dir, 'launch.mjs');
  writeFileSync(
    path,
    [
      `import { main } from ${JSON.stringify(entry)};`,
      // allowed: this is the text of another program, which has no caller
      'process.exitCode = await main(process.argv.slice(2));',
      "process.stdout.write('', () => process.exit());",
    ].join('\n'),
  );
  return [process.execPath, path];
}

const endNow = async (child: Child): Promise<void> => void (await child.end('SIGKILL'));

/** Pids of the agents of a worker that live. */
export function livingAgents(worker: Worker): readonly number[] {
  return linesOf(join(worker.dir, startsFile)).flatMap((runId) => {
    const [pid] = linesOf(join(worker.dir, pidsFolder, runId)).map(Number);
    return pid !== undefined && isAgent(pid, worker.dir) ? [pid] : [];
  });
}

/** A number may have gone to a stranger: what it runs must be the script in the scratch folder. */
function isAgent(pid: number, dir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dir, 'agent.sh'));
  } catch {
    return false;
  }
}

async function endAgents(workers: readonly Worker[]): Promise<void> {
  for (const pid of workers.flatMap(livingAgents)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

function noteStart(line: string, started: string[]): void {
  if (!line.includes('"run_started"')) return;
  const fact = JSON.parse(line) as { readonly type: string; readonly run_id: string };
  if (fact.type === 'run_started') started.push(fact.run_id);
}

const environment = (dir: string, path: string): Readonly<Record<string, string>> => ({
  PATH: path,
  HOME: dir,
  ORRERY_CONFIG: join(dir, 'config.json'),
});

function makeFolder(dir: string, name: string): string {
  const path = join(dir, name);
  mkdirSync(path, { mode: 0o700 });
  return path;
}

function writeConfig(dir: string, config: object): void {
  writeFileSync(join(dir, 'config.json'), JSON.stringify(config, null, 2), { mode: 0o600 });
}

/** Lines of a file, without white space at its two ends; none for an empty or missing one. */
export function linesOf(path: string): readonly string[] {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? [] : text.split('\n');
  } catch {
    return [];
  }
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Resolves when the process answers at its address. */
async function answers(child: Child, baseUrl: string): Promise<void> {
  const client = createHttpClient({ baseUrl, token: 'none', timeoutMs: 2000 });
  const endMs = monotonicMs() + startMsMax;
  try {
    while (monotonicMs() < endMs) {
      if (!child.alive) throw new Error(`${child.name} ended while it started: ${child.tail}`);
      const outcome = await client.send({ method: 'GET', path: '/healthz' });
      if (outcome.kind === 'answer' && outcome.status < 500) return;
      await pause(50);
    }
  } finally {
    client.close();
  }
  throw new Error(`${child.name} did not answer within ${startMsMax / 1000} s: ${child.tail}`);
}
