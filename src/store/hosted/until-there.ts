/** A start that waits for a PostgreSQL server which is away, for a while. */
import { PostgresUnavailableError } from '../../actors/journal/postgres/errors.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Store } from '../sqlite/open-store.ts';

/** How long a start waits for a server that is away, ms: so that a supervisor's sixty starts an hour do not run out. */
const startPatienceMs = 75_000;
const lookAgainMs = 2_000;

/**
 * Opens a store, again and again while its server is away, until `stopping`, whose reason it rejects with then; `onAway`
 * is told of each time in vain.
 */
export async function untilThere(
  open: () => Promise<Store>,
  onAway: (error: unknown) => void,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Store> {
  const untilMs = systemClock.monotonic() + startPatienceMs;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const isAway = error instanceof PostgresUnavailableError;
      if (isAway) stopping.throwIfAborted();
      if (!isAway || systemClock.monotonic() >= untilMs) throw error;
      onAway(error);
    }
    await new Promise<void>((resolve) => {
      const end = (): void => {
        timer.cancel();
        stopping.removeEventListener('abort', end);
        resolve();
      };
      const timer = systemClock.setTimer(lookAgainMs, end);
      stopping.addEventListener('abort', end, { once: true });
    });
    stopping.throwIfAborted();
  }
}
