/** The worker gate put together: its own store and actor host, telemetry, watches and reaper. */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyDefinition } from '../actors/runtime/definition.ts';
import { ActorHost } from '../actors/runtime/host.ts';
import { createMachineActor } from '../actors/runtime/machine-actor.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import { type GateRun, gateRunSchema, gateRunStatuses } from '../domain/records.ts';
import { callbackDeliverySpec } from '../machines/callback-delivery/spec.ts';
import { gateRunSpec } from '../machines/gate-run/spec.ts';
import type { Journal } from '../store/ports/journal.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import { createSqliteJournal } from '../store/sqlite/journal.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { createSqliteReadModels } from '../store/sqlite/read-models.ts';
import { takeStateLock } from '../store/sqlite/state-lock.ts';
import type { MetricSource } from '../telemetry/metric-family.ts';
import { createReaper } from '../telemetry/reaper.ts';
import type { LiveRun } from '../telemetry/stale-processes.ts';
import { createFencingLedger } from '../worker/fencing.ts';
import { createGate, type WorkerGate } from '../worker/gate.ts';
import { createGateMetrics } from '../worker/gate-metrics.ts';
import { type GateRunReader, isLiveRun, liveGateRunStatuses } from '../worker/ports.ts';
import { type RecordAct, reaperAddress, reaperDefinition } from '../worker/reaper-log.ts';
import { createRunWatches } from '../worker/watch.ts';
import { createGateEffects } from './gate-effects.ts';
import { createGateTelemetry } from './gate-telemetry.ts';
import { logHostEntry } from './host-log.ts';
import type { AppOptions } from './options.ts';

export interface GatePart {
  readonly gate: WorkerGate;
  readonly host: ActorHost;
  readonly metrics: MetricSource;
  start(): Promise<void>;
  /** Finishes what was accepted; reading goes on. True when nothing was cut off. */
  drain(deadlineMs: number): Promise<boolean>;
  /** Closes the store, once nobody asks any more. */
  close(): Promise<void>;
}

/** Builds the gate on `<state_dir>/worker/gate.db`. Nothing runs until `start`. */
export function createGatePart(config: OrreryConfig, options: AppOptions): GatePart {
  const { clock, entropy, log } = options;
  const stateDir = join(config.service.stateDir, 'worker');
  mkdirSync(stateDir, { recursive: true });
  mkdirSync(config.service.projectRoot, { recursive: true });
  const projectRoot = realpathSync(config.service.projectRoot);
  const lock = takeStateLock(join(stateDir, 'gate.lock'));
  const db = openSqlite({ path: join(stateDir, 'gate.db') });
  const journal = createSqliteJournal(db);
  const reads = createSqliteReadModels(db);
  const runs = createRunReader(reads);
  const { telemetry, processSource, watcher, reader } = createGateTelemetry(config, options);
  const { onBoundary } = options;
  const host = new ActorHost({
    journal,
    definitions: new Map<string, AnyDefinition>([
      [gateRunSpec.kind, createMachineActor(gateRunSpec)],
      [callbackDeliverySpec.kind, createMachineActor(callbackDeliverySpec)],
      [reaperAddress.kind, reaperDefinition],
    ]),
    effects: createGateEffects(config, options, { projectRoot, processSource }),
    clock,
    entropy,
    onStoreFault: options.onFatal,
    log: (entry) => logHostEntry(log, 'gate', entry),
    ...(onBoundary === undefined
      ? {}
      : { onBoundary: (boundary, effect) => onBoundary('gate', boundary, effect) }),
  });
  const ask: ActorHost['ask'] = (address, event, askOptions) =>
    host.ask(address, event, askOptions);
  const watches = createRunWatches({
    projectRoot,
    ask,
    runs,
    watcher,
    clock,
    entropy,
    onProblem: (runId, problem) =>
      log.warn({ run_id: runId, problem }, 'an observation of a run was not passed on'),
  });
  // A run may start or end by its effects alone, so every commit is a reason to look.
  let stopListening = (): void => {};
  const gate = createGate({
    projectRoot,
    ask,
    runs,
    fencing: createFencingLedger({ stateDir, entropy }),
    defaultWorkloadClass: config.workerGate.defaultWorkloadClass,
    telemetry: reader,
    completionCallbackToken: config.auth.completionCallbackToken.reveal(),
    clock,
    entropy,
    onRunChanged: (runId) => watches.runChanged(runId),
  });
  const reaper = createReaper({
    clock,
    config: {
      enabled: config.reaper.reaperEnabled,
      graceMs: config.reaper.graceMs,
      termGraceMs: config.reaper.termGraceMs,
      commandMarkers: config.reaper.commandMarkers,
    },
    projectRoot,
    source: processSource,
    liveRuns: async () => (await runs.listLive()).map((run) => toLiveRun(projectRoot, run)),
    report: (act) => {
      log.warn(act, 'a process left by a finished run was signalled');
      void host.ask(reaperAddress, recordAct(act), { by: 'reaper' });
    },
    onError: (error) => log.error({ err: error }, 'looking for leftover processes failed'),
  });
  return {
    gate,
    host,
    metrics: createGateMetrics(
      {
        clock,
        latestSample: () => gate.telemetry().sample,
        liveRuns: async () => (await gate.health()).live_run_count,
        runsByStatus: () => reads.countByStatus('gate_run'),
        undeliveredCallbacks: () => countUndelivered(journal),
      },
      gateRunStatuses,
    ),
    async start() {
      telemetry.start();
      await watches.resume();
      stopListening = host.onCommit(() => {
        watches
          .resume()
          .catch((error: unknown) => log.error({ err: error }, 'runs could not be listed'));
      });
      await host.start();
      reaper.start();
    },
    async drain(deadlineMs) {
      stopListening();
      await reaper.stop();
      await watches.close();
      const drained = await host.drain(deadlineMs);
      await telemetry.stop();
      return drained.clean;
    },
    async close() {
      await journal.close();
      lock.release();
    },
  };
}

const recordAct = (act: RecordAct['act']): RecordAct => ({ type: 'RECORD_ACT', act });

function toLiveRun(projectRoot: string, run: GateRun): LiveRun {
  return {
    runId: run.run_id,
    projectDir: join(projectRoot, run.project_dir),
    rootPid: run.pid,
    groupId: run.pgid,
    rootStartTicks: run.pid_start_ticks,
    bootId: run.boot_id,
  };
}

/** Outbox rows looked through for one reading. */
const outboxRowsMax = 5000;

/** Runs with a callback in the outbox; each run has at most one there, the first that is due. */
async function countUndelivered(journal: Pick<Journal, 'effects'>): Promise<number> {
  const rows = await journal.effects(0, outboxRowsMax);
  return rows.filter(({ name }) => name === 'callback.post').length;
}

const recentRunsMax = 500;

function createRunReader(reads: ReadModels): GateRunReader {
  const list = async (
    filters: Readonly<Record<string, string | readonly string[]>>,
    pageSize: number,
  ) => {
    const page = await reads.list('gate_run', {
      cursor: null,
      pageSize,
      sort: null,
      filters,
      search: '',
    });
    return page.rows.map((row) => gateRunSchema.parse(row));
  };
  return {
    async get(runId) {
      const row = await reads.get('gate_run', runId);
      return row === undefined ? undefined : gateRunSchema.parse(row);
    },
    list: (limit) => list({}, Math.min(limit, recentRunsMax)),
    listLive: async () =>
      (await list({ status: liveGateRunStatuses }, recentRunsMax)).filter(isLiveRun),
    async latestOf(projectId) {
      return (await list({ project_id: projectId }, 1))[0];
    },
  };
}
