/** Gotify: JSON to `/message` of the server, with the application's token. */
import type { ChannelReply, HttpService, Outgoing, Verdict } from './channel.ts';
import { noReceipt, objectIn } from './judge.ts';
import { textOf, titleOf, type Urgency, urgencyOf } from './words.ts';

const priorities: Readonly<Record<Urgency, number>> = { low: 2, normal: 5, high: 8 };
const titleCharsMax = 250;
const textCharsMax = 8_000;

interface GotifyConfig {
  readonly url: string;
  readonly token: string;
}

/** The receipt is the number of the message there. */
export function createGotify({ url, token }: GotifyConfig): HttpService {
  const address = `${url.replace(/\/+$/, '')}/message`;
  return {
    name: 'gotify',
    field: 'notify_gotify_url',
    url: address,
    toRequest: ({ message }: Outgoing) => ({
      url: address,
      headers: { 'content-type': 'application/json', 'x-gotify-key': token },
      body: JSON.stringify({
        title: titleOf(message, titleCharsMax),
        message: textOf(message, textCharsMax),
        priority: priorities[urgencyOf(message)],
      }),
    }),
    judgeAccepted,
  };
}

function judgeAccepted(reply: ChannelReply): Verdict {
  const id = objectIn(reply.text)?.['id'];
  if (typeof id !== 'number') return noReceipt('gotify', reply, 'the number of a message');
  return { kind: 'delivered', receipt: String(id) };
}
