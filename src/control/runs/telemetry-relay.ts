/**
 * Passes the telemetry of live runs on from their workers while somebody wants it. Each wanted run
 * is followed by itself, so that a worker that does not answer holds up no other; how many requests
 * are under way with one worker is bounded. Nobody is asked while nobody listens.
 */
import { type Run, runSchema } from '../../domain/records.ts';
import type { RunState } from '../../domain/statuses.ts';
import type { TimerHandle } from '../../lib/clock.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import type { ControlContext } from '../common/index.ts';
import { WorkerSlots } from '../fleet/index.ts';
import { followRun, type RunSample } from './run-follower.ts';

interface RelayListener {
  readonly wanted: (runId: string) => boolean;
  /** Every sample of a run in order, once. */
  readonly onSample: (sample: RunSample) => void;
  /** The runs that are live, once a round. */
  readonly onRuns: (runIds: ReadonlySet<string>) => void;
}

interface TelemetryRelay {
  /** Follows what is wanted, until the returned function is called. */
  start(listener: RelayListener): () => void;
}

interface RelayOptions {
  readonly context: Pick<ControlContext, 'reads' | 'workers' | 'clock' | 'entropy'>;
  /** How often it is looked which runs are live and wanted. */
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
}

/** States in which a worker has something to tell about a run. */
const liveRunStates = [
  'dispatching',
  'running',
  'awaiting_wake',
] as const satisfies readonly RunState[];
/** Live runs that are followed; each lane has at most one, so there are as many as workers. */
const runsMax = 500;
/** Requests under way with one worker. */
const requestsPerWorkerMax = 4;
/** How long a request waits at the worker for the next sample, s. */
const waitSec = 20;
/** The same while more runs want the worker than may ask it at once. */
const waitSecCrowded = 1;

/** A relay that asks nobody before `start`. */
export function createTelemetryRelay(options: RelayOptions): TelemetryRelay {
  return {
    start(listener) {
      const rounds = new Rounds(options, listener);
      rounds.begin();
      return () => rounds.end();
    },
  };
}

class Rounds {
  readonly #options: RelayOptions;
  readonly #listener: RelayListener;
  readonly #slots = new WorkerSlots(requestsPerWorkerMax);
  /** What ends each follower, by run. */
  readonly #followed = new Map<string, AbortController>();
  #ended = false;
  #timer: TimerHandle | undefined;

  constructor(options: RelayOptions, listener: RelayListener) {
    this.#options = options;
    this.#listener = listener;
  }

  begin(): void {
    const { context, intervalMs, onError } = this.#options;
    this.#timer = context.clock.setTimer(intervalMs, () => this.begin());
    this.#look().catch((error: unknown) => {
      if (!this.#ended) onError(error);
    });
  }

  end(): void {
    this.#ended = true;
    this.#timer?.cancel();
    for (const runId of this.#followed.keys()) this.#leave(runId);
  }

  async #look(): Promise<void> {
    const page = await this.#options.context.reads.list('run', {
      ...firstPage,
      pageSize: runsMax,
      filters: { status: liveRunStates },
    });
    if (this.#ended) return;
    const runs = page.rows.map((row) => runSchema.parse(row));
    const live = new Map(runs.map((run) => [run.run_id, run]));
    this.#listener.onRuns(new Set(live.keys()));
    for (const runId of this.#followed.keys()) {
      if (!live.has(runId) || !this.#listener.wanted(runId)) this.#leave(runId);
    }
    const begun = runs.flatMap((run) => {
      const { run_id: runId, worker_target: worker } = run;
      const isNew = worker !== null && !this.#followed.has(runId) && this.#listener.wanted(runId);
      return isNew ? [{ run, worker }] : [];
    });
    // All of them before the first asks, so that it knows how many want its worker.
    for (const { worker } of begun) this.#slots.enter(worker);
    for (const { run, worker } of begun) this.#follow(run, worker);
  }

  #leave(runId: string): void {
    this.#followed.get(runId)?.abort();
    this.#followed.delete(runId);
  }

  #follow(run: Run, worker: string): void {
    const { context, intervalMs, onError } = this.#options;
    const abort = new AbortController();
    this.#followed.set(run.run_id, abort);
    followRun({
      run,
      worker,
      target: () => context.workers.byName(worker),
      clock: context.clock,
      entropy: context.entropy,
      intervalMs,
      waitSec: () => (this.#slots.isCrowded(worker) ? waitSecCrowded : waitSec),
      withSlot: (ask) => this.#slots.with(worker, ask),
      onSample: (sample) => {
        if (!abort.signal.aborted) this.#listener.onSample(sample);
      },
      signal: abort.signal,
    })
      .catch(onError)
      .finally(() => {
        this.#slots.leave(worker);
        if (this.#followed.get(run.run_id) === abort) this.#followed.delete(run.run_id);
      });
  }
}
