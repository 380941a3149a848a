/** What clients send, checked. Pure. */
import * as z from 'zod';
import { wordsForIssue } from '../../lib/issue-words.ts';
import { type ClientMessage, liveLimits } from './protocol.ts';

const topics = z.array(z.string()).min(1).max(liveLimits.topicsPerClientMax);
const messageSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    topics,
    since: z.number().int().nonnegative().nullable().optional(),
    epoch: z.string().min(1).max(liveLimits.epochCharsMax).nullable().optional(),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), topics }),
]);

/** A message, or in few words what is wrong with it: they must fit into a close frame. */
export function parseClientMessage(data: string | Uint8Array): ClientMessage | { error: string } {
  if (typeof data !== 'string') return { error: 'messages are JSON texts, not binary' };
  if (Buffer.byteLength(data) > liveLimits.clientMessageBytesMax) {
    return { error: `a message is at most ${liveLimits.clientMessageBytesMax} bytes` };
  }
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return { error: 'the message is not JSON' };
  }
  const result = messageSchema.safeParse(value, { error: wordsForIssue });
  if (result.success) return result.data as ClientMessage;
  const issue = result.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (path === 'type') return { error: 'type must be "subscribe" or "unsubscribe"' };
  return { error: `${path === '' ? 'message' : path}: ${issue?.message ?? 'is malformed'}` };
}
