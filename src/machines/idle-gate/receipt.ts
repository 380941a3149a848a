/** The idle gate's verdict as a document: enough to check it without the samples. */
import { type IdleMemory, requiredMs, windowMs } from './evaluation.ts';
import type { IdleProfile } from './profile.ts';
import { measureSignals, type Signal } from './signals.ts';

export const receiptSchemaVersion = 'idle_receipt.v1';

/** JSON. Times are ISO 8601 UTC, spans are monotonic milliseconds. */
export type IdleReceipt = {
  readonly schema_version: typeof receiptSchemaVersion;
  readonly verdict: 'idle' | 'timed_out';
  readonly at: string | null;
  readonly reasons: readonly string[];
  /** The window as it was at the verdict; empty when there was none. */
  readonly window: {
    readonly start: string | null;
    readonly end: string | null;
    readonly duration_ms: number;
    readonly required_ms: number;
    readonly samples: number;
    /** Longest time between two of its samples. */
    readonly max_gap_ms: number;
  };
  readonly signals: readonly Signal[];
  readonly sensor_health: {
    /** Samples since the waiting began, by health. */
    readonly ok: number;
    readonly partial: number;
    readonly unknown: number;
    readonly problems: readonly string[];
    readonly suspicions: readonly string[];
  };
  readonly profile: { readonly [Member in keyof IdleProfile]: number };
  readonly require_no_process: boolean;
  readonly sample_interval_ms: number;
  readonly waited_ms: number;
  readonly max_wait_ms: number;
  /** When the fresh sample that confirmed the verdict was taken; null for a time-out. */
  readonly confirmed_at: string | null;
};

/** Writes the receipt of a verdict. Pure. */
export function toReceipt(memory: IdleMemory, verdict: IdleReceipt['verdict']): IdleReceipt {
  const { window, rules } = memory;
  const { healthCounts, problems } = memory;
  return {
    schema_version: receiptSchemaVersion,
    verdict,
    at: memory.at,
    reasons: memory.reasons,
    window: {
      start: window[0]?.at ?? null,
      end: window.at(-1)?.at ?? null,
      duration_ms: windowMs(window),
      required_ms: requiredMs(rules, window),
      samples: window.length,
      max_gap_ms: window.reduce((largest, seen, index) => {
        const earlier = window[index - 1];
        return earlier ? Math.max(largest, seen.monotonic_ms - earlier.monotonic_ms) : largest;
      }, 0),
    },
    signals: measureSignals(window, rules),
    sensor_health: {
      ...healthCounts,
      problems,
      suspicions: [...new Set(window.flatMap((seen) => seen.suspicions))],
    },
    profile: { ...rules.profile },
    require_no_process: rules.requireNoProcess,
    sample_interval_ms: rules.sampleIntervalMs,
    waited_ms: memory.nowMs - memory.startedMs,
    max_wait_ms: memory.maxWaitMs,
    confirmed_at: memory.confirmedAt,
  };
}
