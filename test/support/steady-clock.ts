/**
 * A clock that runs fast and leaves out what a busy machine takes: while this process stood still, nothing it
 * waits for could happen, and a sample that was fresh before is no older afterwards.
 */
import { type Clock, createScaledClock } from '../../src/lib/clock.ts';

/** Real milliseconds between two looks; looks that lie further apart than `stallMs` have a stall between them. */
const lookMs = 20;
const stallMs = 100;

let lastLookMs = performance.now();
let stalledMs = 0;

/** Real milliseconds that were left out so far, of all clocks of this process alike. */
function look(): number {
  const nowMs = performance.now();
  stalledMs += Math.max(0, nowMs - lastLookMs - stallMs);
  lastLookMs = nowMs;
  return stalledMs;
}
setInterval(look, lookMs).unref();

/** As `createScaledClock`. A timer that was set before a stall may be early by this clock. */
export function createSteadyClock(options: { originMs: number; factor: number }): Clock {
  const scaled = createScaledClock(options);
  const behindMs = (): number => look() * options.factor;
  return {
    now: () => Math.floor(scaled.now() - behindMs()),
    monotonic: () => scaled.monotonic() - behindMs(),
    setTimer: scaled.setTimer,
  };
}
