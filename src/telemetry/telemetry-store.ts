/**
 * Keeps telemetry for later: takes every sample of the loop, writes them in batches, thins and
 * deletes the oldest of what is too much. It stands beside the sampling path. Samples wait in a bounded queue
 * for the store; when the store is slow, full or broken the oldest waiting ones are dropped and
 * counted, and nobody waits for it.
 */
import { BoundedQueue } from '../lib/bounded-queue.ts';
import { type Clock, type TimerHandle, toIsoTime, within } from '../lib/clock.ts';
import { messageOfError } from '../lib/describe-error.ts';
import type { HistoryPoint, TelemetryHistory } from '../store/ports/telemetry-history.ts';
import type { Telemetry, TelemetryTick } from './telemetry-actor.ts';
import { gpusOf, toMachinePoint, toRunPoint } from './telemetry-store-points.ts';

interface TelemetryStoreOptions {
  readonly telemetry: Pick<Telemetry, 'subscribe'>;
  readonly history: TelemetryHistory;
  readonly clock: Clock;
  /** Points kept whole, and minutes kept, in rows. */
  readonly pointRowsMax: number;
  readonly minuteRowsMax: number;
  /** Told of what the store threw, once for each failure. */
  readonly onError: (error: unknown) => void;
}

/** How writing the history goes, as metrics and the history reply show it. */
export interface TelemetryStoreStatus {
  /** Points that wait to be written. */
  readonly queued: number;
  readonly queue_max: number;
  /** Points written, and points that were given up because the queue was full, since the start. */
  readonly written: number;
  readonly dropped: number;
  readonly last_written_at: string | null;
  /** Why the latest attempt to write or to thin failed; null when it did not. */
  readonly last_error: string | null;
}

interface TelemetryStore {
  start(): void;
  /** Writes what waits now, for at most `deadlineMs`, so that who reads next finds it. */
  flush(deadlineMs: number): Promise<void>;
  /** Writes what waits, for at most `deadlineMs`, takes nothing more, and asks the store for nothing afterwards. */
  stop(deadlineMs: number): Promise<void>;
  status(): TelemetryStoreStatus;
}

/** Bounds of the queue and of each piece of work for the store, times in ms. */
export const telemetryStoreLimits = {
  /** Points that wait for the store; with one run of an interval of 5 s, nearly an hour and a half. */
  queuedPointsMax: 2000,
  /** Points of one transaction. */
  batchPointsMax: 250,
  /** Time between two writes; what a crash may lose. */
  writeEveryMs: 30_000,
  /** Rows of one piece of thinning and deleting, one piece after each write. */
  retainRowsMax: 1000,
} as const;

/** Makes it, stopped. */
export function createTelemetryStore(options: TelemetryStoreOptions): TelemetryStore {
  const { clock, history, onError } = options;
  const { queuedPointsMax, batchPointsMax, writeEveryMs, retainRowsMax } = telemetryStoreLimits;
  const queue = new BoundedQueue<HistoryPoint>(queuedPointsMax);
  let unsubscribe: (() => void) | undefined;
  let timer: TimerHandle | undefined;
  let gpuUuids: readonly string[] = [];
  let liveSubjects: readonly string[] = [];
  let inProgress: Promise<void> | undefined;
  let isOver = false;
  let written = 0;
  let dropped = 0;
  let lastWrittenAt: string | null = null;
  let lastError: string | null = null;

  const push = (point: HistoryPoint): void => {
    if (queue.push(point)) return;
    queue.shift();
    dropped += 1;
    queue.push(point);
  };

  const take = ({ sample, runs }: TelemetryTick): void => {
    gpuUuids = gpusOf(sample, gpuUuids);
    liveSubjects = runs.map(({ runId }) => runId);
    push(toMachinePoint(sample, gpuUuids));
    for (const run of runs) push(toRunPoint(run));
    if (queue.size >= batchPointsMax) begin();
  };

  const giveBack = (batch: readonly HistoryPoint[]): void => {
    for (const point of batch.toReversed()) {
      if (queue.size >= queuedPointsMax) dropped += 1;
      else queue.unshift(point);
    }
  };

  const writeBatch = async (): Promise<boolean> => {
    const batch: HistoryPoint[] = [];
    for (let point = queue.shift(); point !== undefined; point = queue.shift()) {
      batch.push(point);
      if (batch.length >= batchPointsMax) break;
    }
    if (batch.length === 0) return true;
    try {
      await history.append(batch);
    } catch (error) {
      giveBack(batch);
      throw error;
    }
    written += batch.length;
    lastWrittenAt = toIsoTime(clock.now());
    return queue.size === 0;
  };

  const work = async (): Promise<void> => {
    try {
      while (!(await writeBatch())) if (isOver) return;
      if (isOver) return;
      const { pointRowsMax, minuteRowsMax } = options;
      await history.retain({ pointRowsMax, minuteRowsMax, liveSubjects, rowsMax: retainRowsMax });
      lastError = null;
    } catch (error) {
      lastError = messageOfError(error);
      onError(error);
    }
  };

  /** Writes unless that is being done; a store that never answers is asked only once. */
  const begin = (): void => {
    inProgress ??= work().finally(() => {
      inProgress = undefined;
    });
  };

  const schedule = (): void => {
    timer = clock.setTimer(writeEveryMs, () => {
      begin();
      schedule();
    });
  };

  /** After what is being written, what waits by then. */
  const finish = (deadlineMs: number): Promise<void> => {
    const last = (inProgress ?? Promise.resolve()).then(() => {
      if (queue.size > 0 && !isOver) begin();
      return inProgress;
    });
    return within(clock, deadlineMs, last);
  };

  return {
    start() {
      if (unsubscribe !== undefined) return;
      unsubscribe = options.telemetry.subscribe(take);
      schedule();
    },
    async stop(deadlineMs) {
      unsubscribe?.();
      unsubscribe = undefined;
      timer?.cancel();
      await finish(deadlineMs);
      isOver = true;
    },
    flush: finish,
    status: () => ({
      queued: queue.size,
      queue_max: queuedPointsMax,
      written,
      dropped,
      last_written_at: lastWrittenAt,
      last_error: lastError,
    }),
  };
}
