/** What is said of when a run would have ended by another idle profile or quiet time. Pure. */
import { timeOf } from '../service/loose.ts';
import type { Reply } from '../service/wire.ts';
import { clockText, gateWord, momentText, plainWord, spanText } from '../words/words.ts';

type Reckoned = Reply<'runs.idle_reckoning'>;

/** Quiet times that the slider goes through, seconds. */
export const quietSecs: readonly number[] = [
  15, 30, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700, 3600, 7200,
];

/** Where the slider stands for a quiet time: at the nearest of its steps. */
export const stepOfQuiet = (sec: number): number =>
  quietSecs.reduce(
    (best, each, index) =>
      Math.abs(each - sec) < Math.abs((quietSecs[best] ?? 0) - sec) ? index : best,
    0,
  );

/** When it would have ended, by the worker's clock; null: not by the end, or not told. */
export const reckonedMs = ({ at }: Reckoned): number | null => timeOf(at);

/** In one sentence, and what it rests on in another. */
export function reckonedWords(told: Reckoned, nowMs: number): { said: string; basis: string } {
  const { profile, sustain_sec: sec, actual, quiet_sec: quietSec, required_sec: needed } = told;
  const by = `By the profile for ${plainWord(profile)} with ${quietWords(sec ?? null)} of quiet`;
  const atMs = reckonedMs(told);
  const wasMs = timeOf(actual?.at);
  const end = told.state === 'timed_out' ? 'been given up' : 'ended';
  const isQuiet = told.state === 'quiet_candidate' || told.state === 'suspect_sensor';
  // The first step of quiet holds its beginning, and behind the last one there is no fresh reading.
  const stepsSec = 2 * (told.bucket_sec ?? 0);
  const isWithinSteps = isQuiet && needed !== undefined && needed - (quietSec ?? 0) <= stepsSec;
  const when = `${momentText(wasMs, nowMs)}, when it did`;
  const quiet = `quiet for ${quietWords(quietSec ?? null)} of ${quietWords(needed ?? null)}`;
  const said =
    atMs === null
      ? isWithinSteps
        ? `${by} it cannot be told whether it would have ended by ${when}: ${quiet}, in steps of ${spanText((told.bucket_sec ?? 0) * 1000)}.`
        : `${by} it would not have ended by ${when}: ${gateWord(told.state)}, ${quiet}. What came after is not known.`
      : `${by} it would have ${end} at ${momentText(atMs, nowMs)}, ${apart(atMs, wasMs)}.`;
  const steps = told.is_coarse
    ? ` Several readings are one there, the highest of ${spanText((told.bucket_sec ?? 0) * 1000)}, so the true end may be earlier.`
    : '';
  return {
    said,
    basis: `Reckoned from ${told.readings ?? 'an unknown number of'} readings that its worker kept, all its GPUs counted; nothing is decided by it.${steps}`,
  };
}

/** `3:00 min`, as the quiet window is told. */
export const quietWords = (sec: number | null): string =>
  sec === null ? 'unknown' : clockText(sec * 1000);

function apart(atMs: number, wasMs: number | null): string {
  if (wasMs === null) return 'the true end is not known';
  // The fresh reading of a verdict comes between two regular ones.
  const byMs = wasMs - atMs;
  if (Math.abs(byMs) < 1_000) return 'as it did';
  return `${spanText(Math.abs(byMs))} ${byMs > 0 ? 'earlier' : 'later'} than it did`;
}
