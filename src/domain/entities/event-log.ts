/** The event log itself: whether it is whole, and what was last found to be gone from it. */
import * as z from 'zod';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** What was found to be gone from the event log; unknown numbers are null. */
export const logLossSchema = z.object({
  /** Of the log that began with it. */
  epoch: text,
  finding: text,
  message: text,
  events_gone: count.nullable(),
  last_event_id: count,
  last_event_at: timeOrNull,
  kept_event_id: count.nullable(),
  kept_at: timeOrNull,
});
/**
 * Found when the store is opened and kept until the next one is found; read by readiness and the log's
 * route.
 */
export type LogLoss = z.infer<typeof logLossSchema>;

/** The only id is `main`. */
export const eventLogSchema = z.object({
  status: z.enum(['whole', 'lost']),
  /** The last loss found; stays after it was acknowledged. */
  loss: logLossSchema.nullable(),
  acknowledged_by: textOrNull,
  acknowledged_at: timeOrNull,
  note: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor that remembers losses; where nothing was ever lost it is not stored. */
export type EventLog = z.infer<typeof eventLogSchema>;
