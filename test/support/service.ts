/**
 * The whole service in this process for integration tests: real stores, real HTTP, real child
 * processes, on a clock that runs fast and a machine that is always quiet. Closed by `stop`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, startApp } from '../../src/app/app.ts';
import type { AppOptions } from '../../src/app/options.ts';
import { createLog } from '../../src/app/process/log.ts';
import { type Api, createApi } from '../../src/cli/demo/api.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createRedactor } from '../../src/config/redaction.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import type { PaperWorkOptions } from '../../src/papers/work/paper-work.ts';
import { noGpuSource } from '../../src/sensing/gpu-source.ts';
import type { ProcessSource } from '../../src/sensing/process-list.ts';
import { freePort } from '../../src/soak/free-port.ts';
import { nextChange, noticeCommits } from './next-change.ts';
import { createOwnProcessSource } from './own-processes.ts';
import { servicePatienceMs } from './patience.ts';
import {
  clockFactor,
  packageRoot,
  quietSampler,
  storeLookMs,
  testConfig,
  token,
} from './service-config.ts';
import { createSteadyClock } from './steady-clock.ts';
import { borrowPaperProcess } from './warm-papers.ts';
import { borrowThread } from './warm-threads.ts';

export { freePort, packageRoot, token };

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
  /** Replaces the clock that runs fast. */
  readonly clock?: Clock;
  /** Replaces the process table of this machine, of which what is older than this process is left out. */
  readonly processSource?: ProcessSource;
  /** Bounds of the work on papers, and faults in it. */
  readonly paperWork?: PaperWorkOptions;
  /** Has a worker gate dial home instead of listening. */
  readonly home?: AppOptions['home'];
  /** Called when home needs that gate no more. */
  readonly onOver?: () => void;
  /** What the programs that the service calls find in their environment, beside what this process has. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Replaces configuration fields; called with the port. */
  readonly config?: (port: number) => Readonly<Record<string, unknown>>;
}

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'orrery-service-'));
  const port = options.port ?? (await freePort());
  const path = join(dir, 'config.json');
  const raw = {
    ...testConfig(port),
    http_transport: options.transport ?? 'auto',
    ...options.config?.(port),
  };
  writeFileSync(path, JSON.stringify(raw), { mode: 0o600 });
  const loaded = loadConfig({ env: { ORRERY_CONFIG: path }, cwd: dir });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const log: string[] = [];
  const { clock = createSteadyClock({ originMs: Date.UTC(2026, 0, 1), factor: clockFactor }) } =
    options;
  const app = await startApp(loaded.config, {
    clock,
    entropy: systemEntropy,
    log: createLog({
      redact: createRedactor(loaded.config),
      level: 'debug',
      write: (line) => log.push(line),
    }),
    packageRoot,
    environment: { ...process.env, ...options.environment },
    onFatal: (error) => {
      throw error;
    },
    systemSampler: quietSampler,
    gpuSource: noGpuSource,
    checkReplies: true,
    storeLookMs,
    processSource: options.processSource ?? createOwnProcessSource(clock, process.pid),
    ...(options.home === undefined ? {} : { home: options.home }),
    ...(options.onOver === undefined ? {} : { onOver: options.onOver }),
    startThread: borrowThread,
    paperWork: options.paperWork ?? { start: borrowPaperProcess },
  });
  noticeCommits(app);
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

/**
 * Looks whether `probe` answers something, over the API of a running service, at its commits and now and then; fails
 * after `limitMs`. What takes long is looked at less often: looking is work for the service, too.
 */
export async function until<Value>(
  probe: () => Promise<Value | undefined | false>,
  what: string,
  limitMs = servicePatienceMs,
): Promise<Value> {
  const endMs = performance.now() + limitMs;
  for (let pauseMs = 10; performance.now() < endMs; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    await nextChange(pauseMs);
  }
  throw new Error(`it did not come about: ${what}`);
}
