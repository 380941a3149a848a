/** The worker gate put together: its own store and actor host, telemetry, watches and reaper. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ActorHost } from '../../actors/runtime/host.ts';
import type { VolatileHost } from '../../actors/volatile/host.ts';
import { createRedactor } from '../../config/redaction.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import type { BenchContext } from '../../control/common/index.ts';
import { limits } from '../../domain/limits.ts';
import type { GateRun } from '../../domain/records.ts';
import { gateRunStatuses } from '../../domain/statuses.ts';
import { openSigningKey, signingKeyName } from '../../lib/signing-key.ts';
import type { MetricSource } from '../../metrics/metric-family.ts';
import { createReaper } from '../../sensing/reaper.ts';
import { createRunCgroups, type RunCgroups } from '../../sensing/run-cgroups.ts';
import type { LiveRun } from '../../sensing/stale-processes.ts';
import { refuseLostStore } from '../../store/sqlite/lost-store.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import { takeStateLock } from '../../store/sqlite/state-lock.ts';
import type { CallbackOutbox } from '../../worker/callbacks/callback-outbox.ts';
import { type RecordAct, reaperAddress } from '../../worker/end/reaper-log.ts';
import type { LeftOvers } from '../../worker/end/run-processes.ts';
import { diskFiles } from '../../worker/files.ts';
import type { WorkerGate } from '../../worker/gate.ts';
import { createGateMetrics } from '../../worker/gate-metrics.ts';
import { createRunLogs } from '../../worker/log/run-log.ts';
import { redactLogs, redactReads } from '../../worker/redacted-reads.ts';
import { createRunKeeper } from '../../worker/run-keeper.ts';
import type { TelemetryReads } from '../../worker/telemetry/telemetry-reads.ts';
import type { AppOptions } from '../options.ts';
import { createEventLog } from '../plane/event-log.ts';
import { sayAhead, sayFinding } from '../plane/log-finding.ts';
import { beginStoreCheck } from '../plane/sound-store.ts';
import { makeConfigured } from '../process/configured-folder.ts';
import { logHostEntry } from '../process/host-log.ts';
import { createGateCore } from './gate-core.ts';
import { createGateEffects } from './gate-effects.ts';
import { createGateHistory } from './gate-history.ts';
import { createGateTelemetry } from './gate-telemetry.ts';

/** The worker gate as the service puts it behind HTTP; `start` once, then `drain` and `close`. */
export interface GatePart {
  readonly gate: WorkerGate;
  /** What keeps its store. */
  readonly storeBackend: string;
  readonly callbacks: CallbackOutbox;
  readonly leftOvers: LeftOvers;
  readonly host: ActorHost;
  /** Samplers, watches and tellers. */
  readonly actors: VolatileHost;
  readonly bench: BenchContext;
  readonly metrics: MetricSource;
  readonly telemetry: { readonly reads: TelemetryReads; readonly metrics: MetricSource };
  /** Answers requests that wait for something to happen, so that a stop need not wait for them. */
  answerWaiting(): void;
  /** Age of the latest telemetry sample in ms; null before the first. */
  sampleAgeMs(): number | null;
  /** Before anything is served: throws when the store is damaged. */
  requireSoundStore(): Promise<void>;
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
  makeConfigured('project_root', config.service.projectRoot);
  const projectRoot = realpathSync(config.service.projectRoot);
  const path = join(stateDir, 'gate.db');
  const logsFolder = join(stateDir, 'logs');
  const signingKey = openSigningKey(join(stateDir, signingKeyName));
  if (options.newStore !== true) refuseLostStore({ path, traceFolders: [logsFolder] });
  const lock = takeStateLock(join(stateDir, 'gate.lock'));
  const store = openStore({ path, onFault: options.onFatal, start: options.startThread });
  const requireSoundStore = beginStoreCheck(store, path, options.onFatal);
  const { journal, reads } = store;
  sayFinding(log, 'gate', store.log.finding);
  const redact = createRedactor(config);
  const files = redactReads(diskFiles(entropy), redact);
  const cgroups = createRunCgroups({ mode: config.workerGate.runCgroup, owner: projectRoot });
  const logs = createRunLogs({
    projectRoot,
    folder: logsFolder,
    bounds: {
      headBytes: config.workerGate.runLogHeadKib * 1024,
      maxBytes: config.workerGate.runLogMaxMib * 1024 * 1024,
    },
    entropy,
  });
  const { telemetry, actors, processSource, watcher, reader, streams } = createGateTelemetry(
    config,
    options,
    cgroups,
  );
  const { onBoundary } = options;
  const core = createGateCore({
    store,
    projectRoot,
    stateDir,
    files,
    processSource,
    cgroups,
    sensing: { watcher, reader, actors },
    logs: redactLogs(logs, redact),
    effects: createGateEffects(config, options, { projectRoot, files, processSource, cgroups }),
    gateSettings: {
      defaultWorkloadClass: config.workerGate.defaultWorkloadClass,
      sampleIntervalMs: config.workerGate.sampleIntervalMs,
      completionCallbackToken: config.auth.completionCallbackToken.reveal(),
      requestsKeepMs: config.upkeep.requestsKeepMs,
      endedRunsKeepMs: config.workerGate.endedRunsKeepMs,
    },
    signingKey,
    clock,
    entropy,
    redact,
    onStoreFault: options.onFatal,
    log: (entry) => logHostEntry(log, 'gate', entry),
    ...(onBoundary === undefined
      ? {}
      : { onBoundary: (boundary, effect) => onBoundary('gate', boundary, effect) }),
    onLost: (runId, problem) =>
      log.warn({ run_id: runId, problem }, 'an observation of a run was not passed on'),
    onError: (error, what) => log.error({ err: error }, what),
  });
  const { host, runs, gate, callbacks } = core;
  const eventLog = createEventLog({
    enabled: config.service.logEvents,
    host: 'gate',
    journal,
    onCommit: (listener) => host.onCommit(listener),
    log,
  });
  const history = createGateHistory(config, options, {
    history: store.history,
    telemetry,
    streams,
    runs,
  });
  const keeper = createRunKeeper({
    clock,
    intervalMs: config.workerGate.sampleIntervalMs,
    runs,
    logs,
    cgroups,
    onProblem: (runId, problem) =>
      log.warn({ run_id: runId, problem }, 'a run cannot be looked after in full'),
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
    liveRuns: async () =>
      (await runs.listLive()).map((run) => toLiveRun(projectRoot, run, cgroups)),
    report: (act) => {
      log.warn(act, 'a process left by a finished run was signalled');
      void host.ask(reaperAddress, recordAct(act), { by: 'reaper' });
    },
    onError: (error) => log.error({ err: error }, 'looking for leftover processes failed'),
  });
  return {
    gate,
    storeBackend: store.backend,
    callbacks,
    leftOvers: core.leftOvers,
    host,
    actors,
    bench: core.bench,
    metrics: createGateMetrics(
      {
        clock,
        latestSample: () => telemetry.latest(),
        liveRuns: async () => (await gate.health()).live_run_count,
        runsByStatus: () => reads.countByStatus('gate_run'),
        callbacks: () => callbacks.summary(),
        undeliveredRuns: async () =>
          (await reads.undeliveredCallbacks(limits.undeliveredRunsMax)).length,
      },
      gateRunStatuses,
    ),
    sampleAgeMs() {
      const sample = telemetry.latest();
      return sample === null ? null : Math.max(0, clock.monotonic() - sample.monotonic_ms);
    },
    telemetry: history,
    answerWaiting() {
      history.answerWaiting();
      gate.releaseWaiters();
    },
    requireSoundStore,
    async start() {
      log.info({ problem: cgroups.problem }, 'cgroups of runs');
      await eventLog.start();
      await sayAhead(log, 'gate', { journal, clock });
      history.start();
      telemetry.start();
      const again = await core.start();
      reaper.start();
      keeper.start();
      if (again > 0) log.info({ runs: again }, 'refused callbacks are posted once more');
    },
    async drain(deadlineMs) {
      await reaper.stop();
      await keeper.stop();
      const isClean = await core.drain(deadlineMs);
      await telemetry.stop();
      await actors.close();
      await history.stop();
      return isClean;
    },
    async close() {
      await eventLog.stop();
      await journal.close();
      lock.release();
    },
  };
}

const recordAct = (act: RecordAct['act']): RecordAct => ({ type: 'RECORD_ACT', act });

function toLiveRun(projectRoot: string, run: GateRun, cgroups: RunCgroups): LiveRun {
  return {
    runId: run.run_id,
    projectDir: join(projectRoot, run.project_dir),
    rootPid: run.pid,
    groupId: run.pgid,
    rootStartTicks: run.pid_start_ticks,
    bootId: run.boot_id,
    cgroup: cgroups.pathOf(run.run_id),
  };
}
