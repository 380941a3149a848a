/** The control plane put together: its store and actor host, the workers it knows, its use cases. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ActorState, AnyDefinition } from '../actors/runtime/definition.ts';
import { ActorHost } from '../actors/runtime/host.ts';
import { createMachineActor } from '../actors/runtime/machine-actor.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import type { ActorInspector } from '../control/actors.ts';
import { askAccepted, idempotencyOf } from '../control/ask.ts';
import { createCollectEvidence } from '../control/effects/collect-evidence.ts';
import { createExecutePlan } from '../control/effects/execute-plan.ts';
import { createPaperEffects } from '../control/effects/paper-effects.ts';
import { createPaperTools } from '../control/effects/paper-tools.ts';
import { createPerformCommand } from '../control/effects/perform-command.ts';
import type { PaperTools } from '../control/paper-tools.ts';
import type { ControlContext } from '../control/ports.ts';
import { createRunTelemetry, type RunTelemetry } from '../control/run-telemetry.ts';
import { placesOfRun } from '../control/worker-of-run.ts';
import { createWorkerWatch } from '../control/worker-watch.ts';
import { createWorkerDirectory, type WorkerTarget } from '../control/workers.ts';
import {
  type CoreService,
  coreSnapshotAddress,
  createCoreService,
} from '../core-service/service.ts';
import { limits } from '../domain/limits.ts';
import { runSchema } from '../domain/records.ts';
import { normalizeWorkerUrl } from '../domain/worker-address.ts';
import { asText } from '../lib/as-text.ts';
import { controlPlaneMachines } from '../machines/all.ts';
import type { ActorEvent } from '../machines/durable-actions.ts';
import type { MachineSpec } from '../machines/spec.ts';
import { createChainWatch } from '../store/chain-watch.ts';
import type { FeedReads } from '../store/ports/feed.ts';
import type { Journal } from '../store/ports/journal.ts';
import { createSqliteFeed } from '../store/sqlite/feed.ts';
import { createSqliteJournal } from '../store/sqlite/journal.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { findWriteTrouble } from '../store/sqlite/probe.ts';
import { createSqliteReadModels } from '../store/sqlite/read-models.ts';
import { takeStateLock } from '../store/sqlite/state-lock.ts';
import { createWorkerClient } from '../worker/client.ts';
import { createControlEffects } from '../worker/effects-control.ts';
import { createEventLog } from './event-log.ts';
import { logHostEntry } from './host-log.ts';
import type { AppOptions } from './options.ts';
import { createVitals } from './vitals.ts';

export interface ControlPart {
  readonly context: ControlContext;
  readonly papers: PaperTools;
  readonly core: CoreService;
  /** What workers tell of a run when asked. */
  readonly runTelemetry: RunTelemetry;
  readonly inspector: ActorInspector;
  readonly host: ActorHost;
  readonly databasePath: string;
  /** What the live feed reads of the log. */
  readonly feedReads: FeedReads;
  /** Kinds of actors there are. */
  readonly kinds: readonly string[];
  start(): Promise<void>;
  /** Gives up what waits at workers for a client, so that a stop need not wait for it. */
  answerWaiting(): void;
  /** Finishes what was accepted; reading goes on. True when nothing was cut off. */
  drain(deadlineMs: number): Promise<boolean>;
  /** Closes the store and the connections to workers, once nobody asks any more. */
  close(): Promise<void>;
}

/** Search indexing done in one go while nothing else happens. */
const indexRowsMax = 200;
const indexEveryMs = 1000;

/** Builds the control plane on `<state_dir>/control.db`. Nothing runs until `start`. */
export function createControlPart(config: OrreryConfig, options: AppOptions): ControlPart {
  const { clock, entropy, log } = options;
  const artifactRoot = join(config.service.stateDir, 'artifacts');
  mkdirSync(artifactRoot, { recursive: true });
  mkdirSync(config.corpus.dir, { recursive: true });
  const databasePath = join(config.service.stateDir, 'control.db');
  const lock = takeStateLock(join(config.service.stateDir, 'control.lock'));
  const db = openSqlite({ path: databasePath });
  const journal = createSqliteJournal(db);
  const reads = createSqliteReadModels(db, { onWriteFault: options.onFatal });
  const targets = createTargets(config, options);
  const { targetOfClass, routedClasses } = config.workers;
  const workers = createWorkerDirectory(targets, targetOfClass, routedClasses);
  const paperOptions = {
    artifactRoot,
    corpusDir: config.corpus.dir,
    workers,
    reads,
    clock,
    syncBeforeRewrite: config.evidenceSync.enabled,
  };
  const papers = createPaperTools(paperOptions);
  const { onBoundary } = options;
  const host: ActorHost = new ActorHost({
    journal,
    definitions: definitions(),
    effects: {
      ...createControlEffects({
        clientForTarget: (name) => workers.byName(name)?.client,
        laneOfTarget: (name) => workers.byName(name)?.lane,
        placesOfRun: (run) => placesOfRun({ workers, reads }, run),
        promptOf: async (projectId) => {
          const project = await reads.get('project', projectId);
          return project === undefined ? undefined : asText(project['prompt']);
        },
        defaultModel: 'default',
        stopGraceSec: 5,
      }),
      'evidence.collect': createCollectEvidence({
        workers,
        reads,
        artifactRoot,
        exitCodeOf: async (runId) => {
          const run = await reads.get('run', runId);
          return run === undefined ? null : runSchema.parse(run).exit_code;
        },
        onSynced: (runId, report) =>
          log.info(
            {
              run_id: runId,
              fetched: report.fetched.length,
              failed: report.failed,
              error: report.error,
            },
            'evidence was fetched',
          ),
      }),
      ...createPaperEffects(paperOptions),
      'plan.execute': createExecutePlan(() => context),
      'command.perform': createPerformCommand(() => ({ control: context, papers })),
    },
    clock,
    entropy,
    onStoreFault: options.onFatal,
    log: (entry) => logHostEntry(log, 'control', entry),
    ...(onBoundary === undefined
      ? {}
      : { onBoundary: (boundary, effect) => onBoundary('control', boundary, effect) }),
  });
  const eventLog = createEventLog({
    enabled: config.service.logEvents,
    host: 'control',
    journal,
    onCommit: (listener) => host.onCommit(listener),
    log,
  });
  const chain = createChainWatch(journal, clock);
  const context: ControlContext = {
    vitals: createVitals({
      config,
      findWriteTrouble: () => findWriteTrouble(db),
      databasePath,
      journal,
      host,
      chain,
    }),
    actors: host,
    reads,
    workers,
    clock,
    entropy,
    settings: {
      liveDispatchEnabled: config.dispatch.liveDispatchEnabled,
      leaseMs: config.dispatch.workerCallTimeoutMs,
      staleAfterMs: config.dispatch.runStaleAfterMs,
      storeBackend: config.store.backend,
      storeLabel: databasePath,
      defaultSandbox: 'workspace-write',
      completionCallbackToken: config.auth.completionCallbackToken,
      // Three samples that did not come; a worker samples as this file says, unless its own differs.
      sampleAgeMsMax: Math.max(limits.workerSampleAgeMs, 3 * config.workerGate.sampleIntervalMs),
    },
  };
  const watch = createWorkerWatch({
    context,
    // What is seen is stored; a control plane that only reads leaves it to the one that writes.
    intervalMs: config.store.backend === 'hosted_readonly' ? 0 : config.workers.refreshMs,
    onError: (error) => log.error({ err: error }, 'a look at a worker failed'),
  });
  const runTelemetry = createRunTelemetry(context);
  let indexing: { cancel(): void } | null = null;
  const scheduleIndexing = (): void => {
    indexing = clock.setTimer(indexEveryMs, () => {
      reads
        .indexPending(indexRowsMax)
        .catch((error: unknown) => log.error({ err: error }, 'search indexing failed'))
        .finally(() => {
          if (indexing !== null) scheduleIndexing();
        });
    });
  };
  return {
    context,
    papers,
    core: createCore(config, context, databasePath),
    runTelemetry,
    answerWaiting: () => runTelemetry.close(),
    host,
    inspector: inspectorOf(host, journal),
    databasePath,
    feedReads: createSqliteFeed(db, journal),
    kinds: Object.values(controlPlaneMachines).map(({ kind }) => kind),
    async start() {
      await eventLog.start();
      await host.start();
      chain.start();
      scheduleIndexing();
      watch.start();
    },
    async drain(deadlineMs) {
      await watch.stop();
      indexing?.cancel();
      indexing = null;
      await chain.stop();
      return (await host.drain(deadlineMs)).clean;
    },
    async close() {
      await chain.stop();
      await Promise.all(targets.map((target) => target.client.close()));
      await eventLog.stop();
      await journal.close();
      lock.release();
    },
  };
}

function createCore(
  config: OrreryConfig,
  { actors, reads, clock }: ControlContext,
  storeLabel: string,
): CoreService {
  const route = 'core.snapshot';
  return createCoreService({
    mode: config.core.mode,
    storeLabel,
    clock,
    reads,
    isKnown: async (key) => (await actors.recall(`${route}:${key}`)) !== undefined,
    record: (event, { key, payload, by }) =>
      askAccepted(actors, coreSnapshotAddress, event, {
        by,
        ...idempotencyOf(route, key, payload),
      }),
  });
}

function inspectorOf(host: ActorHost, journal: Journal): ActorInspector {
  return {
    stats: () => host.stats(),
    mailbox: (address) => host.mailboxOf(address),
    recent: (limit) => host.inspection.recent(limit),
    addresses: (after, limit) => journal.addresses(after, limit),
    timers: (limit) => journal.timers(limit),
    effects: (limit) => journal.effects(0, limit),
  };
}

function definitions(): Map<string, AnyDefinition> {
  // Each spec is of its own types; the host only ever gives it states and events of its kind.
  const specs: readonly unknown[] = Object.values(controlPlaneMachines);
  const actors = specs.map((spec) =>
    createMachineActor(spec as MachineSpec<ActorState, ActorEvent>),
  );
  return new Map(actors.map((definition) => [definition.kind, definition]));
}

function createTargets(config: OrreryConfig, options: AppOptions): WorkerTarget[] {
  return Object.values(config.workers.targets).map((target) => {
    const clientWith = (bearerToken: string) =>
      createWorkerClient({
        baseUrl: target.url,
        bearerToken,
        timeoutMs: config.dispatch.workerCallTimeoutMs,
        clock: options.clock,
      });
    return {
      name: target.name,
      url: target.url,
      lane: normalizeWorkerUrl(target.url),
      role: target.role,
      minMemoryAvailableMib: target.minMemoryAvailableMib,
      client: clientWith(target.token.reveal()),
      clientWith,
    };
  });
}
