/**
 * Rows of a snapshot, whatever service sent them, in the terms of this one. A member that a row does
 * not have is `undefined`: the source does not say. `null` is what it says there is none of.
 */
import { judgeDecision } from '../domain/decision-gate.ts';
import { isIdentifier } from '../domain/ids.ts';
import { projectDecisionSchema } from '../domain/records.ts';
import {
  type PaperStatus,
  paperStatuses,
  type QueueStatus,
  queueStatuses,
} from '../domain/statuses.ts';

/** An object of a snapshot, as sent. */
export type RawRow = Readonly<Record<string, unknown>>;

/** What this service can use of a queue row. `undefined`: the row does not say. */
export interface QueueRow {
  readonly project_id: string;
  /** Null for a word that is no queue status. */
  readonly status: QueueStatus | null;
  readonly dispatch_priority: number | undefined;
  readonly manual_review_required: boolean | undefined;
  readonly current_run_id: string | null | undefined;
  readonly machine_target: string | null | undefined;
  readonly paper_id: string | null | undefined;
  /** The decision gate's verdict. */
  readonly gate_positive: boolean | undefined;
  readonly updated_at: string | undefined;
}

/** What it can use of a paper row; `status` is null for a word that is no paper status. */
export interface PaperRow {
  readonly paper_id: string;
  readonly status: PaperStatus | null;
  readonly project_id: string | undefined;
  readonly run_id: string | undefined;
}

const textCharsMax = 200;

/** A queue row, or null when it names no project. */
export function readQueueRow(raw: RawRow): QueueRow | null {
  const id = readText(raw['project_id'] ?? raw['id']);
  if (typeof id !== 'string' || !isIdentifier(id)) return null;
  return {
    project_id: id,
    status: readWord(raw['status'] ?? raw['queue_status'], queueStatuses),
    dispatch_priority: readNumber(raw['dispatch_priority'] ?? raw['priority']),
    manual_review_required: readFlag(raw['manual_review_required']),
    current_run_id: readText(raw['current_run_id']),
    machine_target: readText(raw['machine_target']),
    paper_id: readText(raw['paper_id']),
    gate_positive: readVerdict(raw),
    updated_at: readText(raw['updated_at']) ?? undefined,
  };
}

/** A paper row, or null when it names no paper. */
export function readPaperRow(raw: RawRow): PaperRow | null {
  const id = readText(raw['paper_id'] ?? raw['id']);
  if (typeof id !== 'string' || !isIdentifier(id)) return null;
  return {
    paper_id: id,
    status: readWord(raw['paper_status'] ?? raw['status'], paperStatuses),
    project_id: readText(raw['project_id']) ?? undefined,
    run_id: readText(raw['run_id']) ?? undefined,
  };
}

function readWord<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  return words.find((word) => word === value) ?? null;
}

function readText(value: unknown): string | null | undefined {
  if (value === null || value === '') return null;
  return typeof value === 'string' ? value.slice(0, textCharsMax).toWellFormed() : undefined;
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Older stores keep flags as 0 and 1. */
function readFlag(value: unknown): boolean | undefined {
  if (value === 0 || value === 1) return value === 1;
  return typeof value === 'boolean' ? value : undefined;
}

function readVerdict(raw: RawRow): boolean | undefined {
  const { gate_positive: direct, gate_verdict: verdict, decision } = raw;
  if (typeof direct === 'boolean') return direct;
  if (typeof verdict === 'object' && verdict !== null && 'positive' in verdict) {
    return readFlag(verdict.positive);
  }
  const parsed = projectDecisionSchema.safeParse(decision);
  return parsed.success ? judgeDecision(parsed.data).positive : undefined;
}
