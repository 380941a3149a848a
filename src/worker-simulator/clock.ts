/** The time of a simulated machine: real time run faster, going on where an earlier process left it. */
import type { Clock } from '../lib/clock.ts';

/** One moment in both times, and how fast the simulated one runs from there. */
export interface TimeAnchor {
  /** Wall-clock ms since the epoch. */
  readonly realMs: number;
  readonly simulatedMs: number;
  readonly speed: number;
}

/** The simulated time at a real one. A real clock that went back does not take it along. */
export function simulatedTimeAt(anchor: TimeAnchor, realMs: number): number {
  return anchor.simulatedMs + Math.max(0, realMs - anchor.realMs) * anchor.speed;
}

/** The anchor of a process that starts now: without an earlier one, both times begin together. */
export function anchorFrom(
  earlier: TimeAnchor | null,
  { realMs, speed }: { readonly realMs: number; readonly speed: number },
): TimeAnchor {
  const simulatedMs = earlier === null ? realMs : simulatedTimeAt(earlier, realMs);
  return { realMs, simulatedMs: Math.floor(simulatedMs), speed };
}

/**
 * A clock that runs `anchor.speed` times as fast as `real`. Wall and monotonic time are the same
 * count, so they never part: a jump of the real wall clock is not one of the simulated machine.
 */
export function createSimulatedClock(anchor: TimeAnchor, real: Clock): Clock {
  const originMs = real.monotonic();
  const passedMs = (): number => (real.monotonic() - originMs) * anchor.speed;
  return {
    now: () => Math.floor(anchor.simulatedMs + passedMs()),
    monotonic: passedMs,
    setTimer: (delayMs, callback) => real.setTimer(delayMs / anchor.speed, callback),
  };
}
