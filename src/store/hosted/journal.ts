/**
 * The journal of a store whose truth is elsewhere: a turn is written there first and then, as it was
 * written, to the copy that lists are read from, and only then answered. What decides a turn (states,
 * answers) is read from the truth, what is listed from the copy.
 */
import type { Journal, TurnRecord, TurnResult } from '../../actors/journal/port.ts';
import { InvariantError } from '../../lib/assert.ts';

interface Written {
  readonly results: readonly TurnResult[];
  readonly copied: Promise<readonly TurnResult[]>;
}

/**
 * Both must hold the same log, and nobody else may write to either. When a turn that is written cannot be
 * copied as it was, `commit` rejects: whoever opens the copy next brings it up from the truth.
 */
export function createMirroredJournal(truth: Journal, copy: Journal): Journal {
  /** Of the batch before: batches are copied in the order in which they were written. */
  let before: Promise<unknown> = Promise.resolve();
  return {
    ...copy,
    load: (kind, id) => truth.load(kind, id),
    findAnswer: (key) => truth.findAnswer(key),
    async commit(turns) {
      const written = truth.commit(turns);
      const sent = Promise.allSettled([written, before]).then(([outcome]): Written => {
        if (outcome.status === 'rejected') throw outcome.reason;
        const results = outcome.value;
        const taken = turns.filter((_, index) => results[index]?.ok === true);
        const copied = taken.length === 0 ? Promise.resolve([]) : copy.commit(taken.map(toCopy));
        return { results, copied };
      });
      before = sent;
      const { results, copied } = await sent;
      assertSame(results, await copied);
      return results;
    },
    async close() {
      await truth.close();
      await copy.close();
    },
  };
}

/** Answers are asked of the truth alone. */
const toCopy = (turn: TurnRecord): TurnRecord => ({ ...turn, answers: [] });

function assertSame(results: readonly TurnResult[], copied: readonly TurnResult[]): void {
  const written = results.filter((result) => result.ok);
  for (const [index, { eventIds, effectSequences }] of written.entries()) {
    const made = copied[index];
    const isSame =
      made?.ok === true &&
      made.eventIds.join() === eventIds.join() &&
      made.effectSequences.join() === effectSequences.join();
    if (isSame) continue;
    const became =
      made?.ok === false ? `was refused (${made.failure.reason})` : 'came out otherwise';
    throw new InvariantError(
      `a turn that is written ${became} in the local copy of the store, which is behind by it now; ` +
        'the next start brings the copy up to date',
    );
  }
}
