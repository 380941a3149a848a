/** The plan: an operator verb for many items, first drawn up and then carried out. */
import * as z from 'zod';
import { count, jsonObject, text, textOrNull, time, timeOrNull } from './parts.ts';

/** An item that a plan will act on, as it was when the plan was drawn up. */
export const planRowSchema = z.object({
  project_id: text,
  version: count,
  status: text,
});
/** Frozen when the plan is drawn up; the plan is carried out only while all rows have the same version. */
export type PlanRow = z.infer<typeof planRowSchema>;

/** An item that a plan leaves alone; status and version are null when it does not exist. */
export const planSkippedSchema = z.object({
  project_id: text,
  version: count.nullable(),
  status: textOrNull,
  code: text,
  reason: text,
});
/** Why the verb would be refused, in the machine's own code and words. */
export type PlanSkipped = z.infer<typeof planSkippedSchema>;

/** How a row has changed since the plan was drawn up. */
export const planDifferenceSchema = z.object({
  project_id: text,
  from_status: text,
  to_status: textOrNull,
  from_version: count,
  to_version: count.nullable(),
});
/** Found when execution is asked for; one of them makes the plan `outdated`, and nothing is done. */
export type PlanDifference = z.infer<typeof planDifferenceSchema>;

/** What became of one row. */
export const planResultSchema = z.object({
  project_id: text,
  /** `changed`: it moved while the plan was being carried out, and was left alone. */
  result: z.enum(['applied', 'changed', 'refused', 'failed']),
  status: text,
  event_id: count.nullable(),
  stopped_run_id: textOrNull,
  detail: textOrNull,
});
/** Written by execution for each eligible row, with the status that the item has then. */
export type PlanResult = z.infer<typeof planResultSchema>;

/** Statuses of a stored plan; the last four of them are final. */
export const planStatuses = [
  'drawn',
  'executing',
  'executed',
  'outdated',
  'expired',
  'failed',
] as const;

/** An operator verb for many items: what it would do, and what it did. */
export const planSchema = z.object({
  status: z.enum(['new', ...planStatuses]),
  plan_id: text,
  requested_by: text,
  executed_by: textOrNull,
  verb: jsonObject,
  eligible: z.array(planRowSchema),
  skipped: z.array(planSkippedSchema),
  truncated: z.boolean(),
  results: z.array(planResultSchema),
  differences: z.array(planDifferenceSchema),
  last_error: textOrNull,
  /** Request key of the caller who waits for the execution. */
  pending_request: textOrNull,
  expires_at: timeOrNull,
  executed_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor of one plan: its rows as they were frozen, and what became of them. */
export type Plan = z.infer<typeof planSchema>;
