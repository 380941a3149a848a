/**
 * The window: a row of samples without a break in which every signal holds, the means over the
 * window so far included. Whatever breaks it starts it anew, with the breaking sample as its first
 * when that sample by itself is quiet. Once it is long enough it slides, so that the means are
 * always over about the last sustain time. Pure.
 */
import { requiredWindowMs } from './hold.ts';
import {
  findActivity,
  findBreaks,
  type Observation,
  type ObservationRules,
} from './observation.ts';
import { measureSignals } from './signals.ts';

/** The window as it is, and the latest sample, which need not be in it. */
export interface WindowSoFar {
  readonly rules: ObservationRules;
  readonly window: readonly Observation[];
  /** Null: no sample yet. */
  readonly last: Observation | null;
}

/** The sample is the one before once more: it shows nothing new, and lengthens nothing. */
export function isRepeated({ last }: WindowSoFar, seen: Observation): boolean {
  return last !== null && seen.monotonic_ms === last.monotonic_ms;
}

/**
 * Which signals do not hold with this sample, as sentences: those that it shows by itself, else the
 * means that it carries to their threshold and that it could not begin a window with either.
 */
export function findBroken(before: WindowSoFar, seen: Observation): readonly string[] {
  const { rules, last } = before;
  const activity = findActivity(last, seen, rules);
  if (activity.length > 0 || isRepeated(before, seen)) return activity;
  return findLoud(seen, rules).length === 0 ? [] : failedSignals(grow(before, seen), rules);
}

/** True when all that is busy is a GPU with nobody on it, and no process of the run is known to live. */
export function isBusyGhost({ last, rules }: WindowSoFar, seen: Observation): boolean {
  // A live process is evidence enough that the run is busy, whatever the GPU says.
  return (
    seen.ghost !== null && (seen.alive ?? 0) === 0 && findActivity(last, seen, rules).length > 0
  );
}

/** The signals that do not hold over this sample alone, as sentences. */
export function findLoud(seen: Observation, rules: ObservationRules): readonly string[] {
  return failedSignals([seen], rules);
}

/** The window with a sample that breaks no signal, and what is to be said of it. */
export function extendWindow(
  before: WindowSoFar,
  seen: Observation,
): { readonly window: readonly Observation[]; readonly reasons: readonly string[] } {
  const { rules, last } = before;
  if (isRepeated(before, seen))
    return { window: before.window, reasons: ['the sample is the one before once more'] };
  const grown = grow(before, seen);
  const failed = failedSignals(grown, rules);
  const window = failed.length > 0 ? [seen] : grown;
  const doubts = new Set(window.flatMap((each) => each.suspicions));
  return { window, reasons: [...findBreaks(last, seen, rules), ...failed, ...doubts] };
}

function grow({ rules, window, last }: WindowSoFar, seen: Observation): readonly Observation[] {
  return findBreaks(last, seen, rules).length > 0 ? [seen] : slide([...window, seen], rules);
}

/** Drops the oldest samples that the window does not need to be long enough. */
function slide(window: readonly Observation[], rules: ObservationRules): readonly Observation[] {
  const neededMs = requiredWindowMs(rules, window);
  const endMs = window.at(-1)!.monotonic_ms;
  let first = 0;
  while (first + 1 < window.length && endMs - window[first + 1]!.monotonic_ms >= neededMs)
    first += 1;
  return first === 0 ? window : window.slice(first);
}

function failedSignals(window: readonly Observation[], rules: ObservationRules): string[] {
  return measureSignals(window, rules)
    .filter((signal) => !signal.holds)
    .map(({ name, value, threshold }) => `${name} is ${value}, threshold ${threshold}`);
}
