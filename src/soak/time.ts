/** The soak's time is the machine's: it plays on real processes. */
import { systemClock } from '../lib/clock.ts';

/** Milliseconds from an arbitrary origin. */
export const monotonicMs = (): number => systemClock.monotonic();

/** Resolves after at least that many milliseconds of real time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => systemClock.setTimer(ms, resolve));
}
