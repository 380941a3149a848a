/**
 * A worker's gate in a simulation: the service's own actors, store, use cases, watches, telemetry and outbox on a
 * machine that is played. It dies at any boundary and is started again on the same state folder, or on an empty one.
 */
import { join } from 'node:path';
import type { TurnRecord, TurnResult } from '../actors/journal/port.ts';
import type { Boundary } from '../actors/runtime/host-options.ts';
import { VolatileHost } from '../actors/volatile/host.ts';
import { createGateCore, type GateCore } from '../app/gate/gate-core.ts';
import { workerGateService } from '../domain/product.ts';
import type { Route } from '../http/route.ts';
import type { GateContext } from '../http/routes/context.ts';
import { type HealthzContext, healthzRoutes } from '../http/routes/health.ts';
import { workerRoutes } from '../http/routes/worker.ts';
import {
  type GateCallbacksContext,
  workerCallbackRoutes,
} from '../http/routes/worker-callbacks.ts';
import { type GateProcessesContext, workerProcessRoutes } from '../http/routes/worker-processes.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { createSeededEntropy, type Entropy } from '../lib/ids.ts';
import type { SigningKey } from '../lib/signing-key.ts';
import { defaultIdleProfile } from '../machines/idle-gate/profile.ts';
import { openStore, type Store } from '../store/sqlite/open-store.ts';
import { createTelemetry, type Telemetry } from '../telemetry/telemetry-actor.ts';
import { createWorldEffects } from '../worker/effects.ts';
import type { RunLogs } from '../worker/log/run-log.ts';
import type { CallbackWay } from '../worker/ports.ts';
import { createTelemetryWatcher } from '../worker/telemetry/telemetry-watcher.ts';
import { type CrashableJournal, createCrashableJournal } from './crashable-journal.ts';
import { type Serve, serveRoutes } from './exchange.ts';
import type { SimulatedMachine } from './machine.ts';
import { mortal, mortalClock, mortalEffects } from './mortal.ts';
import { RememberedReads } from './remembered-reads.ts';
import { createSamplingClock } from './sampling-clock.ts';
import type { PlayedSettings } from './settings.ts';
import type { SimulatedTime } from './time.ts';
import { watchJournal } from './watched-journal.ts';

interface GateOptions {
  readonly seed: number;
  readonly time: SimulatedTime;
  readonly machine: SimulatedMachine;
  /** Of its folders. */
  readonly root: string;
  readonly settings: Pick<
    PlayedSettings,
    'workloadClass' | 'sampleIntervalMs' | 'callbackTimeoutMs' | 'dispatchTimeoutMs' | 'gateKeeps'
  >;
  readonly token: string;
  readonly callbackToken: string;
  readonly signingKey: SigningKey;
  /** The way to the control plane. */
  readonly post: CallbackWay;
  /** Told of every commit before anybody else. */
  readonly onCommitted: (turns: readonly TurnRecord[], results: readonly TurnResult[]) => void;
  readonly onDeath: () => void;
  readonly onBroken: (sentence: string) => void;
}

type Context = GateContext & GateCallbacksContext & GateProcessesContext & HealthzContext;

const routes: readonly Route<Context>[] = [
  ...healthzRoutes,
  ...workerRoutes,
  ...workerCallbackRoutes,
  ...workerProcessRoutes,
];
const maxWaitMs = 3 * 3_600_000;
const stopDeadlineMs = 10_000;
const passivateAfterMs = 10 * 60_000;
/** One life in so many restores every stored actor after its start. */
const restoringLives = 10;
const noneStored = (): Promise<readonly never[]> => Promise.resolve([]);
/** Cores of the machine. */
const coreCount = 16;
/** Logs of agents are not played. */
const noLogs: Pick<RunLogs, 'read'> = {
  read: async (_, { offset }) => ({
    text: '',
    offset: Math.max(0, offset),
    nextOffset: Math.max(0, offset),
    sizeBytes: 0,
    dropped: null,
    problem: null,
    bounded: null,
  }),
};

/** What a life of it is reached by. */
interface Life {
  readonly journal: CrashableJournal;
  readonly died: Promise<void>;
  readonly core: GateCore;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly stop: () => Promise<boolean>;
  /** Null until it listens. */
  serve: Serve | null;
}

/** One gate over its lives. */
export class SimulatedGate {
  readonly #options: GateOptions;
  #store: Pick<Store, 'journal' | 'reads' | 'aged'> = this.#emptyStore();
  #folders = 1;
  #lives = 0;
  #life: Life | null = null;
  #deadline: { readonly boundary: Boundary; left: number; readonly onReached: () => void } | null =
    null;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Processes so far. */
  get lives(): number {
    return this.#lives;
  }

  get isAlive(): boolean {
    return this.#life?.journal.isDead === false;
  }

  /** True while it takes connections. */
  get listens(): boolean {
    return this.isAlive && this.#life!.serve !== null;
  }

  /** A new process on its state folder; resolves when it listens, or has died before. */
  async start(): Promise<void> {
    this.#lives += 1;
    this.#deadline = null;
    const life = this.#begin();
    this.#life = life;
    await Promise.race([this.#listen(life), life.died]);
  }

  /** Rejects when the process dies before it has answered. */
  async request(...args: Parameters<Serve>): ReturnType<Serve> {
    const life = this.#life!;
    const answer = await Promise.race([life.serve!(...args), life.died.then(() => null)]);
    if (answer === null) throw new Error('the connection was closed');
    return answer;
  }

  /** Dies at the boundary of that kind that comes `boundaries` from now; `onReached` is called when it does. */
  dieAt(boundary: Boundary, boundaries: number, onReached: () => void): void {
    this.#deadline = { boundary, left: boundaries, onReached };
  }

  /** The process is gone between two instructions. */
  crash(): void {
    this.#life?.journal.die();
  }

  /** The process ends as it should; false when something was cut off. */
  async stop(): Promise<boolean> {
    const life = this.#life!;
    life.serve = null;
    const isClean = await Promise.race([life.stop(), life.died.then(() => true)]);
    life.journal.die();
    return isClean;
  }

  /** Its state folder is replaced by an empty one while it is down. */
  async replaceState(): Promise<void> {
    this.crash();
    await this.#store.journal.close();
    this.#store = this.#emptyStore();
    this.#folders += 1;
  }

  #emptyStore(): Pick<Store, 'journal' | 'reads' | 'aged'> {
    const { journal, reads, aged } = openStore({ path: ':memory:', synchronous: 'OFF' });
    const remembered = new RememberedReads((sentence) => this.#options.onBroken(sentence));
    return { journal: remembered.watch(journal), reads: remembered.over(reads), aged };
  }

  #begin(): Life {
    const { time, machine, settings, root, seed } = this.#options;
    let perish = (): void => {};
    const died = new Promise<void>((resolve) => {
      perish = resolve;
    });
    const isDead = (): boolean => journal.isDead;
    const clock = mortalClock(isDead, time.clock);
    const watched = watchJournal(this.#store.journal, {
      isDiskFull: () => false,
      onCommitted: async (turns, results) => this.#options.onCommitted(turns, results),
    });
    const journal = createCrashableJournal(watched, () => {
      time.note();
      clock.forget();
      this.#deadline = null;
      perish();
      this.#options.onDeath();
    });
    const entropy = createSeededEntropy(seed * 1_000_003 + this.#lives);
    const files = mortal(isDead, machine.files);
    const sampling = createSamplingClock(clock, {
      intervalMs: settings.sampleIntervalMs,
      isDull: () => telemetry.status().watched_runs === 0 || machine.hasAgent,
    });
    machine.onExit = () => sampling.wake();
    const actors = new VolatileHost({
      clock: sampling,
      onFailure: ({ actor, error }) => this.#failed(isDead, `${actor} failed: ${String(error)}`),
    });
    const { sampleIntervalMs } = settings;
    const telemetry: Telemetry = createTelemetry({
      clock: sampling,
      host: actors,
      sampleIntervalMs,
      ...machine.sensorsBy(clock),
      coreCount,
      onCallbackError: (error) => this.#failed(isDead, `telemetry failed: ${String(error)}`),
    });
    const { processSource, kill } = machine;
    const { watcher, reader } = createTelemetryWatcher({
      telemetry,
      profileOf: () => defaultIdleProfile,
      maxWaitMs,
      clock,
    });
    const ageMs = (): number => clock.monotonic() - (telemetry.latest()?.monotonic_ms ?? 0);
    const core = createGateCore({
      store: {
        ...this.#store,
        journal:
          this.#lives % restoringLives === 1 ? journal : { ...journal, addresses: noneStored },
      },
      projectRoot: machine.projectRoot,
      stateDir: join(root, `state-${this.#folders}`),
      files,
      processSource,
      cgroups: { pathOf: () => null },
      sensing: {
        watcher: {
          watch: (...args) => {
            const watch = watcher.watch(...args);
            sampling.wake();
            return watch;
          },
        },
        reader: {
          ...reader,
          // As fresh as it would be.
          latestOrFirst: () =>
            ageMs() > sampleIntervalMs ? telemetry.sampleNow() : reader.latestOrFirst(),
        },
        actors,
      },
      logs: noLogs,
      effects: mortalEffects(
        isDead,
        createWorldEffects({
          projectRoot: machine.projectRoot,
          files,
          launcher: machine.launcher,
          dispatchTimeoutMs: settings.dispatchTimeoutMs,
          processSource,
          kill,
          callbackTimeoutMs: settings.callbackTimeoutMs,
          callbackWay: this.#options.post,
          clock,
        }),
      ),
      gateSettings: {
        defaultWorkloadClass: settings.workloadClass,
        sampleIntervalMs,
        completionCallbackToken: this.#options.callbackToken,
        ...settings.gateKeeps,
      },
      signingKey: this.#options.signingKey,
      clock,
      entropy,
      redact: (text) => text,
      settings: { passivateAfterMs },
      onStoreFault: (error) => {
        this.#failed(isDead, `its store failed: ${String(error)}`);
        journal.die();
      },
      onBoundary: (boundary) => this.#reach(boundary, journal),
      onLost: () => {},
      onError: (error, what) => this.#failed(isDead, `${what}: ${String(error)}`),
    });
    core.host.inspection.subscribe(() => time.note());
    return {
      journal,
      died,
      core,
      telemetry,
      clock,
      entropy,
      serve: null,
      stop: async () => {
        const isClean = await core.drain(stopDeadlineMs);
        await telemetry.stop();
        await actors.close();
        return isClean;
      },
    };
  }

  async #listen(life: Life): Promise<void> {
    const { core, telemetry, clock, entropy } = life;
    telemetry.start();
    await core.start();
    life.serve = serveRoutes<Context>({
      routes,
      context: {
        gate: core.gate,
        gateCallbacks: core.callbacks,
        gateProcesses: core.leftOvers,
        describeHealthz: async () => ({
          service: workerGateService,
          timestamp: toIsoTime(clock.now()),
          role: 'worker',
          ...(await core.gate.health()),
        }),
        describeGateSupervision: () => {
          throw new Error('not played');
        },
      },
      tokens: { control: '', worker: this.#options.token },
      clock,
      entropy,
    });
  }

  #failed(isDead: () => boolean, sentence: string): void {
    if (!isDead()) this.#options.onBroken(sentence);
  }

  #reach(boundary: Boundary, journal: CrashableJournal): void {
    this.#options.time.note();
    const deadline = this.#deadline;
    if (deadline?.boundary !== boundary || journal !== this.#life?.journal) return;
    deadline.left -= 1;
    if (deadline.left > 0) return;
    deadline.onReached();
    journal.die();
  }
}
