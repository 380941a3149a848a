/**
 * Many gates out of one: a real gate with simulated machine answers health, runs and telemetry, and a
 * door on each of many ports gives those answers on. They are taken anew every interval, so that each
 * door tells of the present; what is measured is who asks, not who answers.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startSimulatedWorker } from '../../src/app/gate/simulated-worker.ts';
import { createLog } from '../../src/app/process/log.ts';
import { loadConfig } from '../../src/config/load.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { toGateConfig } from '../../src/worker-simulator/gate-settings.ts';
import { parseScenario } from '../../src/worker-simulator/parse-scenario.ts';
import { benchToken, writeBenchConfig } from './bench-service.ts';

const gpus = 8;
const paths = ['/healthz', '/runs', '/telemetry'] as const;

/** One machine of eight GPUs with a training under way. */
const scenario = parseScenario(
  JSON.stringify({
    name: 'fleet',
    about: 'A machine of the fleet.',
    machine: {
      cores: 64,
      memory_mib: 524_288,
      gpus: Array.from({ length: gpus }, () => ({
        name: 'Simulated GPU 80 GiB',
        memory_mib: 81_920,
        rest_w: 70,
        held_w: 120,
        full_w: 700,
      })),
    },
    runs: [{ name: 'training', phases: [{ name: 'train', seconds: 86_400, gpu_pct: 96 }] }],
  }),
  'fleet',
);

/** Opens a door on each of `count` free loopback ports; they stay open until the process ends. */
export async function startGateCopies(dir: string, count: number): Promise<readonly number[]> {
  const loaded = loadConfig({ env: { ORRERY_CONFIG: writeBenchConfig(dir) }, cwd: dir });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const settings = {
    speed: 1,
    gateToken: benchToken,
    callbackUrl: loaded.config.auth.completionCallbackUrl,
    dir: { state: join(dir, 'gate'), projects: join(dir, 'gate-projects') },
  };
  const worker = await startSimulatedWorker({
    scenario,
    config: toGateConfig(loaded.config, scenario, settings),
    listen: { host: '127.0.0.1', port: 0 },
    speed: 1,
    seed: 1,
    wallClock: systemClock,
    entropy: systemEntropy,
    app: {
      log: createLog({ redact: (text) => text, level: 'silent' }),
      packageRoot: process.cwd(),
      environment: {},
      onFatal: (error) => {
        throw error;
      },
    },
    report: () => undefined,
  });
  const answers = new Map<string, string>();
  const take = async (): Promise<void> => {
    for (const path of paths) {
      const reply = await fetch(worker.baseUrl + path, {
        headers: { authorization: `Bearer ${benchToken}` },
      });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      answers.set(path, await reply.text());
    }
  };
  await take();
  setInterval(() => void take(), 5000);
  return Promise.all(Array.from({ length: count }, () => openDoor(answers)));
}

function openDoor(answers: ReadonlyMap<string, string>): Promise<number> {
  const server: Server = createServer((request, response) => {
    const answer = answers.get((request.url ?? '').split('?')[0] ?? '');
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(answer ?? '{}');
  });
  server.keepAliveTimeout = 120_000;
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
