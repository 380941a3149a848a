/** Replies: alerts, incidents, and what one evaluation of the alerts finds. */
import * as z from 'zod';
import { alertKinds, tellingReasons } from '../../control/alerts/index.ts';
import {
  alert,
  alertCountsSchema,
  alertSeverities,
  alertStatuses,
  incident,
  incidentStatuses,
} from '../../domain/records.ts';
import { listReplySchema } from './lists.ts';
import { okReply, time } from './parts.ts';
import { eventRowSchema, moment } from './rows.ts';

const version = z.int().min(1).describe('Grows by one with every change.');
const truncated = z.literal(true).optional().describe('Present when a long text was cut.');
const deliveries = incident.row.shape.deliveries;

/** An alert with the incident that tells of it. */
const alertRowSchema = alert.row
  .extend({
    status: z
      .enum(alertStatuses)
      .describe(
        'pending: found, but not for long enough yet; suppressed: another alert explains it.',
      ),
    version,
    incident_id: z.string().nullable().describe('The incident that tells of it; null: none does.'),
    deliveries: deliveries.describe('What became of the last message of it over each channel.'),
    truncated,
  })
  .strict()
  .meta({ id: 'AlertRow', description: 'One thing that may be wrong.' });

const watchSchema = z
  .strictObject({
    status: z.enum(['off', 'watching']),
    interval_seconds: z.number(),
    last_checked_at: time.nullable().describe('Null: not yet, since the service was started.'),
    last_found: alertCountsSchema.nullable(),
    last_error: z.string().nullable().describe('Why the last attempt came to nothing.'),
  })
  .nullable()
  .describe('When alerts are evaluated; null where no control plane that writes was started.');

/** Alerts, those that stand and those that are over, with when they were last evaluated. */
export const alertListReplySchema = listReplySchema(alertRowSchema).extend({ watch: watchSchema });

const incidentRowSchema = incident.row
  .extend({
    status: z
      .enum(incidentStatuses)
      .describe(
        'opening: members come together, nobody was told; quiet: all is over, it may come back.',
      ),
    version,
    truncated,
  })
  .strict()
  .meta({
    id: 'IncidentRow',
    description: 'Alerts of one cause that people are told of together.',
  });

/** Incidents, those that are over included. */
export const incidentListReplySchema = listReplySchema(incidentRowSchema);

/** One incident with what happened to it. */
export const incidentReplySchema = okReply.extend({
  incident: incidentRowSchema,
  events: z.array(eventRowSchema).describe('The newest 50, newest first.'),
  generated_at: moment,
  source: z.string(),
});

const alertShape = {
  fingerprint: z.string().describe('Kind and subject: the same trouble has the same one.'),
  alert_kind: z.enum(alertKinds),
  subject: z.string(),
  severity: z.enum(alertSeverities),
  message: z.string(),
  raised_at: time.nullable().describe('When a check first found it; null before one that counted.'),
};

/** What one check found; in a dry run, what it would raise and resolve. */
export const alertCheckReplySchema = okReply.extend({
  dry_run: z.boolean(),
  alerts: z.array(
    z.strictObject({
      alert_id: z.string(),
      ...alertShape,
      status: z.enum(alertStatuses).describe('What it is after the check, or would be.'),
      suppressed_by: z.string().nullable().describe('Fingerprint of the alert that explains it.'),
      group_key: z.string().describe('Alerts with the same one are told of in one incident.'),
      incident_id: z.string().nullable().describe('The incident that tells of it; null: none yet.'),
      suggested_action: z.string(),
      since: time.nullable().describe('Since when the trouble itself lasts, where that is known.'),
      already_raised: z.boolean().describe('True when the check before found it, too.'),
      notified_at: time.nullable().describe('When a service last took a message about it.'),
      notification: z
        .strictObject({
          due: z.boolean(),
          reason: z.enum(tellingReasons),
          until: time.nullable().describe('When the message that waits may go; null: none waits.'),
        })
        .describe(
          'Whether a message is due; the cooldown begins with each message of the incident.',
        ),
    }),
  ),
  resolved: z
    .array(z.strictObject({ ...alertShape, alert_kind: z.string() }))
    .describe('Found before and not any more.'),
  counts: z.strictObject({
    alerts: z.int(),
    resolved: z.int(),
    notifications_due: z.int(),
  }),
  notified: z
    .boolean()
    .describe('True only when a service took a message about an alert of this reply.'),
  notification_reason: z.string().describe('What is said and what is not, in a sentence.'),
  checked_at: time,
});
