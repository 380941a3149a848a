/** The idle gate's verdict as a document: enough to check it without the samples. */
import { type EvidenceMode, type EvidenceName, evidenceNames } from '../../domain/idle-evidence.ts';
import { progressMs, quietWindow, requiredMs, requiredWindowMs, windowMs } from './hold.ts';
import type { IdleMemory } from './memory.ts';
import type { IdleProfile, IdleThresholds } from './profile.ts';
import { measureSignals, type Signal } from './signals.ts';

const receiptSchemaVersion = 'idle_receipt.v1';

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
  /** Which rule decided when the verdict came; absent in older receipts. */
  readonly rule?: IdleRule;
  readonly signals: readonly Signal[];
  /** Absent in receipts from before there was evidence. */
  readonly evidence?: {
    /** How long quiet had lasted and had to last, evidence considered. */
    readonly quiet_ms: number;
    readonly required_ms: number;
    readonly readings: readonly EvidenceSummary[];
  };
  readonly sensor_health: {
    /** Samples since the waiting began, by health. */
    readonly ok: number;
    readonly partial: number;
    readonly unknown: number;
    readonly problems: readonly string[];
    readonly suspicions: readonly string[];
  };
  readonly profile: { readonly [Member in keyof IdleThresholds]: number };
  readonly require_no_process: boolean;
  readonly sample_interval_ms: number;
  readonly waited_ms: number;
  readonly max_wait_ms: number;
  /** When the fresh sample that confirmed the verdict was taken; null for a time-out. */
  readonly confirmed_at: string | null;
};

/** The rule that a verdict came by, as a word and as a sentence. */
export type IdleRule = {
  readonly name: 'sustain_time' | 'doubted_sensors' | 'evidence' | 'longest_wait';
  readonly says: string;
};

/** One kind of evidence over a window. */
export type EvidenceSummary = {
  readonly name: EvidenceName;
  readonly mode: EvidenceMode;
  /** The reading nearest to its threshold, or furthest past it. Null: unknown throughout. */
  readonly value: number | null;
  /** Null: nothing to compare with was known, such as the power at rest. */
  readonly threshold: number | null;
  /** Threshold less value: room left. Zero and below: a sign of work. */
  readonly margin: number | null;
  /** Samples of the window that showed it, and that could not tell. */
  readonly signs: number;
  readonly unknown: number;
};

/** The evidence that the profile looks at, over the window and the latest sample. Pure. */
export function summarizeEvidence(memory: IdleMemory): readonly EvidenceSummary[] {
  const seen = quietWindow(memory);
  const latest = memory.last === null || seen.includes(memory.last) ? [] : [memory.last];
  const readings = [...seen, ...latest].flatMap((each) => each.evidence);
  return evidenceNames.flatMap((name) => {
    const own = readings.filter((each) => each.name === name);
    if (own.length === 0) return [];
    const marginOf = (each: (typeof own)[number]): number | null =>
      each.value === null || each.threshold === null ? null : each.threshold - each.value;
    const known = own.filter((each) => marginOf(each) !== null);
    const nearest = known.reduce(
      (worst, each) => (marginOf(each)! < marginOf(worst)! ? each : worst),
      known[0] ?? own[0]!,
    );
    return {
      name,
      mode: nearest.mode,
      value: nearest.value,
      threshold: nearest.threshold,
      margin: marginOf(nearest),
      signs: own.filter((each) => each.present).length,
      unknown: own.length - known.length,
    };
  });
}

/** Writes the receipt of a verdict that was given for these reasons. Pure. */
export function toReceipt(
  memory: IdleMemory,
  { verdict, reasons }: Pick<IdleReceipt, 'verdict' | 'reasons'>,
): IdleReceipt {
  const { rules } = memory;
  const window = quietWindow(memory);
  const { healthCounts, problems } = memory;
  return {
    schema_version: receiptSchemaVersion,
    verdict,
    at: memory.at,
    reasons,
    window: {
      start: window[0]?.at ?? null,
      end: window.at(-1)?.at ?? null,
      duration_ms: windowMs(window),
      required_ms: requiredWindowMs(rules, window),
      samples: window.length,
      max_gap_ms: window.reduce((largest, seen, index) => {
        const earlier = window[index - 1];
        return earlier ? Math.max(largest, seen.monotonic_ms - earlier.monotonic_ms) : largest;
      }, 0),
    },
    rule: ruleOf(memory, verdict),
    signals: measureSignals(window, rules),
    ...(rules.profile.evidence === undefined
      ? {}
      : {
          evidence: {
            quiet_ms: progressMs(memory),
            required_ms: requiredMs(memory),
            readings: summarizeEvidence(memory),
          },
        }),
    sensor_health: {
      ...healthCounts,
      problems,
      suspicions: [...new Set(window.flatMap((seen) => seen.suspicions))],
    },
    profile: toThresholds(rules.profile),
    require_no_process: rules.requireNoProcess,
    sample_interval_ms: rules.sampleIntervalMs,
    waited_ms: memory.nowMs - memory.startedMs,
    max_wait_ms: memory.maxWaitMs,
    confirmed_at: memory.confirmedAt,
  };
}

function ruleOf(memory: IdleMemory, verdict: IdleReceipt['verdict']): IdleRule {
  const { rules, window } = memory;
  const sustainSec = rules.profile.idle_sustain_sec;
  const plain = `every signal held for idle_sustain_sec (${sustainSec} s)`;
  if (verdict === 'timed_out') {
    const says = `max_wait_after_idle_sec (${memory.maxWaitMs / 1000} s) has passed`;
    return { name: 'longest_wait', says };
  }
  if (memory.heldByEvidence) {
    const says = `${plain}, and additional evidence made the verdict later; idle_evidence "off" leaves that out`;
    return { name: 'evidence', says };
  }
  if (requiredWindowMs(rules, window) > sustainSec * 1000) {
    const says = `every signal held for longer than idle_sustain_sec (${sustainSec} s), since readings were in doubt`;
    return { name: 'doubted_sensors', says };
  }
  return { name: 'sustain_time', says: plain };
}

function toThresholds({ evidence: _, ...thresholds }: IdleProfile): IdleThresholds {
  return thresholds;
}
