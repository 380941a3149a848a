/**
 * The worker gate itself, over ports: its actors and their host, what it does about runs, callbacks and what is over.
 * The service gives it a machine, a simulation one that is played.
 */
import type { ActorAddress } from '../../actors/machine/durable-actions.ts';
import type { AnyDefinition } from '../../actors/runtime/definition.ts';
import type { EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import { ActorHost } from '../../actors/runtime/host.ts';
import type { HostOptions } from '../../actors/runtime/host-options.ts';
import { createMachineActor } from '../../actors/runtime/machine-actor.ts';
import type { VolatileHost } from '../../actors/volatile/host.ts';
import { readBenchTotals } from '../../control/bench/index.ts';
import { createForgetCommands, createPerformMend } from '../../control/commands/index.ts';
import {
  type BenchContext,
  createRetentionSweep,
  gateBench,
  startRetention,
} from '../../control/common/index.ts';
import { callbackDeliverySchema } from '../../domain/records.ts';
import type { WorkloadClass } from '../../domain/statuses.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOfError } from '../../lib/describe-error.ts';
import type { Entropy } from '../../lib/ids.ts';
import { createNameRedactor } from '../../lib/secret-names.ts';
import type { SigningKey } from '../../lib/signing-key.ts';
import { workerGateMachines } from '../../machines/all.ts';
import { callbackDeliverySpec } from '../../machines/callback-delivery/spec.ts';
import { commandSpec } from '../../machines/command/spec.ts';
import { gateRunSpec } from '../../machines/gate-run/spec.ts';
import { retentionSpec } from '../../machines/retention/spec.ts';
import type { ProcessSource } from '../../sensing/process-list.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import { newestEvents, type ReadModels } from '../../store/ports/read-models.ts';
import type { Store } from '../../store/sqlite/open-store.ts';
import {
  type CallbackOutbox,
  createCallbackOutbox,
} from '../../worker/callbacks/callback-outbox.ts';
import { reaperAddress, reaperDefinition, reaperEvents } from '../../worker/end/reaper-log.ts';
import { createLeftOvers, type LeftOvers } from '../../worker/end/run-processes.ts';
import { forgetRuns } from '../../worker/forget-runs.ts';
import { createForgottenRuns } from '../../worker/forgotten-runs.ts';
import { createGate, type WorkerGate } from '../../worker/gate.ts';
import type { RunLogs } from '../../worker/log/run-log.ts';
import type { GateFiles, GateRunReader, RunWatcher, TelemetryReader } from '../../worker/ports.ts';
import { createFencingLedger } from '../../worker/start/fencing.ts';
import { createRunWatches } from '../../worker/watch.ts';
import { createBench } from '../plane/bench.ts';
import { createAskWithCause, withCauses } from '../process/causes.ts';
import { gateGroups } from '../process/supervision.ts';
import { createRunReader } from './gate-runs.ts';

interface GateCoreOptions
  extends Pick<HostOptions, 'onStoreFault' | 'log' | 'onBoundary' | 'settings'> {
  readonly store: Pick<Store, 'journal' | 'reads' | 'aged'> & Partial<Pick<Store, 'probeWrites'>>;
  /** Absolute. */
  readonly projectRoot: string;
  /** Of the gate's own files. */
  readonly stateDir: string;
  readonly files: GateFiles;
  readonly processSource: ProcessSource;
  readonly cgroups: Pick<RunCgroups, 'pathOf'>;
  /** Its readings, what watches its runs, and where both live. */
  readonly sensing: {
    readonly watcher: RunWatcher;
    readonly reader: TelemetryReader;
    readonly actors: VolatileHost;
  };
  readonly logs: Pick<RunLogs, 'read'>;
  /** `gate.spawn`, `gate.kill`, `gate.end_process` and `callback.post`. */
  readonly effects: EffectHandlers;
  readonly gateSettings: {
    readonly defaultWorkloadClass: WorkloadClass;
    readonly sampleIntervalMs: number;
    readonly completionCallbackToken: string;
    /** After which answers to requests, and runs that are over, are forgotten. */
    readonly requestsKeepMs: number;
    readonly endedRunsKeepMs: number;
  };
  readonly signingKey: SigningKey;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly redact: (text: string) => string;
  /** Told of an observation that was not passed on. */
  readonly onLost: (runId: string, problem: string) => void;
  readonly onError: (error: unknown, what: string) => void;
}

/** A gate at rest; `start` once, then `drain`. */
export interface GateCore {
  readonly host: ActorHost;
  readonly runs: GateRunReader;
  readonly gate: WorkerGate;
  readonly callbacks: CallbackOutbox;
  readonly leftOvers: LeftOvers;
  readonly bench: BenchContext;
  /** Resolves with how many refused callbacks are posted once more. */
  start(): Promise<number>;
  /** Finishes what was accepted. True when nothing was cut off. */
  drain(deadlineMs: number): Promise<boolean>;
}

/** Puts it together; nothing runs until `start`. */
export function createGateCore(options: GateCoreOptions): GateCore {
  const { store, projectRoot, files, processSource, cgroups, sensing, clock, entropy } = options;
  const { gateSettings: settings, redact } = options;
  const { journal, reads, aged, probeWrites: probe } = store;
  const runs = createRunReader(reads);
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
      ...options.effects,
      'command.perform': createPerformMend(() => bench),
      'retention.sweep': createRetentionSweep({
        requests: createForgetCommands(() => ({ actors: bench.actors, aged })),
        runs: (before, signal) => forgetRuns({ ask, runs, aged, living, delivery }, before, signal),
      }),
    }),
    clock,
    entropy,
    onStoreFault: options.onStoreFault,
    supervision: gateGroups,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.onBoundary === undefined ? {} : { onBoundary: options.onBoundary }),
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
      redact,
      place: gateBench,
    }),
  };
  const watches = createRunWatches({
    projectRoot,
    files,
    ask,
    runs,
    watcher: sensing.watcher,
    actors: sensing.actors,
    entropy,
    readBootId: () =>
      processSource.list().then(
        (list) => list.bootId,
        () => null,
      ),
    onProblem: options.onLost,
  });
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
    files,
    ask,
    runs,
    fencing: createFencingLedger({ stateDir: options.stateDir, files }),
    forgotten: createForgottenRuns({ projectRoot, files, runs, source: processSource }),
    defaultWorkloadClass: settings.defaultWorkloadClass,
    telemetry: sensing.reader,
    sampleIntervalMs: settings.sampleIntervalMs,
    logs: options.logs,
    completionCallbackToken: settings.completionCallbackToken,
    callbackSummary: () => callbacks.summary(),
    ...(probe === undefined ? {} : { storeTrouble: () => probe().catch(messageOfError) }),
    benchSummary: () => readBenchTotals(bench.bench),
    clock,
    redactName: createNameRedactor(redact),
    signingKey: options.signingKey,
    onRunChanged: (runId) => watches.runChanged(runId),
  });
  /** What cannot be begun now is begun at the next start; until then everything is kept. */
  const keepForAWhile = async (): Promise<void> => {
    try {
      await startRetention(bench, 'requests', settings.requestsKeepMs);
      await startRetention(bench, 'runs', settings.endedRunsKeepMs);
    } catch (error) {
      options.onError(error, 'how long what is over is kept cannot be told');
    }
  };
  let stopListening = (): void => {};
  return {
    host,
    runs,
    gate,
    callbacks,
    leftOvers: createLeftOvers({
      projectRoot,
      ask,
      runs,
      source: processSource,
      cgroups,
      latestSample: () => sensing.reader.latest(),
      clock,
    }),
    bench,
    async start() {
      // A run may start or end by its effects alone, so every commit is a reason to look.
      stopListening = host.onCommit(() => {
        watches
          .resume()
          .catch((error: unknown) => options.onError(error, 'runs could not be listed'));
      });
      await host.start();
      await keepForAWhile();
      // After the host, which takes what is found out about runs that ended meanwhile.
      await watches.resume();
      return callbacks.retryMendable();
    },
    async drain(deadlineMs) {
      stopListening();
      await watches.close();
      return (await host.drain(deadlineMs)).clean;
    },
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
      ...newestEvents,
      limit: 1,
      entityType: gateRunSpec.kind,
      entityId: id,
      eventType: 'gate_run.dispatched',
    });
    return dispatched?.correlation_id;
  };
}
