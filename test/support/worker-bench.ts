/** A worker gate on a throwaway folder with the real actor host, machines, scripts and processes. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryJournal } from '../../src/actors/journal/memory.ts';
import type { EffectHandlers } from '../../src/actors/runtime/effect-handler.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { VolatileHost } from '../../src/actors/volatile/host.ts';
import type { GateRun } from '../../src/domain/records.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { openSigningKey, signingKeyName } from '../../src/lib/signing-key.ts';
import { callbackDeliverySpec } from '../../src/machines/callback-delivery/spec.ts';
import { gateRunSpec } from '../../src/machines/gate-run/spec.ts';
import { createProcessSource } from '../../src/sensing/process-list.ts';
import type { RunCgroups } from '../../src/sensing/run-cgroups.ts';
import { createEndProcessHandler } from '../../src/worker/end/end-process.ts';
import { createKillHandler } from '../../src/worker/end/kill.ts';
import { createLeftOvers, type LeftOvers } from '../../src/worker/end/run-processes.ts';
import { diskFiles } from '../../src/worker/files.ts';
import { createForgottenRuns } from '../../src/worker/forgotten-runs.ts';
import { createGate, type WorkerGate } from '../../src/worker/gate.ts';
import type { LogBounds } from '../../src/worker/log/log-bound.ts';
import { createRunLogs, type RunLogs } from '../../src/worker/log/run-log.ts';
import {
  type GateRunReader,
  isLiveRun,
  type RunObservation,
  type RunWatcher,
  type TelemetryReader,
} from '../../src/worker/ports.ts';
import { createFencingLedger } from '../../src/worker/start/fencing.ts';
import { createScriptLauncher } from '../../src/worker/start/script-launcher.ts';
import { createSpawnHandler, type SpawnOptions } from '../../src/worker/start/spawn.ts';
import { createRunWatches, type RunWatches } from '../../src/worker/watch.ts';
import { patienceMs } from './patience.ts';

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
export const runOncePath = join(repositoryRoot, 'scripts/run-once.sh');
export const dispatchScriptPath = join(repositoryRoot, 'scripts/dispatch-agent.sh');
export const demoAgentPath = join(repositoryRoot, 'examples/experiments/agent.mjs');
const files = diskFiles(systemEntropy);
export const processSource = createProcessSource({ clock: systemClock });

export interface ThrowawayFolder {
  readonly path: string;
  /** Writes a file and returns its path; `mode` makes a script executable. */
  write(name: string, content: string, mode?: number): Promise<string>;
  remove(): Promise<void>;
}

export async function createThrowawayFolder(): Promise<ThrowawayFolder> {
  const path = await mkdtemp(join(tmpdir(), 'worker-test-'));
  return {
    path,
    async write(name, content, mode) {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      if (mode !== undefined) await chmod(file, mode);
      return file;
    },
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Resolves once `check` gives something; looks again after every tick of the event loop's timers. */
export async function eventually<Value>(
  check: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    await new Promise<void>((resolve) => void systemClock.setTimer(5, resolve));
  }
}

/** A watcher that sees what the test tells it to see. */
export function createScriptedWatcher() {
  const reports = new Map<string, (observation: RunObservation) => void>();
  const watcher: RunWatcher = {
    watch(run, _projectDir, report) {
      reports.set(run.run_id, report);
      return { stop: () => void reports.delete(run.run_id) };
    },
  };
  return {
    watcher,
    isWatching: (runId: string) => reports.has(runId),
    see: (runId: string, observation: RunObservation) => reports.get(runId)?.(observation),
  };
}

/** A control plane that does not answer while the test lasts. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

export interface WorkerBench {
  readonly gate: WorkerGate;
  readonly leftOvers: LeftOvers;
  readonly host: ActorHost;
  readonly runs: GateRunReader;
  readonly watches: RunWatches;
  readonly watcher: ReturnType<typeof createScriptedWatcher>;
  readonly folder: ThrowawayFolder;
  readonly logs: RunLogs;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly dispatchScript?: string;
  readonly dispatchTimeoutMs?: number;
  readonly effects?: EffectHandlers;
  readonly journal?: ReturnType<typeof createMemoryJournal>;
  readonly folder?: ThrowawayFolder;
  /** Instead of the scripted watcher and of no readings. */
  readonly watcher?: RunWatcher;
  readonly telemetry?: TelemetryReader;
  readonly cgroups?: RunCgroups;
  readonly logBounds?: LogBounds;
}

export function spawnOptions(folder: ThrowawayFolder, options: BenchOptions = {}): SpawnOptions {
  return {
    projectRoot: join(folder.path, 'projects'),
    files,
    launcher: createScriptLauncher({
      dispatchScriptPath: options.dispatchScript ?? dispatchScriptPath,
      runOncePath,
      environment: { PATH: process.env.PATH, HOME: folder.path, ...options.environment },
      environmentAllow: [],
      ...(options.cgroups === undefined ? {} : { cgroups: options.cgroups }),
    }),
    // Only a failure takes that long.
    dispatchTimeoutMs: options.dispatchTimeoutMs ?? patienceMs,
    processSource:
      options.cgroups === undefined
        ? processSource
        : createProcessSource({ clock: systemClock, cgroups: options.cgroups }),
    ...(options.cgroups === undefined ? {} : { cgroups: options.cgroups }),
    clock: systemClock,
  };
}

export async function createWorkerBench(options: BenchOptions = {}): Promise<WorkerBench> {
  const folder = options.folder ?? (await createThrowawayFolder());
  const journal = options.journal ?? createMemoryJournal();
  const spawning = spawnOptions(folder, options);
  const cgroups = options.cgroups === undefined ? {} : { cgroups: options.cgroups };
  const host = new ActorHost({
    journal,
    definitions: new Map([
      ['gate_run', createMachineActor(gateRunSpec)],
      ['callback_delivery', createMachineActor(callbackDeliverySpec)],
    ]),
    effects: {
      'gate.spawn': createSpawnHandler(spawning),
      'gate.kill': createKillHandler({
        clock: systemClock,
        processSource: spawning.processSource,
        ...cgroups,
      }),
      'gate.end_process': createEndProcessHandler({
        clock: systemClock,
        processSource: spawning.processSource,
        ...cgroups,
      }),
      'callback.post': { run: (_, { signal }) => untilAborted(signal) },
      ...options.effects,
    },
    clock: systemClock,
    entropy: systemEntropy,
    onStoreFault: (error) => {
      throw error;
    },
  });
  const load = async (runId: string): Promise<GateRun | undefined> => {
    const stored = await journal.load('gate_run', runId);
    return stored?.state as GateRun | undefined;
  };
  const all = async (): Promise<GateRun[]> => {
    const addresses = await journal.addresses(null, 1000);
    const ids = addresses.filter(({ kind }) => kind === 'gate_run').map(({ id }) => id);
    const found = await Promise.all(ids.map(load));
    return found.filter((run) => run !== undefined).reverse();
  };
  const runs: GateRunReader = {
    get: load,
    list: async (limit) => (await all()).slice(0, limit),
    listLive: async () => (await all()).filter(isLiveRun),
    latestOf: async (projectId) => (await all()).find((run) => run.project_id === projectId),
  };
  const watcher = createScriptedWatcher();
  const { projectRoot } = spawning;
  await mkdir(projectRoot, { recursive: true });
  const ask: typeof host.ask = (address, event, askOptions) => host.ask(address, event, askOptions);
  const watches = createRunWatches({
    projectRoot,
    files,
    ask,
    runs,
    watcher: options.watcher ?? watcher.watcher,
    actors: new VolatileHost({ clock: systemClock }),
    entropy: systemEntropy,
    onProblem: () => {},
  });
  const logs = createRunLogs({
    projectRoot,
    folder: join(folder.path, 'state/logs'),
    bounds: options.logBounds ?? { headBytes: 0, maxBytes: 0 },
    entropy: systemEntropy,
  });
  const gate = createGate({
    projectRoot,
    files,
    ask,
    runs,
    fencing: createFencingLedger({ stateDir: join(folder.path, 'state'), files }),
    forgotten: createForgottenRuns({ projectRoot, files, runs, source: spawning.processSource }),
    defaultWorkloadClass: 'cpu_only',
    logs,
    telemetry: options.telemetry ?? {
      latest: () => null,
      latestOrFirst: async () => null,
      ofRun: () => null,
    },
    sampleIntervalMs: 5_000,
    signingKey: openSigningKey(join(folder.path, 'state', signingKeyName)),
    completionCallbackToken: 'callback-token',
    clock: systemClock,
    redactName: (name) => name,
    onRunChanged: (runId) => watches.runChanged(runId),
  });
  await host.start();
  return {
    gate,
    leftOvers: createLeftOvers({
      projectRoot,
      ask,
      runs,
      source: spawning.processSource,
      cgroups: options.cgroups ?? { pathOf: () => null },
      latestSample: () => null,
      clock: systemClock,
    }),
    host,
    runs,
    watches,
    watcher,
    folder,
    logs,
    async close() {
      await watches.close();
      for (const run of await runs.listLive()) {
        await gate.stopRun(run.run_id, { reason: 'end of the test', grace_sec: 1 });
      }
      await host.drain(20);
      if (options.folder === undefined) await folder.remove();
    },
  };
}
