/** A journal that answers every read and refuses every write. */
import { ServiceError } from '../domain/errors.ts';
import type { Journal } from './ports/journal.ts';

/** Wraps `journal`; writes reject with `ServiceError` `read_only` and touch nothing. */
export function createReadonlyJournal(journal: Journal): Journal {
  const refuse = (): Promise<never> =>
    Promise.reject(new ServiceError('read_only', 'This store was opened for reading only.'));
  return {
    load: (kind, id) => journal.load(kind, id),
    findAnswer: (key) => journal.findAnswer(key),
    commit: refuse,
    timers: (limit) => journal.timers(limit),
    effects: (afterSequence, limit) => journal.effects(afterSequence, limit),
    postponeEffect: refuse,
    buryEffect: refuse,
    addDeadLetter: refuse,
    deadLetters: (limit) => journal.deadLetters(limit),
    addresses: (after, limit) => journal.addresses(after, limit),
    headEventId: () => journal.headEventId(),
    eventsAfter: (after, limit) => journal.eventsAfter(after, limit),
    close: () => journal.close(),
  };
}
