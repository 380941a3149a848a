/**
 * The control plane in a simulation: the real machines, runtime, store and use cases in one process, on simulated
 * workers, with a writer that writes at once. It dies at any boundary and comes back on the same store.
 */

import type { Journal } from '../actors/journal/port.ts';
import type { ActorEvent } from '../actors/machine/durable-actions.ts';
import { ActorHost } from '../actors/runtime/host.ts';
import type { Boundary } from '../actors/runtime/host-options.ts';
import { createAlertWaker } from '../app/plane/alert-waker.ts';
import { createBench } from '../app/plane/bench.ts';
import { definitions } from '../app/plane/control-definitions.ts';
import { createUseCaseEffects } from '../app/plane/control-effects.ts';
import { createPumpWaker } from '../app/plane/pump-waker.ts';
import { createAskWithCause, withCauses } from '../app/process/causes.ts';
import { controlGroups } from '../app/process/supervision.ts';
import { createAlertLooks, startAlertWatch, wakeAlertWatch } from '../control/alerts/index.ts';
import {
  type CommandContext,
  type ControlContext,
  controlBench,
  createPlanShelf,
  startRetention,
} from '../control/common/index.ts';
import { stopSpentDay } from '../control/dispatch/index.ts';
import { createWorkerDirectory, type WorkerTarget } from '../control/fleet/index.ts';
import { startHeartbeat } from '../control/notify/index.ts';
import { configurePump, wakePump } from '../control/pump/index.ts';
import { whyUnwell } from '../control/readiness/index.ts';
import { createWorkerWatch } from '../control/workers/index.ts';
import { judgeDecision } from '../domain/decision-gate.ts';
import { paperIdOf } from '../domain/ids.ts';
import { callbackRoutes } from '../http/routes/callbacks.ts';
import type { ApiContext } from '../http/routes/context.ts';
import { asText } from '../lib/as-text.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import type { Clock } from '../lib/clock.ts';
import { createSeededEntropy, type Entropy } from '../lib/ids.ts';
import { controlPlaneMachines } from '../machines/all.ts';
import { createHeartbeatCall } from '../notify/call-heartbeat.ts';
import { createSendNotification } from '../notify/send-notification.ts';
import type { Store } from '../store/sqlite/open-store.ts';
import type { Agents } from './agents.ts';
import { type CrashableJournal, createCrashableJournal } from './crashable-journal.ts';
import { decisionOf } from './decisions.ts';
import { type Serve, serveRoutes } from './exchange.ts';
import type { HungPump } from './hung-pump.ts';
import { mortal, mortalClock, mortalEffects } from './mortal.ts';
import type { Outsider } from './outsider.ts';
import type { SimulatedPapers } from './papers.ts';
import type { PushService } from './push-service.ts';
import { type PlayedSettings, sampleAgeMsMax } from './settings.ts';
import type { SimulatedTime } from './time.ts';
import { createPlayedVitals } from './vitals.ts';
import { DiskFullError } from './watched-journal.ts';
import type { SimulatedWorker } from './worker.ts';

interface PlaneOptions {
  readonly seed: number;
  readonly time: SimulatedTime;
  readonly settings: PlayedSettings;
  readonly store: Store;
  /** What the store's journal is reached through. */
  readonly journal: Journal;
  readonly workers: readonly SimulatedWorker[];
  readonly agents: Agents;
  readonly papers: SimulatedPapers;
  readonly push: PushService;
  /** Null: none is configured. */
  readonly outsider: Outsider | null;
  readonly isDiskFull: () => boolean;
  readonly hungPump: HungPump;
  readonly chain: ControlContext['vitals']['chain'];
  /** Told of a fault of the store that no site of faults explains. */
  readonly onStoreFault: (error: unknown) => void;
}

/** Gates send it with each callback, and show it by its fingerprint alone. */
export const callbackToken = 'simulated-callback-token-of-sufficient-length';
const stopDeadlineMs = 10_000;
/** Actors that nobody asked anything for so long are read back when they are asked next. */
const passivateAfterMs = 10 * 60_000;
/** One life in so many restores every stored actor after its start: a month has hundreds of lives. */
const restoringLives = 50;
const noneStored = (): Promise<readonly never[]> => Promise.resolve([]);

/** One control plane over its lives: `crash` and `start` again, on one store. */
export class SimulatedPlane {
  readonly #options: PlaneOptions;
  journal: CrashableJournal;
  #host: ActorHost | null = null;
  #context: CommandContext | null = null;
  #serve: Serve | null = null;
  #lives = 0;
  #startedMs = 0;
  #died: Promise<void> = Promise.resolve();
  #end: (() => Promise<unknown>) | null = null;
  readonly #looks = createAlertLooks(() => this.#context!.control);
  #deadline: { readonly boundary: Boundary; left: number } | null = null;

  constructor(options: PlaneOptions) {
    this.#options = options;
    this.journal = createCrashableJournal(options.journal);
  }

  /** Null while it is dead. */
  get context(): CommandContext | null {
    return this.journal.isDead ? null : this.#context;
  }
  get isAlive(): boolean {
    return this.context !== null;
  }
  /** Processes so far, those included that died while starting. */
  get lives(): number {
    return this.#lives;
  }
  /** When the present process was started, by the clock that never goes back. */
  get startedMs(): number {
    return this.#startedMs;
  }
  /** Resolves when the present process is gone. */
  get died(): Promise<void> {
    return this.#died;
  }

  /** Takes one callback as the service's route does; null where the process is dead, or dies before it has answered. */
  async takeCallback(body: string): Promise<Awaited<ReturnType<Serve>> | null> {
    if (this.context === null || this.#serve === null) return null;
    const headers = {
      authorization: `Bearer ${callbackToken}`,
      'content-type': 'application/json',
    };
    const path = '/control/api/worker-callback';
    const answer = this.#serve(
      { method: 'POST', path, headers, body },
      new AbortController().signal,
    );
    return Promise.race([answer, this.#died.then(() => null)]);
  }

  /** A new process on the store; false when it died while it started. */
  async start(): Promise<boolean> {
    this.#lives += 1;
    const { time, seed, outsider, isDiskFull } = this.#options;
    this.#startedMs = time.elapsedMs;
    let perish = (): void => {};
    this.#died = new Promise((resolve) => {
      perish = resolve;
    });
    const clock = mortalClock(() => journal.isDead, time.clock);
    const journal: CrashableJournal = createCrashableJournal(this.#options.journal, () => {
      // Until now it was alive.
      outsider?.look(!isDiskFull());
      outsider?.look(false);
      time.note();
      clock.forget();
      this.#options.hungPump.forget();
      this.#deadline = null;
      void this.#end?.();
      perish();
    });
    this.journal = journal;
    this.#deadline = null;
    this.#end = null;
    outsider?.look(!isDiskFull());
    const entropy = createSeededEntropy(seed * 1_000_003 + this.#lives);
    const begun = this.#begin(journal, clock, entropy).then(
      () => true,
      (error: unknown) => {
        if (journal.isDead) return false;
        throw error;
      },
    );
    return Promise.race([begun, this.#died.then(() => false)]);
  }

  /** Dies at the boundary of that kind that comes `boundaries` from now. */
  dieAt(boundary: Boundary, boundaries: number): void {
    this.#deadline = { boundary, left: boundaries };
  }

  /** The process is gone between two instructions; what it had not committed never was. */
  crash(): void {
    this.journal.die();
    this.#context = null;
  }

  /** The process ends as it should: all that it does ends first, but for what hangs. False where that was not so. */
  async stop(): Promise<boolean> {
    const { time, hungPump } = this.#options;
    const hangs = hungPump.sinceMs !== null;
    const ended = (async () => {
      await this.#end?.();
      return (await this.#host!.drain(stopDeadlineMs)).clean;
    })();
    const clean = await time.during(ended, 2 * stopDeadlineMs);
    this.crash();
    return clean === !hangs;
  }

  async #begin(journal: CrashableJournal, clock: Clock, entropy: Entropy): Promise<void> {
    const { time, settings, store, agents, papers, push, outsider } = this.#options;
    const contextNow = (): CommandContext => this.#context!;
    const isDead = (): boolean => journal.isDead;
    const workers = this.#directory(isDead);
    const { reads } = store;
    const written = papers.begin({ reads, workers, clock });
    const host = new ActorHost({
      journal: this.#lives % restoringLives === 1 ? journal : { ...journal, addresses: noneStored },
      definitions: definitions(),
      effects: withCauses(
        mortalEffects(isDead, {
          ...this.#options.hungPump.over(
            createUseCaseEffects({
              contextOf: contextNow,
              alertLooks: this.#looks,
              aged: this.#options.store.aged,
              reads,
              workers,
            }),
          ),
          ...written.effects,
          'evidence.collect': {
            run: async (input) => collect({ agents, papers }, input),
          },
          'notification.send': createSendNotification({
            channels: push.channels(settings.alerts.channels),
            entropy,
            redact: (text) => text,
          }),
          'heartbeat.call': createHeartbeatCall({
            way: outsider === null ? null : mortal(isDead, outsider.way),
            isWell: () => whyUnwell(contextNow().control),
            redact: (text) => text,
          }),
        }),
      ),
      clock,
      entropy,
      onStoreFault: (error) => {
        // As the service does: it ends, and whoever looks after it starts it again.
        if (!(error instanceof DiskFullError)) this.#options.onStoreFault(error);
        journal.die();
      },
      supervision: controlGroups,
      // Nothing is lost by reading back what is not in memory any more; a month has time for it now and then.
      settings: { passivateAfterMs },
      log: () => {},
      onBoundary: (boundary) => this.#reach(boundary, journal),
    });
    host.inspection.subscribe(() => time.note());
    this.#host = host;
    const control = this.#contextOf(host, workers, { clock, entropy });
    this.#context = { control, papers: written.tools };
    this.#serve = serveRoutes<ApiContext>({
      routes: callbackRoutes,
      // All that its handler asks for.
      context: { control } as ApiContext,
      tokens: { control: '', worker: '', callback: callbackToken },
      clock,
      entropy,
    });
    const watch = createWorkerWatch({
      context: control,
      intervalMs: settings.refreshMs,
      afterLook: () => stopSpentDay(control),
      onError: () => {},
    });
    const waker = createPumpWaker({
      inspection: host.inspection,
      clock,
      wake: (cause) => wakePump(control, cause),
      onError: () => {},
    });
    const alertWaker = createAlertWaker({
      inspection: host.inspection,
      clock,
      wake: (cause) => wakeAlertWatch(control, cause),
      onError: () => {},
    });
    this.#end = () => {
      alertWaker.stop();
      waker.stop();
      return watch.stop();
    };
    await host.start();
    waker.start(await configurePump(control, settings.pump.enabled));
    await startAlertWatch(control);
    alertWaker.start(settings.alerts.checkIntervalMs > 0);
    watch.start();
    await startHeartbeat(control);
    await startRetention(control, 'main', settings.notificationsKeepMs);
  }

  #reach(boundary: Boundary, journal: CrashableJournal): void {
    this.#options.time.note();
    const deadline = this.#deadline;
    if (deadline?.boundary !== boundary || journal !== this.journal) return;
    deadline.left -= 1;
    if (deadline.left <= 0) journal.die();
  }

  #directory(isDead: () => boolean) {
    const { settings, workers } = this.#options;
    const targets = settings.workers.map(({ name, lane, minMemoryAvailableMib }): WorkerTarget => {
      const client = mortal(isDead, workers.find((worker) => worker.lane === lane)!.client);
      return {
        name,
        url: lane,
        lane,
        role: 'worker',
        minMemoryAvailableMib,
        evidenceKeyId: null,
        client,
        clientWith: () => client,
      };
    });
    return createWorkerDirectory(targets, settings.targetOfClass, settings.routedClasses);
  }

  #contextOf(
    host: ActorHost,
    workers: ControlContext['workers'],
    { clock, entropy }: Pick<ControlContext, 'clock' | 'entropy'>,
  ): ControlContext {
    const { store, settings } = this.#options;
    return {
      actors: { ask: createAskWithCause(host), recall: (key, asked) => host.recall(key, asked) },
      reads: store.reads,
      lineage: store.log.lineage,
      archive: null,
      plans: createPlanShelf(clock, store.plans),
      workers,
      clock,
      entropy,
      vitals: createPlayedVitals({
        settings,
        journal: this.journal,
        clock,
        chain: this.#options.chain,
        isDiskFull: this.#options.isDiskFull,
        alertsCheckedAt: () => this.#looks.last(),
      }),
      bench: createBench({
        host,
        journal: this.journal,
        machines: controlPlaneMachines,
        entropy,
        redact: (text) => text,
        place: controlBench,
      }),
      settings: {
        liveDispatchEnabled: settings.liveDispatch,
        leaseMs: settings.callTimeoutMs,
        staleAfterMs: settings.staleAfterMs,
        storeBackend: 'sqlite',
        storeLabel: 'memory',
        defaultSandbox: 'workspace-write',
        defaultWorkloadClass: settings.workloadClass,
        pump: settings.pump,
        budgets: settings.budgets,
        completionCallbackToken: { reveal: () => callbackToken },
        sampleAgeMsMax: sampleAgeMsMax(settings),
      },
    };
  }
}

function collect(
  { agents, papers }: Pick<PlaneOptions, 'agents' | 'papers'>,
  input: JsonObject,
): ActorEvent {
  const runId = asText(input['run_id']);
  const word = agents.get(runId)?.plan.decision ?? null;
  const decision = word === null ? null : decisionOf(word);
  const paperId = paperIdOf(runId);
  if (decision !== null && papers.written.has(paperId))
    papers.written.layEvidence({ paperId, projectDir: asText(input['project_dir']) }, decision);
  return {
    type: 'DECISION_READ',
    run_id: runId,
    decision,
    gate_verdict: decision === null ? null : judgeDecision(decision),
    problems: decision === null ? ['the decision file is missing'] : [],
  } as ActorEvent;
}
