/**
 * What crosses the wire of a worker's telemetry routes: live samples of a run as they are taken, and
 * history in buckets. Members are snake_case, times ISO 8601 UTC; an unknown reading is null.
 */
import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { queryNumber } from './query-number.ts';

const time = z.string();
const count = z.number().int().nonnegative();
const jsonObject = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;
const runId = z
  .string()
  .min(1)
  .max(limits.identifierCharsMax * 2);

/** Bounds of one telemetry request: seconds of waiting, samples, buckets, days of history. */
export const telemetryWireLimits = {
  /** Longest wait of one request for a sample. */
  waitSecMax: 30,
  liveSamplesMax: 500,
  liveSamplesDefault: 60,
  historyPointsMin: 10,
  historyPointsMax: 1000,
  historyPointsDefault: 240,
  /** Longest stretch of one request. */
  historyDaysMax: 366,
} as const;

/** Query of `GET /runs/{run_id}/telemetry`: where the reader stands, and how long it waits, seconds. */
export const runTelemetryQuerySchema = z.strictObject({
  since: queryNumber(z.number().int().nonnegative())
    .optional()
    .describe('`next_since` of the reply before; absent: begin with the newest `limit` samples.'),
  stream_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('`stream_id` of the reply before, so that a restart of the gate is noticed.'),
  limit: queryNumber(z.number().int().min(1).max(telemetryWireLimits.liveSamplesMax)).default(
    telemetryWireLimits.liveSamplesDefault,
  ),
  wait_sec: queryNumber(z.number().min(0).max(telemetryWireLimits.waitSecMax))
    .default(0)
    .describe('How long to wait for a sample when there is none yet.'),
});
/** The query as the gate gets it, its defaults filled in. */
export type RunTelemetryQuery = z.infer<typeof runTelemetryQuerySchema>;

/** Live samples of one run; no sample is an answer too, when none came while waiting. */
export const runTelemetryReplySchema = z.object({
  run_id: z.string(),
  /** Another one after a restart of the gate; numbers of one say nothing about another. */
  stream_id: z.string(),
  /** True when samples between `since` and the first one here are lost. */
  gap: z.boolean(),
  /** True while the run is live here, so that more may come. */
  live: z.boolean(),
  next_since: count,
  /** Oldest first. `idle`: where the idle window stands with the sample. */
  samples: z.array(z.object({ seq: count, sample: jsonObject, idle: jsonObject })),
  timestamp: time,
});
/** A follower of the run asks again with its `next_since` and `stream_id`. */
export type RunTelemetryReply = z.infer<typeof runTelemetryReplySchema>;

const moment = z.iso
  .datetime({ offset: true, error: 'must be a time like 2026-01-31T12:00:00Z' })
  .max(40);

/** Which stretch of history, in how many pieces. */
export const historyQueryShape = {
  from: moment.optional(),
  to: moment.optional(),
  points: queryNumber(
    z
      .number()
      .int()
      .min(telemetryWireLimits.historyPointsMin)
      .max(telemetryWireLimits.historyPointsMax),
  )
    .default(telemetryWireLimits.historyPointsDefault)
    .describe('Most buckets to be told; there are fewer where less was recorded.'),
};
/** Query of `GET /telemetry/history`: of the machine, and of one run where `run_id` is given. */
export const historyQuerySchema = z.strictObject({
  run_id: runId.optional().describe("Adds the run's own readings to the machine's."),
  ...historyQueryShape,
});
/** Without `from` and `to` the gate tells the time of the run, or else the last hour. */
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

const perBucket = z.array(z.number().nullable());
const readingSchema = z.object({
  /** `cpu_pct`, `memory_available_mib`, `utilization_pct`, … as in a sample. */
  name: z.string(),
  /** Of which GPU; null: of the machine or the run. */
  gpu_uuid: z.string().nullable(),
  /** Points of each bucket that know it; the others are unknown and in no mean. */
  known: z.array(count),
  min: perBucket,
  mean: perBucket,
  max: perBucket,
});
const subjectSchema = z.object({
  /** Points of each bucket; 0: nothing was recorded then, which is not "nothing happened". */
  points: z.array(count),
  readings: z.array(readingSchema),
});

/** History in buckets of equal width; every list in it has one entry for each bucket, oldest first. */
export const historyReplySchema = z.object({
  run_id: z.string().nullable(),
  /** Start of the first bucket; bucket `n` begins `n` × `bucket_sec` later. */
  from: time,
  /** End of the last bucket. */
  to: time,
  bucket_sec: z.number().positive(),
  buckets: count,
  sample_interval_sec: z.number().positive(),
  /** What the worker calls its GPUs by now, for `gpu_uuid`; null: it cannot read them. */
  gpus: z.array(z.object({ uuid: z.string(), index: count, name: z.string() })).nullable(),
  machine: subjectSchema,
  /** Null without `run_id`. `idle_states`: the last one of each bucket. */
  run: subjectSchema.extend({ idle_states: z.array(z.string().nullable()) }).nullable(),
  /** How the history is written: what waits, what was given up, what last went wrong. */
  store: z.object({
    queued: count,
    queue_max: count,
    written: count,
    dropped: count,
    last_written_at: time.nullable(),
    last_error: z.string().nullable(),
    point_rows: count,
    minute_rows: count,
  }),
  timestamp: time,
});
/** What the gate puts together from its store, and the control plane passes on for a run. */
export type HistoryReply = z.infer<typeof historyReplySchema>;
