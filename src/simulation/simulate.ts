/**
 * A simulated stretch of days: ideas come in, workers run them, operators act at random, and everything that can go
 * wrong does, from one seed. The same seed gives the same log to the last hash; what must never happen is looked for.
 */
import { runCommand } from '../control/commands/index.ts';
import { takeInIdeas } from '../control/intake/index.ts';
import { receiveCallback } from '../control/runs/index.ts';
import { ServiceError } from '../domain/errors.ts';
import { createSeededEntropy, type Entropy } from '../lib/ids.ts';
import { verifyJournal } from '../store/verify.ts';
import { tokenFingerprint } from '../worker-wire/token-fingerprint.ts';
import { type FaultSite, Faults } from './faults.ts';
import { callbackToken, SimulatedPlane } from './plane.ts';
import { SimulatedTime } from './time.ts';
import { type RunPlan, SimulatedWorker } from './worker.ts';

/** How much is simulated; `faults` of 1 is as often as each site says, 0 none at all. */
export interface SimulationOptions {
  readonly days: number;
  readonly seed: number;
  readonly workers: number;
  readonly ideas: number;
  readonly faults: number;
  /** Told after each simulated day. */
  readonly onDay?: (day: number, events: number) => void;
}

/** What came of it. */
export interface SimulationReport {
  readonly seed: number;
  readonly days: number;
  /** The end of the log; equal for the same seed, options and version. */
  readonly head: { readonly event_id: number; readonly hash: string };
  /** What must never happen and did, a sentence each; none in a good simulation. */
  readonly wrongs: readonly string[];
  readonly items: Readonly<Record<string, number>>;
  readonly papers: Readonly<Record<string, number>>;
  readonly runs_started: number;
  readonly lives: number;
  /** Share of the time in which each worker had a run. */
  readonly busy_pct: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<FaultSite, number>>;
  /** One line that repeats it. */
  readonly again: string;
}

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Runs it; nothing outside of this process is touched. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  return new Simulation(options).run();
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #time = new SimulatedTime(startMs);
  readonly #draw: Entropy;
  readonly #faults: Faults;
  readonly #plane: SimulatedPlane;
  readonly #workers: SimulatedWorker[];
  readonly #wrongs: string[] = [];
  #lives = 0;
  #taken = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#draw = createSeededEntropy(options.seed);
    this.#faults = new Faults(createSeededEntropy(options.seed + 1), options.faults);
    this.#plane = new SimulatedPlane({
      seed: options.seed,
      time: this.#time,
      workers: () => this.#workers,
    });
    const plans = createSeededEntropy(options.seed + 2);
    this.#workers = Array.from(
      { length: options.workers },
      (_, index) =>
        new SimulatedWorker({
          name: `worker-${index + 1}`,
          time: this.#time,
          entropy: createSeededEntropy(options.seed + 10 + index),
          faults: this.#faults,
          callbackTokenFingerprint: tokenFingerprint(callbackToken),
          planRun: () => planRun(plans, options),
          deliver: (body) => this.#deliver(body),
        }),
    );
  }

  async run(): Promise<SimulationReport> {
    const { days, onDay } = this.#options;
    await this.#start();
    const endMs = days * dayMs;
    for (let now = 0; now < endMs; now += minuteMs) {
      await this.#minute(now);
      if ((now + minuteMs) % dayMs === 0)
        onDay?.((now + minuteMs) / dayMs, await this.#plane.journal.headEventId());
    }
    return this.#finish();
  }

  async #start(): Promise<void> {
    this.#lives += 1;
    await this.#plane.start();
  }

  async #minute(now: number): Promise<void> {
    await this.#time.goOn(now);
    if (!this.#plane.isAlive) await this.#start();
    await this.#takeIn(now);
    await this.#operate();
    await this.#trouble();
  }

  /** What asks the service, over and over; a dying service answers nothing. */
  async #ask(work: () => Promise<unknown>): Promise<void> {
    let isOver = false;
    const done = work().then(
      () => {
        isOver = true;
      },
      (error: unknown) => {
        isOver = true;
        if (!(error instanceof ServiceError)) this.#wrong(`a request failed: ${String(error)}`);
        else if (error.code === 'internal') this.#wrong(`500: ${error.message}`);
      },
    );
    const endMs = this.#time.clock.monotonic() + 10 * minuteMs;
    while (!isOver && this.#plane.isAlive && this.#time.clock.monotonic() < endMs) {
      await this.#time.rest();
      const due = this.#time.clock.nextDueMs();
      if (isOver || due === null) break;
      this.#time.clock.advance(Math.max(0, due - this.#time.clock.monotonic()));
    }
    if (isOver) await done;
  }

  async #takeIn(now: number): Promise<void> {
    const { days, ideas } = this.#options;
    const due = Math.floor((ideas * (now + minuteMs)) / (days * dayMs * 0.9));
    const count = Math.min(ideas, due) - this.#taken;
    if (count <= 0) return;
    const { context } = this.#plane;
    if (context === null) return;
    const first = this.#taken;
    this.#taken += count;
    await this.#ask(() =>
      takeInIdeas(context.control, {
        idempotency_key: `ideas-${first}`,
        source: 'simulation',
        dry_run: false,
        requested_by: 'simulation',
        ideas: Array.from({ length: count }, (_, index) => ({
          idea_id: `idea-${first + index}`,
          title: `Idea number ${first + index}`,
          prompt: 'Measure it.',
          machine_target: `worker-${((first + index) % this.#options.workers) + 1}`,
        })),
      }),
    );
  }

  /** A person looks in now and then. */
  async #operate(): Promise<void> {
    if (this.#draw.random() >= 1 / 90) return;
    const { context } = this.#plane;
    if (context === null) return;
    const waiting = await context.control.reads.list('queue_item', {
      cursor: null,
      pageSize: 20,
      sort: null,
      filters: { status: ['needs_review', 'blocked', 'dispatch_error', 'paused'] },
      search: '',
    });
    for (const row of waiting.rows) {
      const verb = row['last_run_state'] === 'question_pending' ? 'answer' : 'retry';
      const now = this.#plane.context;
      if (now === null) return;
      await this.#ask(() =>
        runCommand(now, 'queue_verb', {
          key: null,
          by: 'ann',
          request: {
            verb: row['status'] === 'paused' ? 'resume' : verb,
            project_id: String(row['project_id']),
            requested_by: 'ann',
            ...(verb === 'answer' ? { answer: 'the first' } : {}),
          } as never,
        }),
      );
    }
  }

  async #trouble(): Promise<void> {
    const { journal } = this.#plane;
    const commits = 1 + Math.floor(this.#draw.random() * 12);
    if (this.#faults.strikes('crash_before_commit', 1 / 600)) journal.dieAt(commits, 'before');
    else if (this.#faults.strikes('crash_after_commit', 1 / 600)) journal.dieAt(commits, 'after');
    else if (this.#faults.strikes('restart', 1 / 1440)) {
      if (this.#plane.isAlive && !(await this.#plane.stop())) this.#wrong('a stop was not clean');
    }
    for (const worker of this.#workers)
      if (this.#faults.strikes('worker_down', 1 / 2000))
        worker.goDown(minuteMs * (1 + 30 * this.#draw.random()));
    if (this.#faults.strikes('clock_step', 1 / 4000))
      this.#time.clock.jumpWall(Math.round((this.#draw.random() - 0.3) * 600_000));
  }

  async #deliver(body: Parameters<typeof receiveCallback>[1]): Promise<void> {
    const { context } = this.#plane;
    if (context === null) throw new Error('connection refused');
    // A process that dies leaves its clients with a closed connection.
    const answered = await Promise.race([
      receiveCallback(context.control, body),
      this.#plane.died.then(() => null),
    ]);
    if (answered === null) throw new Error('the connection was closed');
    if (!answered.reply.accepted) this.#wrong(`callback ${body.idempotency_key} was not accepted`);
  }

  #wrong(sentence: string): void {
    if (this.#wrongs.length < 50) this.#wrongs.push(sentence);
  }

  async #finish(): Promise<SimulationReport> {
    if (!this.#plane.isAlive) await this.#start();
    const { seed, days, workers, ideas } = this.#options;
    const { store } = this.#plane;
    for (const worker of this.#workers)
      for (const [run, count] of worker.starts)
        if (count > 1) this.#wrong(`run ${run} was started ${count} times on ${worker.name}`);
    const verified = await verifyJournal(store.journal);
    for (const { message } of verified.problems)
      this.#wrong(`the store does not prove: ${message}`);
    const eventId = await store.journal.headEventId();
    const [last] = await store.journal.eventsAfter(eventId - 1, 1);
    const items = await store.reads.countByStatus('queue_item');
    const papers = await store.reads.countByStatus('paper');
    await store.journal.close();
    const elapsedMs = this.#time.clock.monotonic();
    return {
      seed,
      days,
      head: { event_id: eventId, hash: last?.hash ?? '' },
      wrongs: this.#wrongs,
      items,
      papers,
      runs_started: this.#workers.reduce((sum, worker) => sum + worker.starts.size, 0),
      lives: this.#lives,
      busy_pct: Object.fromEntries(
        this.#workers.map(({ name, busyMs }) => [
          name,
          Math.round((1000 * busyMs) / elapsedMs) / 10,
        ]),
      ),
      faults: Object.fromEntries(this.#faults.hits) as Record<FaultSite, number>,
      again: `orrery simulate --days ${days} --seed ${seed} --workers ${workers} --ideas ${ideas}`,
    };
  }
}

/** Most runs go well; some ask, some fail, some leave nothing behind. */
function planRun(draw: Entropy, { days, workers, ideas }: SimulationOptions): RunPlan {
  const shareMs = (days * dayMs * workers) / Math.max(1, ideas);
  const lastsMs = Math.max(minuteMs, shareMs * 0.6 * (0.3 + 1.2 * draw.random()));
  const kind = draw.random();
  const end =
    kind < 0.05 ? 'question_pending' : kind < 0.08 ? 'gate_error' : 'session_finished_ready';
  const word = draw.random();
  const decision =
    word < 0.45
      ? 'finalize_positive'
      : word < 0.8
        ? 'finalize_negative'
        : word < 0.9
          ? 'continue'
          : word < 0.95
            ? 'needs_review'
            : null;
  return { lastsMs, end, decision };
}
