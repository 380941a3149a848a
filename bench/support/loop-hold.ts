/** For how long the event loop is held at most while something is done. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** What the delay of an idle loop is measured as: its sampling interval. */
const idleDelayMs = 1;

/** Measures one thing after the other. */
interface LoopWatch {
  during<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly heldMs: number }>;
}

export function createLoopWatch(): LoopWatch {
  const delay = monitorEventLoopDelay({ resolution: idleDelayMs });
  return {
    async during(work) {
      delay.enable();
      // A sample is the time since the one before, so one must be there before the work begins: what is done
      // right after a reset is in none.
      delay.reset();
      await nextSample(delay);
      const value = await work();
      await nextSample(delay);
      delay.disable();
      return { value, heldMs: Math.max(0, delay.max / 1e6 - idleDelayMs) };
    },
  };
}

async function nextSample(delay: IntervalHistogram): Promise<void> {
  for (const known = delay.count; delay.count === known; ) await wait(idleDelayMs);
}
