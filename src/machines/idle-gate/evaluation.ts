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
import { type EvidenceReading, readEvidence } from './evidence.ts';
import {
  describeEvidence,
  type EvidenceStanding,
  type Holding,
  isHeldBack,
  noStanding,
  noteEvidence,
  requiredWindowMs,
  windowMs,
} from './hold.ts';
import {
  findActivity,
  findBreaks,
  findUnknowns,
  type Observation,
  type ObservationRules,
  observe,
} from './observation.ts';
import { learnRest, type RestMemory } from './rest.ts';
import { measureSignals } from './signals.ts';
import { findSuspicions, rememberSensors, type SensorMemory } from './suspicion.ts';

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
  readonly sensors: SensorMemory;
  readonly rest: RestMemory;
  readonly evidence: EvidenceStanding;
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
  /** What is known of the machine at rest from before the waiting. */
  readonly rest: RestMemory;
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
    sensors: { gpus: [], stillCpuSamples: 0 },
    evidence: noStanding,
    healthCounts: { ok: 0, partial: 0, unknown: 0 },
    problems: [],
    confirmedAt: null,
  };
}

/** The memory as the rules of evidence see it. */
export function toHolding({ rules, window, evidence }: IdleMemory): Holding {
  return { rules, window, standing: evidence };
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
  return applyEvidence(judgeSignals(before, sample, isConfirming));
}

/** Takes back what the signals alone would have decided while evidence speaks against it. */
function applyEvidence(judged: IdleMemory): IdleMemory {
  if (judged.window.length === 0) return judged;
  const holding = toHolding(judged);
  const reasons = [...judged.reasons, ...describeEvidence(holding)];
  if (judged.evidence.signs.length > 0)
    return { ...judged, outcome: 'busy', confirmDue: false, confirmedAt: null, reasons };
  if (!isHeldBack(holding)) return { ...judged, reasons };
  const outcome = judged.outcome === 'idle' ? 'quiet_candidate' : judged.outcome;
  return { ...judged, outcome, confirmDue: false, confirmedAt: null, reasons };
}

function judgeSignals(before: IdleMemory, sample: IdleSample, isConfirming: boolean): IdleMemory {
  const { rules, last } = before;
  const sensors = rememberSensors(before.sensors, sample);
  const suspicions = findSuspicions(sample, sensors);
  const rest = learnRest(before.rest, sample, rules.coreCount);
  const seen = observe(sample, {
    suspicions: suspicions.filter((each) => each.kind !== 'busy_ghost').map((each) => each.text),
    evidence: evidenceOf(sample, rest, rules),
  });
  const evidence = noteEvidence(before.evidence, seen);
  const memory = { ...before, last: seen, sensors, rest, evidence, ...countHealth(before, sample) };

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
  if (last !== null && seen.monotonic_ms === last.monotonic_ms)
    return { ...memory, reasons: ['the sample is the one before once more'] };
  return extendWindow(memory, seen, findBreaks(last, seen, rules), isConfirming);
}

function evidenceOf(
  sample: IdleSample,
  rest: RestMemory,
  { profile, coreCount }: ObservationRules,
): readonly EvidenceReading[] {
  if (profile.evidence === undefined) return [];
  return readEvidence({ sample, rest, rules: profile.evidence, coreCount });
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
  const heldSinceMs = window.length === 1 ? seen.monotonic_ms : memory.evidence.heldSinceMs;
  const doubts = [...new Set(window.flatMap((each) => each.suspicions))];
  const quiet: IdleMemory = {
    ...memory,
    window,
    evidence: { ...memory.evidence, heldSinceMs },
    outcome: doubts.length > 0 ? 'suspect_sensor' : 'quiet_candidate',
    confirmDue: windowMs(window) >= requiredWindowMs(rules, window),
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
  const neededMs = requiredWindowMs(rules, window);
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
