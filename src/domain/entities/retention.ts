/** Retention: how long what is over is kept, of what was told to people, of requests, and of a worker's runs. */
import * as z from 'zod';
import { count, textOrNull, time, timeOrNull } from './parts.ts';

/** What is forgotten, as counts name it. */
export const forgottenKinds = [
  'notifications',
  'incidents',
  'alerts',
  'commands',
  'plans',
  'intakes',
  'answers',
  'gate_runs',
] as const;
/** How many of each kind a sweep has forgotten; kinds it does not look at are absent. */
export type Forgotten = Readonly<Partial<Record<(typeof forgottenKinds)[number], number>>>;

/** The ids: `main` has what was told forgotten, `requests` what was asked for under a key, `runs` runs of a gate. */
export const retentionSchema = z.object({
  status: z.enum(['off', 'keeping']),
  /** Time that what is over is kept, ms. */
  keep_ms: count,
  /**
   * The time that ages are counted to, as the last sweep had it: it goes no faster than time does, so that
   * a clock that jumps ahead makes nothing old. Null: before the first start.
   */
  counted_to: timeOrNull,
  forgotten_notifications: count,
  forgotten_incidents: count,
  /** Absent where nothing of the kind was ever forgotten, here and below. */
  forgotten_alerts: count.optional(),
  forgotten_commands: count.optional(),
  forgotten_plans: count.optional(),
  forgotten_intakes: count.optional(),
  forgotten_answers: count.optional(),
  forgotten_gate_runs: count.optional(),
  /** Why the last sweep came to nothing; null when it did not. */
  last_error: textOrNull,
  created_at: time,
  updated_at: time,
});
/** State of an actor that has what is over forgotten, once a day. */
export type Retention = z.infer<typeof retentionSchema>;
