/**
 * Asks again and again: every two seconds, after a failure with growing pauses, and not at all
 * while the page is hidden. One question at a time.
 */

export interface Poller {
  /** Asks at once, whatever the pause. */
  now(): void;
  stop(): void;
  /** When the next question is due, ms since the epoch; null while one is open or none is due. */
  nextMs(): number | null;
}

const everyMs = 2_000;
const pauseMsMax = 30_000;

/** `ask` answers whether it succeeded, or `stop` to end for good. */
export function startPolling(ask: () => Promise<boolean | 'stop'>): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs: number | null = null;
  let failures = 0;
  let asking = false;
  let stopped = false;

  const schedule = (): void => {
    if (stopped || document.hidden) return;
    const pauseMs = failures === 0 ? everyMs : Math.min(pauseMsMax, everyMs * 2 ** (failures - 1));
    dueMs = Date.now() + pauseMs;
    timer = setTimeout(run, pauseMs);
  };
  const run = async (): Promise<void> => {
    if (asking || stopped) return;
    clearTimeout(timer);
    dueMs = null;
    asking = true;
    const result = await ask();
    asking = false;
    if (result === 'stop') stopped = true;
    failures = result === true ? 0 : failures + 1;
    schedule();
  };
  const onVisibility = (): void => {
    clearTimeout(timer);
    dueMs = null;
    if (!document.hidden) void run();
  };
  document.addEventListener('visibilitychange', onVisibility);
  void run();
  return {
    now: () => void run(),
    nextMs: () => dueMs,
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    },
  };
}
