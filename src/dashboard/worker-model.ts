/** Workers as their page shows them, read from replies of the API and from live samples. Pure. */
import type { LiveSample } from '../http/live/protocol.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf } from './read.ts';

/** A GPU as one look or one sample read it; null is a reading that could not be taken. */
export interface WorkerGpu {
  readonly index: number | null;
  readonly name: string | null;
  /** Percent. */
  readonly use: number | null;
  readonly usedMib: number | null;
  readonly totalMib: number | null;
  readonly watts: number | null;
}

/** A machine's GPUs at one time; `gpus` is null where they could not be read, empty where there is none. */
export interface GpuReadings {
  readonly atMs: number | null;
  readonly gpus: readonly WorkerGpu[] | null;
}

/** One check of the last look at a worker, passed or not. */
export interface WorkerCheck {
  readonly name: string | null;
  readonly ok: boolean;
  /** Only warns. */
  readonly advice: boolean;
  readonly detail: string | null;
}

/** What is wrong with a worker that answers, apart from whether a run could start there. */
export interface WorkerNotice {
  readonly severity: string | null;
  readonly message: string | null;
  readonly action: string | null;
}

/** A worker on its card. Times are ms since the epoch; null is what the service did not say. */
export interface WorkerRow {
  readonly name: string;
  readonly url: string | null;
  readonly role: string | null;
  readonly shares: readonly string[];
  readonly status: string | null;
  readonly trouble: string | null;
  readonly reason: string | null;
  readonly sinceMs: number | null;
  /** Looks in a row that it did not answer. */
  readonly failures: number | null;
  readonly passedMs: number | null;
  readonly observedMs: number | null;
  readonly askedMs: number | null;
  readonly telemetry: { readonly status: string | null; readonly detail: string | null } | null;
  readonly checks: readonly WorkerCheck[] | null;
  readonly active: {
    readonly projectId: string | null;
    readonly runId: string | null;
    readonly status: string | null;
    readonly sinceMs: number | null;
  } | null;
  readonly waiting: { readonly count: number | null; readonly atLeast: boolean };
  readonly blockedBy: string | null;
  readonly classes:
    | readonly { readonly name: string | null; readonly rule: string | null }[]
    | null;
  /** Null where the worker does not tell. */
  readonly callbacks: {
    readonly waiting: number | null;
    readonly parked: number | null;
    readonly oldestMs: number | null;
  } | null;
  readonly readings: GpuReadings;
  readonly notices: readonly WorkerNotice[];
  readonly advice: string | null;
}

/** Null where the reply has no list at all, which is not an empty one. */
export function readWorkers(json: unknown): readonly WorkerRow[] | null {
  return listOf(fieldsOf(json).workers, readWorkerRow);
}

/** The worker of a reply about one; null when it has none. */
export function readWorker(json: unknown): WorkerRow | null {
  const { worker } = fieldsOf(json);
  return typeof worker === 'object' && worker !== null ? readWorkerRow(fieldsOf(worker)) : null;
}

function readWorkerRow(row: Fields): WorkerRow {
  const health = fieldsOf(row.health);
  const waiting = fieldsOf(row.waiting);
  const telemetry = fieldsOf(fieldsOf(row.freshness).telemetry);
  const blocked = fieldsOf(row.blocked_by);
  return {
    name: textOf(row.name) ?? 'unknown',
    url: textOf(row.url),
    role: textOf(row.role),
    shares: Array.isArray(row.shares_lane_with)
      ? row.shares_lane_with.flatMap((name) => textOf(name) ?? [])
      : [],
    status: textOf(health.status),
    trouble: textOf(health.trouble),
    reason: textOf(health.reason),
    sinceMs: timeOf(health.since),
    failures: numberOf(health.consecutive_failures),
    passedMs: timeOf(health.last_success_at),
    observedMs: timeOf(health.observed_at),
    askedMs: timeOf(health.asked_at),
    telemetry:
      textOf(telemetry.status) === null
        ? null
        : { status: textOf(telemetry.status), detail: textOf(telemetry.detail) },
    checks: listOf(row.checks, (check) => ({
      name: textOf(check.name),
      ok: check.ok === true,
      advice: check.advice === true,
      detail: textOf(check.detail),
    })),
    active: readActive(row.active),
    waiting: { count: numberOf(waiting.count), atLeast: waiting.at_least === true },
    blockedBy:
      textOf(row.blocked_by) ??
      textOf(blocked.message) ??
      textOf(blocked.reason) ??
      textOf(blocked.detail),
    classes: listOf(row.classes, (one) => ({
      name: textOf(one.workload_class),
      rule: textOf(one.rule),
    })),
    callbacks: readCallbacks(row.callbacks),
    readings: { atMs: timeOf(row.sampled_at), gpus: listOf(row.gpus, readGpu) },
    notices:
      listOf(row.notices, (notice) => ({
        severity: textOf(notice.severity),
        message: textOf(notice.message),
        action: textOf(notice.action),
      })) ?? [],
    advice: textOf(row.advice),
  };
}

function readActive(value: unknown): WorkerRow['active'] {
  if (typeof value !== 'object' || value === null) return null;
  const active = fieldsOf(value);
  return {
    projectId: textOf(active.project_id),
    runId: textOf(active.run_id),
    status: textOf(active.status),
    sinceMs: timeOf(active.since),
  };
}

function readCallbacks(value: unknown): WorkerRow['callbacks'] {
  if (typeof value !== 'object' || value === null) return null;
  const { waiting, parked, oldest_at: oldest } = fieldsOf(value);
  return { waiting: numberOf(waiting), parked: numberOf(parked), oldestMs: timeOf(oldest) };
}

function readGpu(gpu: Fields): WorkerGpu {
  return {
    index: numberOf(gpu.index),
    name: textOf(gpu.name),
    use: numberOf(gpu.utilization_pct),
    usedMib: numberOf(gpu.memory_used_mib),
    totalMib: numberOf(gpu.memory_total_mib),
    watts: numberOf(gpu.power_w),
  };
}

/** What the latest frame of the feed told of each worker's GPUs. */
export type LiveReadings = ReadonlyMap<string, GpuReadings>;
const workersMax = 64;

/** With one more sample; a frame without one changes nothing. */
export function addReadings(known: LiveReadings, frame: LiveSample): LiveReadings {
  const sample = fieldsOf(frame.sample);
  const atMs = timeOf(sample.at);
  if (atMs === null) return known;
  const next = new Map(known);
  next.delete(frame.worker_target);
  next.set(frame.worker_target, { atMs, gpus: listOf(sample.gpus, readGpu) });
  const oldest = next.keys().next().value;
  if (next.size > workersMax && oldest !== undefined) next.delete(oldest);
  return next;
}

/** The newer of what the page was told and what the feed told. */
export function newerReadings(row: WorkerRow, live: GpuReadings | undefined): GpuReadings {
  if (live === undefined) return row.readings;
  return (live.atMs ?? 0) > (row.readings.atMs ?? 0) ? live : row.readings;
}

/** What can be asked of a worker. */
export type WorkerVerb = 'refresh' | 'retry';

/** How far something asked of a worker has come. */
export interface WorkerAct {
  readonly verb: WorkerVerb;
  readonly phase: 'sending' | 'done' | 'failed';
  readonly words: string;
}
