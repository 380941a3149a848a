/**
 * Looks at every configured worker again and again, so that what is known of them stays fresh without
 * anybody asking. One look per address at a time, a bounded number at once, spread over the interval;
 * a worker that does not answer is looked at again soon, a few times, and then less and less often. A look that somebody waits for goes
 * first: the one in the background gives way.
 */
import { limits } from '../../domain/limits.ts';
import { backOffDelayMs } from '../../lib/back-off.ts';
import type { TimerHandle } from '../../lib/clock.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { ControlContext } from '../common/index.ts';
import { askTarget, type WorkerTarget } from '../fleet/index.ts';

import { noticeEndedJobs } from './ended-jobs.ts';
import { noticeMissingRun } from './missing-run.ts';
import { judgeAndKeep, usualOptions } from './preflight.ts';
import { noticeUsage, noticeUsageOnCluster } from './reported-usage.ts';

/** Started and stopped with the service. */
export interface WorkerWatch {
  start(): void;
  /** Gives up the looks under way and waits until they are gone; nothing is kept after it. */
  stop(): Promise<void>;
}

interface WorkerWatchOptions {
  readonly context: ControlContext;
  /** Time between two looks at a worker that answers; 0: never looks. */
  readonly intervalMs: number;
  /** After each look that brought something; by then what its agents report is known. */
  readonly afterLook?: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Part of the interval by which each look comes earlier, at random. */
const jitter = 0.2;
/** First looks are this far apart on average, so that a start is no stampede. */
const startSpreadMs = 200;

interface Watched {
  readonly lane: string;
  /** All names of the address; they share each look. */
  readonly targets: readonly WorkerTarget[];
  dueMs: number;
  failures: number;
}

/** A watch that looks at nobody before `start`. */
export function createWorkerWatch(options: WorkerWatchOptions): WorkerWatch {
  const loop = new WatchLoop(options);
  return { start: () => loop.start(), stop: () => loop.stop() };
}

class WatchLoop {
  readonly #options: WorkerWatchOptions;
  readonly #stop = new AbortController();
  readonly #under = new Map<Watched, Promise<void>>();
  #watched: Watched[] = [];
  #timer: TimerHandle | undefined;

  constructor(options: WorkerWatchOptions) {
    this.#options = options;
  }

  start(): void {
    const { context, intervalMs } = this.#options;
    if (intervalMs === 0 || this.#watched.length > 0) return;
    const byLane = new Map<string, WorkerTarget[]>();
    for (const target of context.workers.targets)
      byLane.set(target.lane, [...(byLane.get(target.lane) ?? []), target]);
    const spreadMs = Math.min(intervalMs, byLane.size * startSpreadMs);
    const nowMs = context.clock.monotonic();
    this.#watched = [...byLane].map(([lane, targets]) => ({
      lane,
      targets,
      dueMs: nowMs + spreadMs * context.entropy.random(),
      failures: 0,
    }));
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#timer?.cancel();
    await Promise.all(this.#under.values());
  }

  /** One timer, for the soonest that may begin. */
  #arm(): void {
    this.#timer?.cancel();
    if (this.#stop.signal.aborted || this.#under.size >= limits.workerProbesMax) return;
    const waiting = this.#watched.filter((watched) => !this.#under.has(watched));
    if (waiting.length === 0) return;
    const { clock } = this.#options.context;
    const soonestMs = Math.min(...waiting.map(({ dueMs }) => dueMs));
    this.#timer = clock.setTimer(soonestMs - clock.monotonic(), () => this.#begin());
  }

  /** Starts those that are due, the longest overdue first, as far as there is room. */
  #begin(): void {
    const nowMs = this.#options.context.clock.monotonic();
    const due = this.#watched
      .filter((watched) => watched.dueMs <= nowMs && !this.#under.has(watched))
      .sort((one, other) => one.dueMs - other.dueMs)
      .slice(0, limits.workerProbesMax - this.#under.size);
    for (const watched of due) {
      const look = this.#look(watched)
        .catch(this.#options.onError)
        .finally(() => {
          this.#under.delete(watched);
          this.#arm();
        });
      this.#under.set(watched, look);
    }
    this.#arm();
  }

  async #look(watched: Watched): Promise<void> {
    const { context } = this.#options;
    const [first] = watched.targets;
    try {
      const answers = await context.workers.sightings.lookAside(
        watched.lane,
        this.#stop.signal,
        (signal) => this.#askWithin(first!, signal),
      );
      if (answers === null || this.#stop.signal.aborted) return;
      for (const target of watched.targets)
        await judgeAndKeep(context, target, usualOptions(target, 0), answers);
      await noticeUsage(context, watched.targets, answers);
      await noticeUsageOnCluster(context, first!, this.#stop.signal);
      await noticeMissingRun(context, first!, answers, this.#stop.signal);
      await noticeEndedJobs(context, first!);
      await this.#options.afterLook?.();
      watched.failures =
        answers.cluster?.ok === true || answers.health.kind === 'ok' ? 0 : watched.failures + 1;
    } finally {
      watched.dueMs = context.clock.monotonic() + this.#pauseMs(watched.failures);
    }
  }

  /** A look that hangs is given up sooner than a call that somebody waits for. */
  async #askWithin(target: WorkerTarget, signal: AbortSignal) {
    const { clock } = this.#options.context;
    const ms = limits.workerProbeMsMax;
    const reason = new Error(`no answer within ${ms / 1000} s`);
    return withDeadline(clock, { ms, signals: [signal], reason }, (within) =>
      askTarget(target, clock, within),
    );
  }

  #pauseMs(failures: number): number {
    const { context, intervalMs } = this.#options;
    const random = context.entropy.random();
    if (failures === 0) return intervalMs * (1 - jitter * random);
    // Whether it is gone, or only starts anew, is soon known; what people are told waits for that.
    if (failures <= limits.workerConfirmLooks)
      return Math.min(intervalMs, limits.workerConfirmMs) * (1 - jitter * random);
    const maxMs = Math.max(intervalMs, limits.workerRetryMsMax);
    const policy = { baseMs: intervalMs * 2, maxMs, factor: 2 };
    const attempt = failures - limits.workerConfirmLooks;
    return Math.max(intervalMs * (1 - jitter), backOffDelayMs(policy, attempt, random));
  }
}
