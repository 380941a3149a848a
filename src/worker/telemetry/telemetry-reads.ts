/** What the worker's telemetry routes answer: live samples of a run, and history in buckets. */
import { ServiceError } from '../../domain/errors.ts';
import { isIdentifier } from '../../domain/ids.ts';
import type { GateRun } from '../../domain/records.ts';
import type { IdleState } from '../../domain/statuses.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { Sample } from '../../sensing/sample.ts';
import type { SubjectBuckets, TelemetryHistory } from '../../store/ports/telemetry-history.ts';
import type { RunStreams } from '../../telemetry/run-streams.ts';
import type { TelemetryStoreStatus } from '../../telemetry/telemetry-store.ts';
import { planBuckets } from '../../telemetry/telemetry-store-plan.ts';
import {
  machineSubject,
  parseReadingName,
  toIdleState,
} from '../../telemetry/telemetry-store-points.ts';
import {
  type HistoryQuery,
  type HistoryReply,
  type RunTelemetryQuery,
  type RunTelemetryReply,
  telemetryWireLimits,
} from '../../worker-wire/wire-telemetry.ts';
import { type GateRunReader, isLiveRun } from '../ports.ts';

interface TelemetryReadsOptions {
  readonly runs: Pick<GateRunReader, 'get'>;
  readonly streams: RunStreams;
  readonly history: TelemetryHistory;
  /** Writes what waits to be written, for a moment at most. */
  readonly flush: () => Promise<void>;
  readonly storeStatus: () => TelemetryStoreStatus;
  readonly latestSample: () => Sample | null;
  readonly clock: Clock;
  readonly sampleIntervalMs: number;
}

/** What the telemetry routes ask. Too many at a time are refused with `overloaded`. */
export interface TelemetryReads {
  runTelemetry(
    runId: string,
    query: RunTelemetryQuery,
    signal: AbortSignal,
  ): Promise<RunTelemetryReply>;
  history(query: HistoryQuery): Promise<HistoryReply>;
}

/** Histories put together at one time; each reads many rows. */
const historyReadsMax = 4;
/** Stretch told when none was asked for. */
const historyDefaultMs = 3_600_000;
/** The history of a run that is over goes on this long, so that its end is in it. */
const afterEndMs = 60_000;
/** The history of a run that has only just begun is at least this long. */
const rangeMsMin = 60_000;
const dayMs = 86_400_000;

/** Makes it. Both throw `run_not_found` for a run this worker has never heard of. */
export function createTelemetryReads(options: TelemetryReadsOptions): TelemetryReads {
  const { clock, streams, sampleIntervalMs } = options;
  let reading = 0;

  const requireRun = async (runId: string): Promise<GateRun> => {
    const run = isIdentifier(runId) ? await options.runs.get(runId) : undefined;
    if (run === undefined) {
      throw new ServiceError('run_not_found', `run "${runId}" is not known here`);
    }
    return run;
  };

  const readHistory = async (query: HistoryQuery, run: GateRun | null): Promise<HistoryReply> => {
    // What was sampled but waits to be written would look like a time of which nothing is known.
    await options.flush();
    const nowMs = clock.now();
    const runId = query.run_id ?? null;
    const subjects = [machineSubject, ...(runId === null ? [] : [runId])];
    const range = rangeOf(query, nowMs, run);
    const stretch = { subjects, startMs: range.fromMs, endMs: range.toMs };
    const plan = planBuckets({
      ...range,
      points: query.points,
      sampleIntervalMs,
      isThinned: await options.history.isThinned(stretch),
    });
    const [found, stats] = await Promise.all([
      options.history.read({ subjects, ...plan }),
      options.history.stats(),
    ]);
    return {
      run_id: runId,
      from: toIsoTime(plan.startMs),
      to: toIsoTime(plan.startMs + plan.widthMs * plan.count),
      bucket_sec: plan.widthMs / 1000,
      buckets: plan.count,
      sample_interval_sec: sampleIntervalMs / 1000,
      gpus:
        options.latestSample()?.gpus?.map(({ uuid, index, name }) => ({ uuid, index, name })) ??
        null,
      machine: toSubject(found.get(machineSubject)!),
      run: runId === null ? null : toRun(found.get(runId)!),
      store: {
        ...options.storeStatus(),
        point_rows: stats.pointRows,
        minute_rows: stats.minuteRows,
      },
      timestamp: toIsoTime(nowMs),
    };
  };

  return {
    async runTelemetry(runId, query, signal) {
      const run = await requireRun(runId);
      const page = await streams.read(runId, {
        since: query.since ?? null,
        streamId: query.stream_id ?? null,
        limit: query.limit,
        waitMs: query.wait_sec * 1000,
        expected: isLiveRun(run),
        signal,
      });
      return {
        run_id: runId,
        live: page.watched || isLiveRun(await requireRun(runId)),
        stream_id: page.streamId,
        gap: page.gap,
        next_since: page.next,
        samples: page.entries.map(({ seq, sample, watch }) => ({
          seq,
          sample: toJson(sample),
          idle: toJson(watch),
        })),
        timestamp: toIsoTime(clock.now()),
      };
    },

    async history(query) {
      const run = query.run_id === undefined ? null : await requireRun(query.run_id);
      if (reading >= historyReadsMax) {
        const detail = `${historyReadsMax} histories are being read; ask again in a moment`;
        throw new ServiceError('overloaded', detail);
      }
      reading += 1;
      try {
        return await readHistory(query, run);
      } finally {
        reading -= 1;
      }
    },
  };
}

/**
 * The stretch asked for; what was left out is told by the run, else it is the last hour. Throws
 * `invalid_request` that names the member that is wrong.
 */
export function rangeOf(
  query: Pick<HistoryQuery, 'from' | 'to'>,
  nowMs: number,
  run: Pick<GateRun, 'created_at' | 'ended_at'> | null,
): { fromMs: number; toMs: number } {
  const { historyDaysMax } = telemetryWireLimits;
  const whole = run === null ? null : rangeOfRun(run, nowMs);
  const toMs = query.to === undefined ? (whole?.toMs ?? nowMs) : Date.parse(query.to);
  const usualMs = Math.min(whole?.fromMs ?? toMs - historyDefaultMs, toMs - rangeMsMin);
  const fromMs =
    query.from === undefined
      ? Math.max(usualMs, toMs - historyDaysMax * dayMs)
      : Date.parse(query.from);
  const refuse = (message: string): never => {
    throw new ServiceError('invalid_request', `from: ${message}`, {
      errors: [{ path: 'from', message }],
    });
  };
  if (fromMs >= toMs) {
    refuse(query.to === undefined ? `must be before ${toIsoTime(toMs)}` : 'must be before `to`');
  }
  if (toMs - fromMs > historyDaysMax * dayMs) {
    refuse(`must be at most ${historyDaysMax} days before \`to\``);
  }
  return { fromMs, toMs };
}

function rangeOfRun(
  run: Pick<GateRun, 'created_at' | 'ended_at'>,
  nowMs: number,
): { fromMs: number; toMs: number } {
  const toMs =
    run.ended_at === null ? nowMs : Math.min(nowMs, Date.parse(run.ended_at) + afterEndMs);
  return { fromMs: Date.parse(run.created_at), toMs };
}

function toSubject({ points, readings }: SubjectBuckets): HistoryReply['machine'] {
  return {
    points: [...points],
    readings: Object.entries(readings).map(([name, { known, min, mean, max }]) => {
      const { gpuUuid, reading } = parseReadingName(name);
      return {
        name: reading,
        gpu_uuid: gpuUuid,
        known: [...known],
        min: [...min],
        mean: [...mean],
        max: [...max],
      };
    }),
  };
}

/** The state is told by name and not among the numbers. */
function toRun(buckets: SubjectBuckets): NonNullable<HistoryReply['run']> {
  const { idle_state: state, ...readings } = buckets.readings;
  const codes = state?.mean ?? buckets.points.map(() => null);
  return {
    ...toSubject({ ...buckets, readings }),
    idle_states: codes.map((code): IdleState | null => toIdleState(code)),
  };
}

/** Plain data of interfaces, which have no index signature, as JSON. */
function toJson(value: object): JsonObject {
  return value as JsonObject;
}
