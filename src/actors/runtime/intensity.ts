/** Counts failures in a sliding window, to tell a hiccup from a restart loop. */

export interface IntensityPolicy {
  /** More failures than this within the window are too many. */
  readonly failuresMax: number;
  readonly windowMs: number;
}

export class Intensity {
  readonly #policy: IntensityPolicy;
  #times: number[] = [];

  constructor(policy: IntensityPolicy) {
    this.#policy = policy;
  }

  /** Notes a failure at `nowMs` (monotonic); true when it is one too many. */
  exceeds(nowMs: number): boolean {
    const since = nowMs - this.#policy.windowMs;
    this.#times = this.#times.filter((time) => time > since);
    this.#times.push(nowMs);
    return this.#times.length > this.#policy.failuresMax;
  }

  /** Failures remembered in the window as of the last `exceeds`. */
  get count(): number {
    return this.#times.length;
  }
}
