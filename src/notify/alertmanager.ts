/**
 * An Alertmanager, which knows an alert by its labels: so they hold only what an incident keeps from its
 * opening to its end, and severity, which may change, is an annotation. An alert without an end is
 * dropped there after some minutes, since Prometheus would say it again; here it is said once, with an
 * end that is far away, and ended by the message that it is over.
 */
import { productWord } from '../domain/product.ts';
import type { ChannelReply, HttpService, Outgoing, Verdict } from './channel.ts';
import { textOf, titleOf } from './words.ts';

const dayMs = 24 * 60 * 60_000;
/** Until when an alert stands that nobody ends. */
const firingMs = 30 * dayMs;
const testMs = 5 * 60_000;
const titleCharsMax = 250;
const textCharsMax = 8_000;

/** `url` is that of the server; the receipt is the status, since it gives no other. */
export function createAlertmanager({ url }: { readonly url: string }): HttpService {
  const address = `${url.replace(/\/+$/, '')}/api/v2/alerts`;
  return {
    name: 'alertmanager',
    field: 'notify_alertmanager_url',
    url: address,
    toRequest: ({ id, message }: Outgoing) => ({
      url: address,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([
        {
          labels: {
            alertname: message.alert_kind,
            service: productWord,
            incident_id: message.incident_id,
          },
          annotations: {
            summary: titleOf(message, titleCharsMax),
            description: textOf(message, textCharsMax),
            severity: message.severity,
            notification_id: id,
          },
          startsAt: message.since ?? message.said_at,
          endsAt: endOf(message),
        },
      ]),
    }),
    judgeAccepted,
  };
}

function endOf({ news, said_at }: Outgoing['message']): string {
  if (news === 'resolved') return said_at;
  const standsMs = news === 'test' ? testMs : firingMs;
  return new Date(Date.parse(said_at) + standsMs).toISOString();
}

function judgeAccepted({ status }: ChannelReply): Verdict {
  return { kind: 'delivered', receipt: `HTTP ${status}` };
}
