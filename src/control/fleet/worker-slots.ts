/** How many requests are under way with each worker: bounded, and in turn for those that wait. */

/**
 * At most `max` requests at one worker at a time; the others have their turn in the order in which they
 * came.
 */
export class WorkerSlots {
  readonly #max: number;
  /** Those who ask a worker now and then, by worker. */
  readonly #interested = new Map<string, number>();
  readonly #busy = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(max: number) {
    this.#max = max;
  }

  enter(worker: string): void {
    this.#interested.set(worker, (this.#interested.get(worker) ?? 0) + 1);
  }

  leave(worker: string): void {
    const left = (this.#interested.get(worker) ?? 1) - 1;
    if (left > 0) this.#interested.set(worker, left);
    else this.#interested.delete(worker);
  }

  /** True when more want the worker than may ask it at once. */
  isCrowded(worker: string): boolean {
    return (this.#interested.get(worker) ?? 0) > this.#max;
  }

  /** Runs `ask` when it is its turn; who waits is bounded by who entered. */
  async with<Value>(worker: string, ask: () => Promise<Value>): Promise<Value> {
    const busy = this.#busy.get(worker) ?? 0;
    if (busy < this.#max) this.#busy.set(worker, busy + 1);
    else {
      // Whoever leaves hands its place on, so that the number does not change.
      await new Promise<void>((resolve) => {
        this.#waiting.set(worker, [...(this.#waiting.get(worker) ?? []), resolve]);
      });
    }
    try {
      return await ask();
    } finally {
      this.#handOn(worker);
    }
  }

  #handOn(worker: string): void {
    const [next, ...others] = this.#waiting.get(worker) ?? [];
    if (others.length > 0) this.#waiting.set(worker, others);
    else this.#waiting.delete(worker);
    if (next !== undefined) {
      next();
      return;
    }
    const busy = (this.#busy.get(worker) ?? 1) - 1;
    if (busy > 0) this.#busy.set(worker, busy);
    else this.#busy.delete(worker);
  }
}
