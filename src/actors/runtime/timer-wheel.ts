/**
 * Durable timers: rows in the journal with a wall-clock deadline, woken by one clock timer for the
 * soonest. Only the soonest part is held in memory; the rest stays in the store until its turn.
 */
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import type { Journal, TimerRow } from '../../store/ports/journal.ts';

export interface TimerWheelOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Most timers held in memory. */
  readonly heldMax: number;
  readonly onDue: (timer: TimerRow) => void;
}

const keyOf = (timer: { kind: string; id: string; name: string }): string =>
  `${timer.kind}/${timer.id}/${timer.name}`;

/** A wall clock may be set back or forth meanwhile: look again at least this often. */
const recheckMs = 60_000;

export class TimerWheel {
  readonly #options: TimerWheelOptions;
  #held = new Map<string, TimerRow>();
  /** Deadline beyond which timers are only in the store; infinite when all are held. */
  #horizonMs = Number.POSITIVE_INFINITY;
  #wake: TimerHandle | null = null;
  #wakeAtMs = Number.POSITIVE_INFINITY;
  #stopped = true;
  #refilling = false;

  constructor(options: TimerWheelOptions) {
    this.#options = options;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  async start(): Promise<void> {
    this.#stopped = false;
    await this.#refill();
  }

  stop(): void {
    this.#stopped = true;
    this.#wake?.cancel();
    this.#wake = null;
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
  }

  /** Notes a timer that was just committed. */
  set(timer: TimerRow): void {
    if (timer.due_ms >= this.#horizonMs) {
      this.#held.delete(keyOf(timer));
      return;
    }
    this.#held.set(keyOf(timer), timer);
    if (this.#held.size > this.#options.heldMax) this.#shed();
    if (timer.due_ms < this.#wakeAtMs) this.#arm(timer.due_ms);
  }

  /** Notes a timer that was just cleared. */
  clear(timer: { kind: string; id: string; name: string }): void {
    this.#held.delete(keyOf(timer));
  }

  /** True while this very timer (same deadline) is still set. */
  isCurrent(timer: { kind: string; id: string; name: string }, dueMs: number): boolean {
    return this.#held.get(keyOf(timer))?.due_ms === dueMs;
  }

  /** Keeps the sooner half in memory. */
  #shed(): void {
    const sorted = [...this.#held.values()].sort((left, right) => left.due_ms - right.due_ms);
    const kept = sorted.slice(0, Math.ceil(this.#options.heldMax / 2));
    this.#horizonMs = kept.at(-1)!.due_ms;
    this.#held = new Map(kept.map((timer) => [keyOf(timer), timer]));
  }

  async #refill(): Promise<void> {
    if (this.#refilling) return;
    this.#refilling = true;
    try {
      const rows = await this.#options.journal.timers(this.#options.heldMax);
      this.#horizonMs =
        rows.length < this.#options.heldMax ? Number.POSITIVE_INFINITY : rows.at(-1)!.due_ms + 1;
      this.#held = new Map(rows.map((timer) => [keyOf(timer), timer]));
    } finally {
      this.#refilling = false;
    }
    this.#armSoonest();
  }

  #armSoonest(): void {
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const timer of this.#held.values()) soonestMs = Math.min(soonestMs, timer.due_ms);
    this.#wake?.cancel();
    this.#wake = null;
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
    if (soonestMs !== Number.POSITIVE_INFINITY) this.#arm(soonestMs);
  }

  #arm(dueMs: number): void {
    if (this.#stopped) return;
    this.#wake?.cancel();
    this.#wakeAtMs = dueMs;
    const delayMs = Math.min(recheckMs, Math.max(0, dueMs - this.#options.clock.now()));
    this.#wake = this.#options.clock.setTimer(delayMs, () => this.#fire());
  }

  #fire(): void {
    if (this.#stopped) return;
    const nowMs = this.#options.clock.now();
    const due = [...this.#held.values()].filter((timer) => timer.due_ms <= nowMs);
    due.sort((left, right) => left.due_ms - right.due_ms);
    // A due timer stays held until the turn that handles it clears it; it is not fired again.
    for (const timer of due) this.#options.onDue(timer);
    this.#armNext(nowMs);
  }

  #armNext(nowMs: number): void {
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const timer of this.#held.values()) {
      if (timer.due_ms > nowMs) soonestMs = Math.min(soonestMs, timer.due_ms);
    }
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
    this.#wake = null;
    if (soonestMs !== Number.POSITIVE_INFINITY) this.#arm(soonestMs);
    else if (this.#horizonMs !== Number.POSITIVE_INFINITY) void this.#refill();
  }
}
