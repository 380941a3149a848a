/**
 * The soak's world in a scratch folder: a control plane and its workers as child processes on
 * loopback, with a door between each two of them.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomToken } from '../lib/ids.ts';
import { endAgents } from './agents.ts';
import type { Child } from './child.ts';
import { controlConfig } from './configs.ts';
import { freePort } from './free-port.ts';
import { startGuard } from './guard.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import {
  callbackPath,
  createPrograms,
  hireWorker,
  makeFolder,
  type Programs,
  type Worker,
  writeConfig,
} from './programs.ts';

/** Where a soak is played: a service that is asked, however many planes it has, and its workers. */
export interface Scene extends Pick<Programs, 'serve' | 'command'> {
  readonly workers: readonly Worker[];
  readonly client: HttpClient;
  readonly token: string;
}

/** All parts of a soak; a member runs only once `serve` was told to start it. */
export interface World extends Scene {
  readonly dir: string;
  readonly control: Child;
  readonly controlDir: string;
  /** Ends what still lives and removes the folder, unless it is to be kept. */
  remove(keep: boolean): Promise<void>;
}

/** Simulated seconds in a real one at full pace. */
const simulatorSpeedMax = 60;
const answerMsMax = 30_000;
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
  const programs = createPrograms({ dir, packageRoot, path });
  const tokens = { control: randomToken(), callback: randomToken() };
  const controlPort = await freePort();
  const controlUrl = `http://127.0.0.1:${controlPort}`;

  const workers: Worker[] = [];
  for (let index = 0; index < options.workers; index += 1) {
    // The first one has real processes; the others play many runs in the time of one.
    const isSimulated = index > 0;
    workers.push(
      await hireWorker(programs, {
        dir,
        name: `${isSimulated ? 'sim' : 'gate'}-${index}`,
        isSimulated,
        packageRoot,
        seed,
        simulatorSpeed,
        transport,
        callbackToken: tokens.callback,
        controlDir,
        controlUrl: () => controlUrl,
        // What is measured is the control plane: on one machine its workers only stand for others.
        givesWay: true,
      }),
    );
  }
  writeConfig(
    controlDir,
    controlConfig({
      port: controlPort,
      token: tokens.control,
      callbackUrl: `${controlUrl}${callbackPath}`,
      callbackToken: tokens.callback,
      transport,
      targets: Object.fromEntries(workers.map(({ name, target }) => [name, target])),
    }),
  );
  const control = programs.add('control plane', controlDir, ['serve'], { url: controlUrl });
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
    serve: programs.serve,
    command: programs.command,
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

const endNow = async (child: Child): Promise<void> => void (await child.end('SIGKILL'));
