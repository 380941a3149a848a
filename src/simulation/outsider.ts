/**
 * The monitor outside that expects calls of the heartbeat: `late` after its period, `down` after a grace beyond that. It
 * alone can tell that the service is gone, so it is held against what is so, in both directions: it must not cry while
 * the service does its work, and it must while that is dead or cannot write.
 */
import type { HeartbeatWay } from '../notify/call-heartbeat.ts';
import type { Faults } from './faults.ts';
import type { SimulatedTime } from './time.ts';

interface OutsiderOptions {
  readonly time: Pick<SimulatedTime, 'elapsedMs' | 'pause'>;
  readonly faults: Pick<Faults, 'strikes'>;
  /** From the end of one call to the next, ms. */
  readonly intervalMs: number;
  /** Deadline of one call, ms. */
  readonly timeoutMs: number;
  /** Told of what must not be. */
  readonly onBroken: (sentence: string) => void;
}

const travelMs = 50;
/** Grace of the monitor in periods, as docs/alerts.md advises several of them. */
const graceIntervals = 3;
/**
 * Between the beginning of a trouble and the last call that was on its way, and between two looks at what is so.
 */
const marginMs = 120_000;

type Status = 'up' | 'late' | 'down';

/** What it heard and said. */
export class Outsider {
  readonly #options: OutsiderOptions;
  /** When it was last called; from the beginning it waits as after a call. */
  #calledMs = 0;
  /** When a call was last made, whether it arrived or not. */
  #triedMs = 0;
  #worksSinceMs: number | null = null;
  #brokenSinceMs: number | null = null;
  #status: Status = 'up';
  calls = 0;
  /** How often it became that. */
  readonly became = { late: 0, down: 0 };

  constructor(options: OutsiderOptions) {
    this.#options = options;
  }

  /** The way to it, as a process has it that may die on it. */
  readonly way: HeartbeatWay = {
    call: async (signal) => {
      const { time, faults, timeoutMs } = this.#options;
      this.#triedMs = time.elapsedMs;
      await time.pause(travelMs, signal);
      signal.throwIfAborted();
      const isLost = faults.strikes('beat_lost', 0.05);
      if (!isLost) this.#take();
      if (isLost || faults.strikes('beat_answer_lost', 0.02)) {
        await time.pause(timeoutMs, signal);
        signal.throwIfAborted();
        throw new Error('no answer in time');
      }
      return { status: 200, text: 'OK' };
    },
    close: () => Promise.resolve(),
  };

  /** Called every minute with whether the service can do its work: it is alive, and its disk takes writes. */
  look(works: boolean): void {
    const nowMs = this.#options.time.elapsedMs;
    this.#worksSinceMs = works ? (this.#worksSinceMs ?? nowMs) : null;
    this.#brokenSinceMs = works ? null : (this.#brokenSinceMs ?? nowMs);
    const status = this.#statusAt(nowMs);
    if (status !== this.#status && status !== 'up') this.became[status] += 1;
    this.#status = status;
    const problem = this.#problemOf(status, nowMs);
    if (problem !== null) this.#options.onBroken(problem);
  }

  get #downAfterMs(): number {
    return (1 + graceIntervals) * this.#options.intervalMs;
  }

  #take(): void {
    this.calls += 1;
    this.#calledMs = this.#options.time.elapsedMs;
    this.#status = 'up';
  }

  #statusAt(nowMs: number): Status {
    const silentMs = nowMs - this.#calledMs;
    if (silentMs > this.#downAfterMs) return 'down';
    return silentMs > this.#options.intervalMs + this.#options.timeoutMs ? 'late' : 'up';
  }

  #problemOf(status: Status, nowMs: number): string | null {
    const { intervalMs, timeoutMs } = this.#options;
    const worksMs = this.#worksSinceMs === null ? 0 : nowMs - this.#worksSinceMs;
    // What was lost on the way is no fault of the service.
    const isTold = nowMs - this.#triedMs <= this.#downAfterMs;
    if (status === 'down' && !isTold && worksMs > this.#downAfterMs)
      return `the outsider says that the service is down, which has worked for ${worksMs / 60_000} min`;
    const brokenMs = this.#brokenSinceMs === null ? 0 : nowMs - this.#brokenSinceMs;
    const isSilent =
      (brokenMs > this.#downAfterMs + marginMs && status !== 'down') ||
      (brokenMs > intervalMs + timeoutMs + marginMs && status === 'up');
    return isSilent
      ? `the outsider says that the service is ${status}, which has been dead or could not write for ${brokenMs / 60_000} min`
      : null;
  }
}
