/**
 * The monitor outside that expects calls of the heartbeat: `late` after its period, `down` after a grace beyond that. It
 * alone can tell that the service is gone, so it is held against what is so, in both directions: it must not cry while
 * the service does its work, and it must while that is dead or cannot write. What it says it has from the calls alone.
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
  /** Whether the service can do its work: it is alive, and its disk takes writes. */
  readonly works: () => boolean;
  /** Told of what must not be. */
  readonly onBroken: (sentence: string) => void;
}

const travelMs = 50;
/** Grace of the monitor in periods, as docs/alerts.md advises several of them. */
const graceIntervals = 3;
const minuteMs = 60_000;

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
      this.#leaves();
      await time.pause(travelMs, signal);
      signal.throwIfAborted();
      if (faults.strikes('beat_lost', 0.05)) throw new Error('the connection was reset');
      const hangs = faults.strikes('beat_hangs', 0.02);
      if (!hangs) this.#take();
      if (hangs || faults.strikes('beat_answer_lost', 0.03)) {
        await time.pause(timeoutMs, signal);
        signal.throwIfAborted();
        throw new Error('no answer in time');
      }
      return { status: 200, text: 'OK' };
    },
    close: () => Promise.resolve(),
  };

  /**
   * Called every minute, and at the beginning and at the end of each process, with whether the service can do its work
   * then: from one look to the next it could, or could not, as at the first of them.
   */
  look(works = this.#options.works()): void {
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

  get #lateAfterMs(): number {
    return this.#options.intervalMs + this.#options.timeoutMs;
  }

  /** A call is made. What the service looked at before may have changed in this moment, and no sooner. */
  #leaves(): void {
    this.look();
    const nowMs = this.#options.time.elapsedMs;
    this.#triedMs = nowMs;
    const brokenMs = nowMs - (this.#brokenSinceMs ?? nowMs);
    if (brokenMs > 0)
      this.#options.onBroken(
        `the heartbeat was called by a service that has been dead or could not write for ${inMinutes(brokenMs)} min`,
      );
  }

  #take(): void {
    this.calls += 1;
    this.#calledMs = this.#options.time.elapsedMs;
    this.#status = 'up';
  }

  #statusAt(nowMs: number): Status {
    const silentMs = nowMs - this.#calledMs;
    if (silentMs > this.#downAfterMs) return 'down';
    return silentMs > this.#lateAfterMs ? 'late' : 'up';
  }

  #problemOf(status: Status, nowMs: number): string | null {
    const worksMs = nowMs - (this.#worksSinceMs ?? nowMs);
    // What was lost on the way is no fault of the service.
    const isTold = nowMs - this.#triedMs <= this.#downAfterMs;
    if (status === 'down' && !isTold && worksMs > this.#downAfterMs)
      return `the outsider says that the service is down, which has worked for ${inMinutes(worksMs)} min`;
    // A call that was on its way when it broke still arrives.
    const brokenMs = nowMs - (this.#brokenSinceMs ?? nowMs) - travelMs;
    const isSilent =
      (brokenMs > this.#downAfterMs && status !== 'down') ||
      (brokenMs > this.#lateAfterMs && status === 'up');
    return isSilent
      ? `the outsider says that the service is ${status}, which has been dead or could not write for ${inMinutes(brokenMs)} min`
      : null;
  }
}

const inMinutes = (ms: number): string => (ms / minuteMs).toFixed(1);
