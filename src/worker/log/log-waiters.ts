/** Requests that wait for more of a log: a bounded number, each for a bounded time. */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { Clock } from '../../lib/clock.ts';

interface LogWaiters {
  /** Calls `look` until it gives something to answer or `waitMs` have passed. Throws `overloaded`. */
  follow<Value>(
    options: { readonly waitMs: number; readonly signal: AbortSignal | undefined },
    look: (isLast: boolean) => Promise<Value | undefined>,
  ): Promise<Value>;
  /** Has everybody answered at once, now and from now on. */
  release(): void;
}

/** Between two looks at a log that somebody waits for. */
const pollMs = 200;

/** Makes the waiting room of one worker. */
export function createLogWaiters(clock: Clock): LogWaiters {
  const waiting = new Set<() => void>();
  let count = 0;
  let released = false;

  const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        timer.cancel();
        waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = clock.setTimer(ms, done);
      waiting.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });

  return {
    async follow({ waitMs, signal }, look) {
      const deadlineMs = clock.monotonic() + waitMs;
      const mayWait = (): boolean =>
        !released && signal?.aborted !== true && clock.monotonic() < deadlineMs;
      const first = await look(!mayWait());
      if (first !== undefined) return first;
      if (count >= limits.logWaitersMax) {
        throw new ServiceError(
          'overloaded',
          `${count} requests wait for logs of this worker already; ask without wait_sec, or later`,
        );
      }
      count += 1;
      try {
        for (;;) {
          await pause(Math.min(pollMs, deadlineMs - clock.monotonic()), signal);
          const found = await look(!mayWait());
          if (found !== undefined) return found;
        }
      } finally {
        count -= 1;
      }
    },
    release() {
      released = true;
      for (const done of waiting) done();
    },
  };
}
