/**
 * Everything of a host that waits for a moment: durable timers, back-off of effects, deliveries to
 * full mailboxes, pauses of failing actors. One heap and one clock timer for all of it.
 *
 * A moment is given in wall-clock time and kept in monotonic time. A wall clock that is set back
 * therefore delays nothing that was set before; one that is set forward is noticed at the next look
 * and brings everything forward with it. A moment that comes from a store may have been worked out
 * while the clock was ahead: with it comes how long it may be waited for at most.
 */
import type { Clock, TimerHandle } from '../../lib/clock.ts';

interface WakeupsOptions {
  readonly clock: Clock;
  /** Most calls in one go; the rest follows after other work of the event loop. */
  readonly callsMax: number;
  /** Told what a call threw; the others are made all the same. */
  readonly onFault: (error: unknown) => void;
}

interface Entry {
  readonly key: string;
  readonly wallMs: number;
  dueMs: number;
  readonly order: number;
  readonly wake: () => void;
}

/** The wall clock may have been set meanwhile: look again at least this often. */
const lookAgainMs = 60_000;
/** A difference between the clocks below this is drift, not a setting. */
const setForwardMs = 500;

/** Calls by their key; setting one again under its key replaces it. */
export class Wakeups {
  readonly #options: WakeupsOptions;
  readonly #byKey = new Map<string, Entry>();
  #heap: Entry[] = [];
  #orderNext = 0;
  #wallAheadMs: number;
  #handle: TimerHandle | null = null;
  #handleDueMs = Number.POSITIVE_INFINITY;
  #isGoingOn = false;
  #isStopped = false;

  constructor(options: WakeupsOptions) {
    this.#options = options;
    this.#wallAheadMs = options.clock.now() - options.clock.monotonic();
  }

  /** Calls that are waited for. */
  get size(): number {
    return this.#byKey.size;
  }

  /**
   * Calls `wake` at `wallMs` (ms since the epoch), and after `waitMsMax` at the latest, in place of
   * what was set under `key`.
   */
  set(key: string, wallMs: number, wake: () => void, waitMsMax = Number.POSITIVE_INFINITY): void {
    const { clock } = this.#options;
    const waitMs = Math.min(Math.max(0, wallMs - clock.now()), waitMsMax);
    const dueMs = clock.monotonic() + waitMs;
    this.#orderNext += 1;
    const entry: Entry = { key, wallMs, dueMs, order: this.#orderNext, wake };
    this.#byKey.set(key, entry);
    this.#push(entry);
    // Entries that were replaced or cleared stay in the heap until they come up, within reason.
    if (this.#heap.length > 2 * this.#byKey.size + 1024) this.#rebuild();
    if (dueMs < this.#handleDueMs) this.#arm(dueMs);
  }

  /** Calls `wake` in `delayMs` from now. */
  setIn(key: string, delayMs: number, wake: () => void): void {
    this.set(key, this.#options.clock.now() + delayMs, wake);
  }

  /** Takes back what was set under `key`; false when nothing was. */
  clear(key: string): boolean {
    return this.#byKey.delete(key);
  }

  /** Calls nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#handle?.cancel();
    this.#byKey.clear();
    this.#heap = [];
  }

  #arm(dueMs: number): void {
    if (this.#isStopped) return;
    this.#handle?.cancel();
    this.#handleDueMs = dueMs;
    const delayMs = Math.min(lookAgainMs, Math.max(0, dueMs - this.#options.clock.monotonic()));
    this.#handle = this.#options.clock.setTimer(delayMs, () => this.#look());
  }

  #look(): void {
    this.#handle = null;
    this.#handleDueMs = Number.POSITIVE_INFINITY;
    this.#noticeSetClock();
    this.#callDue();
  }

  #callDue(): void {
    this.#isGoingOn = false;
    const nowMs = this.#options.clock.monotonic();
    for (let calls = 0; ; ) {
      const first = this.#heap[0];
      if (first === undefined || this.#isStopped) return;
      if (this.#byKey.get(first.key) !== first) {
        this.#pop();
        continue;
      }
      if (first.dueMs > nowMs) {
        this.#arm(first.dueMs);
        return;
      }
      if (calls >= this.#options.callsMax) {
        this.#goOnLater();
        return;
      }
      calls += 1;
      this.#pop();
      this.#byKey.delete(first.key);
      try {
        first.wake();
      } catch (error) {
        this.#options.onFault(error);
      }
    }
  }

  #goOnLater(): void {
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    setImmediate(() => this.#callDue());
  }

  /** After the wall clock was set forward, or the machine slept, more is due than was thought. */
  #noticeSetClock(): void {
    const { clock } = this.#options;
    const aheadMs = clock.now() - clock.monotonic();
    if (aheadMs - this.#wallAheadMs > setForwardMs) {
      const nowMs = clock.monotonic();
      for (const entry of this.#byKey.values()) {
        entry.dueMs = Math.min(entry.dueMs, nowMs + Math.max(0, entry.wallMs - clock.now()));
      }
      this.#rebuild();
    }
    this.#wallAheadMs = aheadMs;
  }

  #rebuild(): void {
    this.#heap = [...this.#byKey.values()].sort(isBefore);
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent]!, entry) <= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const least = right < heap.length && isBefore(heap[right]!, heap[left]!) < 0 ? right : left;
      if (isBefore(last, heap[least]!) <= 0) break;
      heap[at] = heap[least]!;
      at = least;
    }
    heap[at] = last;
  }
}

const isBefore = (left: Entry, right: Entry): number =>
  left.dueMs - right.dueMs || left.order - right.order;
