/** Real time that runs faster or slower. */
import { type Clock, systemClock } from '../../src/lib/clock.ts';

/**
 * Real time running `factor` times as fast, counted from `originMs` (wall-clock ms). Two processes
 * with the same origin and factor agree on the time.
 */
export function createScaledClock(options: { originMs: number; factor: number }): Clock {
  const { originMs, factor } = options;
  const scaled = (): number => originMs + (systemClock.now() - originMs) * factor;
  return {
    now: () => Math.floor(scaled()),
    monotonic: () => systemClock.monotonic() * factor,
    setTimer: (delayMs, callback) => systemClock.setTimer(delayMs / factor, callback),
  };
}
