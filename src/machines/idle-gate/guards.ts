/**
 * What the arrows of the statechart ask: the signals and the evidence, read off the window and the
 * sample told. Pure. Where a question is about the window, it is the window with that sample;
 * only the two that `gathering` asks are about the window as it is by then.
 */
import { findSigns, isHeldBack, isVerdictDue, isWindowLongEnough } from './hold.ts';
import { growWindow, type IdleMemory, noteTime } from './memory.ts';
import { findUnknowns, type Observation } from './observation.ts';
import type { ReadEvent } from './reading.ts';
import { extendWindow, findBroken, findLoud, isBusyGhost, isRepeated } from './window.ts';

interface Told {
  readonly context: IdleMemory;
  readonly event: ReadEvent;
}

const ofSample =
  (asks: (memory: IdleMemory, seen: Observation) => boolean) =>
  ({ context, event }: Told): boolean =>
    event.type !== 'TICK' && asks(context, event.reading.seen);

/** By the names that the arrows of `machine.ts` have; those about a sample are false for a `TICK`. */
export const idleGuards = {
  /** The longest wait has passed. */
  waitedTooLong: ({ context, event }: Told): boolean =>
    noteTime(context, event).nowMs - context.startedMs >= context.maxWaitMs,

  /** No sample came for over two intervals; one of unknown time is none. */
  samplesStayAway: ({ context, event }: Told): boolean => {
    const { nowMs, last, rules } = noteTime(context, event);
    return last !== null && !(nowMs - last.monotonic_ms <= 2 * rules.sampleIntervalMs);
  },

  isFirstSample: ofSample(({ last }) => last === null),
  /** It was taken after the latest one. */
  sampleIsFresh: ofSample(
    ({ last }, seen) => seen.monotonic_ms > (last?.monotonic_ms ?? -Infinity),
  ),
  /** It is the latest one once more. */
  sampleRepeats: ofSample(isRepeated),

  /** A reading is unknown that a signal needs. */
  sensorsMissing: ofSample(({ rules }, seen) => findUnknowns(seen, rules).length > 0),
  /** All that is busy is a GPU that nobody uses. */
  onlyGhostIsBusy: ofSample(isBusyGhost),
  /** A signal does not hold: by this sample alone, or over the window with it. */
  signalBroken: ofSample((memory, seen) => findBroken(memory, seen).length > 0),
  /** With this sample alone no mean reaches its threshold. */
  sampleIsQuiet: ofSample(({ rules }, seen) => findLoud(seen, rules).length === 0),

  /** The sample shows work that must be absent for the whole sustain time. */
  evidenceSpeaksAgainst: ofSample(
    (memory, seen) => findSigns(seen).length > 0 && extendWindow(memory, seen).window.length > 0,
  ),
  /** Readings in the window contradict each other. */
  readingsDoubted: ofSample((memory, seen) =>
    extendWindow(memory, seen).window.some((each) => each.suspicions.length > 0),
  ),
  /** With the fresh sample the window is still long enough, and no evidence holds it back. */
  verdictStaysDue: ({ context, event }: Told): boolean =>
    event.type === 'CONFIRM' && isVerdictDue(growWindow(context, event)),

  windowLongEnough: ({ context }: Told): boolean => isWindowLongEnough(context),
  evidenceHoldsBack: ({ context }: Told): boolean => isHeldBack(context),
} as const;
