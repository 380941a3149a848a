/**
 * Waiting for what a request sets off: a request may be answered only when the actors it told, and
 * those told by them, have taken their messages. A ripple counts what is still under way.
 */

/** One request's messages under way. */
export class Ripple {
  #underWay = 0;
  #resolve: (() => void) | null = null;

  /** Resolves when nothing of it is under way. */
  calm(): Promise<void> {
    if (this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  begin(): void {
    this.#underWay += 1;
  }

  end(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#resolve?.();
  }
}

/** Ripples by the outbox rows that carry them on. Kept for rows that are not in memory, too. */
export class Ripples {
  readonly #byEffect = new Map<string, Ripple>();

  of(effectId: string): Ripple | null {
    return this.#byEffect.get(effectId) ?? null;
  }

  carry(effectId: string, ripple: Ripple): void {
    ripple.begin();
    this.#byEffect.set(effectId, ripple);
  }

  /** The row is done, or nobody knows when it will be (its addressee is out of service). */
  drop(effectId: string): void {
    const ripple = this.#byEffect.get(effectId);
    if (ripple === undefined) return;
    this.#byEffect.delete(effectId);
    ripple.end();
  }

  /** Lets everybody go who waits. */
  dropAll(): void {
    for (const effectId of this.#byEffect.keys()) this.drop(effectId);
  }
}
