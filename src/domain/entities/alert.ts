/** The alert: one thing that may be wrong. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** How grave an alert, a finding or a notice of a worker is, from the least to the most. */
export const alertSeverities = ['info', 'warn', 'critical'] as const;
/** Chosen by the rule that finds the trouble; how long it lasts does not change it. */
export type AlertSeverity = (typeof alertSeverities)[number];

/** Statuses of an alert whose trouble the last check found. */
export const standingAlertStatuses = ['pending', 'firing', 'suppressed'] as const;
/** Statuses of a stored alert. */
export const alertStatuses = [...standingAlertStatuses, 'resolved'] as const;

/** Table of the alerts that were ever found, standing or not. */
export const alert = defineEntity({
  id: 'alert_id',
  defaultSort: '-updated_at',
  members: {
    status: shown(
      z.enum(['new', ...alertStatuses]),
      'pending: found, but not for long enough yet; suppressed: another alert explains it.',
      { column: 'plain', filter: true },
    ),
    alert_id: shown(text, 'Its id, made of the fingerprint.'),
    fingerprint: shown(
      text,
      'Kind and subject: the same trouble has the same one whenever it comes.',
    ),
    alert_kind: shown(text, 'The rule that found it.', { filter: true }),
    subject: shown(text, 'What it is about.'),
    severity: shown(z.enum(alertSeverities), 'How grave it is.', { filter: true }),
    message: shown(text, 'What is wrong.'),
    suggested_action: shown(text, 'What to do about it.'),
    group_key: shown(text, 'Alerts with the same key are told of in one incident.', {
      filter: true,
    }),
    since: shown(timeOrNull, 'Since when the trouble itself lasts; null when nobody knows.'),
    raised_at: shown(timeOrNull, 'When a check first found it, this time.'),
    fired_at: shown(timeOrNull, 'When it had stood long enough; null while it has not.'),
    resolved_at: shown(timeOrNull, 'When a check no longer found it; null while it stands.'),
    raise_count: shown(count, 'How often it has come.'),
    suppressed_by: shown(
      textOrNull,
      'Fingerprint of the alert that explains it; null unless it is suppressed.',
    ),
    released_at: internal(
      timeOrNull.optional(),
      'When the alert that explained it was over; null unless it stands without it since.',
    ),
    created_at: shown(time, 'When it was first found.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
  former: ['notified_at', 'notification_count', 'told_of_raise', 'recovery_owed'],
});
/** An alert as it is stored; none of its members is hidden from replies. */
export const alertSchema = alert.stored;
/** State of the actor of one kind of trouble with one subject; when it comes back, it is the same one. */
export type Alert = z.infer<typeof alertSchema>;
