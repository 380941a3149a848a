/** ntfy: JSON to the server with the topic in it, so that any character may stand in a title. */
import { limits } from '../domain/limits.ts';
import type { ChannelReply, HttpService, Outgoing, Verdict } from './channel.ts';
import { noReceipt, objectIn } from './judge.ts';
import { textOf, titleOf, type Urgency, urgencyOf } from './words.ts';

const priorities: Readonly<Record<Urgency, number>> = { low: 2, normal: 3, high: 5 };
const titleCharsMax = 250;
/** Of its 4096 bytes; longer messages become attachments, which not every server takes. */
const textCharsMax = 1_200;

interface NtfyConfig {
  /** Address of the topic. */
  readonly url: string;
  readonly token: string | null;
}

/** The receipt is the id of the message there. */
export function createNtfy({ url, token }: NtfyConfig): HttpService {
  const { server, topic } = splitTopic(url);
  return {
    name: 'ntfy',
    field: 'notify_ntfy_url',
    url: server,
    toRequest: ({ message }: Outgoing) => ({
      url: server,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        topic,
        title: titleOf(message, titleCharsMax),
        message: textOf(message, textCharsMax),
        priority: priorities[urgencyOf(message)],
        tags: [message.news, message.severity, message.alert_kind],
      }),
    }),
    judgeAccepted,
  };
}

/** `https://host/prefix/topic` as server and topic; the configuration has seen that there is one. */
function splitTopic(address: string): { readonly server: string; readonly topic: string } {
  const url = new URL(address);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const topic = parts.pop() ?? '';
  url.pathname = `/${parts.join('/')}`;
  return { server: url.toString(), topic };
}

function judgeAccepted(reply: ChannelReply): Verdict {
  const id = objectIn(reply.text)?.['id'];
  if (typeof id !== 'string' || id === '') return noReceipt('ntfy', reply, 'an id');
  return { kind: 'delivered', receipt: id.slice(0, limits.notifyReceiptCharsMax) };
}
