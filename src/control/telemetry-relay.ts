/**
 * Asks the workers of live runs for their telemetry while somebody wants it. One call at a time for
 * each worker; a worker that does not answer makes samples that say so, never zeros, and does not
 * hold up the others.
 */
import { type Run, runSchema } from '../domain/records.ts';
import type { RunState } from '../domain/statuses.ts';
import { type TimerHandle, toIsoTime } from '../lib/clock.ts';
import type { WorkerResult } from '../worker/client.ts';
import type { RunDetailReply } from '../worker/wire.ts';
import type { ControlContext } from './ports.ts';

/** A run's telemetry as its worker told it. */
export interface RunSample {
  readonly run_id: string;
  readonly project_id: string;
  readonly worker_target: string;
  /** When the control plane asked; the sample has its own time. */
  readonly observed_at: string;
  /** Null when the worker did not answer or has none; `problem` says why. */
  readonly sample: Readonly<Record<string, unknown>> | null;
  readonly idle: Readonly<Record<string, unknown>> | null;
  readonly problem: string | null;
}

export interface RelayListener {
  readonly wanted: (runId: string) => boolean;
  readonly onSample: (sample: RunSample) => void;
  /** The runs that are live, once a round. */
  readonly onRuns: (runIds: ReadonlySet<string>) => void;
}

export interface TelemetryRelay {
  /** Asks at once and then every interval until the returned function is called. */
  start(listener: RelayListener): () => void;
}

export interface RelayOptions {
  readonly context: Pick<ControlContext, 'reads' | 'workers' | 'clock'>;
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
}

/** States in which a worker has something to tell about a run. */
const liveRunStates = [
  'dispatching',
  'running',
  'awaiting_wake',
] as const satisfies readonly RunState[];
/** Live runs asked about; each lane has at most one, so there are as many as there are workers. */
const runsMax = 500;

/** A relay that asks nobody before `start`. */
export function createTelemetryRelay(options: RelayOptions): TelemetryRelay {
  return {
    start(listener) {
      const round = new Rounds(options, listener);
      round.begin();
      return () => round.end();
    },
  };
}

class Rounds {
  readonly #options: RelayOptions;
  readonly #listener: RelayListener;
  readonly #abort = new AbortController();
  /** Workers that have not answered the last round's calls. */
  readonly #asking = new Set<string>();
  #timer: TimerHandle | undefined;

  constructor(options: RelayOptions, listener: RelayListener) {
    this.#options = options;
    this.#listener = listener;
  }

  begin(): void {
    const { context, intervalMs, onError } = this.#options;
    this.#timer = context.clock.setTimer(intervalMs, () => this.begin());
    this.#askAll().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) onError(error);
    });
  }

  end(): void {
    this.#timer?.cancel();
    this.#abort.abort();
  }

  async #askAll(): Promise<void> {
    const page = await this.#options.context.reads.list('run', {
      cursor: null,
      pageSize: runsMax,
      sort: null,
      filters: { status: liveRunStates },
      search: '',
    });
    const runs = page.rows.map((row) => runSchema.parse(row));
    this.#listener.onRuns(new Set(runs.map(({ run_id }) => run_id)));
    const byWorker = new Map<string, Run[]>();
    for (const run of runs) {
      if (run.worker_target === null || !this.#listener.wanted(run.run_id)) continue;
      const group = byWorker.get(run.worker_target);
      if (group === undefined) byWorker.set(run.worker_target, [run]);
      else group.push(run);
    }
    await Promise.all([...byWorker].map(([worker, group]) => this.#askWorker(worker, group)));
  }

  async #askWorker(worker: string, runs: readonly Run[]): Promise<void> {
    if (this.#asking.has(worker)) return;
    this.#asking.add(worker);
    try {
      for (const run of runs) {
        if (this.#abort.signal.aborted) return;
        const sample = await this.#ask(worker, run);
        if (!this.#abort.signal.aborted) this.#listener.onSample(sample);
      }
    } finally {
      this.#asking.delete(worker);
    }
  }

  async #ask(worker: string, run: Run): Promise<RunSample> {
    const { workers, clock } = this.#options.context;
    const base = {
      run_id: run.run_id,
      project_id: run.project_id,
      worker_target: worker,
      observed_at: toIsoTime(clock.now()),
    };
    const target = workers.byName(worker);
    if (target === undefined) {
      const problem = `no worker "${worker}" is configured any more`;
      return { ...base, sample: null, idle: null, problem };
    }
    return { ...base, ...readAnswer(await target.client.findRun(run.run_id, this.#abort.signal)) };
  }
}

function readAnswer(
  answer: WorkerResult<RunDetailReply>,
): Pick<RunSample, 'sample' | 'idle' | 'problem'> {
  switch (answer.kind) {
    case 'ok': {
      const sample = answer.value.samples.at(-1) ?? null;
      const problem = sample === null ? 'the worker has no sample of this run yet' : null;
      return { sample, idle: answer.value.idle_window, problem };
    }
    case 'refused':
      return { sample: null, idle: null, problem: `the worker refused: ${answer.detail}` };
    case 'not_sent':
      return { sample: null, idle: null, problem: `the worker cannot be reached: ${answer.error}` };
    case 'unknown':
      return { sample: null, idle: null, problem: `the worker did not answer: ${answer.error}` };
  }
}
