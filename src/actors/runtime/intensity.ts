/** Counts failures in a sliding window, to tell a hiccup from a restart loop. */

/** How many failures within how long are borne. */
export interface IntensityPolicy {
  /** More failures than this within the window are too many. */
  readonly failuresMax: number;
  readonly windowMs: number;
}

/** The failures of one actor, kind or group. Times are monotonic, in ms. */
export class Intensity {
  readonly #policy: IntensityPolicy;
  /** Only the newest matter, one more than are allowed. */
  #times: number[] = [];

  constructor(policy: IntensityPolicy) {
    this.#policy = policy;
  }

  /** Notes a failure at `nowMs` (monotonic); true when it is one too many. */
  exceeds(nowMs: number): boolean {
    this.#times.push(nowMs);
    if (this.#times.length > this.#policy.failuresMax + 1) this.#times.shift();
    return this.countAt(nowMs) > this.#policy.failuresMax;
  }

  /** Failures in the window that ends at `nowMs`; no more than one above the limit are counted. */
  countAt(nowMs: number): number {
    const since = nowMs - this.#policy.windowMs;
    this.#times = this.#times.filter((time) => time > since);
    return this.#times.length;
  }

  clear(): void {
    this.#times = [];
  }
}
