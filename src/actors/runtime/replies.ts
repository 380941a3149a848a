/** Answers to messages that no turn answers. */
import type { Journal } from '../journal/port.ts';
import type { Reply } from './definition.ts';
import type { Message } from './message.ts';
import { unreadable } from './requests.ts';

/** Ends a message that no turn takes: its sender hears the reason, and nothing is deferred. */
export function settleRejected(
  message: Message,
  reason: Extract<Reply, { ok: false }>['rejected'],
  detail: string,
): void {
  message.settle({ ok: false, rejected: reason, detail }, false);
}

/** Told with a deferral, and never to a sender: that one hears the answer itself. */
const answeredLater: Reply = {
  ok: false,
  rejected: 'overloaded',
  detail: 'the answer comes later',
};

/** Another turn took this key in the meantime: repeats its answer, waits for it, or says that it differs. */
export async function replayAnswer(
  journal: Pick<Journal, 'findAnswer'>,
  message: Message,
  key: string,
): Promise<void> {
  try {
    const stored = await journal.findAnswer(key);
    if (stored?.fingerprint !== message.fingerprint) {
      settleRejected(message, 'idempotency_conflict', 'the key was used with another payload');
    } else if (stored.body === null) {
      // It was deferred there: whoever repeats the request waits with the first who sent it.
      message.settle(answeredLater, true);
    } else {
      const outcome = JSON.parse(stored.body) as Extract<Reply, { ok: true }>['outcome'];
      message.settle({ ok: true, outcome, replayed: true }, false);
    }
  } catch (error) {
    message.settle(unreadable(error), false);
  }
}
