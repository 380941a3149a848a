/**
 * Follows the telemetry of one live run: asks its worker for the next samples, waits there for them,
 * and hands on every one in order. What the worker does not tell becomes a sample that says so. A
 * gate from before the telemetry stream is asked for the run's detail instead, now and then.
 */
import type { Run } from '../../domain/records.ts';
import { type BackOffPolicy, backOffDelayMs } from '../../lib/back-off.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { WorkerResult } from '../../worker-client/client.ts';
import type { RunDetailReply } from '../../worker-wire/wire.ts';
import type { RunTelemetryReply } from '../../worker-wire/wire-telemetry.ts';
import type { WorkerTarget } from '../fleet/index.ts';

/** A run's telemetry as its worker told it. */
export interface RunSample {
  readonly run_id: string;
  readonly project_id: string;
  readonly worker_target: string;
  /** When the worker told it, or did not; the sample has its own time. */
  readonly observed_at: string;
  /** Null when the worker did not answer or has none; `problem` says why. */
  readonly sample: Readonly<Record<string, unknown>> | null;
  readonly idle: Readonly<Record<string, unknown>> | null;
  readonly problem: string | null;
}

interface FollowerOptions {
  readonly run: Run;
  readonly worker: string;
  /** The worker as it is configured now; undefined when it is not. */
  readonly target: () => WorkerTarget | undefined;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Pause after an answer that was worth nothing, and between looks at an older gate. */
  readonly intervalMs: number;
  /** Longest wait for a sample in one request; short while others want the same worker. */
  readonly waitSec: () => number;
  /** Runs one request when the worker may be asked. */
  readonly withSlot: <Value>(ask: () => Promise<Value>) => Promise<Value>;
  readonly onSample: (sample: RunSample) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Bounds of following one run; times in ms. */
export const followerLimits = {
  /** Samples taken in one request; what lies beyond comes with the next. */
  samplesPerRequestMax: 60,
  /** Longest pause after failures in a row. */
  backOffMsMax: 30_000,
  /** A gate that did not have the stream is asked for it again after this long. */
  olderGateMs: 300_000,
} as const;

/** Follows until `signal`; never rejects for what the worker does. */
export async function followRun(options: FollowerOptions): Promise<void> {
  const follower = new RunFollower(options);
  while (!options.signal.aborted) {
    const pauseMs = await follower.ask();
    if (options.signal.aborted) return;
    if (pauseMs > 0) await pause(options, pauseMs);
  }
}

interface Position {
  readonly streamId: string;
  readonly since: number;
}
type Told = Pick<RunSample, 'sample' | 'idle' | 'problem'>;

class RunFollower {
  readonly #options: FollowerOptions;
  readonly #backOff: BackOffPolicy;
  #position: Position | null = null;
  #failures = 0;
  #olderUntilMs = Number.NEGATIVE_INFINITY;
  /** Said last, so that a lasting trouble is told once a round and a lasting silence once. */
  #lastProblem: string | null = null;

  constructor(options: FollowerOptions) {
    this.#options = options;
    const { backOffMsMax } = followerLimits;
    this.#backOff = { baseMs: options.intervalMs, maxMs: backOffMsMax, factor: 2 };
  }

  /** One request; resolves with the pause before the next, ms. */
  async ask(): Promise<number> {
    const options = this.#options;
    const target = options.target();
    if (target === undefined) {
      return this.#fail(`no worker "${options.worker}" is configured any more`);
    }
    if (options.clock.monotonic() < this.#olderUntilMs) return this.#askOlder(target);
    const { clock, run, signal } = options;
    let waitSec = 0;
    let startedMs = 0;
    const answer = await options.withSlot(() => {
      startedMs = clock.monotonic();
      waitSec = options.waitSec();
      const { samplesPerRequestMax: limit } = followerLimits;
      const from =
        this.#position === null
          ? { since: null, streamId: null, limit: 1 }
          : { ...this.#position, limit };
      return target.client.readRunTelemetry(run.run_id, { ...from, waitSec }, signal);
    });
    if (signal.aborted) return 0;
    if (answer.kind === 'refused' && answer.code === 'not_found') {
      this.#olderUntilMs = clock.monotonic() + followerLimits.olderGateMs;
      return 0;
    }
    if (answer.kind !== 'ok') return this.#fail(problemOf(answer));
    return this.#take(answer.value, clock.monotonic() - startedMs >= (waitSec * 1000) / 2);
  }

  #take(reply: RunTelemetryReply, waited: boolean): number {
    const { intervalMs } = this.#options;
    const before = this.#position;
    this.#failures = 0;
    this.#position = { streamId: reply.stream_id, since: reply.next_since };
    if (reply.gap) this.#tell(unknown('the worker no longer has what lay between'));
    for (const { sample, idle } of reply.samples) this.#tell({ sample, idle, problem: null });
    if (reply.samples.length > 0) {
      const moved = before?.streamId !== reply.stream_id || reply.next_since > before.since;
      return moved ? 0 : intervalMs;
    }
    const silence = reply.live
      ? 'the worker has no sample of this run yet'
      : 'the run is over at its worker';
    const isNews = before === null || !reply.live;
    if (isNews && this.#lastProblem !== silence) this.#tell(unknown(silence));
    return reply.live && waited ? 0 : intervalMs;
  }

  async #askOlder(target: WorkerTarget): Promise<number> {
    const { run, signal, intervalMs, withSlot } = this.#options;
    const answer = await withSlot(() => target.client.findRun(run.run_id, signal));
    if (signal.aborted) return 0;
    if (answer.kind !== 'ok') return this.#fail(problemOf(answer));
    this.#failures = 0;
    this.#tell(latestOf(answer.value));
    return intervalMs;
  }

  #fail(problem: string): number {
    this.#failures += 1;
    this.#tell(unknown(problem));
    return backOffDelayMs(this.#backOff, this.#failures, this.#options.entropy.random());
  }

  #tell(told: Told): void {
    const { run, worker, clock, onSample } = this.#options;
    this.#lastProblem = told.problem;
    onSample({
      run_id: run.run_id,
      project_id: run.project_id,
      worker_target: worker,
      observed_at: toIsoTime(clock.now()),
      ...told,
    });
  }
}

const unknown = (problem: string): Told => ({ sample: null, idle: null, problem });

function latestOf(detail: RunDetailReply): Told {
  const sample = detail.samples.at(-1) ?? null;
  const problem = sample === null ? 'the worker has no sample of this run yet' : null;
  return { sample, idle: detail.idle_window, problem };
}

/** What a worker that told nothing says, in words. */
function problemOf(answer: Exclude<WorkerResult<unknown>, { kind: 'ok' }>): string {
  switch (answer.kind) {
    case 'refused':
      return `the worker refused: ${answer.detail}`;
    case 'not_sent':
      return `the worker cannot be reached: ${answer.error}`;
    case 'unknown':
      return `the worker did not answer: ${answer.error}`;
  }
}

function pause({ clock, signal }: FollowerOptions, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const wakeUp = (): void => {
      timer.cancel();
      signal.removeEventListener('abort', wakeUp);
      resolve();
    };
    const timer = clock.setTimer(delayMs, wakeUp);
    signal.addEventListener('abort', wakeUp, { once: true });
  });
}
