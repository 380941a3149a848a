/**
 * Simulated time: everything that can happen now happens, then the clock goes to the next timer. Nothing of the
 * simulation waits for anything but promises and this clock, so the order is the same for the same seed.
 */
import { createManualClock } from '../lib/clock.ts';

/** Turns of the loop in which nothing happens before all is at rest; chains that change nothing take a few. */
const quietTurns = 3;

/** The clock of a simulation, and what moves it. */
export class SimulatedTime {
  readonly clock: ReturnType<typeof createManualClock>;
  /** From when on the wall clock was so far ahead of the one that never goes back; the oldest first. */
  readonly #steps: { readonly fromMs: number; readonly aheadMs: number }[];
  #activity = 0;

  constructor(startMs: number) {
    this.clock = createManualClock(startMs);
    this.#steps = [{ fromMs: 0, aheadMs: startMs }];
  }

  /** Told of everything that happens, so that rest is known from it. */
  note(): void {
    this.#activity += 1;
  }

  /** Resolves when nothing more happens without the clock. */
  rest(): Promise<void> {
    return new Promise((resolve) => {
      let before = this.#activity;
      let quiet = 0;
      const turn = (): void => {
        quiet = this.#activity === before ? quiet + 1 : 0;
        before = this.#activity;
        if (quiet === quietTurns) resolve();
        else setImmediate(turn);
      };
      setImmediate(turn);
    });
  }

  /** Goes on to `untilMs` of the clock that never goes back, timer by timer; sooner once `isOver`. */
  async goOn(untilMs: number, isOver: () => boolean = () => false): Promise<void> {
    for (;;) {
      await this.rest();
      if (isOver()) return;
      const due = this.clock.nextDueMs();
      if (due === null || due > untilMs) break;
      this.clock.advance(Math.max(0, due - this.clock.monotonic()));
    }
    this.clock.advance(Math.max(0, untilMs - this.clock.monotonic()));
    await this.rest();
  }

  /** Moves the clock while `work` goes on, for `mostMs` at most; undefined where it was not over by then. */
  async during<Result>(work: Promise<Result>, mostMs: number): Promise<Result | undefined> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    work.then(over, over);
    await this.goOn(this.elapsedMs + mostMs, () => isOver);
    return isOver ? work : undefined;
  }

  /** Resolves after so much simulated time, or at once when `signal` gives the wait up. */
  pause(delayMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        timer.cancel();
        signal?.removeEventListener('abort', done);
        this.note();
        resolve();
      };
      const timer = this.clock.setTimer(delayMs, done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  /** Simulated time since the beginning, ms, whatever the wall clock was set to. */
  get elapsedMs(): number {
    return this.clock.monotonic();
  }

  /** Puts the wall clock forward by so much, or back. */
  stepWall(byMs: number): void {
    this.clock.jumpWall(byMs);
    this.#steps.push({ fromMs: this.elapsedMs, aheadMs: this.clock.now() - this.elapsedMs });
  }

  /**
   * When it was so late by the wall clock, on the clock that never goes back: the last time that it was; where it was put
   * over that time, when it was.
   */
  elapsedAt(iso: string): number {
    const wallMs = Date.parse(iso);
    const index = this.#steps.findLastIndex(({ fromMs, aheadMs }) => wallMs - aheadMs >= fromMs);
    const { fromMs, aheadMs } = this.#steps[Math.max(0, index)]!;
    const untilMs = this.#steps[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    return Math.max(fromMs, Math.min(untilMs, wallMs - aheadMs));
  }
}
