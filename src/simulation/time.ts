/**
 * Simulated time: everything that can happen now happens, then the clock goes to the next timer. Nothing of the
 * simulation waits for anything but promises and this clock, so the order is the same for the same seed.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import { createManualClock } from '../lib/clock.ts';

/** Turns of the loop in which nothing happens before all is at rest; chains that change nothing take a few. */
const quietTurns = 6;

/** The clock of a simulation, and what moves it. */
export class SimulatedTime {
  readonly clock: ReturnType<typeof createManualClock>;
  #activity = 0;

  constructor(startMs: number) {
    this.clock = createManualClock(startMs);
  }

  /** Told of everything that happens, so that rest is known from it. */
  note(): void {
    this.#activity += 1;
  }

  /** Resolves when nothing more happens without the clock. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; ) {
      const before = this.#activity;
      await nextTick();
      quiet = this.#activity === before ? quiet + 1 : 0;
    }
  }

  /** Goes on to `untilMs` of the clock that never goes back, timer by timer. */
  async goOn(untilMs: number): Promise<void> {
    for (;;) {
      await this.rest();
      const due = this.clock.nextDueMs();
      if (due === null || due > untilMs) break;
      this.clock.advance(Math.max(0, due - this.clock.monotonic()));
    }
    this.clock.advance(Math.max(0, untilMs - this.clock.monotonic()));
    await this.rest();
  }

  /** Resolves after so much simulated time. */
  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.setTimer(delayMs, () => {
        this.note();
        resolve();
      });
    });
  }
}
