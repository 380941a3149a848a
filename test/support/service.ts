/**
 * The whole service in this process for integration tests: real stores, real HTTP, real child
 * processes, on a clock that runs fast and a machine that is always quiet. Closed by `stop`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type App, startApp } from '../../src/app/app.ts';
import { createLog } from '../../src/app/log.ts';
import { type Api, createApi } from '../../src/cli/demo/api.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createRedactor } from '../../src/config/redaction.ts';
import { createScaledClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { noGpuSource } from '../../src/telemetry/gpu-source.ts';

export const packageRoot = resolve(import.meta.dirname, '../..');
export const token = 'integration-token-of-sufficient-length';

export interface TestService {
  readonly app: App;
  readonly api: Api;
  readonly dir: string;
  readonly port: number;
  /** Run ids of agents that were started, one per start. */
  starts(): string[];
  /** Every line logged so far. */
  readonly log: readonly string[];
  /** Stops the service, keeping its state; `start` it again with the same folder. */
  stop(): Promise<boolean>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export interface TestServiceOptions {
  readonly transport?: 'uws' | 'node';
  /** Folder of an earlier service to go on with. */
  readonly dir?: string;
  /** Port to listen on; a free one unless told. */
  readonly port?: number;
  /** Replaces configuration fields; called with the port. */
  readonly config?: (port: number) => Readonly<Record<string, unknown>>;
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

const clockFactor = 100;

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'orrery-service-'));
  const port = options.port ?? (await freePort());
  const base = `http://127.0.0.1:${port}`;
  const path = join(dir, 'config.json');
  const raw = {
    role: 'all',
    listen_host: '127.0.0.1',
    listen_port: port,
    state_dir: 'state',
    project_root: 'projects',
    dispatch_script_path: join(packageRoot, 'scripts', 'dispatch-agent.sh'),
    agent_command: `sh ${join(packageRoot, 'test', 'chaos', 'support', 'agent.sh')}`,
    live_dispatch_enabled: true,
    control_api_bearer_token: token,
    completion_callback_url: `${base}/control/api/worker-callback`,
    completion_callback_token: token,
    worker_wake_gate_url: base,
    worker_wake_gate_bearer_token: token,
    worker_wake_gate_min_memory_available_mib: 1,
    // The clock runs fast: generous limits keep a slow machine from looking like a dead worker.
    dispatch_timeout_sec: 3000,
    completion_callback_timeout_sec: 3000,
    sample_interval_sec: 5,
    idle_sustain_sec: 30,
    workload_profiles: { cpu_only: { idle_sustain_sec: 30, cpu_idle_threshold_pct: 50 } },
    ...options.config?.(port),
  };
  writeFileSync(path, JSON.stringify(raw), { mode: 0o600 });
  const loaded = loadConfig({ env: { ORRERY_CONFIG: path }, cwd: dir });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const log: string[] = [];
  const app = await startApp(loaded.config, {
    clock: createScaledClock({ originMs: Date.UTC(2026, 0, 1), factor: clockFactor }),
    entropy: systemEntropy,
    log: createLog({
      redact: createRedactor(loaded.config),
      level: 'debug',
      write: (line) => log.push(line),
    }),
    packageRoot,
    environment: process.env,
    onFatal: (error) => {
      throw error;
    },
    systemSampler: {
      read: () =>
        Promise.resolve({
          cpu_pct: 1,
          load1: 0.1,
          memory_total_mib: 8000,
          memory_available_mib: 7000,
          pressure: { cpu: 0, io: 0, memory: 0 },
          problems: [],
        }),
    },
    gpuSource: noGpuSource,
    ...(options.transport === undefined ? {} : { transport: options.transport }),
  });
  return {
    app,
    api: createApi(app.baseUrl, token),
    dir,
    port,
    log,
    starts() {
      try {
        return readFileSync(join(dir, 'projects', 'starts.log'), 'utf8')
          .trim()
          .split('\n');
      } catch {
        return [];
      }
    },
    stop: () => app.stop(),
    async remove() {
      await app.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Polls until `probe` answers something, over the API of a running service; fails after `limitMs`. */
export async function until<Value>(
  probe: () => Promise<Value | undefined | false>,
  what: string,
  limitMs = 20_000,
): Promise<Value> {
  const endMs = performance.now() + limitMs;
  while (performance.now() < endMs) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve_) => setTimeout(resolve_, 10));
  }
  throw new Error(`it did not come about: ${what}`);
}
