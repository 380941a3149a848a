/**
 * Who has a turn next: actors with something to do, one turn each, in the order in which they
 * became ready. Turns are taken at once, in the stack of whoever made the first actor ready; after
 * a number of them the event loop has its turn before the rest.
 */

interface TurnTaker {
  /** Takes one turn; true when there is more to do. Never throws. */
  turn(): boolean;
}

interface TurnQueueOptions {
  readonly turnsPerSlice: number;
  /** Calls back when the event loop has been round. */
  readonly yieldToLoop: (resume: () => void) => void;
}

/** The line of one host. An actor stands in it once, however much waits for it. */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  readonly #ready = new Set<TurnTaker>();
  #busy = false;

  constructor(options: TurnQueueOptions) {
    this.#options = options;
  }

  /** Puts an actor in line, unless it is there, and takes turns unless that is being done. */
  wake(taker: TurnTaker): void {
    this.#ready.add(taker);
    if (this.#busy) return;
    this.#busy = true;
    this.#slice();
  }

  /** Does `work` while nobody has a turn; those that it made ready have theirs after it. */
  within(work: () => void): void {
    const isNested = this.#busy;
    this.#busy = true;
    try {
      work();
    } finally {
      if (!isNested) this.#slice();
    }
  }

  #slice(): void {
    for (let turns = 0; this.#ready.size > 0; turns += 1) {
      if (turns === this.#options.turnsPerSlice) {
        this.#options.yieldToLoop(() => this.#slice());
        return;
      }
      const [taker] = this.#ready;
      this.#ready.delete(taker!);
      if (taker!.turn()) this.#ready.add(taker!);
    }
    this.#busy = false;
  }
}
