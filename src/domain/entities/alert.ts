/** The alert: one thing that may be wrong. */
import * as z from 'zod';
import { count, text, time, timeOrNull } from './parts.ts';

/** How grave an alert, a finding or a notice of a worker is, from the least to the most. */
export const alertSeverities = ['info', 'warn', 'critical'] as const;
/** Chosen by the rule that finds the trouble; how long it lasts does not change it. */
export type AlertSeverity = (typeof alertSeverities)[number];

/** One thing that may be wrong; the id is made of its fingerprint. */
export const alertSchema = z.object({
  status: z.enum(['new', 'raised', 'resolved']),
  /** Kind and subject: the same trouble has the same fingerprint whenever it comes. */
  fingerprint: text,
  alert_kind: text,
  subject: text,
  severity: z.enum(alertSeverities),
  message: text,
  suggested_action: text,
  /** Since when the trouble itself lasts; null when nobody knows. */
  since: timeOrNull,
  raised_at: timeOrNull,
  resolved_at: timeOrNull,
  raise_count: count,
  /** When the push service last took a message about it; null: never. */
  notified_at: timeOrNull,
  notification_count: count,
  /** Somebody was told since it was raised last. */
  told_of_raise: z.boolean(),
  /** Somebody was told of it and not yet that it is over. */
  recovery_owed: z.boolean(),
  created_at: time,
  updated_at: time,
});
/** State of the actor of one kind of trouble with one subject; when it comes back, it is raised again. */
export type Alert = z.infer<typeof alertSchema>;
