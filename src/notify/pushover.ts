/** Pushover, and whatever has its API: a form by POST; taken only when the reply says `status: 1`. */
import { limits } from '../domain/limits.ts';
import type { ChannelReply, HttpService, Outgoing, Verdict } from './channel.ts';
import { excerptOf, noReceipt, objectIn } from './judge.ts';
import { textOf, titleOf, type Urgency, urgencyOf } from './words.ts';

const priorities: Readonly<Record<Urgency, string>> = { low: '-1', normal: '0', high: '1' };
/** Longer ones are refused there. */
const titleCharsMax = 250;
const textCharsMax = 1024;

interface PushoverConfig {
  readonly url: string;
  readonly token: string;
  readonly user: string;
}

/** The receipt is the `request` of the reply. */
export function createPushover({ url, token, user }: PushoverConfig): HttpService {
  return {
    name: 'pushover',
    field: 'push_api_url',
    url,
    toRequest: ({ message }: Outgoing) => ({
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        token,
        user,
        title: titleOf(message, titleCharsMax),
        message: textOf(message, textCharsMax),
        priority: priorities[urgencyOf(message)],
      }).toString(),
    }),
    judgeAccepted,
  };
}

function judgeAccepted(reply: ChannelReply): Verdict {
  const said = objectIn(reply.text);
  const request = said?.['request'];
  if (said?.['status'] === 1 && typeof request === 'string' && request !== '') {
    return { kind: 'delivered', receipt: request.slice(0, limits.notifyReceiptCharsMax) };
  }
  if (typeof said?.['status'] === 'number' && said['status'] !== 1) {
    return {
      kind: 'refused',
      reason: `pushover answered ${reply.status} with status ${said['status']}${excerptOf(reply.text)}`,
    };
  }
  return noReceipt('pushover', reply, 'status 1 and a request');
}
