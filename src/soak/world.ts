/**
 * The soak's world in a scratch folder: a control plane and its workers as child processes on
 * loopback, with a door between each two of them.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomToken } from '../lib/ids.ts';
import { endAgents, linesOf, noteStart } from './agents.ts';
import { Child } from './child.ts';
import { controlConfig, workerConfig } from './configs.ts';
import { type Door, openDoor } from './door.ts';
import { startGuard } from './guard.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { simulatedNight, startsFile, writeAgent } from './scripts.ts';
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
/** Lays all out in a fresh folder. The first worker is real, the others simulated; `pace` is percent. */
export async function createWorld(options: {
  readonly packageRoot: string;
  readonly workers: number;
  readonly seed: number;
  readonly pace: number;
  /** Where programs are looked for; all that the parts are given of the environment. */
  readonly path: string;
  /** `http_transport` of every part. */
  readonly transport: 'auto' | 'uws' | 'node';
}): Promise<World> {
  const { packageRoot, seed, pace, path, transport } = options;
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
    writeConfig(
      workerDir,
      workerConfig({
        port,
        packageRoot,
        agentCommand: writeAgent(workerDir),
        token,
        callbackUrl: `${toControl.url}${callbackPath}`,
        callbackToken: tokens.callback,
        transport,
      }),
    );
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
  writeConfig(
    controlDir,
    controlConfig({
      port: controlPort,
      token: tokens.control,
      callbackUrl: `${controlUrl}${callbackPath}`,
      callbackToken: tokens.callback,
      transport,
      targets,
    }),
  );
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
      endAgents(workers);
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
