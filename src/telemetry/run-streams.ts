/**
 * The live samples of each watched run, numbered, in rings that never grow, and readers that wait
 * for the next one. Numbers mean something only within one stream, which lives as long as the
 * process: a reader that names another stream, or a number that the ring no longer reaches back to,
 * is told of the gap. Waiting is bounded in number and time and ends at once when the stream closes.
 */
import { ServiceError } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Sample } from '../sensing/sample.ts';
import type { RunWatchState } from './run-watch.ts';
import type { TelemetryTick } from './telemetry-actor.ts';
import type { RunTick } from './watched-runs.ts';

/** What the rings may hold and who may wait; the process keeps all of it in memory. */
export const runStreamLimits = {
  /** Samples kept of each run; an hour at 5 s. */
  samplesPerRunMax: 720,
  /** Runs kept; those that ended longest ago give way. */
  runsMax: 16,
  /** Requests that wait for a sample. */
  waitersMax: 64,
} as const;

interface RunSampleEntry {
  readonly seq: number;
  readonly sample: Sample;
  readonly watch: RunWatchState;
}

/** Where a reader stands, and how long it waits for more. */
export interface RunStreamQuery {
  /** Number of the last sample seen; null: the newest `limit`. */
  readonly since: number | null;
  /** Stream that `since` is of; null: not told, it is taken for this one. */
  readonly streamId: string | null;
  readonly limit: number;
  /** How long to wait for a sample when there is none, ms. */
  readonly waitMs: number;
  /** True when the run will be watched soon, so that waiting is worth it already. */
  readonly expected: boolean;
  readonly signal: AbortSignal;
}

interface RunStreamPage {
  readonly streamId: string;
  /** Oldest first; all newer than `since`. */
  readonly entries: readonly RunSampleEntry[];
  /** `since` for the next request. */
  readonly next: number;
  /** True when samples after `since` are no longer held, or were of another stream. */
  readonly gap: boolean;
  /** True while the run is watched, so that more may come. */
  readonly watched: boolean;
}

/** Fed by the sampling loop and the watches, read by the routes of the worker gate. */
export interface RunStreams {
  /** Takes in what the sampling loop told. */
  take(tick: TelemetryTick): void;
  /** The run is watched from now on. */
  open(runId: string): void;
  /** The run is no longer watched; what is held stays readable for a while. */
  end(runId: string): void;
  /** Throws `overloaded` when too many wait already. */
  read(runId: string, query: RunStreamQuery): Promise<RunStreamPage>;
  /** Answers everybody who waits; from now on nobody does. */
  close(): void;
  readonly waiting: number;
}

interface Stream {
  /** The newest samples, oldest first. */
  readonly entries: RunSampleEntry[];
  last: number;
  watched: boolean;
}

interface Waiter {
  readonly runId: string;
  wake(): void;
}

/** Streams without any sample. `streamId` names this life of the process. */
export function createRunStreams(options: {
  readonly clock: Clock;
  readonly streamId: string;
}): RunStreams {
  const { clock, streamId } = options;
  const streams = new Map<string, Stream>();
  const waiters = new Set<Waiter>();
  let closed = false;

  const streamOf = (runId: string): Stream => {
    const held = streams.get(runId);
    if (held !== undefined) return held;
    const made: Stream = { entries: [], last: 0, watched: false };
    streams.set(runId, made);
    makeRoom();
    return made;
  };

  const makeRoom = (): void => {
    for (const [runId, { watched }] of streams) {
      if (streams.size <= runStreamLimits.runsMax) return;
      if (!watched && !waitersOf(runId).length) streams.delete(runId);
    }
  };

  const waitersOf = (runId: string): Waiter[] =>
    [...waiters].filter((waiter) => waiter.runId === runId);

  const wake = (runId: string): void => {
    for (const waiter of waitersOf(runId)) waiter.wake();
  };

  const add = ({ runId, sample, watch }: RunTick): void => {
    const stream = streamOf(runId);
    stream.last += 1;
    stream.entries.push({ seq: stream.last, sample, watch });
    if (stream.entries.length > runStreamLimits.samplesPerRunMax) stream.entries.shift();
    wake(runId);
  };

  const pageOf = (runId: string, query: RunStreamQuery): RunStreamPage => {
    const stream = streams.get(runId);
    const { entries, last, watched } = stream ?? { entries: [], last: 0, watched: false };
    const foreign = query.streamId !== null && query.streamId !== streamId;
    const since = query.since === null || (!foreign && query.since <= last) ? query.since : null;
    const lost = query.since !== null && (since === null || since + 1 < (entries[0]?.seq ?? 0));
    const newer = since === null ? entries : entries.filter(({ seq }) => seq > since);
    // Whoever has lost the thread, or has none yet, is worth the newest; others get all in order.
    const page = query.since === null ? newer.slice(-query.limit) : newer.slice(0, query.limit);
    const next = page.at(-1)?.seq ?? since ?? last;
    return { streamId, entries: page, next, gap: lost, watched };
  };

  const waitFor = (runId: string, { waitMs, signal }: RunStreamQuery): Promise<void> => {
    if (waiters.size >= runStreamLimits.waitersMax) {
      const most = runStreamLimits.waitersMax;
      throw new ServiceError('overloaded', `${most} requests wait for samples; ask again later`);
    }
    return new Promise((resolve) => {
      const wakeUp = (): void => {
        waiters.delete(waiter);
        timer.cancel();
        signal.removeEventListener('abort', wakeUp);
        resolve();
      };
      const waiter: Waiter = { runId, wake: wakeUp };
      const timer = clock.setTimer(waitMs, wakeUp);
      waiters.add(waiter);
      signal.addEventListener('abort', wakeUp, { once: true });
    });
  };

  return {
    take({ runs }) {
      for (const run of runs) add(run);
    },
    open(runId) {
      streamOf(runId).watched = true;
    },
    end(runId) {
      const stream = streams.get(runId);
      if (stream === undefined) return;
      stream.watched = false;
      // Ended last, so that it gives way last.
      streams.delete(runId);
      streams.set(runId, stream);
      wake(runId);
      makeRoom();
    },
    async read(runId, query) {
      const page = pageOf(runId, query);
      const mayCome = page.watched || query.expected;
      const isAnswer = page.entries.length > 0 || page.gap || !mayCome;
      if (isAnswer || closed || query.waitMs <= 0 || query.signal.aborted) return page;
      await waitFor(runId, query);
      return pageOf(runId, query);
    },
    close() {
      closed = true;
      for (const waiter of waiters) waiter.wake();
    },
    get waiting() {
      return waiters.size;
    },
  };
}
