/** A journal that answers every read and refuses every write. */

import type { Journal } from '../actors/journal/port.ts';
import { ServiceError } from '../domain/errors.ts';

/** Wraps `journal`; writes reject with `ServiceError` `read_only` and touch nothing. */
export function createReadonlyJournal(journal: Journal): Journal {
  const refuse = (): Promise<never> =>
    Promise.reject(new ServiceError('read_only', 'This store was opened for reading only.'));
  return {
    load: (kind, id) => journal.load(kind, id),
    findAnswer: (key) => journal.findAnswer(key),
    commit: refuse,
    timers: (after, limit) => journal.timers(after, limit),
    effects: (afterSequence, limit) => journal.effects(afterSequence, limit),
    effectsOf: (of, afterSequence, limit) => journal.effectsOf(of, afterSequence, limit),
    deadLetters: (limit, before) => journal.deadLetters(limit, before),
    countDeadLetters: () => journal.countDeadLetters(),
    quarantines: (after, limit) => journal.quarantines(after, limit),
    addresses: (after, limit) => journal.addresses(after, limit),
    headEventId: () => journal.headEventId(),
    eventsAfter: (after, limit) => journal.eventsAfter(after, limit),
    close: () => journal.close(),
  };
}
