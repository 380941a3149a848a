/**
 * The programs of a soak, each in a folder of its own: how they are made, started, waited for and asked; and its
 * workers, each with a door between itself and the control plane on either way.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomToken } from '../lib/ids.ts';
import { linesOf, noteStart } from './agents.ts';
import { Child } from './child.ts';
import { workerConfig } from './configs.ts';
import { type Door, openDoor } from './door.ts';
import { freePort } from './free-port.ts';
import { createHttpClient } from './http-client.ts';
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
  /** What the control plane is told of it, as `worker_targets` has it. */
  readonly target: object;
  /** Run ids of the agents that it started, one for each start. */
  starts(): readonly string[];
}

/** What is told of a program beside its name, its folder and its arguments. */
interface ProgramOptions {
  readonly url: string;
  readonly givesWay?: boolean;
  readonly onLine?: (line: string) => void;
  /** Of Node itself. */
  readonly nodeArgs?: readonly string[];
  /** Of the program it is started as, where that may become another; that of all others unless told. */
  readonly launcher?: string;
}

/** Makes the programs of one scratch folder. */
export interface Programs {
  add(name: string, dir: string, args: readonly string[], options: ProgramOptions): Child;
  /** Starts one and waits until it answers; throws with its last words when it does not. */
  serve(child: Child): Promise<void>;
  /** A command of the program, run to its end with a part's configuration. */
  command(args: readonly string[], dir: string): Promise<{ code: number | null; output: string }>;
}

const startMsMax = 120_000;
export const callbackPath = '/control/api/worker-callback';

/** `path`: where programs are looked for, all that they are given of the environment. */
export function createPrograms(given: {
  readonly dir: string;
  readonly packageRoot: string;
  readonly path: string;
}): Programs {
  const { path } = given;
  const common = writeLauncher(given.dir, given.packageRoot);
  const addresses = new Map<Child, string>();
  return {
    add(name, dir, args, options) {
      const { url, givesWay = false, onLine, nodeArgs = [], launcher = common } = options;
      const child = new Child({
        name,
        command: [process.execPath, ...nodeArgs, launcher, ...args],
        cwd: dir,
        env: environment(dir, path),
        logPath: join(dir, 'output.log'),
        givesWay,
        ...(onLine === undefined ? {} : { onLine }),
      });
      addresses.set(child, url);
      return child;
    },
    async serve(child) {
      child.start();
      await answers(child, addresses.get(child)!);
    },
    async command(args, dir) {
      const child = new Child({
        name: args.join(' '),
        command: [process.execPath, common, ...args],
        cwd: dir,
        env: environment(dir, path),
        givesWay: true,
      });
      child.start();
      const { code } = await child.ended;
      return { code, output: child.tail };
    },
  };
}

interface WorkerOptions {
  readonly dir: string;
  readonly name: string;
  readonly isSimulated: boolean;
  readonly packageRoot: string;
  readonly seed: number;
  /** Simulated seconds in a real one. */
  readonly simulatorSpeed: number;
  readonly transport: 'auto' | 'uws' | 'node';
  readonly callbackToken: string;
  /** Folder of a control plane that has it in its configuration. */
  readonly controlDir: string;
  /** Whether others on this machine go first. */
  readonly givesWay: boolean;
  /** Base address to which its callbacks go now. */
  readonly controlUrl: () => string;
}

/** Makes a worker, which runs once it is served. */
export async function hireWorker(programs: Programs, options: WorkerOptions): Promise<Worker> {
  const { name, isSimulated, packageRoot, controlDir, controlUrl, transport } = options;
  const dir = makeFolder(options.dir, name);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [toWorker, toControl] = [await openDoor(() => url), await openDoor(controlUrl)];
  const token = randomToken();
  const callbackUrl = `${toControl.url}${callbackPath}`;
  writeConfig(
    dir,
    workerConfig({
      port,
      packageRoot,
      agentCommand: writeAgent(dir),
      token,
      callbackUrl,
      callbackToken: options.callbackToken,
      transport,
    }),
  );
  const started: string[] = [];
  writeFileSync(join(dir, 'night.json'), JSON.stringify(simulatedNight(name)));
  const args = isSimulated
    ? [
        'simulate-worker',
        join(dir, 'night.json'),
        '--json',
        '--target',
        name,
        '--config',
        join(controlDir, 'config.json'),
        '--state-dir',
        dir,
        '--port',
        String(port),
        '--callback-url',
        callbackUrl,
        '--speed',
        String(options.simulatorSpeed),
        '--seed',
        String(options.seed % 1_000_000),
      ]
    : ['serve'];
  const child = programs.add(name, dir, args, {
    url,
    givesWay: options.givesWay,
    ...(isSimulated ? { onLine: (line) => noteStart(line, started) } : {}),
  });
  return {
    name,
    isSimulated,
    child,
    toWorker,
    toControl,
    dir,
    target: { wake_gate_url: toWorker.url, bearer_token: token, min_memory_available_mib: 1 },
    starts: () => (isSimulated ? started : linesOf(join(dir, startsFile))),
  };
}

/**
 * A launcher of the program as it is built, and no newer one: the one of a checkout builds anew when
 * the sources have changed. Written anew, it starts another program from then on.
 */
export function writeLauncher(dir: string, packageRoot: string): string {
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
  return path;
}

const environment = (dir: string, path: string): Readonly<Record<string, string>> => ({
  PATH: path,
  HOME: dir,
  ORRERY_CONFIG: join(dir, 'config.json'),
});

export function makeFolder(dir: string, name: string): string {
  const path = join(dir, name);
  mkdirSync(path, { mode: 0o700 });
  return path;
}

export function writeConfig(dir: string, config: object): void {
  writeFileSync(join(dir, 'config.json'), JSON.stringify(config, null, 2), { mode: 0o600 });
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
