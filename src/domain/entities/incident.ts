/** The incident: alerts of one cause that people are told about together. */
import * as z from 'zod';
import { defineEntity, internal, shown } from '../entity.ts';
import { alertSeverities } from './alert.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** Statuses of a stored incident; the last is not left again. */
export const incidentStatuses = ['opening', 'open', 'quiet', 'closed'] as const;

const incidentMemberSchema = z.object({
  fingerprint: text,
  alert_kind: text,
  subject: text,
  severity: z.enum(alertSeverities),
  message: text,
  suggested_action: text,
  since: timeOrNull,
  joined_at: time,
  /** Null while its alert stands. */
  left_at: timeOrNull,
  /** A message named it. */
  told: z.boolean(),
});
/** One alert of the group, as it was last found; it stays for a while when it is over. */
export type IncidentMember = z.infer<typeof incidentMemberSchema>;

const incidentDeliverySchema = z.object({
  /** Counts the messages of the incident, from 1; the same over every channel. */
  sequence: count,
  channel: text,
  news: z.enum(['firing', 'resolved']),
  said_at: time,
  state: z.enum(['under_way', 'delivered', 'undeliverable']),
  /** What the service at the other end said when it took it. */
  receipt: textOrNull,
  /** Why it was given up. */
  reason: textOrNull,
  answered_at: timeOrNull,
});
/** One message over one channel; `delivered` only where the service at the other end said so. */
export type IncidentDelivery = z.infer<typeof incidentDeliverySchema>;

/** Table of the incidents, those that are over included. */
export const incident = defineEntity({
  id: 'incident_id',
  defaultSort: '-updated_at',
  members: {
    status: shown(
      z.enum(['new', ...incidentStatuses]),
      'opening: members come together, nobody was told; quiet: all is over, it may come back.',
      { column: 'plain', filter: true },
    ),
    incident_id: shown(text, 'Its id: of the group, with its generation.'),
    group_key: shown(text, 'What its alerts have in common.', { filter: true }),
    generation: shown(count, 'Number of this incident among those of its group, from 1.'),
    severity: shown(z.enum(alertSeverities), 'Of the gravest member it ever had.', {
      filter: true,
    }),
    alert_kind: shown(text, 'Of the gravest member.'),
    title: shown(text, 'What it is about, in a line.'),
    members: shown(z.array(incidentMemberSchema), 'Its alerts, those that are over for a while.'),
    left_out: shown(count, 'Standing alerts of the group that found no place among the members.'),
    channels: shown(z.array(text), 'Where its messages go; empty: nobody is told.'),
    sequence: shown(count, 'Messages said so far, each over every channel.'),
    said_at: shown(timeOrNull, 'When it last said that something is wrong; null: never.'),
    heard: shown(z.array(text), 'Channels whose service took such a message.'),
    ended: shown(z.array(text), 'Channels over which it was said that it is over.'),
    deliveries: shown(z.array(incidentDeliverySchema), 'What became of its last messages.'),
    due_at: shown(timeOrNull, 'When it goes on by itself; null while it waits for alerts.'),
    said_before: internal(timeOrNull, 'When the incidents before it last said so.'),
    cooldown_ms: internal(count, 'Time between two messages that something is wrong.'),
    quiet_ms: internal(count, 'Time without an alert after which it is over.'),
    opened_at: shown(time, 'When its first alert fired.'),
    quiet_since: shown(timeOrNull, 'When its last alert was over; null while one stands.'),
    closed_at: shown(timeOrNull, 'When it was over for good.'),
    created_at: shown(time, 'When it was first stored.'),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
});
/** An incident as it is stored. */
export const incidentSchema = incident.stored;
/** State of the actor that tells people of one group of alerts, from the first to the last. */
export type Incident = z.infer<typeof incidentSchema>;
