/** The alert watch: how often alerts are evaluated, and what the looks at them find. */
import * as z from 'zod';
import { count, textOrNull, time, timeOrNull } from './parts.ts';

/** What one evaluation found, as numbers of alerts and of incidents that are not over. */
export const alertCountsSchema = z.object({
  pending: count,
  firing: count,
  suppressed: count,
  incidents: count,
});
/** Of one evaluation. */
export type AlertCounts = z.infer<typeof alertCountsSchema>;

/** The only id is `main`. When it last looked is in the memory of the process that did. */
export const alertWatchSchema = z.object({
  status: z.enum(['off', 'watching']),
  interval_ms: count,
  started_at: timeOrNull,
  /** What the looks find since `updated_at`; null: none has ended yet. */
  last_found: alertCountsSchema.nullable(),
  /** Why the last look came to nothing; null when it did not. */
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor that has the alerts evaluated again and again. */
export type AlertWatch = z.infer<typeof alertWatchSchema>;
