/** The heartbeat: this service telling an outsider that it lives. */
import * as z from 'zod';
import { count, textOrNull, time, timeOrNull } from './parts.ts';

/** State of the one actor that calls `heartbeat_url`, time and again. */
export const heartbeatSchema = z.object({
  status: z.enum(['new', 'off', 'beating', 'late', 'failing']),
  /** From the end of one call to the next. */
  interval_ms: count,
  /** When a call was last answered; written at most every `limits.heartbeatRecordEveryMs` while all is well. */
  last_answered_at: timeOrNull,
  /** When the first of the calls in a row failed that nobody answered; null while they are answered. */
  failing_since: timeOrNull,
  /** Of these, those that were stored: while they go on failing one every `limits.heartbeatRecordEveryMs` is. */
  failures: count,
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});
/** The only id is `main`. */
export type Heartbeat = z.infer<typeof heartbeatSchema>;
