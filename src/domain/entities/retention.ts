/** Retention: how long what was told to people is kept once it is over. */
import * as z from 'zod';
import { count, textOrNull, time, timeOrNull } from './parts.ts';

/** The only id is `main`. */
export const retentionSchema = z.object({
  status: z.enum(['off', 'keeping']),
  /** Time that messages which arrived, and incidents and alerts which are over, are kept, ms. */
  keep_ms: count,
  /**
   * The time that ages are counted to, as the last sweep had it: it goes no faster than time does, so that
   * a clock that jumps ahead makes nothing old. Null: before the first start.
   */
  counted_to: timeOrNull,
  forgotten_notifications: count,
  forgotten_incidents: count,
  /** Absent in states from before alerts were forgotten. */
  forgotten_alerts: count.optional(),
  /** Why the last sweep came to nothing; null when it did not. */
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor that has old messages and incidents forgotten, once a day. */
export type Retention = z.infer<typeof retentionSchema>;
