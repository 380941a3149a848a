/** The timers of one actor, by the machine's name for them. They live as long as the actor does. */
import type { Clock, TimerHandle } from '../../lib/clock.ts';

interface Running {
  handle: TimerHandle;
}

/** They are the statechart's `after` and delayed events; a restart of the actor calls all of them off. */
export class CellTimers {
  readonly #clock: Clock;
  readonly #byId = new Map<string, Running>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sets a timer in place of an earlier one of that name. `onDue` is given a question to ask when
   * it is acted on at last: true once, unless the timer was cancelled or set anew meanwhile.
   */
  set(id: string, delayMs: number, onDue: (claim: () => boolean) => void): void {
    this.cancel(id);
    const claim = (): boolean => this.#byId.get(id) === running && this.#byId.delete(id);
    const running: Running = { handle: this.#clock.setTimer(delayMs, () => onDue(claim)) };
    this.#byId.set(id, running);
  }

  cancel(id: string): void {
    this.#byId.get(id)?.handle.cancel();
    this.#byId.delete(id);
  }

  cancelAll(): void {
    for (const { handle } of this.#byId.values()) handle.cancel();
    this.#byId.clear();
  }
}
