/**
 * Group commit: turns of many actors that are ready together share one transaction. A turn that the
 * journal refuses is taken out and the rest is committed without it, so that one bad turn never
 * costs another.
 */
import type {
  CommitFailure,
  CommittedTurn,
  Journal,
  TurnRecord,
} from '../../store/ports/journal.ts';

export interface PendingTurn {
  readonly record: TurnRecord;
  committed(result: CommittedTurn): void;
  refused(failure: CommitFailure): void;
}

export interface CommitterOptions {
  readonly journal: Journal;
  /** Most turns in one transaction. */
  readonly batchTurnsMax: number;
  /** The store itself failed: nothing can be trusted to be written from here on. */
  readonly onStoreFault: (error: unknown) => void;
  /** Called around every commit; tests kill the process here. */
  readonly onBoundary: (boundary: 'before_commit' | 'after_commit') => void;
}

export class Committer {
  readonly #options: CommitterOptions;
  #waiting: PendingTurn[] = [];
  #scheduled = false;
  #failed = false;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /** Turns not yet committed. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Adds a turn to the batch that is committed when the current round of work has been taken. */
  add(turn: PendingTurn): void {
    this.#waiting.push(turn);
    this.#schedule();
  }

  /** Resolves when everything added so far is committed or refused. */
  async idle(): Promise<void> {
    while (this.#scheduled && !this.#failed) await new Promise((resolve) => setImmediate(resolve));
  }

  #schedule(): void {
    if (this.#scheduled || this.#failed) return;
    this.#scheduled = true;
    // After the microtasks of this round: every actor that is ready by then shares the transaction.
    setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    try {
      await this.#commit(this.#waiting.splice(0, this.#options.batchTurnsMax));
    } catch (error) {
      this.#failed = true;
      this.#options.onStoreFault(error);
    }
    this.#scheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #commit(batch: PendingTurn[]): Promise<void> {
    while (batch.length > 0) {
      this.#options.onBoundary('before_commit');
      const result = await this.#options.journal.commit(batch.map((turn) => turn.record));
      if (result.ok) {
        this.#options.onBoundary('after_commit');
        for (const [index, turn] of batch.entries()) turn.committed(result.turns[index]!);
        return;
      }
      const [bad] = batch.splice(result.failure.turnIndex, 1);
      bad!.refused(result.failure);
    }
  }
}
