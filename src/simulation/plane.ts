/**
 * The control plane in a simulation: the real machines, runtime, store and use cases in one process, on simulated
 * workers, with a writer that writes at once. It dies at a commit and comes back on the same store.
 */
import type { ActorEvent } from '../actors/machine/durable-actions.ts';
import type { MachineSpec } from '../actors/machine/spec.ts';
import type { ActorState, AnyDefinition } from '../actors/runtime/definition.ts';
import type { EffectHandlers } from '../actors/runtime/effect-handler.ts';
import { ActorHost } from '../actors/runtime/host.ts';
import { createMachineActor } from '../actors/runtime/machine-actor.ts';
import { createBench } from '../app/bench.ts';
import { createAskWithCause, withCauses } from '../app/causes.ts';
import { createPumpWaker } from '../app/pump-waker.ts';
import { controlGroups } from '../app/supervision.ts';
import { createPerformCommand } from '../control/commands/index.ts';
import {
  type CommandContext,
  type ControlContext,
  controlBench,
  createPlanShelf,
  type PaperTools,
} from '../control/common/index.ts';
import { createWorkerDirectory, type WorkerTarget } from '../control/fleet/index.ts';
import { createAlertLooks, startAlertWatch } from '../control/operations/index.ts';
import { configurePump, createPumpEffects, wakePump } from '../control/pump/index.ts';
import { createExecutePlan } from '../control/queue/index.ts';
import { placesOfRun } from '../control/runs/index.ts';
import { judgeDecision } from '../domain/decision-gate.ts';
import { limits } from '../domain/limits.ts';
import type { ProjectDecision } from '../domain/records.ts';
import { workloadClasses } from '../domain/statuses.ts';
import { asText } from '../lib/as-text.ts';
import { createSeededEntropy } from '../lib/ids.ts';
import { controlPlaneMachines } from '../machines/all.ts';
import { openStore } from '../store/sqlite/open-store.ts';
import { createControlEffects } from '../worker-client/effects-control.ts';
import { type CrashableJournal, createCrashableJournal } from './crashable-journal.ts';
import type { SimulatedTime } from './time.ts';
import type { SimulatedWorker } from './worker.ts';

interface PlaneOptions {
  readonly seed: number;
  readonly time: SimulatedTime;
  readonly workers: () => readonly SimulatedWorker[];
}

/** Shown to workers by its fingerprint alone. */
export const callbackToken = 'simulated-callback-token-of-sufficient-length';
const staleAfterMs = 6 * 3_600_000;
const leaseMs = 125_000;

/** One control plane over its lives: `crash` and `start` again, on one store. */
export class SimulatedPlane {
  readonly #options: PlaneOptions;
  readonly store = openStore({ path: ':memory:', synchronous: 'OFF' });
  journal: CrashableJournal = createCrashableJournal(this.store.journal);
  #host: ActorHost | null = null;
  #context: CommandContext | null = null;
  /** Papers in the corpus, by id: it is a folder, which outlives the process. */
  readonly #corpus = new Set<string>();
  readonly #papers = simulatedPaperTools(() => this.#corpus.size);
  readonly #looks = createAlertLooks(() => this.#context!.control);
  #lives = 0;
  #died: Promise<void> = Promise.resolve();

  constructor(options: PlaneOptions) {
    this.#options = options;
  }

  /** Null while it is dead. */
  get context(): CommandContext | null {
    return this.journal.isDead ? null : this.#context;
  }

  /** A new process on the store. */
  async start(): Promise<void> {
    this.#lives += 1;
    const { time, seed } = this.#options;
    let perish = (): void => {};
    this.#died = new Promise((resolve) => {
      perish = resolve;
    });
    this.journal = createCrashableJournal(this.store.journal, () => {
      time.note();
      perish();
    });
    const entropy = createSeededEntropy(seed * 1_000_003 + this.#lives);
    const contextNow = (): CommandContext => this.#context!;
    const workers = this.#directory();
    const { reads } = this.store;
    const host = new ActorHost({
      journal: this.journal,
      definitions: definitions(),
      effects: withCauses({
        ...createControlEffects({
          clientForTarget: (name) => workers.byName(name)?.client,
          laneOfTarget: (name) => workers.byName(name)?.lane,
          onUnanswered: (lane) => workers.sightings.distrust(lane),
          placesOfRun: (run) => placesOfRun({ workers, reads }, run),
          promptOf: async (id) => asText((await reads.get('project', id))?.['prompt']),
          defaultModel: 'default',
          stopGraceSec: 5,
        }),
        ...this.#paperEffects(),
        'evidence.collect': { run: async (input) => this.#decisionOf(asText(input['run_id'])) },
        'plan.execute': createExecutePlan(() => contextNow().control),
        'command.perform': createPerformCommand(contextNow),
        ...createPumpEffects(contextNow),
        'alerts.check': this.#looks.effect,
      }),
      clock: time.clock,
      entropy,
      onStoreFault: (error) => {
        throw error;
      },
      supervision: controlGroups,
      log: () => {},
      onBoundary: () => time.note(),
    });
    host.inspection.subscribe(() => time.note());
    this.#host = host;
    this.#context = this.#contextOf(host, workers, entropy);
    await host.start();
    await this.#startPump(host, this.#context.control);
    await startAlertWatch(this.#context.control);
  }

  async #startPump(host: ActorHost, control: ControlContext): Promise<void> {
    const waker = createPumpWaker({
      inspection: host.inspection,
      clock: this.#options.time.clock,
      wake: (cause) => wakePump(control, cause),
      onError: () => {},
    });
    void this.#died.then(() => waker.stop());
    waker.start(await configurePump(control, true));
  }

  /** The process is gone between two instructions; what it had not committed never was. */
  crash(): void {
    this.journal.die();
    this.#context = null;
  }

  /** The process ends as it should. */
  async stop(): Promise<boolean> {
    const host = this.#host!;
    const drained = host.drain(10_000);
    await this.#options.time.rest();
    const { clean } = await drained;
    this.crash();
    return clean;
  }

  /** Resolves when the present process is gone. */
  get died(): Promise<void> {
    return this.#died;
  }

  get isAlive(): boolean {
    return this.context !== null;
  }

  #directory() {
    const targets: WorkerTarget[] = this.#options.workers().map(({ name, lane, client }) => ({
      name,
      url: lane,
      lane,
      role: 'worker',
      minMemoryAvailableMib: 1,
      evidenceKeyId: null,
      client,
      clientWith: () => client,
    }));
    const first = targets[0]!.name;
    return createWorkerDirectory(
      targets,
      Object.fromEntries(workloadClasses.map((name) => [name, first])) as never,
    );
  }

  #contextOf(
    host: ActorHost,
    workers: ControlContext['workers'],
    entropy: ControlContext['entropy'],
  ): CommandContext {
    const { store } = this;
    const { clock } = this.#options.time;
    const control: ControlContext = {
      actors: { ask: createAskWithCause(host), recall: (key, asked) => host.recall(key, asked) },
      reads: store.reads,
      lineage: store.log.lineage,
      archive: null,
      plans: createPlanShelf(clock, store.plans),
      workers,
      clock,
      entropy,
      vitals: this.#vitals(),
      bench: createBench({
        host,
        journal: this.journal,
        machines: controlPlaneMachines,
        entropy,
        redact: (text) => text,
        place: controlBench,
      }),
      settings: {
        liveDispatchEnabled: true,
        leaseMs,
        staleAfterMs,
        storeBackend: 'sqlite',
        storeLabel: 'memory',
        defaultSandbox: 'workspace-write',
        defaultWorkloadClass: 'cpu_only',
        pump: { drafts: true, publishes: true, followups: false, intervalMs: 60_000 },
        completionCallbackToken: { reveal: () => callbackToken },
        sampleAgeMsMax: limits.workerSampleAgeMs,
      },
    };
    return { control, papers: this.#papers };
  }

  #vitals(): ControlContext['vitals'] {
    return {
      writeTrouble: () => null,
      connectionTrouble: () => null,
      outbox: async () => {
        const rows = await this.journal.effects(0, limits.outboxReadMax);
        const retrying = rows.filter(({ attempts }) => attempts > 0).length;
        return {
          pending: rows.length,
          capped: rows.length === limits.outboxReadMax,
          oldest_at: null,
          oldest: rows[0]?.name ?? null,
          retrying,
          last_error: null,
        };
      },
      chain: () => ({
        state: 'checking',
        verified_to: 0,
        head: 0,
        last_step_at: null,
        first_verified_at: null,
        problem: null,
        read_error: null,
      }),
      writer: { provider: 'deterministic', fallbackEnabled: true },
      corpusTrouble: () => null,
      inbox: () => null,
      backupIntervalMs: null,
      heartbeat: null,
      pump: () => Promise.resolve({ next_at: null, busy: false }),
      alertsCheckedAt: () => this.#looks.last(),
      alerts: {
        pushEnabled: false,
        checkIntervalMs: 300_000,
        channels: [],
        cooldownMs: 1_800_000,
        hangAfterMs: 3_600_000,
        unreachableAfterMs: 300_000,
        dispatchErrorCount: 3,
      },
    };
  }

  #decisionOf(runId: string): ActorEvent {
    const word =
      this.#options
        .workers()
        .map((worker) => worker.decisionOf(runId))
        .find((found) => found !== null) ?? null;
    const decision = word === null ? null : decisionOf(word);
    return {
      type: 'DECISION_READ',
      run_id: runId,
      decision,
      gate_verdict: decision === null ? null : judgeDecision(decision),
      problems: decision === null ? ['the decision file is missing'] : [],
    } as ActorEvent;
  }

  #paperEffects(): EffectHandlers {
    const event = (content: object): ActorEvent => content as ActorEvent;
    const written = (type: string) => ({
      run: async (input: Readonly<Record<string, unknown>>) => {
        const id = asText(input['paper_id']);
        const artifacts = {
          title: `Paper ${id}`,
          draft_markdown_path: `${id}/paper.md`,
          draft_latex_path: `${id}/paper.tex`,
          evidence_bundle_path: `${id}/evidence_bundle.json`,
          claim_ledger_path: `${id}/claim_ledger.json`,
          manifest_path: `${id}/paper_manifest.json`,
          report: {},
        };
        return event({ type, artifacts });
      },
    });
    return {
      'paper.draft': written('DRAFTED'),
      'paper.rewrite': written('REWRITTEN'),
      'review.evaluate': {
        run: async () =>
          event({
            type: 'EVALUATED',
            lint_passes: true,
            lint_finding_count: 0,
            audit_verdict: 'strict_pass',
            rank_score: 100,
            rank_reasons: [],
            checklist: [],
          }),
      },
      'review.package': {
        run: async (input) => {
          const dir = `${asText(input['paper_id'])}/package`;
          return event({
            type: 'PACKAGED',
            package_dir: dir,
            package_archive: `${dir}.tar.gz`,
            package_sha256: '0'.repeat(64),
            report: {},
          });
        },
      },
      'corpus.import': {
        run: async (input) => {
          this.#corpus.add(asText(input['paper_id']));
          await this.#papers.rebuildCorpusIndex();
          return event({
            type: 'IMPORTED',
            public_id: `sim-${asText(input['paper_id'])}`,
            title: asText(input['title']),
            source_record_fingerprint: asText(input['paper_id']),
            manifest_sha256: '0'.repeat(64),
            lint: 'pass',
            audit: 'strict_pass',
            index: 'built',
          });
        },
      },
    };
  }
}

/** One index a plane: built by the first import, as that of the service. */
function simulatedPaperTools(imported: () => number): PaperTools {
  let indexed: number | null = null;
  return {
    readArtifact: () => Promise.resolve(null),
    reportCorpusIndex: () =>
      Promise.resolve(
        indexed === null
          ? { known: false, reason: 'not_built' }
          : {
              known: true,
              papers: indexed,
              lint_passes: indexed,
              strict_passes: indexed,
              built_at: '2026-01-01',
            },
      ),
    rebuildCorpusIndex() {
      indexed = imported();
      return Promise.resolve();
    },
    checkEvidence: () => Promise.resolve(null),
    previewPackage: () => Promise.resolve({ problems: [], manifest: {} }),
    previewImport: () => Promise.resolve([]),
  };
}

const decisionOf = (word: ProjectDecision['project_decision']): ProjectDecision => ({
  project_decision: word,
  research_outcome: word === 'finalize_positive' ? 'paper_positive' : 'negative',
  hypothesis_status: word === 'finalize_positive' ? 'supported' : 'unsupported',
  evidence_strength: 'strong',
  claim_scope: 'simulated',
  scale_limits: 'simulated',
  bounded_paper_ready: word === 'finalize_positive',
});

function definitions(): Map<string, AnyDefinition> {
  const specs: readonly unknown[] = Object.values(controlPlaneMachines);
  const actors = specs.map((spec) =>
    createMachineActor(spec as MachineSpec<ActorState, ActorEvent>),
  );
  return new Map(actors.map((definition) => [definition.kind, definition]));
}
