/**
 * Group commit: turns that are ready together share one transaction, and two batches may be on their
 * way to the journal at once. Each turn is told its own result; a turn that the journal refuses costs
 * no other actor anything.
 */
import type { Journal, TurnRecord, TurnResult } from '../journal/port.ts';

/** A turn on its way to the journal: exactly one of its two methods is called, once. */
export interface PendingTurn {
  readonly record: TurnRecord;
  settled(result: TurnResult): void;
  /** The store failed: whether the turn was written is known after a restart. */
  lost(): void;
}

/** What became of a turn of the runtime itself. */
export type Kept =
  | TurnResult
  | { readonly ok: false; readonly failure: { readonly reason: 'lost' } };
/** The store failed: whether it was written is known after a restart. */
export const lost: Kept = { ok: false, failure: { reason: 'lost' } };
/** What everybody hears whose turn was lost. */
export const storeFailed =
  'the store failed and the service stops; its log says why; start it again, then repeat the request';

interface CommitterOptions {
  readonly journal: Journal;
  /** Most turns in one transaction. */
  readonly batchTurnsMax: number;
  /** Most batches that the journal has not answered. */
  readonly batchesInFlightMax: number;
  /** The store itself failed: nothing can be trusted to be written from here on. */
  readonly onStoreFault: (error: unknown) => void;
  /** What a turn threw when it was told its result; the others are told all the same. */
  readonly onFault: (error: unknown) => void;
  /** Called around every commit; tests kill the process here. */
  readonly onBoundary: (boundary: 'before_commit' | 'after_commit') => void;
}

/** Gathers turns into batches. After a failure of the store it commits nothing more. */
export class Committer {
  readonly #options: CommitterOptions;
  #open: PendingTurn[] = [];
  /** Full batches that wait for the journal. */
  readonly #sealed: PendingTurn[][] = [];
  #openNumber = 0;
  readonly #inFlight = new Set<readonly PendingTurn[]>();
  /** Resolves when every batch given to the journal so far has been told its results. */
  #told: Promise<void> = Promise.resolve();
  #isScheduled = false;
  #isFailed = false;
  #idleWaiters: (() => void)[] = [];

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /**
   * Number of the batch that `add` adds to. While it stays the same, a turn may be decided on one
   * that was added before it: both are committed together or the later one is refused.
   */
  get openBatch(): number {
    return this.#openNumber;
  }

  /** Adds a turn to the open batch, which is committed when this round of work has been taken. */
  add(turn: PendingTurn): void {
    if (this.#isFailed) {
      turn.lost();
      return;
    }
    if (this.#open.push(turn) >= this.#options.batchTurnsMax) this.#seal();
    this.#schedule();
  }

  /** Resolves when everything added so far is committed or refused, or the store has failed. */
  idle(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => void this.#idleWaiters.push(resolve));
  }

  #isIdle(): boolean {
    if (this.#isFailed) return true;
    return this.#open.length === 0 && this.#sealed.length === 0 && this.#inFlight.size === 0;
  }

  #seal(): void {
    this.#sealed.push(this.#open);
    this.#open = [];
    this.#openNumber += 1;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isFailed) return;
    if (this.#inFlight.size >= this.#options.batchesInFlightMax) return;
    this.#isScheduled = true;
    // After the microtasks of this round: every actor that is ready by then shares the transaction.
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isScheduled = false;
    while (!this.#isFailed && this.#inFlight.size < this.#options.batchesInFlightMax) {
      if (this.#sealed.length === 0 && this.#open.length > 0) this.#seal();
      const batch = this.#sealed.shift();
      if (batch === undefined) return;
      void this.#commit(batch);
    }
  }

  async #commit(batch: readonly PendingTurn[]): Promise<void> {
    this.#inFlight.add(batch);
    const earlier = this.#told;
    let tell = (): void => {};
    this.#told = new Promise((resolve) => {
      tell = resolve;
    });
    try {
      this.#options.onBoundary('before_commit');
      const results = await this.#options.journal.commit(batch.map((turn) => turn.record));
      // Answers may overtake each other; what is told may not, or effects would overtake each other too.
      await earlier;
      if (this.#isFailed) return;
      this.#options.onBoundary('after_commit');
      for (const [index, turn] of batch.entries()) this.#tell(turn, results[index]!);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#inFlight.delete(batch);
      tell();
    }
    if (this.#open.length > 0 || this.#sealed.length > 0) this.#schedule();
    if (this.#isIdle()) for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }

  /** Everything not answered by now is lost, and so is what is added from now on. */
  #fail(error: unknown): void {
    if (this.#isFailed) return;
    this.#isFailed = true;
    const batches = [...this.#inFlight, ...this.#sealed.splice(0), this.#open.splice(0)];
    for (const turn of batches.flat()) turn.lost();
    this.#options.onStoreFault(error);
  }

  #tell(turn: PendingTurn, result: TurnResult): void {
    try {
      turn.settled(result);
    } catch (error) {
      this.#options.onFault(error);
    }
  }
}
