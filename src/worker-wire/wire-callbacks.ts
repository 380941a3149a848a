/**
 * What crosses the wire about the callback outbox of a worker gate. Members are snake_case, times
 * ISO 8601 UTC.
 */
import * as z from 'zod';
import { limits } from '../domain/limits.ts';
import { queryNumber } from './query-number.ts';

const time = z.string();
const count = z.number().int().nonnegative();

/** How a run's first undelivered callback stands, and the words by which the list can be narrowed. */
export const callbackStates = ['waiting', 'parked'] as const;
/** Of one run: `waiting` or `parked`. */
export type CallbackState = (typeof callbackStates)[number];

/** Query of `GET /callbacks`; `limit` counts runs, not callbacks. */
export const callbackListQuerySchema = z.strictObject({
  /** Absent: both. */
  state: z.enum(callbackStates).optional(),
  limit: queryNumber(z.number().int().min(1).max(limits.pageSizeMax)).default(
    limits.pageSizeDefault,
  ),
});
/** The query as the outbox gets it, its default filled in. */
export type CallbackListQuery = z.infer<typeof callbackListQuerySchema>;

/** The deliveries of one run; everything about the first of its queue, which the others wait for. */
export const callbackRowSchema = z.object({
  run_id: z.string(),
  project_id: z.string(),
  /** `parked`: refused by the control plane. `waiting`: being posted, or until its next attempt. */
  state: z.enum(callbackStates),
  /** Callbacks of this run that are to be delivered. */
  queue_length: count,
  first_key: z.string(),
  first_event_type: z.string(),
  /** When the first was written. */
  first_at: time,
  /** Attempts at the first so far. */
  attempts: count,
  /** When it is posted again by itself; null: it is being posted, or only a command does it. */
  next_attempt_at: time.nullable(),
  last_error: z.string().nullable(),
  /** HTTP status of the last refusal, or of the last delivery of this run. */
  last_status_code: z.number().int().nullable(),
  parked_at: time.nullable(),
});
/** One run of the list; the gate makes it, the command line shows it. */
export type CallbackRow = z.infer<typeof callbackRowSchema>;

/** The callback outbox in one line. */
export const callbackSummarySchema = z.object({
  /** Callbacks to be delivered, the refused ones and those behind them included. */
  waiting: count,
  /** Runs whose first callback was refused and is parked. */
  parked: count,
  /** HTTP statuses of these refusals, the lowest first; absent where there are none to tell. */
  parked_codes: z.array(z.number().int()).optional(),
  /** When the oldest of them was written; null when none waits. */
  oldest_at: time.nullable(),
});
/** What waits in all; the gate counts it for its run list, its metrics and the callback list. */
export type CallbackSummary = z.infer<typeof callbackSummarySchema>;

/** Reply of `GET /callbacks`: one row for each run with a callback that is not taken yet. */
export const callbackListReplySchema = z.object({
  /** Oldest first. */
  callbacks: z.array(callbackRowSchema),
  /** Of all, whatever the query asks for. */
  summary: callbackSummarySchema,
  /** True when there are more runs than `limit`. */
  has_more: z.boolean(),
  timestamp: time,
});
/** What the worker client parses and the command line prints. */
export type CallbackListReply = z.infer<typeof callbackListReplySchema>;

/**
 * `retried`: it was parked; `hurried`: its back-off was ended; `under_way`: it is being posted, or is
 * about to be; `nothing_waiting`: everything of this run is delivered.
 */
export const callbackRetryResults = ['retried', 'hurried', 'under_way', 'nothing_waiting'] as const;
/** Outcome of one retry. None of these is an error: asking again is always allowed. */
export type CallbackRetryResult = (typeof callbackRetryResults)[number];

/** Reply of `POST /callbacks/{run_id}/retry`; an unknown run is `run_not_found` instead. */
export const callbackRetryReplySchema = z.object({
  accepted: z.literal(true),
  run_id: z.string(),
  result: z.enum(callbackRetryResults),
  timestamp: time,
});
/** `accepted` is true even where there was nothing to do; `result` tells. */
export type CallbackRetryReply = z.infer<typeof callbackRetryReplySchema>;

/** Reply of `POST /callbacks/retry`; runs that were being posted already are in neither count. */
export const callbackRetryAllReplySchema = z.object({
  accepted: z.literal(true),
  /** Runs whose parked callbacks are posted again. */
  retried: count,
  /** Runs whose back-off was ended. */
  hurried: count,
  /** True when there are more than one request handles; ask again. */
  has_more: z.boolean(),
  timestamp: time,
});
/** Counts of runs, not of callbacks: only the first of each run is posted, the others follow. */
export type CallbackRetryAllReply = z.infer<typeof callbackRetryAllReplySchema>;
