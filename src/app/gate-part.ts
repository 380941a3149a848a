/** The worker gate put together: its own store and actor host, telemetry, watches and reaper. */

import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ActorAddress } from '../actors/machine/durable-actions.ts';
import type { AnyDefinition } from '../actors/runtime/definition.ts';
import { ActorHost } from '../actors/runtime/host.ts';
import { createMachineActor } from '../actors/runtime/machine-actor.ts';
import type { VolatileHost } from '../actors/volatile/host.ts';
import { createRedactor } from '../config/redaction.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import { readBenchTotals } from '../control/bench/index.ts';
import { createForgetCommands, createPerformMend } from '../control/commands/index.ts';
import {
  type BenchContext,
  createRetentionSweep,
  gateBench,
  startRetention,
} from '../control/common/index.ts';
import { limits } from '../domain/limits.ts';
import { callbackDeliverySchema, type GateRun, gateRunStatuses } from '../domain/records.ts';
import { openSigningKey, signingKeyName } from '../lib/signing-key.ts';
import { workerGateMachines } from '../machines/all.ts';
import { callbackDeliverySpec } from '../machines/callback-delivery/spec.ts';
import { commandSpec } from '../machines/command/spec.ts';
import { gateRunSpec } from '../machines/gate-run/spec.ts';
import { retentionSpec } from '../machines/retention/spec.ts';
import type { MetricSource } from '../metrics/metric-family.ts';
import { createReaper } from '../sensing/reaper.ts';
import { createRunCgroups, type RunCgroups } from '../sensing/run-cgroups.ts';
import type { LiveRun } from '../sensing/stale-processes.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import { refuseLostStore } from '../store/sqlite/lost-store.ts';
import { openStore } from '../store/sqlite/open-store.ts';
import { takeStateLock } from '../store/sqlite/state-lock.ts';
import { type CallbackOutbox, createCallbackOutbox } from '../worker/callback-outbox.ts';
import { createFencingLedger } from '../worker/fencing.ts';
import { forgetRuns } from '../worker/forget-runs.ts';
import { createForgottenRuns } from '../worker/forgotten-runs.ts';
import { createGate, type WorkerGate } from '../worker/gate.ts';
import { createGateMetrics } from '../worker/gate-metrics.ts';
import {
  type RecordAct,
  reaperAddress,
  reaperDefinition,
  reaperEvents,
} from '../worker/reaper-log.ts';
import { createRunKeeper } from '../worker/run-keeper.ts';
import { createRunLogs } from '../worker/run-log.ts';
import { createLeftOvers, type LeftOvers } from '../worker/run-processes.ts';
import type { TelemetryReads } from '../worker/telemetry-reads.ts';
import { createRunWatches } from '../worker/watch.ts';
import { createBench } from './bench.ts';
import { createAskWithCause, withCauses } from './causes.ts';
import { createEventLog } from './event-log.ts';
import { createGateEffects } from './gate-effects.ts';
import { createGateHistory } from './gate-history.ts';
import { createRunReader } from './gate-runs.ts';
import { createGateTelemetry } from './gate-telemetry.ts';
import { logHostEntry } from './host-log.ts';
import { sayFinding } from './log-finding.ts';
import type { AppOptions } from './options.ts';
import { beginStoreCheck } from './sound-store.ts';
import { gateGroups } from './supervision.ts';

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
  mkdirSync(config.service.projectRoot, { recursive: true });
  const projectRoot = realpathSync(config.service.projectRoot);
  const path = join(stateDir, 'gate.db');
  const logsFolder = join(stateDir, 'logs');
  const signingKey = openSigningKey(join(stateDir, signingKeyName));
  if (options.newStore !== true) refuseLostStore({ path, traceFolders: [logsFolder] });
  const lock = takeStateLock(join(stateDir, 'gate.lock'));
  const store = openStore({ path, onFault: options.onFatal });
  const requireSoundStore = beginStoreCheck(store, path, options.onFatal);
  const { journal, reads } = store;
  sayFinding(log, 'gate', store.log.finding);
  const runs = createRunReader(reads);
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
  const delivery = async (runId: string) => {
    const row = await reads.get(callbackDeliverySpec.kind, runId);
    return row === undefined ? undefined : callbackDeliverySchema.parse(row);
  };
  const living = async (): Promise<ReadonlySet<string>> =>
    new Set((await processSource.list()).processes.flatMap(({ runId }) => runId ?? []));
  const host: ActorHost = new ActorHost({
    journal,
    definitions: new Map<string, AnyDefinition>([
      [gateRunSpec.kind, createMachineActor(gateRunSpec)],
      [callbackDeliverySpec.kind, createMachineActor(callbackDeliverySpec)],
      [commandSpec.kind, createMachineActor(commandSpec)],
      [retentionSpec.kind, createMachineActor(retentionSpec)],
      [reaperAddress.kind, reaperDefinition],
    ]),
    effects: withCauses({
      ...createGateEffects(config, options, { projectRoot, processSource, cgroups }),
      'command.perform': createPerformMend(() => bench),
      'retention.sweep': createRetentionSweep({
        requests: createForgetCommands(() => ({ actors: bench.actors, aged: store.aged })),
        runs: (before, signal) =>
          forgetRuns({ ask, runs, aged: store.aged, living, delivery }, before, signal),
      }),
    }),
    clock,
    entropy,
    onStoreFault: options.onFatal,
    supervision: gateGroups,
    log: (entry) => logHostEntry(log, 'gate', entry),
    ...(onBoundary === undefined
      ? {}
      : { onBoundary: (boundary, effect) => onBoundary('gate', boundary, effect) }),
  });
  const eventLog = createEventLog({
    enabled: config.service.logEvents,
    host: 'gate',
    journal,
    onCommit: (listener) => host.onCommit(listener),
    log,
  });
  const ask = createAskWithCause(host, dispatchOfRun(reads));
  const bench: BenchContext = {
    actors: { ask, recall: (key, asked) => host.recall(key, asked) },
    reads,
    clock,
    bench: createBench({
      host,
      journal,
      machines: {
        ...workerGateMachines,
        [reaperAddress.kind]: { machine: { events: reaperEvents } },
      },
      entropy,
      redact: createRedactor(config),
      place: gateBench,
    }),
  };
  const watches = createRunWatches({
    projectRoot,
    ask,
    runs,
    watcher,
    actors,
    entropy,
    readBootId: () =>
      processSource.list().then(
        (list) => list.bootId,
        () => null,
      ),
    onProblem: (runId, problem) =>
      log.warn({ run_id: runId, problem }, 'an observation of a run was not passed on'),
  });
  const history = createGateHistory(config, options, {
    history: store.history,
    telemetry,
    streams,
    runs,
  });
  // A run may start or end by its effects alone, so every commit is a reason to look.
  let stopListening = (): void => {};
  const callbacks = createCallbackOutbox({
    undelivered: async (limit) =>
      (await reads.undeliveredCallbacks(limit)).map((row) => callbackDeliverySchema.parse(row)),
    delivery,
    knowsRun: async (runId) => (await runs.get(runId)) !== undefined,
    effects: (limit) => journal.effects(0, limit),
    ask,
    hurry: (address) => host.hurry(address),
    clock,
  });
  const gate = createGate({
    projectRoot,
    ask,
    runs,
    fencing: createFencingLedger({ stateDir, entropy }),
    forgotten: createForgottenRuns({ projectRoot, runs, source: processSource }),
    defaultWorkloadClass: config.workerGate.defaultWorkloadClass,
    telemetry: reader,
    sampleIntervalMs: config.workerGate.sampleIntervalMs,
    logs,
    completionCallbackToken: config.auth.completionCallbackToken.reveal(),
    callbackSummary: () => callbacks.summary(),
    benchSummary: () => readBenchTotals(bench.bench),
    clock,
    entropy,
    signingKey,
    onRunChanged: (runId) => watches.runChanged(runId),
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
  /** What cannot be begun now is begun at the next start; until then everything is kept. */
  const keepForAWhile = async (): Promise<void> => {
    try {
      await startRetention(bench, 'requests', config.upkeep.requestsKeepMs);
      await startRetention(bench, 'runs', config.workerGate.endedRunsKeepMs);
    } catch (error) {
      log.error({ err: error }, 'how long what is over is kept cannot be told');
    }
  };
  return {
    gate,
    storeBackend: store.backend,
    callbacks,
    leftOvers: createLeftOvers({
      projectRoot,
      ask,
      runs,
      source: processSource,
      cgroups,
      latestSample: () => telemetry.latest(),
      clock,
    }),
    host,
    actors,
    bench,
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
      history.start();
      telemetry.start();
      stopListening = host.onCommit(() => {
        watches
          .resume()
          .catch((error: unknown) => log.error({ err: error }, 'runs could not be listed'));
      });
      await host.start();
      await keepForAWhile();
      // After the host, which takes what is found out about runs that ended meanwhile.
      await watches.resume();
      reaper.start();
      keeper.start();
      const again = await callbacks.retryMendable();
      if (again > 0) log.info({ runs: again }, 'refused callbacks are posted once more');
    },
    async drain(deadlineMs) {
      stopListening();
      await reaper.stop();
      await keeper.stop();
      await watches.close();
      const drained = await host.drain(deadlineMs);
      await telemetry.stop();
      await actors.close();
      await history.stop();
      return drained.clean;
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

/**
 * What is seen of a run and nobody asked for belongs to the request that dispatched it, and so do the
 * callbacks that tell of it. Actors of both kinds have the run's id.
 */
function dispatchOfRun(reads: ReadModels) {
  const kinds: readonly string[] = [gateRunSpec.kind, callbackDeliverySpec.kind];
  return async ({ kind, id }: ActorAddress): Promise<string | undefined> => {
    if (!kinds.includes(kind)) return undefined;
    const [dispatched] = await reads.events({
      before: null,
      limit: 1,
      entityType: gateRunSpec.kind,
      entityId: id,
      eventType: 'gate_run.dispatched',
      search: '',
    });
    return dispatched?.correlation_id;
  };
}
