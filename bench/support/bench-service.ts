/** A control plane as a user runs it, on a folder with a filled store, for benchmarks in process. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type App, startApp } from '../../src/app/app.ts';
import type { AppOptions } from '../../src/app/options.ts';
import { createLog } from '../../src/app/process/log.ts';
import { loadConfig } from '../../src/config/load.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { noGpuSource } from '../../src/sensing/gpu-source.ts';

export const benchToken = 'bench-token-of-sufficient-length';

/** A worker that nobody is at: items have somewhere to go, and nothing is sent there. */
export const oneWorker = {
  worker_wake_gate_url: 'http://127.0.0.1:1',
  worker_wake_gate_bearer_token: benchToken,
} as const;

/** Between two looks whether all that is stored was looked through. */
const lookMs = 20;

/** Writes the configuration of a control plane with its folders in `dir`; `more` is added to it. */
export function writeBenchConfig(dir: string, more: object = {}): string {
  const path = join(dir, 'config.json');
  const config = {
    role: 'control',
    listen_host: '127.0.0.1',
    listen_port: 0,
    state_dir: 'state',
    project_root: 'projects',
    control_api_bearer_token: benchToken,
    completion_callback_url: 'http://127.0.0.1:1/control/api/worker-callback',
    completion_callback_token: benchToken,
    ...more,
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/**
 * Serves the store in `<dir>/state` on a free loopback port, silently; `more` is configuration. It has looked through
 * what is stored by then, as a service does once after its start, beside all else: what is measured is the time after.
 */
export async function startBenchService(
  dir: string,
  more: object = {},
  options: Partial<AppOptions> = {},
): Promise<App> {
  const path = writeBenchConfig(dir, more);
  const loaded = loadConfig({ env: { ORRERY_CONFIG: path }, cwd: dir });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const app = await startApp(loaded.config, {
    clock: systemClock,
    entropy: systemEntropy,
    log: createLog({ redact: (text) => text, level: 'silent' }),
    packageRoot: resolve('.'),
    environment: {},
    gpuSource: noGpuSource,
    onFatal: (error) => {
      throw error;
    },
    ...options,
  });
  const { bench, vitals } = app.control!.context;
  const isLookedThrough = (): boolean =>
    bench.restoreProgress().state === 'done' && vitals.chain().state === 'verified';
  while (!isLookedThrough()) {
    const trouble = bench.restoreProgress().error ?? vitals.chain().problem?.message ?? null;
    if (trouble !== null) throw new Error(trouble);
    await wait(lookMs);
  }
  return app;
}

/** As above for as long as `work` takes, however it ends. */
export async function withBenchService<T>(
  dir: string,
  more: object,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const app = await startBenchService(dir, more);
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

/** Two turns after which the queue is as before: every page made until now is old. */
export async function makePagesOld(app: App): Promise<void> {
  const switched = { kind: 'control', id: 'main' };
  const pause = { type: 'PAUSE', reason: 'bench', maintenance_mode: false };
  const actors = app.control?.context.actors;
  await actors?.ask(switched, pause);
  await actors?.ask(switched, { type: 'RESUME' });
}
