/** The disk of the simulated control plane: full now and then, and for how long it was. */

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** One disk; times are those of the clock that never goes back, ms. */
export class SimulatedDisk {
  readonly #nowMs: () => number;
  readonly #full: Span[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** True while nothing can be written. */
  get isFull(): boolean {
    const last = this.#full.at(-1);
    return last !== undefined && this.#nowMs() < last.untilMs;
  }

  /** Nothing can be written from now on for so long, however long it was to be full before. */
  fill(forMs: number): void {
    const fromMs = this.#nowMs();
    const last = this.#full.at(-1);
    if (last !== undefined && last.untilMs > fromMs)
      this.#full[this.#full.length - 1] = { ...last, untilMs: fromMs };
    this.#full.push({ fromMs, untilMs: fromMs + forMs });
  }

  /** For how long between two moments nothing could be written, ms. */
  fullMs(fromMs: number, untilMs: number): number {
    return this.#full.reduce(
      (sum, span) =>
        sum + Math.max(0, Math.min(untilMs, span.untilMs) - Math.max(fromMs, span.fromMs)),
      0,
    );
  }
}
