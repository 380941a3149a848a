/** The control plane put together: its store and actor host, the workers it knows, its use cases. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ActorState, AnyDefinition } from '../actors/runtime/definition.ts';
import { ActorHost } from '../actors/runtime/host.ts';
import { createMachineActor } from '../actors/runtime/machine-actor.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import { createCollectEvidence } from '../control/effects/collect-evidence.ts';
import { createPaperEffects } from '../control/effects/paper-effects.ts';
import { createPaperTools } from '../control/effects/paper-tools.ts';
import { createPerformCommand } from '../control/effects/perform-command.ts';
import type { PaperTools } from '../control/paper-tools.ts';
import type { ControlContext } from '../control/ports.ts';
import {
  createWorkerDirectory,
  normalizeWorkerUrl,
  type WorkerTarget,
} from '../control/workers.ts';
import { runSchema } from '../domain/records.ts';
import { asText } from '../lib/as-text.ts';
import { controlPlaneMachines } from '../machines/all.ts';
import type { ActorEvent } from '../machines/durable-actions.ts';
import type { MachineSpec } from '../machines/spec.ts';
import { createSqliteJournal } from '../store/sqlite/journal.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { createSqliteReadModels } from '../store/sqlite/read-models.ts';
import { takeStateLock } from '../store/sqlite/state-lock.ts';
import { createWorkerClient } from '../worker/client.ts';
import { createControlEffects } from '../worker/effects-control.ts';
import { logHostEntry } from './host-log.ts';
import type { AppOptions } from './options.ts';

export interface ControlPart {
  readonly context: ControlContext;
  readonly papers: PaperTools;
  readonly host: ActorHost;
  readonly databasePath: string;
  start(): Promise<void>;
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
  const reads = createSqliteReadModels(db);
  const targets = createTargets(config, options);
  const workers = createWorkerDirectory(targets, config.workers.targetOfClass);
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
        clientForLane: (lane) => workers.byLane(lane)?.client,
        promptOf: async (projectId) => {
          const project = await reads.get('project', projectId);
          return project === undefined ? undefined : asText(project['prompt']);
        },
        defaultModel: 'default',
        stopGraceSec: 5,
      }),
      'evidence.collect': createCollectEvidence({
        workers,
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
  const context: ControlContext = {
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
    },
  };
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
    host,
    databasePath,
    async start() {
      await host.start();
      scheduleIndexing();
    },
    async drain(deadlineMs) {
      indexing?.cancel();
      indexing = null;
      return (await host.drain(deadlineMs)).clean;
    },
    async close() {
      await Promise.all(targets.map((target) => target.client.close()));
      await journal.close();
      lock.release();
    },
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
