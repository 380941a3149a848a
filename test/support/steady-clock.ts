/**
 * A clock that runs fast and leaves out what a busy machine takes: while this process stood still or had no processor,
 * nothing it waits for could happen, and a sample that was fresh before is no older afterwards.
 */
import { readFileSync } from 'node:fs';
import type { Clock, TimerHandle } from '../../src/lib/clock.ts';
import { createScaledClock } from './scaled-clock.ts';

/** Real milliseconds between two looks; looks that lie further apart than `stallMs` have a stall between them. */
const lookMs = 20;
const stallMs = 100;
/** No two looks are closer: clocks are read far more often than the machine has to be asked. */
const lookMsMin = 5;
/** A timer of Node may fire this much before its time. */
const earlyMs = 2;

/** Real milliseconds for which Node's loop could have run and had no processor; proc(5), `/proc/PID/schedstat`. */
function readStarvedMs(): number {
  try {
    const starvedMs = Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
    return Number.isFinite(starvedMs) ? starvedMs : 0;
  } catch {
    return 0;
  }
}

let lastLookMs = performance.now();
let lastStarvedMs = readStarvedMs();
let lostMs = 0;

/** Real milliseconds that were left out so far, of all clocks of this process alike. */
function look(): number {
  const nowMs = performance.now();
  const gapMs = nowMs - lastLookMs;
  if (gapMs < lookMsMin) return lostMs;
  const starvedMs = readStarvedMs();
  lostMs += Math.max(0, gapMs - stallMs, Math.min(gapMs, starvedMs - lastStarvedMs));
  lastLookMs = nowMs;
  lastStarvedMs = starvedMs;
  return lostMs;
}
setInterval(look, lookMs).unref();

/** As `createScaledClock`, but that no timer is early by this clock, whatever was left out since it was set. */
export function createSteadyClock(options: { originMs: number; factor: number }): Clock {
  const { factor } = options;
  const scaled = createScaledClock(options);
  const withoutLoss = (read: () => number): (() => number) => {
    let latest = Number.NEGATIVE_INFINITY;
    return () => {
      // What was lost is known a little later than it was shown.
      latest = Math.max(latest, read() - look() * factor);
      return latest;
    };
  };
  const now = withoutLoss(scaled.now);
  const monotonic = withoutLoss(scaled.monotonic);
  return {
    now: () => Math.floor(now()),
    monotonic,
    setTimer(delayMs, callback) {
      const dueMs = monotonic() + delayMs;
      const arm = (leftMs: number): TimerHandle =>
        scaled.setTimer(leftMs, () => {
          const stillMs = dueMs - monotonic();
          if (stillMs <= earlyMs * factor) callback();
          else timer = arm(stillMs);
        });
      let timer = arm(delayMs);
      return { cancel: () => timer.cancel() };
    },
  };
}
