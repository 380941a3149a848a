/** A message to carry, and a reply as a service would give it. */
import type { NotificationMessage } from '../../../src/domain/notification.ts';
import type { ChannelReply, HttpService } from '../../../src/notify/channel.ts';
import { judgeReply } from '../../../src/notify/judge.ts';

export const saidAt = '2026-01-01T08:00:00.000Z';

export const messageOf = (change: Partial<NotificationMessage> = {}): NotificationMessage => ({
  incident_id: 'worker:gpu-1.3',
  news: 'firing',
  severity: 'critical',
  alert_kind: 'worker_unreachable',
  title: 'Worker gpu-1 does not answer – Ωμέγα',
  text: 'gpu-1 does not answer since 07:55.\nStart it, or mend the network.',
  since: '2026-01-01T07:55:00.000Z',
  said_at: saidAt,
  members: [{ fingerprint: 'worker_unreachable:gpu-1', subject: 'gpu-1', message: 'no answer' }],
  ...change,
});
export const outgoing = (change: Partial<NotificationMessage> = {}) => ({
  id: 'worker:gpu-1.3.1.webhook',
  message: messageOf(change),
});

export const reply = (
  status: number,
  body: unknown = '',
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): ChannelReply => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

/** What a reply means, status and words together. */
export const judged = (service: HttpService, given: ChannelReply) => judgeReply(service, given);
