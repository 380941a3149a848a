/** The idle gate's verdict, and its signals while there is none yet, as tables show them. Pure. */
import {
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  textsOf,
  timeOf,
} from '../service/loose.ts';

/** One signal that must hold for quiet; null where the gate did not say. */
export interface SignalRow {
  readonly name: string | null;
  /** False: not asked for, or the machine has no GPU. */
  readonly applies: boolean;
  /** Null: unknown, or it does not apply. */
  readonly value: number | null;
  readonly threshold: number | null;
  readonly margin: number | null;
  readonly holds: boolean;
}

/** One kind of further evidence of work; null where the gate did not say. */
export interface EvidenceRow {
  readonly name: string | null;
  readonly mode: string | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly margin: number | null;
  /** Samples that showed it, and that could not tell. */
  readonly signs: number | null;
  readonly unknown: number | null;
}

/** What the gate judges by: told with a live sample, or with its verdict. */
export interface Judgement {
  readonly signals: readonly SignalRow[];
  /** Null: none is looked at, or it was not told. */
  readonly evidence: readonly EvidenceRow[] | null;
}

/** The gate's receipt for a run, as its callback brought it; durations in ms, times since the epoch. */
export interface Verdict extends Judgement {
  readonly verdict: string | null;
  readonly atMs: number | null;
  readonly reasons: readonly string[];
  readonly quietMs: number | null;
  readonly requiredMs: number | null;
  /** Of the profile, seconds: what evidence and doubts asked for is not in it. */
  readonly sustainSec: number | null;
  readonly samples: number | null;
  readonly maxGapMs: number | null;
  readonly waitedMs: number | null;
  readonly maxWaitMs: number | null;
  readonly confirmedMs: number | null;
  /** Samples that were whole, in part known, unknown. */
  readonly health: { ok: number | null; partial: number | null; unknown: number | null };
  readonly doubts: readonly string[];
}

/** Null where there is no receipt. */
export function readVerdict(value: unknown): Verdict | null {
  const receipt = fieldsOf(value);
  const signals = listOf(receipt.signals, readSignal);
  if (signals === null) return null;
  const window = fieldsOf(receipt.window);
  const sensors = fieldsOf(receipt.sensor_health);
  const evidence = fieldsOf(receipt.evidence);
  return {
    signals,
    evidence: listOf(evidence.readings, readEvidence),
    verdict: textOf(receipt.verdict),
    atMs: timeOf(receipt.at),
    reasons: textsOf(receipt.reasons),
    quietMs: numberOf(evidence.quiet_ms) ?? numberOf(window.duration_ms),
    requiredMs: numberOf(evidence.required_ms) ?? numberOf(window.required_ms),
    sustainSec: numberOf(fieldsOf(receipt.profile).idle_sustain_sec),
    samples: numberOf(window.samples),
    maxGapMs: numberOf(window.max_gap_ms),
    waitedMs: numberOf(receipt.waited_ms),
    maxWaitMs: numberOf(receipt.max_wait_ms),
    confirmedMs: timeOf(receipt.confirmed_at),
    health: {
      ok: numberOf(sensors.ok),
      partial: numberOf(sensors.partial),
      unknown: numberOf(sensors.unknown),
    },
    doubts: [...textsOf(sensors.suspicions), ...textsOf(sensors.problems)],
  };
}

/** The signals told with a live sample; null where the worker does not tell them. */
export function readJudgement(idle: unknown): Judgement | null {
  const fields = fieldsOf(idle);
  const signals = listOf(fields.signals, readSignal);
  return signals && { signals, evidence: listOf(fields.evidence, readEvidence) };
}

function readSignal(row: Fields): SignalRow {
  return {
    name: textOf(row.name),
    applies: row.applies !== false,
    value: numberOf(row.value),
    threshold: numberOf(row.threshold),
    margin: numberOf(row.margin),
    holds: row.holds === true,
  };
}

function readEvidence(row: Fields): EvidenceRow {
  return {
    name: textOf(row.name),
    mode: textOf(row.mode),
    value: numberOf(row.value),
    threshold: numberOf(row.threshold),
    margin: numberOf(row.margin),
    signs: numberOf(row.signs),
    unknown: numberOf(row.unknown),
  };
}
