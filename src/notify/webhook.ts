/**
 * A webhook: the whole message as JSON, signed, so that a receiver can tell who sent it and when. The
 * signature is over `<timestamp>.<body>`; the idempotency key is the same for every attempt.
 */
import { createHmac } from 'node:crypto';
import { limits } from '../domain/limits.ts';
import { productWord } from '../domain/product.ts';
import type { ChannelReply, HttpService, Outgoing, Verdict } from './channel.ts';
import { objectIn } from './judge.ts';

interface WebhookConfig {
  readonly url: string;
  readonly secret: string;
}

/** Headers of a request, as docs/alerts.md tells receivers. */
export const webhookHeaders = {
  id: 'idempotency-key',
  timestamp: `x-${productWord}-timestamp`,
  signature: `x-${productWord}-signature`,
} as const;

/** `sha256=<hex>` of the HMAC over `<timestamp>.<body>`; the timestamp is in seconds since 1970. */
export function signWebhook(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** The receipt is the `receipt` or `id` of a JSON reply, else its status. */
export function createWebhook({ url, secret }: WebhookConfig): HttpService {
  return {
    name: 'webhook',
    field: 'notify_webhook_url',
    url,
    toRequest: ({ id, message }: Outgoing, nowMs) => {
      const body = JSON.stringify({ notification_id: id, ...message });
      const timestamp = String(Math.floor(nowMs / 1000));
      return {
        url,
        headers: {
          'content-type': 'application/json',
          [webhookHeaders.id]: encodeURI(id.toWellFormed()),
          [webhookHeaders.timestamp]: timestamp,
          [webhookHeaders.signature]: signWebhook(secret, timestamp, body),
        },
        body,
      };
    },
    judgeAccepted,
  };
}

function judgeAccepted(reply: ChannelReply): Verdict {
  const said = objectIn(reply.text);
  const given = [said?.['receipt'], said?.['id']].flatMap((value) =>
    typeof value === 'number' || (typeof value === 'string' && value !== '') ? [value] : [],
  );
  const receipt = String(given[0] ?? `HTTP ${reply.status}`);
  return { kind: 'delivered', receipt: receipt.slice(0, limits.notifyReceiptCharsMax) };
}
