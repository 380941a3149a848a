/**
 * A simulated stretch of days: ideas come in, workers run them, operators act at random, and everything that can go
 * wrong does, from one seed. The same seed gives the same log to the last hash. What must never happen is looked for
 * after every commit; the first that does ends the simulation.
 */
import type { CommandContext } from '../control/common/index.ts';
import { takeInIdeas } from '../control/intake/index.ts';
import { ServiceError } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import { toIsoTime } from '../lib/clock.ts';
import { createSeededEntropy, type Entropy } from '../lib/ids.ts';
import { openStore } from '../store/sqlite/open-store.ts';
import type { CallbackAnswer } from '../worker/ports.ts';
import { Agents } from './agents.ts';
import { Faults } from './faults.ts';
import { Hearing } from './hearing.ts';
import { HungPump } from './hung-pump.ts';
import { Invariants, wholeAfterDays } from './invariants.ts';
import { actAtRandom, type Hands, lookAfter } from './operators.ts';
import { Outage, outageMs } from './outage.ts';
import { Outsider } from './outsider.ts';
import { SimulatedPapers } from './papers.ts';
import { FiredAlerts, IdleMachines, type Lag, lagOf, WaitingForPeople } from './people.ts';
import { callbackToken, SimulatedPlane } from './plane.ts';
import { PushService, pushUrl, type Taken } from './push-service.ts';
import { RememberedReads } from './remembered-reads.ts';
import { reportOf, type SimulationReport, type VerbCounts } from './report.ts';
import { planRun } from './run-plans.ts';
import type { SimulationOptions } from './settings.ts';
import { SimulatedTime } from './time.ts';
import { bringTrouble } from './trouble.ts';
import { watchJournal } from './watched-journal.ts';
import { Watching } from './watching.ts';
import { SimulatedWorker } from './worker.ts';

const startMs = Date.UTC(2026, 0, 1);
const gateToken = 'simulated-gate-token-of-sufficient-length';
const dayMs = 86_400_000;
const minuteMs = 60_000;
const askMsMax = 10 * minuteMs;
/** A person looks in this often on average, and others try something, in minutes. */
const looksInEvery = 90;
const triesEvery = 30;
/** The service is asked what it says of itself this often, in minutes. */
const asksEvery = 20;
const pumpAlert = 'readiness:pump';

/** Runs it; nothing outside of this process is touched. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const simulation = new Simulation(options);
  try {
    return await simulation.run();
  } finally {
    simulation.cleanUp();
  }
}

/** All parts of one simulation, by the draws of one seed. */
class Simulation {
  readonly #options: SimulationOptions;
  readonly #time = new SimulatedTime(startMs);
  readonly #draw: Entropy;
  readonly #faults: Faults;
  readonly #store = openStore({ path: ':memory:', synchronous: 'OFF' });
  readonly #watching = new Watching(() => this.#time.elapsedMs);
  readonly #disk = new Outage(() => this.#time.elapsedMs);
  readonly #starter = new Outage(() => this.#time.elapsedMs);
  readonly #hungPump: HungPump;
  readonly #waiting = new WaitingForPeople();
  readonly #idle = new IdleMachines();
  readonly #fired = new FiredAlerts();
  readonly #lags: Lag[] = [];
  readonly #verbs = new Map<string, VerbCounts>();
  readonly #hands: Hands;
  readonly #papers: SimulatedPapers;
  readonly #agents: Agents;
  readonly #push: PushService;
  readonly #outsider: Outsider | null;
  readonly #invariants: Invariants;
  readonly #workers: readonly SimulatedWorker[];
  readonly #plane: SimulatedPlane;
  readonly #hearing: Hearing;
  #taken = 0;
  /** Ideas that were sent and not answered: they are sent again under the same key. */
  #batch: { readonly first: number; readonly count: number } | null = null;

  constructor(options: SimulationOptions) {
    this.#options = options;
    const { seed, settings } = options;
    const time = this.#time;
    this.#draw = createSeededEntropy(seed);
    this.#faults = new Faults(createSeededEntropy(seed + 1), options.faults);
    this.#hungPump = new HungPump({ faults: this.#faults, nowMs: () => time.elapsedMs });
    const plans = createSeededEntropy(seed + 2);
    this.#hands = {
      draw: createSeededEntropy(seed + 3),
      watching: this.#watching,
      workers: settings.workers.map(({ name }) => name),
    };
    this.#papers = new SimulatedPapers(seed, options.ideas);
    // Names that share an address are one machine, known by the first of them.
    const lanes = new Map([...settings.workers].reverse().map(({ lane, name }) => [lane, name]));
    this.#agents = new Agents({
      time,
      planRun: () =>
        planRun(plans, (options.days * dayMs * lanes.size) / Math.max(1, options.ideas)),
      onStart: (agent, others) => this.#invariants.runStarted(agent, others),
    });
    this.#push = new PushService({
      time,
      faults: this.#faults,
      entropy: createSeededEntropy(seed + 4),
      timeoutMs: settings.notifyTimeoutMs,
      onTaken: (taken) => {
        if (taken.message.news === 'firing') this.#lags.push(this.#lagOf(taken));
      },
      onBroken: (sentence) => this.#invariants.break(sentence),
    });
    this.#outsider =
      settings.heartbeat === null
        ? null
        : new Outsider({
            ...settings.heartbeat,
            time,
            faults: this.#faults,
            works: () => this.#plane.isAlive && !this.#disk.isOn && !this.#isStill(),
            onBroken: (sentence) => this.#invariants.break(sentence),
          });
    this.#invariants = new Invariants({
      store: this.#store,
      watching: this.#watching,
      truth: {
        wasQuiet: (runId) => this.#agents.get(runId)?.wasQuiet === true,
        packagePasses: (paperId) => this.#papers.packagePasses(paperId),
        whatFails: (paperId, paper) => this.#papers.whatFails(paperId, paper),
        hasMessage: (id) => this.#push.has(id),
      },
      secrets: {
        'the token of callbacks': callbackToken,
        'the token of gates': gateToken,
        'the secret of messages': this.#push.secret,
        'the address of the push service': pushUrl,
        'a path of this machine': this.#papers.written.root,
      },
      onChange: (change) => {
        this.#waiting.take(change, time.elapsedMs);
        if (change.kind === 'alert') this.#fired.take(change, time.elapsedMs);
      },
    });
    const { signingKey } = this.#papers.written;
    this.#workers = [...lanes].map(
      ([lane, name], index) =>
        new SimulatedWorker({
          name,
          lane,
          seed: seed + 100 * (index + 1),
          time,
          faults: this.#faults,
          agents: this.#agents,
          settings,
          token: gateToken,
          callbackToken,
          signingKey,
          deliver: (body) => this.#deliver(body),
          onTaken: (key) => this.#invariants.callbackTaken(key),
          onCutShort: (agent) => this.#invariants.cutShort(agent),
          onBroken: (sentence) => this.#invariants.break(sentence),
        }),
    );
    const isDiskFull = (): boolean => this.#disk.isOn;
    const remembered = new RememberedReads((sentence) => this.#invariants.break(sentence));
    this.#plane = new SimulatedPlane({
      seed,
      time,
      settings,
      store: { ...this.#store, reads: remembered.over(this.#store.reads) },
      journal: watchJournal(remembered.watch(this.#store.journal), {
        isDiskFull,
        onCommitted: (turns, results) => this.#invariants.look(turns, results),
      }),
      workers: this.#workers,
      agents: this.#agents,
      papers: this.#papers,
      push: this.#push,
      outsider: this.#outsider,
      isDiskFull,
      hungPump: this.#hungPump,
      // Every commit is compared with what was to be written.
      chain: () => this.#invariants.chainProgress(toIsoTime(time.clock.now())),
      onStoreFault: (error) => this.#invariants.break(`the store failed: ${String(error)}`),
    });
    this.#hearing = new Hearing({
      time,
      watching: this.#watching,
      world: () => ({
        workers: this.#workers,
        isDiskFull: isDiskFull(),
        startedMs: this.#plane.startedMs,
        refreshMs: settings.refreshMs,
        pumpIntervalMs: settings.pump.intervalMs,
        pumpHungSinceMs: this.#hungPump.sinceMs,
        pumpSeenEveryMs: Math.min(
          asksEvery * minuteMs,
          settings.alerts.checkIntervalMs || Number.POSITIVE_INFINITY,
          this.#beatMs(),
        ),
      }),
      onBroken: (sentence) => this.#invariants.break(sentence),
    });
  }

  async run(): Promise<SimulationReport> {
    const { days, onDay } = this.#options;
    for (const worker of this.#workers) await worker.start();
    await this.#plane.start();
    const endMs = days * dayMs;
    for (let now = 0; now < endMs && !this.#isOver(); now += minuteMs) {
      await this.#minute(now);
      if ((now + minuteMs) % dayMs !== 0) continue;
      const day = (now + minuteMs) / dayMs;
      onDay?.(day, await this.#store.journal.headEventId());
      if (wholeAfterDays(day) && day < days)
        await this.#invariants.proveWhole(this.#store.journal, this.#store.reads);
    }
    return this.#finish();
  }

  /** Nothing of it is left on the disk. */
  cleanUp(): void {
    this.#papers.written.remove();
  }

  /** Whether the pump hangs, is meant to work, and whoever decides about a heartbeat must know by now. */
  #isStill(): boolean {
    const { sinceMs } = this.#hungPump;
    if (sinceMs === null || this.#watching.of('pump').get('main')?.['enabled'] !== true)
      return false;
    return this.#time.elapsedMs - sinceMs > limits.outboxStuckMs + 2 * this.#beatMs() + minuteMs;
  }

  #beatMs(): number {
    return this.#options.settings.heartbeat?.intervalMs ?? Number.POSITIVE_INFINITY;
  }

  #lagOf(taken: Taken): Lag {
    const isOfPump = taken.message.members.some(({ fingerprint }) => fingerprint === pumpAlert);
    const muted = [this.#disk, this.#starter, ...(isOfPump ? [this.#hungPump.unknown] : [])];
    return lagOf(taken, {
      incident: this.#watching.of('incident').get(taken.message.incident_id),
      fired: this.#fired,
      cooldownMs: this.#options.settings.alerts.cooldownMs,
      elapsedAt: (iso) => this.#time.elapsedAt(iso),
      mutedMs: (fromMs, untilMs) => outageMs(muted, fromMs, untilMs),
    });
  }

  readonly #isOver = (): boolean => this.#invariants.broken !== null;

  async #minute(now: number): Promise<void> {
    await this.#time.goOn(now, this.#isOver);
    if (this.#isOver()) return;
    this.#outsider?.look();
    if (this.#hungPump.isToEnd) this.#plane.crash();
    if (!this.#plane.isAlive && !this.#starter.isOn) await this.#plane.start();
    await this.#takeIn(now);
    await this.#operate();
    if ((now / minuteMs) % asksEvery === 0)
      await this.#ask(({ control }) => this.#hearing.hear(control));
    const stopped = await bringTrouble({
      draw: this.#draw,
      faults: this.#faults,
      plane: this.#plane,
      workers: this.#workers,
      time: this.#time,
      disk: this.#disk,
      starter: this.#starter,
    });
    if (!stopped) this.#invariants.break('a stop was not clean');
    this.#outsider?.look();
    for (const { name } of this.#workers)
      this.#idle.count(name, minuteMs, {
        idle: this.#agents.livingOn(name).length === 0,
        hasWork: this.#hasWorkFor(name),
      });
  }

  #hasWorkFor(worker: string): boolean {
    const { queued } = this.#watching;
    return (queued.get(worker) ?? 0) + (queued.get('') ?? 0) > 0;
  }

  /** What asks the service; a dying service answers nothing. */
  async #ask(act: (context: CommandContext) => Promise<unknown>): Promise<'done' | 'refused'> {
    const { context } = this.#plane;
    if (context === null) return 'refused';
    const { died } = this.#plane;
    let answer: 'done' | 'refused' = 'refused';
    const asked = act(context).then(
      (reply) => {
        answer = 'done';
        this.#invariants.said('a reply', JSON.stringify(reply) ?? '');
      },
      (error: unknown) => this.#judge(error),
    );
    await this.#time.during(Promise.race([asked, died]), askMsMax);
    return answer;
  }

  /** Whatever is asked is answered or refused; words of a process that has gone count for nothing. */
  #judge(error: unknown): void {
    if (!this.#plane.isAlive) return;
    this.#invariants.said('a refusal', String(error));
    if (!(error instanceof ServiceError))
      this.#invariants.break(`a request failed: ${String(error)}`);
    else if (error.code === 'internal') this.#invariants.break(`500: ${error.message}`);
  }

  async #takeIn(now: number): Promise<void> {
    const { days, ideas, settings } = this.#options;
    const due = Math.floor((ideas * (now + minuteMs)) / (days * dayMs * 0.9));
    const count = Math.min(ideas, due) - this.#taken;
    if (this.#batch === null && count > 0) this.#batch = { first: this.#taken, count };
    if (this.#batch === null || !this.#plane.isAlive) return;
    const { first, count: sent } = this.#batch;
    const { workers, routes } = settings;
    const answer = await this.#ask(({ control }) =>
      takeInIdeas(control, {
        idempotency_key: `ideas-${first}`,
        source: 'simulation',
        dry_run: false,
        requested_by: 'simulation',
        ideas: Array.from({ length: sent }, (_, index) => ({
          idea_id: `idea-${first + index}`,
          title: `Idea number ${first + index}`,
          prompt: 'Measure it.',
          ...(routes ? {} : { machine_target: workers[(first + index) % workers.length]!.name }),
        })),
      }),
    );
    if (answer === 'refused') return;
    this.#taken = first + sent;
    this.#batch = null;
  }

  /** One looks after what waits; others try anything, as often as things go wrong. */
  async #operate(): Promise<void> {
    const { context } = this.#plane;
    if (context === null) return;
    if (this.#draw.random() < 1 / looksInEvery) {
      const ask = async (act: (now: CommandContext) => Promise<unknown>): Promise<void> => {
        await this.#ask(act);
      };
      await lookAfter(context, ask, {
        draw: this.#draw,
        pumpEnabled: this.#options.settings.pump.enabled,
      });
    }
    if (this.#draw.random() >= this.#faults.share / triesEvery) return;
    const { name, act } = actAtRandom(this.#hands);
    const counts = this.#verbs.get(name) ?? { done: 0, refused: 0 };
    const answer = await this.#ask(act);
    this.#verbs.set(name, { ...counts, [answer]: counts[answer] + 1 });
  }

  async #deliver(body: string): Promise<CallbackAnswer> {
    const answer = await this.#plane.takeCallback(body);
    // A process that dies leaves its clients with a closed connection.
    if (answer === null) throw new Error('the connection was closed');
    const { status, text } = answer;
    if (this.#plane.isAlive && (status === 500 || (status >= 400 && status < 500)))
      this.#invariants.break(`a callback was answered ${status}: ${text}`);
    return { status, text, isPage: false };
  }

  async #finish(): Promise<SimulationReport> {
    const store = this.#store;
    if (!this.#isOver()) await this.#invariants.proveWhole(store.journal, store.reads);
    const report = await reportOf({
      options: this.#options,
      store,
      time: this.#time,
      plane: this.#plane,
      faults: this.#faults,
      invariants: this.#invariants,
      watching: this.#watching,
      waiting: this.#waiting,
      idle: this.#idle,
      agents: this.#agents,
      push: this.#push,
      papers: this.#papers,
      lags: this.#lags,
      verbs: this.#verbs,
      hearing: this.#hearing,
      outsider: this.#outsider,
      gateLives: this.#workers.reduce((sum, { gate }) => sum + gate.lives, 0),
    });
    await store.journal.close();
    return report;
  }
}
