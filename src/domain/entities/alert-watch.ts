/** The alert watch: when alerts were last evaluated, what was found, when it is done next. */
import * as z from 'zod';
import { count, textOrNull, time, timeOrNull } from './parts.ts';

/** What one evaluation found, as numbers of alerts and of incidents that are not over. */
export const alertCountsSchema = z.object({
  pending: count,
  firing: count,
  suppressed: count,
  resolved: count,
  incidents: count,
});
/** Of one evaluation; `resolved` are those that it no longer found. */
export type AlertCounts = z.infer<typeof alertCountsSchema>;

/** The only id is `main`. */
export const alertWatchSchema = z.object({
  status: z.enum(['new', 'waiting', 'checking']),
  interval_ms: count,
  started_at: timeOrNull,
  /** When the evaluation under way began. */
  began_at: timeOrNull,
  /** Null: alerts were never evaluated. */
  last_checked_at: timeOrNull,
  last_found: alertCountsSchema.nullable(),
  /** Why the last attempt came to nothing; null when it did not. */
  last_error: textOrNull,
  /** Null while an evaluation is under way. */
  next_check_at: timeOrNull,
  check_count: count,
  created_at: time,
  updated_at: time,
});
/** State of the actor that has the alerts evaluated again and again. */
export type AlertWatch = z.infer<typeof alertWatchSchema>;
