/**
 * What crosses the wire about the callback outbox of a worker gate. Members are snake_case, times
 * ISO 8601 UTC.
 */
import * as z from 'zod';
import { limits } from '../domain/limits.ts';

const time = z.string();
const count = z.number().int().nonnegative();

export const callbackStates = ['waiting', 'parked'] as const;
export type CallbackState = (typeof callbackStates)[number];

export const callbackListQuerySchema = z.strictObject({
  /** Absent: both. */
  state: z.enum(callbackStates).optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
});
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
export type CallbackSummary = z.infer<typeof callbackSummarySchema>;

export const callbackListReplySchema = z.object({
  /** Oldest first. */
  callbacks: z.array(callbackRowSchema),
  /** Of all, whatever the query asks for. */
  summary: callbackSummarySchema,
  /** True when there are more runs than `limit`. */
  has_more: z.boolean(),
  timestamp: time,
});
export type CallbackListReply = z.infer<typeof callbackListReplySchema>;

/**
 * `retried`: it was parked; `hurried`: its back-off was ended; `under_way`: it is being posted, or is
 * about to be; `nothing_waiting`: everything of this run is delivered.
 */
export const callbackRetryResults = ['retried', 'hurried', 'under_way', 'nothing_waiting'] as const;
export type CallbackRetryResult = (typeof callbackRetryResults)[number];

export const callbackRetryReplySchema = z.object({
  accepted: z.literal(true),
  run_id: z.string(),
  result: z.enum(callbackRetryResults),
  timestamp: time,
});
export type CallbackRetryReply = z.infer<typeof callbackRetryReplySchema>;

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
export type CallbackRetryAllReply = z.infer<typeof callbackRetryAllReplySchema>;
