/**
 * The journal in SQLite within one thread: every call does its work before it returns. For tools,
 * tests and databases in memory; a service writes in a thread of its own (`threaded.ts`). Commits that
 * meet another process's write lock wait for it between turns of the loop, in their order.
 */
import type { Database } from 'better-sqlite3';
import { systemClock, type TimerHandle } from '../../../lib/clock.ts';
import type { Journal, TurnRecord, TurnResult } from '../port.ts';
import type { Projections } from '../projection.ts';
import { Committer } from './commit.ts';
import { createJournalReads } from './reads.ts';
import { isLocked, WriteLock } from './write-lock.ts';

interface Waiting {
  readonly turns: readonly TurnRecord[];
  readonly resolve: (results: readonly TurnResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A journal on an open database that has the tables of `schema.ts` and the columns of `projections`.
 * `commit` on a database opened read-only rejects. `close` closes the database; commits that still
 * wait for another process reject.
 *
 * How long one attempt at a commit stands still is the database's `timeout` (`openSqliteJournal`: 50 ms).
 */
export function createSqliteJournal(db: Database, projections: Projections = {}): Journal {
  const writer = new WaitingWriter(new Committer(db, projections));
  return {
    ...createJournalReads(db),
    commit: async (turns) => writer.commit(turns),
    async close() {
      writer.close();
      db.close();
    },
  };
}

class WaitingWriter {
  readonly #committer: Committer;
  readonly #lock = new WriteLock(systemClock);
  readonly #waiting: Waiting[] = [];
  #timer: TimerHandle | null = null;

  constructor(committer: Committer) {
    this.#committer = committer;
  }

  commit(turns: readonly TurnRecord[]): readonly TurnResult[] | Promise<readonly TurnResult[]> {
    // Nobody overtakes: a later turn may have been decided on an earlier one.
    const results = this.#waiting.length > 0 ? null : this.#attempt(turns);
    if (results !== null) return results;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ turns, resolve, reject });
      this.#wait();
    });
  }

  close(): void {
    this.#timer?.cancel();
    this.#giveUp();
  }

  /** Null when another process has the lock: nothing was written. */
  #attempt(turns: readonly TurnRecord[]): readonly TurnResult[] | null {
    try {
      const results = this.#committer.commit(turns);
      this.#lock.gone();
      return results;
    } catch (error) {
      if (!isLocked(error)) throw error;
      this.#lock.met();
      return null;
    }
  }

  #wait(): void {
    if (this.#timer !== null) return;
    const pauseMs = this.#lock.nextPauseMs();
    if (pauseMs === null) this.#giveUp();
    else this.#timer = systemClock.setTimer(pauseMs, () => this.#goOn());
  }

  #goOn(): void {
    this.#timer = null;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      try {
        const results = this.#attempt(next.turns);
        if (results === null) {
          this.#wait();
          return;
        }
        next.resolve(results);
      } catch (error) {
        next.reject(error);
      }
      this.#waiting.shift();
    }
  }

  #giveUp(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(this.#lock.toError());
  }
}
