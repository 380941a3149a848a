/**
 * What the statechart remembers, which is the window and what is said of it, and how each of its
 * actions changes that. Pure; the sentences are those that readers of the gate get.
 */
import { assert } from '../../lib/assert.ts';
import type { IdleSample } from './events.ts';
import {
  describeEvidence,
  type Holding,
  isHeldBack,
  isVerdictDue,
  isWindowLongEnough,
  noStanding,
  noteEvidence,
} from './hold.ts';
import { findUnknowns, type Observation, type ObservationRules } from './observation.ts';
import type { KnownMachine, ReadEvent, Reading } from './reading.ts';
import type { RestMemory } from './rest.ts';
import { extendWindow, findBroken, findLoud, isBusyGhost } from './window.ts';

/** Plain data. */
export interface IdleMemory extends Holding, KnownMachine {
  readonly maxWaitMs: number;
  /** Monotonic time at which the waiting began. */
  readonly startedMs: number;
  /** The latest monotonic time heard of, and the wall-clock time told with it. */
  readonly nowMs: number;
  readonly at: string | null;
  readonly last: Observation | null;
  /** Why the gate stands where it does; sentences. */
  readonly reasons: readonly string[];
  readonly healthCounts: Readonly<Record<IdleSample['health'], number>>;
  /** The latest different problems of samples. */
  readonly problems: readonly string[];
  /** Evidence has held a verdict back that the signals alone would have allowed, in this quiet. */
  readonly heldByEvidence: boolean;
  /** Time of the sample that confirmed the verdict. */
  readonly confirmedAt: string | null;
}

/** What a gate is made with; times are monotonic ms on the samples' clock. */
export interface IdleGateInput {
  readonly rules: ObservationRules;
  readonly maxWaitMs: number;
  readonly startedMs: number;
  /** What is known of the machine at rest from before the waiting. */
  readonly rest: RestMemory;
}

const problemsKeptMax = 10;

/** A gate without a sample: an empty window, and `reasons` that say so. */
export function createIdleMemory(input: IdleGateInput): IdleMemory {
  return {
    ...input,
    nowMs: input.startedMs,
    at: null,
    reasons: ['no complete sample yet'],
    window: [],
    last: null,
    sensors: { gpus: [], stillCpuSamples: 0 },
    standing: noStanding,
    healthCounts: { ok: 0, partial: 0, unknown: 0 },
    problems: [],
    heldByEvidence: false,
    confirmedAt: null,
  };
}

/** Takes in the time of an event, unless a later one is known. */
export function noteTime(memory: IdleMemory, event: ReadEvent): IdleMemory {
  const { at, monotonic_ms: nowMs } = event.type === 'TICK' ? event : event.reading.seen;
  return nowMs >= memory.nowMs ? { ...memory, nowMs, at } : memory;
}

/** No sample came for so long that the window is worth nothing. */
export function noteSilence(memory: IdleMemory, event: ReadEvent): IdleMemory {
  const reasons = ['no sample came for over two intervals'];
  return { ...noteTime(memory, event), window: [], reasons };
}

/** A confirming sample that is no later than the latest one is not taken in at all. */
export function noteStale(memory: IdleMemory): IdleMemory {
  return { ...memory, reasons: ['the confirming sample is not a fresh one'] };
}

/** Drops the window, since a reading that a signal needs is missing. */
export function loseSight(memory: IdleMemory, event: ReadEvent): IdleMemory {
  const { seen } = readingOf(event);
  return { ...takeIn(memory, event), window: [], reasons: findUnknowns(seen, memory.rules) };
}

/** Drops the window, since a signal does not hold. */
export function breakWindow(memory: IdleMemory, event: ReadEvent): IdleMemory {
  const { seen } = readingOf(event);
  const doubt = isBusyGhost(memory, seen) ? [seen.ghost!] : [];
  const reasons = [...findBroken(memory, seen), ...doubt];
  return { ...takeIn(memory, event), window: [], reasons };
}

/** Lets the window grow by a sample with which every signal holds. */
export function growWindow(memory: IdleMemory, event: ReadEvent): IdleMemory {
  const { seen } = readingOf(event);
  const { window, reasons } = extendWindow(memory, seen);
  const next = takeIn(memory, event);
  const heldSinceMs = window.length === 1 ? seen.monotonic_ms : next.standing.heldSinceMs;
  const grown = { ...next, window, standing: { ...next.standing, heldSinceMs } };
  const heldByEvidence =
    window.length > 1 &&
    (memory.heldByEvidence || (isWindowLongEnough(grown) && isHeldBack(grown)));
  const evidence = window.length === 0 ? [] : describeEvidence(grown);
  // A fresh sample had been asked for: the gate was in a `confirming` state.
  const wasAsked = event.type === 'CONFIRM' && isVerdictDue(memory);
  const loud = wasAsked && isWindowLongEnough(grown) ? findLoud(seen, memory.rules) : [];
  const told = loud.length > 0 ? [...loud, 'so the fresh sample does not confirm'] : reasons;
  return { ...grown, heldByEvidence, reasons: [...told, ...evidence] };
}

/** The fresh sample agrees: the window that it ends is the verdict's. */
export function confirmWindow(memory: IdleMemory, event: ReadEvent): IdleMemory {
  return { ...growWindow(memory, event), confirmedAt: readingOf(event).seen.at };
}

/** Everything but the window. */
function takeIn(memory: IdleMemory, event: ReadEvent): IdleMemory {
  const { seen, sensors, rest } = readingOf(event);
  const { healthCounts } = memory;
  const problems = [...new Set([...memory.problems, ...seen.problems])];
  return {
    ...noteTime(memory, event),
    last: seen,
    sensors,
    rest,
    standing: noteEvidence(memory.standing, seen),
    healthCounts: { ...healthCounts, [seen.health]: healthCounts[seen.health] + 1 },
    problems: problems.slice(-problemsKeptMax),
  };
}

function readingOf(event: ReadEvent): Reading {
  assert(event.type !== 'TICK', 'only a sample changes the window');
  return event.reading;
}
