/**
 * Dispatch without a network: the real machines, store, commands and host on workers that only note
 * what they were asked to start. The process can die at any commit and come back on the same store.
 */

import type { ActorEvent } from '../../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../../src/actors/machine/spec.ts';
import type { ActorState, AnyDefinition } from '../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../src/actors/runtime/machine-actor.ts';
import { createAskWithCause, withCauses } from '../../src/app/process/causes.ts';
import type { CommandName, CommandRequests } from '../../src/control/commands/command-table.ts';
import { runCommand } from '../../src/control/commands/commands.ts';
import { createPerformCommand } from '../../src/control/commands/perform-command.ts';
import { createPlanShelf } from '../../src/control/common/plans.ts';
import type { CommandContext, ControlContext } from '../../src/control/common/ports.ts';
import type { Vitals } from '../../src/control/common/vitals.ts';
import { createWorkerDirectory, type WorkerTarget } from '../../src/control/fleet/workers.ts';
import { createProject } from '../../src/control/intake/project-creation.ts';
import { createPumpEffects } from '../../src/control/pump/effects.ts';
import { createExecutePlan } from '../../src/control/queue/execute-plan.ts';
import { createApplySnapshot } from '../../src/core-service/apply-snapshot.ts';
import { workerGateService } from '../../src/domain/product.ts';
import { workloadClasses } from '../../src/domain/statuses.ts';
import { asText } from '../../src/lib/as-text.ts';
import { createManualClock, toIsoTime } from '../../src/lib/clock.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';
import { controlPlaneMachines } from '../../src/machines/all.ts';
import { createCrashableJournal } from '../../src/simulation/crashable-journal.ts';
import { createStoreJournal } from '../../src/store/sqlite/journal.ts';
import { createSqlitePlans } from '../../src/store/sqlite/reads/dry-run-plans.ts';
import { createSqliteReadModels } from '../../src/store/sqlite/reads/read-models.ts';
import type { WorkerClient } from '../../src/worker-client/client.ts';
import { tokenFingerprint } from '../../src/worker-wire/token-fingerprint.ts';
import { wellVitals } from './control-context.ts';
import { openNewDatabase } from './store-fixtures.ts';

const callbackToken = 'a-callback-token-of-sufficient-length';
const sampledAt = '2026-01-01T00:00:00.000Z';
const lanes = ['one', 'two', 'three'] as const;

function definitions(): Map<string, AnyDefinition> {
  const specs: readonly unknown[] = Object.values(controlPlaneMachines);
  return new Map(
    (specs as MachineSpec<ActorState, ActorEvent>[]).map((spec) => [
      spec.kind,
      createMachineActor(spec),
    ]),
  );
}

/** A worker that is well and idle. */
const idleClient = {
  health: async () => ({
    kind: 'ok',
    value: { ok: true, service: workerGateService, timestamp: '' },
  }),
  listRuns: async () => ({
    kind: 'ok',
    value: {
      runs: [],
      live_count: 0,
      callback_token_fingerprint: tokenFingerprint(callbackToken),
      timestamp: '',
    },
  }),
  telemetry: async () => ({
    kind: 'ok',
    value: {
      sample: { at: sampledAt, gpus: [], problems: [], memory_available_mib: 8000 },
      timestamp: sampledAt,
    },
  }),
  close: async () => {},
} as unknown as WorkerClient;

/** The same, while `isDown` a machine that refuses every connection. */
function clientOf(isDown: () => boolean): WorkerClient {
  const refused = { kind: 'not_sent', error: 'connection refused' };
  const unlessDown = (call: () => Promise<unknown>) => async () => (isDown() ? refused : call());
  return {
    ...idleClient,
    health: unlessDown(() => idleClient.health()),
    listRuns: unlessDown(() => idleClient.listRuns()),
    telemetry: unlessDown(() => idleClient.telemetry()),
  } as unknown as WorkerClient;
}

const createDirectory = (targets: readonly WorkerTarget[]) =>
  createWorkerDirectory(
    targets,
    Object.fromEntries(workloadClasses.map((name) => [name, 'one'])) as never,
  );

export class DispatchWorld {
  readonly clock = createManualClock();
  readonly db = openNewDatabase();
  readonly disk = createStoreJournal(this.db);
  readonly reads = createSqliteReadModels(this.db);
  /** How often each run was asked to be started. */
  readonly starts = new Map<string, number>();
  /** How often each run was stopped, and its evidence asked for. */
  readonly stops = new Map<string, number>();
  readonly collected = new Map<string, number>();
  /** How the store and its disk are; a test sets it. */
  vitals: Vitals = wellVitals;
  /** What runs may spend; a test sets it. */
  budgets: ControlContext['settings']['budgets'];
  /** Papers are drafted, by a writer that never comes to an end; a test sets it. */
  writesForEver = false;
  /** What the next start answers instead of accepting. */
  nextStart: ActorEvent | null = null;
  /** Names of the workers that do not answer. */
  readonly down = new Set<string>();
  readonly #targets: readonly WorkerTarget[] = lanes.map((name) => {
    const client = clientOf(() => this.down.has(name));
    return {
      name,
      url: `http://${name}`,
      lane: `http://${name}`,
      role: 'worker',
      minMemoryAvailableMib: 1,
      evidenceKeyId: null,
      client,
      clientWith: () => client,
    };
  });
  /** What a process has seen of them goes with it. */
  #workers = createDirectory(this.#targets);
  #processes = 0;
  #entropy = createSeededEntropy(0);
  journal = createCrashableJournal(this.disk);
  plans = createPlanShelf(this.clock, createSqlitePlans(this.db));
  host = this.#createHost();

  get context(): CommandContext {
    const { host, reads, clock } = this;
    const control = {
      actors: {
        ask: createAskWithCause(host),
        recall: (key: string) => host.recall(key),
      },
      reads,
      clock,
      entropy: this.#entropy,
      plans: this.plans,
      vitals: this.vitals,
      workers: this.#workers,
      settings: {
        liveDispatchEnabled: true,
        leaseMs: 1e6,
        staleAfterMs: 1e10,
        storeBackend: 'sqlite',
        storeLabel: 'memory',
        defaultSandbox: 'workspace-write',
        defaultWorkloadClass: 'cpu_only',
        pump: {
          drafts: this.writesForEver,
          beginsWriting: true,
          publishes: false,
          followups: true,
          intervalMs: 60_000,
        },
        ...(this.budgets === undefined ? {} : { budgets: this.budgets }),
        completionCallbackToken: { reveal: () => callbackToken },
      },
    } as unknown as ControlContext;
    const papers = { checkEvidence: async () => null };
    return { control, papers: papers as unknown as CommandContext['papers'] };
  }

  #createHost(): ActorHost {
    this.#processes += 1;
    this.#entropy = createSeededEntropy(this.#processes);
    this.#workers = createDirectory(this.#targets);
    return new ActorHost({
      journal: this.journal,
      definitions: definitions(),
      clock: this.clock,
      entropy: this.#entropy,
      effects: withCauses({
        'command.perform': createPerformCommand(() => this.context),
        'plan.execute': createExecutePlan(() => this.context.control),
        'core.apply': createApplySnapshot(() => this.context.control),
        ...createPumpEffects(() => this.context),
        'worker.start_run': {
          run: async (input) => {
            const runId = asText(input['run_id']);
            this.starts.set(runId, (this.starts.get(runId) ?? 0) + 1);
            const answer = this.nextStart;
            this.nextStart = null;
            if (answer !== null) return { ...answer, run_id: runId };
            return { type: 'WORKER_ACCEPTED', run_id: runId, session_id: null } as ActorEvent;
          },
        },
        'worker.stop_run': {
          run: async (input) => {
            const runId = asText(input['run_id']);
            this.stops.set(runId, (this.stops.get(runId) ?? 0) + 1);
            return { type: 'RUN_STOPPED', run_id: runId } as ActorEvent;
          },
        },
        'evidence.collect': {
          run: async (input) => {
            const runId = asText(input['run_id']);
            this.collected.set(runId, (this.collected.get(runId) ?? 0) + 1);
            const nothing = { decision: null, gate_verdict: null, problems: ['none was left'] };
            return { type: 'DECISION_READ', run_id: runId, ...nothing } as ActorEvent;
          },
        },
        'worker.find_run': { run: async () => null },
        'paper.draft': { run: () => new Promise(() => {}) },
      }),
      onStoreFault: (error) => {
        throw error;
      },
    });
  }

  start(): Promise<void> {
    return this.host.start();
  }

  /** The process dies, if it has not yet, and another one starts on the same store. */
  async restart(): Promise<void> {
    this.journal.die();
    this.journal = createCrashableJournal(this.disk);
    this.host = this.#createHost();
    await this.host.start();
  }

  /** One project per lane, each queued for its own worker. */
  async fill(): Promise<void> {
    for (const name of lanes) {
      const made = createProject(this.context.control, {
        project_id: name,
        title: `Idea ${name}`,
        machine_target: name,
        source: 'test',
        requested_by: 'test',
      });
      await this.settle(made);
    }
  }

  run<Name extends CommandName>(name: Name, key: string | null, request: CommandRequests[Name]) {
    return runCommand(this.context, name, { key, by: 'test', request });
  }

  /** Lets everything happen that can, timers included; `until` ends it sooner. */
  async settle<Value>(until?: Promise<Value>): Promise<Value | undefined> {
    let settled: { value: Value } | { error: unknown } | null = null;
    until?.then(
      (value) => {
        settled = { value };
      },
      (error: unknown) => {
        settled = { error };
      },
    );
    for (let round = 0; round < 60; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = settled as { value: Value } | { error: unknown } | null;
      if (now !== null) {
        if ('error' in now) throw now.error;
        return now.value;
      }
      if (round % 3 === 2) this.clock.advance(1000);
    }
    return undefined;
  }

  /** Claims by the idempotency key of their request. */
  async claims(): Promise<{ key: string | null; runId: string }[]> {
    const events = await this.disk.eventsAfter(0, 10_000);
    return events
      .filter(({ event_type }) => event_type === 'queue_item.claimed')
      .map(({ idempotency_key, payload }) => ({
        key: idempotency_key,
        runId: String(payload['run_id']),
      }));
  }

  get time(): string {
    return toIsoTime(this.clock.now());
  }

  async close(): Promise<void> {
    this.journal.die();
    await this.disk.close();
  }
}
