/**
 * The idle gate's judgement, one sample at a time. Pure: it turns what is remembered and what is
 * told into what is remembered next, of which `outcome` names the state to be in.
 *
 * A window is a row of samples without a break in which every signal holds, the means over the
 * window so far included. Whatever breaks it starts it anew, with the breaking sample as its first
 * when that sample by itself is quiet. Once it is long enough it slides, so that the means are
 * always over about the last sustain time.
 */
import type { IdleState } from '../../domain/statuses.ts';
import type { IdleGateEvent, IdleSample } from './events.ts';
import {
  findActivity,
  findBreaks,
  findUnknowns,
  type Observation,
  type ObservationRules,
  observe,
} from './observation.ts';
import { measureSignals } from './signals.ts';
import { findSuspicions, type GpuMemory, rememberGpus, suspectSustainFactor } from './suspicion.ts';

/** What the gate remembers. Plain data. */
export interface IdleMemory {
  readonly rules: ObservationRules;
  readonly maxWaitMs: number;
  /** Monotonic time at which the waiting began. */
  readonly startedMs: number;
  /** The latest monotonic time heard of, and the wall-clock time told with it. */
  readonly nowMs: number;
  readonly at: string | null;
  readonly outcome: IdleState;
  /** True: the window is long enough, and a fresh sample decides. */
  readonly confirmDue: boolean;
  /** Why the outcome is what it is; sentences. */
  readonly reasons: readonly string[];
  readonly window: readonly Observation[];
  readonly last: Observation | null;
  readonly gpuMemory: readonly GpuMemory[];
  readonly healthCounts: Readonly<Record<IdleSample['health'], number>>;
  /** The latest different problems of samples. */
  readonly problems: readonly string[];
  /** Time of the sample that confirmed the verdict. */
  readonly confirmedAt: string | null;
}

export interface IdleGateInput {
  readonly rules: ObservationRules;
  readonly maxWaitMs: number;
  readonly startedMs: number;
}

const problemsKeptMax = 10;

export function createIdleMemory(input: IdleGateInput): IdleMemory {
  return {
    ...input,
    nowMs: input.startedMs,
    at: null,
    outcome: 'warming',
    confirmDue: false,
    reasons: ['no complete sample yet'],
    window: [],
    last: null,
    gpuMemory: [],
    healthCounts: { ok: 0, partial: 0, unknown: 0 },
    problems: [],
    confirmedAt: null,
  };
}

/** How long the window has lasted, ms. */
export function windowMs(window: readonly Observation[]): number {
  return window.length === 0 ? 0 : window.at(-1)!.monotonic_ms - window[0]!.monotonic_ms;
}

/** How long the window must last, ms: longer while a reading in it is in doubt. */
export function requiredMs(rules: ObservationRules, window: readonly Observation[]): number {
  const isSuspect = window.some((seen) => seen.suspicions.length > 0);
  return rules.profile.idle_sustain_sec * 1000 * (isSuspect ? suspectSustainFactor : 1);
}

/** Judges one event. */
export function judge(memory: IdleMemory, event: IdleGateEvent): IdleMemory {
  const timed = event.type === 'TICK' ? event : event.sample;
  const isLater = timed.monotonic_ms >= memory.nowMs;
  const next = isLater ? { ...memory, nowMs: timed.monotonic_ms, at: timed.at } : memory;
  if (next.nowMs - next.startedMs >= next.maxWaitMs) return timeOut(next);
  if (event.type === 'TICK') return judgeSilence(next);
  if (event.type === 'SAMPLE') return judgeSample(next, event.sample, false);
  const isFresh = event.sample.monotonic_ms > (memory.last?.monotonic_ms ?? -Infinity);
  if (!isFresh) return { ...memory, reasons: ['the confirming sample is not a fresh one'] };
  return judgeSample(next, event.sample, memory.confirmDue);
}

function timeOut(memory: IdleMemory): IdleMemory {
  const waitedSec = Math.round((memory.nowMs - memory.startedMs) / 1000);
  const reasons = [`waited ${waitedSec} s, the most allowed; last state: ${memory.outcome}`];
  return {
    ...memory,
    outcome: 'timed_out',
    confirmDue: false,
    reasons: [...reasons, ...memory.reasons],
  };
}

function judgeSilence(memory: IdleMemory): IdleMemory {
  const { last, rules, nowMs } = memory;
  if (last === null || nowMs - last.monotonic_ms <= 2 * rules.sampleIntervalMs) return memory;
  return restart(memory, 'sensor_unknown', ['no sample came for over two intervals']);
}

function restart(memory: IdleMemory, outcome: IdleState, reasons: readonly string[]): IdleMemory {
  return { ...memory, outcome, reasons, window: [], confirmDue: false };
}

function judgeSample(before: IdleMemory, sample: IdleSample, isConfirming: boolean): IdleMemory {
  const { rules, last } = before;
  const gpuMemory = rememberGpus(before.gpuMemory, sample.gpus);
  const suspicions = findSuspicions(sample, gpuMemory);
  const doubts = suspicions.filter((each) => each.kind !== 'busy_ghost').map((each) => each.text);
  const seen = observe(sample, doubts);
  const memory = { ...before, last: seen, gpuMemory, ...countHealth(before, sample) };

  const unknowns = findUnknowns(seen, rules);
  if (unknowns.length > 0)
    return restart(memory, last === null ? 'warming' : 'sensor_unknown', unknowns);
  const activity = findActivity(last, seen, rules);
  if (activity.length > 0) {
    const ghost = suspicions.find((each) => each.kind === 'busy_ghost');
    // A live process is evidence enough that the run is busy, whatever the GPU says.
    const isDoubtful = ghost !== undefined && (seen.alive ?? 0) === 0;
    return restart(memory, isDoubtful ? 'suspect_sensor' : 'busy', [
      ...activity,
      ...(isDoubtful ? [ghost.text] : []),
    ]);
  }
  return extendWindow(memory, seen, findBreaks(last, seen, rules), isConfirming);
}

function countHealth(
  memory: IdleMemory,
  sample: IdleSample,
): Pick<IdleMemory, 'healthCounts' | 'problems'> {
  const { healthCounts } = memory;
  const problems = [...new Set([...memory.problems, ...sample.problems])];
  return {
    healthCounts: { ...healthCounts, [sample.health]: healthCounts[sample.health] + 1 },
    problems: problems.slice(-problemsKeptMax),
  };
}

function extendWindow(
  memory: IdleMemory,
  seen: Observation,
  breaks: readonly string[],
  isConfirming: boolean,
): IdleMemory {
  const { rules } = memory;
  const grown = breaks.length > 0 ? [seen] : slide([...memory.window, seen], rules);
  const failed = failedSignals(grown, rules);
  if (failed.length > 0 && failedSignals([seen], rules).length > 0)
    return restart(memory, 'busy', failed);
  const window = failed.length > 0 ? [seen] : grown;
  const doubts = [...new Set(window.flatMap((each) => each.suspicions))];
  const quiet: IdleMemory = {
    ...memory,
    window,
    outcome: doubts.length > 0 ? 'suspect_sensor' : 'quiet_candidate',
    confirmDue: windowMs(window) >= requiredMs(rules, window),
    reasons: [...breaks, ...failed, ...doubts],
  };
  if (!isConfirming || !quiet.confirmDue) return quiet;
  const loud = failedSignals([seen], rules);
  if (loud.length > 0)
    return { ...quiet, reasons: [...loud, 'so the fresh sample does not confirm'] };
  return { ...quiet, outcome: 'idle', confirmDue: false, confirmedAt: seen.at };
}

/** Drops the oldest samples that the window does not need to be long enough. */
function slide(window: readonly Observation[], rules: ObservationRules): readonly Observation[] {
  const neededMs = requiredMs(rules, window);
  let first = 0;
  const endMs = window.at(-1)!.monotonic_ms;
  while (first + 1 < window.length && endMs - window[first + 1]!.monotonic_ms >= neededMs)
    first += 1;
  return first === 0 ? window : window.slice(first);
}

function failedSignals(window: readonly Observation[], rules: ObservationRules): string[] {
  return measureSignals(window, rules)
    .filter((signal) => !signal.holds)
    .map(({ name, value, threshold }) => `${name} is ${value}, threshold ${threshold}`);
}
