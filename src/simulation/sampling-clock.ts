/**
 * The clock of a gate's samplers and watches. While a sample could show nothing new they wait longer for the next one:
 * a month of them, one every half minute, would take longer than all the rest. Nothing else of them is another.
 */
import type { Clock, TimerHandle } from '../lib/clock.ts';

interface SamplingOptions {
  readonly intervalMs: number;
  /** True while nothing that is watched can change without `wake` being called. */
  readonly isDull: () => boolean;
}

/** What a wait of an interval is longer by while nothing changes, ms. */
const dullMs = 10 * 60_000;

/** The same clock, and a way to say that something has changed: then the next sample comes when it would have come. */
export function createSamplingClock(
  clock: Clock,
  { intervalMs, isDull }: SamplingOptions,
): Clock & { wake(): void } {
  const waiting = new Set<{ timer: TimerHandle; readonly dueMs: number; fire(): void }>();
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    setTimer(delayMs, callback) {
      if (delayMs < intervalMs / 2 || !isDull()) return clock.setTimer(delayMs, callback);
      const fire = (): void => {
        waiting.delete(wait);
        callback();
      };
      const timer = clock.setTimer(delayMs + dullMs, fire);
      const wait = { timer, dueMs: clock.monotonic() + delayMs, fire };
      waiting.add(wait);
      return {
        cancel: () => {
          waiting.delete(wait);
          wait.timer.cancel();
        },
      };
    },
    wake() {
      for (const wait of waiting) {
        wait.timer.cancel();
        const lateMs = Math.max(0, clock.monotonic() - wait.dueMs);
        const nextMs = wait.dueMs + Math.ceil(lateMs / intervalMs) * intervalMs;
        wait.timer = clock.setTimer(nextMs - clock.monotonic(), wait.fire);
      }
    },
  };
}
