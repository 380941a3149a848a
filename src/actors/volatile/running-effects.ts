/** The handlers of one actor that are at work, and the way to tell them to give up. */

/** One call of a handler. */
export interface RunningEffect {
  readonly signal: AbortSignal;
  /** Its handler has returned. */
  returned(): void;
  /** Asked when its result is acted on at last: false when it was told to abort before. */
  claim(): boolean;
}

/** The calls of one actor, so that a restart or an end can call them off and wait for them. */
export class RunningEffects {
  readonly #wanted = new Set<AbortController>();
  readonly #invoked = new Map<string, AbortController>();
  #atWork = 0;
  #waiters: (() => void)[] = [];

  /** Notes one that begins; `childId` is the machine's name for an invoked one. */
  begin(childId: string | null): RunningEffect {
    const controller = new AbortController();
    this.#atWork += 1;
    this.#wanted.add(controller);
    if (childId !== null) this.#invoked.set(childId, controller);
    return {
      signal: controller.signal,
      returned: () => this.#returned(),
      claim: () => this.#claim(controller, childId),
    };
  }

  #returned(): void {
    this.#atWork -= 1;
    if (this.#atWork > 0) return;
    for (const wake of this.#waiters.splice(0)) wake();
  }

  #claim(controller: AbortController, childId: string | null): boolean {
    if (childId !== null && this.#invoked.get(childId) === controller) {
      this.#invoked.delete(childId);
    }
    return this.#wanted.delete(controller);
  }

  /** Tells the effect that a state invoked to abort, unless its result was acted on. */
  abort(childId: string): void {
    const controller = this.#invoked.get(childId);
    if (controller === undefined) return;
    this.#invoked.delete(childId);
    this.#wanted.delete(controller);
    controller.abort();
  }

  abortAll(): void {
    const aborted = [...this.#wanted];
    this.#wanted.clear();
    this.#invoked.clear();
    for (const controller of aborted) controller.abort();
  }

  /** Resolves when no handler is at work. */
  async idle(): Promise<void> {
    if (this.#atWork > 0) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }
}
