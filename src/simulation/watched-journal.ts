/** A journal whose every commit is looked at before anybody hears of it, and whose disk can be full. */
import type { Journal, TurnRecord, TurnResult } from '../actors/journal/port.ts';

/** What a store says whose disk is full. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly code = 'SQLITE_FULL';
}

interface WatchOptions {
  /** True while nothing can be written. */
  readonly isDiskFull: () => boolean;
  /** Awaited with what was written, in the order of the commits. */
  readonly onCommitted: (
    turns: readonly TurnRecord[],
    results: readonly TurnResult[],
  ) => Promise<void>;
}

/** The same journal; a commit on a full disk rejects, and nothing of it is written. */
export function watchJournal(inner: Journal, { isDiskFull, onCommitted }: WatchOptions): Journal {
  let before: Promise<unknown> = Promise.resolve();
  const commit: Journal['commit'] = async (turns) => {
    if (isDiskFull()) throw new DiskFullError('database or disk is full');
    const results = await inner.commit(turns);
    const looked = before.then(() => onCommitted(turns, results));
    before = looked.catch(() => undefined);
    await looked;
    return results;
  };
  return {
    load: (...args) => inner.load(...args),
    findAnswer: (...args) => inner.findAnswer(...args),
    commit,
    timers: (...args) => inner.timers(...args),
    timersOf: (...args) => inner.timersOf(...args),
    effects: (...args) => inner.effects(...args),
    effectsOf: (...args) => inner.effectsOf(...args),
    deadLetters: (...args) => inner.deadLetters(...args),
    countDeadLetters: () => inner.countDeadLetters(),
    quarantines: (...args) => inner.quarantines(...args),
    addresses: (...args) => inner.addresses(...args),
    headEventId: () => inner.headEventId(),
    eventsAfter: (...args) => inner.eventsAfter(...args),
    close: () => inner.close(),
  };
}
