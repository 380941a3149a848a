/** What a person is told over a channel: one message about one incident. Shared by alerts (who say it) and channels (who carry it). */
import * as z from 'zod';
export const notificationMessageSchema = z.object({
  /** Identity of the incident: the same from its opening to its resolve, whatever flaps in between. */
  incident_id: z.string(),
  /** What the message says of it. */
  news: z.enum(['firing', 'resolved', 'test']),
  severity: z.enum(['info', 'warn', 'critical']),
  alert_kind: z.string(),
  /** Short line a phone shows first; no number that grows by itself. */
  title: z.string(),
  /** What happened, why, and what to do next; several lines when several troubles are grouped. */
  text: z.string(),
  /** ISO 8601, UTC. */
  since: z.string().nullable(),
  said_at: z.string(),
  /** Members of the group: fingerprints, each with its subject. */
  members: z.array(z.object({ fingerprint: z.string(), subject: z.string(), message: z.string() })),
});
export type NotificationMessage = z.infer<typeof notificationMessageSchema>;
/** Address of the delivery of one message over one channel: the same message over the same channel is one actor, whoever asks and however often. */
export const notificationIdOf = (incidentId: string, sequence: number, channel: string): string =>
  `${incidentId}.${sequence}.${channel}`;
