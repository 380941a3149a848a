/** Why people were not told: an incident that is not over, and a message that has not arrived. */
import { ServiceError } from '../../domain/errors.ts';
import {
  type Incident,
  incidentSchema,
  type Notification,
  notificationSchema,
} from '../../domain/records.ts';
import type { Needs } from '../common/index.ts';
import { type Finding, post, type Said } from './explanation.ts';

const untilThen = 'Wait: it goes on by itself';
const testOf = (channel: string) =>
  post('/control/api/v1/alerts/test', channel === '' ? {} : { channel });

/** 404 for what never was. */
export async function explainIncident(context: Needs<'reads'>, id: string): Promise<Finding> {
  const row = await context.reads.get('incident', id);
  if (row === undefined)
    throw new ServiceError('incident_not_found', `no incident has the id ${id}`);
  const incident = incidentSchema.parse(row);
  const { deliveries, members, due_at, channels, title, severity } = incident;
  return {
    question: 'not over',
    ...sayIncident(incident),
    evidence: {
      title,
      severity,
      channels,
      due_at,
      standing: members.flatMap(({ left_at, fingerprint }) =>
        left_at === null ? [fingerprint] : [],
      ),
      deliveries,
    },
  };
}

function sayIncident(incident: Incident): Said {
  const {
    status,
    members,
    deliveries,
    due_at: dueAt,
    opened_at,
    quiet_since,
    closed_at,
  } = incident;
  const first = members.find(({ left_at }) => left_at === null);
  const failed = deliveries.find(({ state }) => state === 'undeliverable');
  const act = first?.suggested_action ?? untilThen;
  switch (status) {
    case 'new':
    case 'closed':
      return {
        blocked: false,
        code: 'over',
        reason: `all of it is over${failed === undefined ? '' : `; ${failed.channel} did not take the message: ${failed.reason ?? 'no reason known'}`}`,
        since: closed_at,
        unblock: { action: 'Nothing: it is over' },
      };
    case 'quiet':
      return {
        blocked: false,
        code: status,
        reason: `none of its alerts stands; it is over at ${dueAt ?? 'a time not known'} unless one comes back`,
        since: quiet_since,
        unblock: { action: untilThen },
      };
    case 'opening':
      return {
        blocked: true,
        code: status,
        reason: `nobody is told before ${dueAt ?? 'a time not known'}: alerts of the same cause come together, and the cooldown of what was said before ends`,
        since: opened_at,
        unblock: { action: act },
      };
    case 'open': {
      const told =
        incident.channels.length === 0
          ? 'nobody is told: no channel is configured'
          : failed === undefined
            ? `told over ${incident.channels.join(', ')}`
            : `${failed.channel} did not take the message: ${failed.reason ?? 'no reason known'}`;
      return {
        blocked: true,
        code: failed === undefined ? status : 'untold',
        reason: `${first?.message ?? incident.title}; ${told}`,
        since: opened_at,
        unblock: { action: act },
      };
    }
  }
}

/** 404 for what never was. */
export async function explainNotification(context: Needs<'reads'>, id: string): Promise<Finding> {
  const row = await context.reads.get('notification', id);
  if (row === undefined)
    throw new ServiceError('notification_not_found', `no notification has the id ${id}`);
  const sent = notificationSchema.parse(row);
  const { channel, news, incident_id, attempts, receipt, next_attempt_at } = sent;
  return {
    question: 'not delivered',
    ...sayNotification(sent),
    evidence: { channel, news, incident_id, attempts, receipt, next_attempt_at },
  };
}

function sayNotification(sent: Notification): Said {
  const { status, channel, attempts, last_error: error, first_failed_at: since } = sent;
  const why = error ?? 'the reason is not known';
  const unblock = {
    action: `Mend what the reason names, then prove the channel (orrery alerts test --channel ${channel})`,
    request: testOf(channel),
  };
  switch (status) {
    case 'new':
    case 'sending':
      return {
        blocked: false,
        code: status,
        reason: `attempt ${attempts + 1} over ${channel} is under way`,
        since: sent.created_at,
        unblock: { action: untilThen },
      };
    case 'delivered':
      return {
        blocked: false,
        code: status,
        reason: `${channel} took it: ${sent.receipt ?? 'without a receipt'}`,
        since: sent.delivered_at,
        unblock: { action: 'Nothing: it has arrived' },
      };
    case 'waiting':
      return {
        blocked: true,
        code: status,
        reason: `attempt ${attempts} over ${channel} failed: ${why}; tried again at ${sent.next_attempt_at ?? 'a time not known'}`,
        since,
        unblock,
      };
    case 'undeliverable':
      return {
        blocked: true,
        code: status,
        reason: `it was given up after ${attempts} attempts over ${channel}: ${why}`,
        since,
        unblock,
      };
  }
}
