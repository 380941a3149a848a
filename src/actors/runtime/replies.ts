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

/** Another actor answered under this key in the meantime: repeats its answer, or says it differs. */
export async function replayAnswer(
  journal: Pick<Journal, 'findAnswer'>,
  message: Message,
  key: string,
): Promise<void> {
  try {
    const stored = await journal.findAnswer(key);
    if (stored?.body && stored.fingerprint === message.fingerprint) {
      const outcome = JSON.parse(stored.body) as Extract<Reply, { ok: true }>['outcome'];
      message.settle({ ok: true, outcome, replayed: true }, false);
    } else {
      settleRejected(message, 'idempotency_conflict', 'the key was used with another payload');
    }
  } catch (error) {
    message.settle(unreadable(error), false);
  }
}
