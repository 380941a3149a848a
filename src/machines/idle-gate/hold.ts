/**
 * How far evidence holds a verdict back. The window of the signals is kept as if there were no
 * evidence, and a verdict needs both: so evidence can make one later and never earlier, whatever
 * the samples are. (Were evidence to break the window itself, a window begun later could have
 * means that hold where those of the longer one do not.)
 */
import { suspectSustainFactor } from '../../domain/idle-evidence.ts';
import type { EvidenceReading } from './evidence.ts';
import type { Observation, ObservationRules } from './observation.ts';

/** What is remembered of evidence between samples. Plain data; times are monotonic ms. */
export interface EvidenceStanding {
  /** Since when the window has lasted, the samples included that have slid out of it. */
  readonly heldSinceMs: number | null;
  /** First sample after the latest one with evidence that is required absent; null: all samples. */
  readonly quietSinceMs: number | null;
  /** Signs of the latest sample that are required absent. */
  readonly signs: readonly EvidenceReading[];
}

/** Before the first sample: no window has lasted, and no evidence was seen. */
export const noStanding: EvidenceStanding = { heldSinceMs: null, quietSinceMs: null, signs: [] };

/** The evidence of one sample that is required absent, and is there. */
export function findSigns({ evidence }: Observation): readonly EvidenceReading[] {
  return evidence.filter((each) => each.mode === 'require' && each.present);
}

/** Takes in one observation, before the window is judged. Pure. */
export function noteEvidence(before: EvidenceStanding, seen: Observation): EvidenceStanding {
  const signs = findSigns(seen);
  const nowMs = seen.monotonic_ms;
  const wasActive = before.signs.length > 0;
  const sinceMs = wasActive || signs.length > 0 ? nowMs : before.quietSinceMs;
  return {
    ...before,
    signs,
    // A clock that went back must not leave the beginning of quiet in its future.
    quietSinceMs: sinceMs === null ? null : Math.min(sinceMs, nowMs),
  };
}

/** What the questions below are asked of; the memory of the gate is one. */
export interface Holding {
  readonly rules: ObservationRules;
  readonly window: readonly Observation[];
  readonly standing: EvidenceStanding;
}

/** How long the window has lasted, ms. */
export function windowMs(window: readonly Observation[]): number {
  return window.length === 0 ? 0 : window.at(-1)!.monotonic_ms - window[0]!.monotonic_ms;
}

/** How long the signals' window must last, ms: longer while a reading in it is in doubt. */
export function requiredWindowMs(rules: ObservationRules, window: readonly Observation[]): number {
  const isSuspect = window.some((seen) => seen.suspicions.length > 0);
  return rules.profile.idle_sustain_sec * 1000 * (isSuspect ? suspectSustainFactor : 1);
}

/** Whether the signals have held for long enough; evidence may still hold a verdict back. */
export function isWindowLongEnough({ rules, window }: Pick<Holding, 'rules' | 'window'>): boolean {
  return windowMs(window) >= requiredWindowMs(rules, window);
}

/** The window less what lies before the latest evidence that is required absent. */
export function quietWindow({ window, standing }: Holding): readonly Observation[] {
  const { quietSinceMs, signs } = standing;
  if (signs.length > 0) return [];
  if (quietSinceMs === null) return window;
  return window.filter((seen) => seen.monotonic_ms >= quietSinceMs);
}

/** How long everything has been quiet, ms. */
export function progressMs(holding: Holding): number {
  const { window, standing } = holding;
  const last = window.at(-1);
  if (last === undefined || standing.signs.length > 0) return 0;
  const sinceMs = Math.max(
    findDelays(window).length > 0 && standing.heldSinceMs !== null
      ? standing.heldSinceMs
      : window[0]!.monotonic_ms,
    standing.quietSinceMs ?? -Infinity,
  );
  return Math.max(0, last.monotonic_ms - sinceMs);
}

/** How long everything must be quiet, ms: longer while evidence that delays is in the window. */
export function requiredMs({ rules, window }: Holding): number {
  const { idle_sustain_sec: sustainSec, evidence } = rules.profile;
  const factor = findDelays(window).length > 0 ? Math.max(1, evidence!.evidence_delay_factor) : 1;
  return Math.max(requiredWindowMs(rules, window), sustainSec * 1000 * factor);
}

/** Whether evidence allows a verdict; it is the window of the signals that asks for one. */
export function isHeldBack(holding: Holding): boolean {
  return holding.standing.signs.length > 0 || progressMs(holding) < requiredMs(holding);
}

/** Whether a fresh sample may now decide. */
export function isVerdictDue(holding: Holding): boolean {
  return isWindowLongEnough(holding) && !isHeldBack(holding);
}

/** Sentences on the evidence that counts now, or counted a moment ago. */
export function describeEvidence({ rules, window, standing }: Holding): string[] {
  if (standing.signs.length > 0) return standing.signs.map(describe);
  // A factor of 1 has it change nothing.
  if (rules.profile.evidence?.evidence_delay_factor === 1) return [];
  return findDelays(window).map((each) => `${describe(each)}, so quiet must last longer`);
}

/** By name, the strongest sign in the window that delays. */
function findDelays(window: readonly Observation[]): EvidenceReading[] {
  const byName = new Map<string, EvidenceReading>();
  for (const seen of window) {
    for (const each of seen.evidence) {
      if (each.mode !== 'delay' || !each.present) continue;
      const known = byName.get(each.name);
      if (known === undefined || each.value! > known.value!) byName.set(each.name, each);
    }
  }
  return [...byName.values()];
}

function describe({ name, value, threshold }: EvidenceReading): string {
  return `${name} is ${round(value!)}, evidence from ${round(threshold!)} on`;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
