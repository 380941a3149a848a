/**
 * Another process's hold on the write lock of the file. Nothing was written when it is met, so what met
 * it may be tried again; this keeps since when, and when it has been enough.
 */

import { type Clock, toIsoTime } from '../../../lib/clock.ts';
import { Sqlite } from '../../../lib/sqlite.ts';

/** How long writes wait for the lock before the store counts as failed, ms. */
const waitMsMax = 10 * 60_000;
const pauseMs = { first: 10, longest: 250 };

/** True when another process has the lock: nothing of the transaction was written. */
export function isLocked(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/**
 * One writer's view of the lock. It says how long to pause and when to give up; it waits for nothing
 * itself.
 */
export class WriteLock {
  readonly #clock: Clock;
  readonly #waitMsMax: number;
  #metAtMs: number | null = null;
  #since = '';
  #pauseMs = pauseMs.first;

  constructor(clock: Clock, longestMs = waitMsMax) {
    this.#clock = clock;
    this.#waitMsMax = longestMs;
  }

  /** A write met the lock; answers since when it is met, in words. */
  met(): string {
    if (this.#metAtMs === null) {
      this.#metAtMs = this.#clock.monotonic();
      this.#since = toIsoTime(this.#clock.now());
    }
    return `another process holds the write lock since ${this.#since}`;
  }

  /** A write was done. */
  gone(): void {
    this.#metAtMs = null;
    this.#pauseMs = pauseMs.first;
  }

  /** Until the next attempt, ms; null when it was waited for long enough. */
  nextPauseMs(): number | null {
    const waitedMs = this.#clock.monotonic() - (this.#metAtMs ?? this.#clock.monotonic());
    if (waitedMs >= this.#waitMsMax) return null;
    const next = this.#pauseMs;
    this.#pauseMs = Math.min(2 * next, pauseMs.longest);
    return next;
  }

  /** What those are told whose turns were not written because of it. */
  toError(): Error {
    return new Sqlite.SqliteError(`${this.met()}; nothing was written`, 'SQLITE_BUSY');
  }
}
