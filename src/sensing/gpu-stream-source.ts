/**
 * GPU readings from one long-lived `nvidia-smi`, with single queries while there is none. A reading
 * that must have begun after it was asked for is always a single query.
 */
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { GpuReading, GpuSource } from './gpu-source.ts';
import { createGpuStream, type StreamReading } from './gpu-stream.ts';
import { createNvidiaQueries, type NvidiaQueryOptions, queryTimeoutMs } from './nvidia-queries.ts';
import { unknownGpus } from './seen-devices.ts';
import { type StartStream, startStream } from './stream-command.ts';

interface GpuStreamSourceOptions extends NvidiaQueryOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>;
  readonly random: Entropy['random'];
  /** Time between two readings that are asked for, ms. */
  readonly sampleIntervalMs: number;
  readonly startStream?: StartStream;
}

const periodMsMin = 500;
const periodMsMax = 10_000;
/** A reading older than this many periods is not taken; the next one is waited for. */
const agePeriodsMax = 1.5;
/** How long `close` waits for a program that was killed. */
const closeMsMax = 1000;

/**
 * Time between two readings of the stream: half the sample interval, so that every sample finds one
 * that no sample had before, although the program's own rhythm is not quite that of the service.
 */
export function streamPeriodMs(sampleIntervalMs: number): number {
  return Math.min(periodMsMax, Math.max(periodMsMin, Math.round(sampleIntervalMs / 2)));
}

/** Creates the source; the program is started by the first reading that is asked for. */
export function createGpuStreamSource(options: GpuStreamSourceOptions): GpuSource {
  const { clock, timeoutMs = queryTimeoutMs } = options;
  const periodMs = streamPeriodMs(options.sampleIntervalMs);
  const queries = createNvidiaQueries(options);
  let closings = 0;
  let answered: StreamReading | undefined;
  let waiters: readonly (() => void)[] = [];

  const wake = (): void => {
    const woken = waiters;
    waiters = [];
    for (const waiter of woken) waiter();
  };
  const stream = createGpuStream({
    clock,
    random: options.random,
    queries,
    startStream: options.startStream ?? startStream,
    periodMs,
    onChange: wake,
  });

  /** False when nothing has changed by then. */
  const changesBefore = (deadlineMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = clock.setTimer(Math.max(0, deadlineMs - clock.monotonic()), () => {
        waiters = waiters.filter((waiter) => waiter !== changed);
        resolve(false);
      });
      const changed = (): void => {
        timer.cancel();
        resolve(true);
      };
      waiters = [...waiters, changed];
    });

  const takeFresh = (): StreamReading | undefined => {
    const newest = stream.newest();
    if (newest === undefined || newest === answered) return undefined;
    if (clock.monotonic() - newest.atMs > agePeriodsMax * periodMs) return undefined;
    answered = newest;
    return newest;
  };

  /** Waits while the stream runs and `found` gives nothing; undefined: ask by a single query. */
  const awaitStream = async <Found>(
    found: () => Found | undefined,
  ): Promise<Found | GpuReading | undefined> => {
    const deadlineMs = clock.monotonic() + timeoutMs;
    const closingsBefore = closings;
    for (;;) {
      if (closings > closingsBefore) return unknownGpus('the service no longer asks');
      const running = stream.running();
      if (running === undefined) return undefined;
      const value = found();
      if (value !== undefined) return value;
      if (await changesBefore(deadlineMs)) continue;
      const silentMs = clock.monotonic() - running.silentSinceMs;
      return unknownGpus(
        `the nvidia-smi stream (pid ${running.pid ?? 'none'}) has told nothing for ${Math.round(silentMs / 1000)} s`,
      );
    }
  };

  const withNotices = async (reading: GpuReading | Promise<GpuReading>): Promise<GpuReading> => {
    const { gpus, problems } = await reading;
    return { gpus, problems: [...stream.takeNotices(), ...problems] };
  };

  return {
    async read() {
      stream.open();
      const taken = await awaitStream(takeFresh);
      if (taken === undefined) return withNotices(queries.read());
      return withNotices('list' in taken ? queries.complete(taken.list) : taken);
    },
    async readNow() {
      stream.open();
      // Beside a stream that hangs, a second process would only hang as well.
      const isLively = (): true | undefined => {
        const silentMs = clock.monotonic() - (stream.running()?.silentSinceMs ?? 0);
        return stream.newest() !== undefined && silentMs <= agePeriodsMax * periodMs
          ? true
          : undefined;
      };
      const lively = await awaitStream(isLively);
      return withNotices(typeof lively === 'object' ? lively : queries.read());
    },
    async close() {
      closings += 1;
      const closed = stream.close();
      wake();
      await new Promise<void>((resolve) => {
        const timer = clock.setTimer(closeMsMax, resolve);
        void closed.then(() => {
          timer.cancel();
          resolve();
        });
      });
    },
  };
}
