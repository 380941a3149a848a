/**
 * Durable timers: rows of the journal with a wall-clock deadline. The soonest are held in memory, the
 * rest stays in the store behind a horizon and is read when its time comes near. A timer that falls
 * due is delivered until its actor takes it; the turn that takes it clears the row. None waits longer
 * than it was set to wait, though its deadline may be far off: it was set while the clock was ahead.
 */
import type { Clock } from '../../lib/clock.ts';
import type { Journal, TimerRow } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import type { Courier } from './courier.ts';
import type { Reply } from './definition.ts';
import { type Message, plainMessage } from './message.ts';
import type { ReadFaults } from './read-faults.ts';
import { internalKey } from './request-keys.ts';
import type { Wakeups } from './wakeups.ts';

interface TimersOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly wakeups: Wakeups;
  readonly courier: Courier;
  /** Most timers held in memory. */
  readonly heldMax: number;
  /** Timers of an actor out of service are not held; `reread` comes when it is released. */
  readonly isOutOfService: (address: ActorAddress) => boolean;
  /** Keeps the timer of a kind that nobody defined as a dead letter, in place of its row. */
  readonly bury: (row: TimerRow, message: Omit<Message, 'settle'>, reason: string) => void;
  readonly readFaults: ReadFaults;
}

type TimerKey = Pick<TimerRow, 'kind' | 'id' | 'name'>;

interface Held {
  readonly row: TimerRow;
  isDelivering: boolean;
}

const keyOf = ({ kind, id, name }: TimerKey): string => `${kind}/${id}/${name}`;
const pageRows = 500;
/** Pause before a timer is looked at again whose message was not taken, and before room is used. */
const againMs = 50;

/** The timers of one host's actors. */
export class Timers {
  readonly #options: TimersOptions;
  readonly #held = new Map<string, Held>();
  /** Timers from here on may be in the store only; null when all are held. */
  #horizon: TimerRow | null = null;
  /** Set or cleared since the reading that is under way began: it may show them as they were. */
  #touched: Set<string> | null = null;
  /** The soonest that was left in the store while a reading was under way. */
  #left: TimerRow | null = null;
  #mustReread = false;
  #isLookSet = false;
  /** The store could not be read; it is tried again after a pause. */
  #isPausing = false;
  #isStopped = true;

  constructor(options: TimersOptions) {
    this.#options = options;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  async start(): Promise<void> {
    this.#isStopped = false;
    await this.#read();
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Notes a timer that was just committed. */
  set(row: TimerRow): void {
    const key = keyOf(row);
    this.#touched?.add(key);
    this.#drop(key);
    if (this.#options.isOutOfService(row)) return;
    if (this.#horizon !== null && isAfter(row, this.#horizon)) {
      this.#leaveInStore(row);
      return;
    }
    this.#hold(row);
    if (this.#held.size > this.#options.heldMax) this.#shed();
  }

  /** Notes a timer that was just cleared. */
  clear(timer: TimerKey): void {
    const key = keyOf(timer);
    this.#touched?.add(key);
    this.#drop(key);
    this.#readWhenLow();
  }

  /** True while this very setting of a timer is the one that is held. */
  isCurrent(row: TimerRow): boolean {
    return this.#held.get(keyOf(row))?.row === row;
  }

  /** Takes up the timers of an actor that is in service again. */
  reread(): void {
    void this.#read();
  }

  #hold(row: TimerRow): void {
    const key = keyOf(row);
    this.#held.set(key, { row, isDelivering: false });
    this.#options.wakeups.set(
      `timer ${key}`,
      row.due_ms,
      () => this.#deliver(key),
      row.delay_ms ?? undefined,
    );
  }

  #leaveInStore(row: TimerRow): void {
    if (this.#left === null || isAfter(this.#left, row)) this.#left = row;
  }

  #drop(key: string): void {
    if (this.#held.delete(key)) this.#options.wakeups.clear(`timer ${key}`);
  }

  /** Keeps the sooner half in memory. */
  #shed(): void {
    const sorted = [...this.#held.values()].sort((left, right) => compare(left.row, right.row));
    const kept = Math.max(1, Math.ceil(this.#options.heldMax / 2));
    this.#setHorizon(sorted[kept - 1]!.row);
    this.#dropAll(sorted.slice(kept));
  }

  /** Leaves some of those that are due after `row` to the store; false when all held are due before. */
  #makeRoomFor(row: TimerRow): boolean {
    const sorted = [...this.#held.values()].sort((left, right) => compare(left.row, right.row));
    const first = sorted.findIndex((held) => isAfter(held.row, row));
    if (first < 0) return false;
    this.#dropAll(sorted.slice(Math.max(first, Math.ceil(this.#options.heldMax / 2))));
    return true;
  }

  #dropAll(later: readonly Held[]): void {
    for (const { row } of later) this.#drop(keyOf(row));
    if (later[0] !== undefined) this.#leaveInStore(later[0].row);
  }

  #setHorizon(row: TimerRow | null): void {
    this.#horizon = row;
    const { wakeups } = this.#options;
    // What lies behind it is not due before it is.
    if (row === null) wakeups.clear('timer horizon');
    else {
      const { due_ms, delay_ms } = row;
      wakeups.set('timer horizon', due_ms, () => this.#readWhenLow(), delay_ms ?? undefined);
    }
  }

  #readWhenLow(): void {
    if (this.#horizon === null) return;
    if (this.#held.size <= this.#options.heldMax / 2) void this.#read();
    else if (this.#held.size < this.#options.heldMax) this.#lookForRoom(this.#horizon);
  }

  /** Those held may be stuck: once more are due, whatever room there is beside them is used. */
  #lookForRoom(horizon: TimerRow): void {
    if (this.#isLookSet) return;
    this.#isLookSet = true;
    const { wakeups, clock } = this.#options;
    const look = (): void => {
      this.#isLookSet = false;
      if (this.#horizon !== null && this.#held.size < this.#options.heldMax) void this.#read();
    };
    const atMs = Math.max(horizon.due_ms, clock.now() + againMs);
    wakeups.set('timer room', atMs, look, Math.max(horizon.delay_ms ?? Infinity, againMs));
  }

  /** Reads the soonest timers until all are held or memory is full. */
  async #read(): Promise<void> {
    this.#mustReread = true;
    if (this.#touched !== null || this.#isPausing) return;
    try {
      while (this.#mustReread && !this.#isStopped) {
        this.#mustReread = false;
        this.#touched = new Set();
        this.#left = null;
        this.#setHorizon(await this.#readOnce(this.#touched));
        this.#mustReread ||= this.#hasMissed(this.#left);
      }
      this.#options.readFaults.worked('timers');
    } catch (error) {
      this.#isPausing = true;
      this.#options.readFaults.failed('timers', error, () => {
        this.#isPausing = false;
        void this.#read();
      });
    } finally {
      this.#touched = null;
    }
  }

  /** True when a timer lies before the horizon that the reading may have passed by. */
  #hasMissed(left: TimerRow | null): boolean {
    return left !== null && (this.#horizon === null || !isAfter(left, this.#horizon));
  }

  /** The row behind which timers are in the store only, or null when all are held. */
  async #readOnce(touched: ReadonlySet<string>): Promise<TimerRow | null> {
    let last: TimerRow | null = null;
    for (;;) {
      const page: readonly TimerRow[] = await this.#options.journal.timers(last, pageRows);
      for (const row of page) {
        if (this.#isToBeHeld(row, touched)) {
          const isFull = this.#held.size >= this.#options.heldMax;
          if (isFull && !this.#makeRoomFor(row)) return last ?? row;
          this.#hold(row);
        }
        last = row;
      }
      if (page.length < pageRows) return null;
    }
  }

  /** False for a row that was read where memory knows better. */
  #isToBeHeld(row: TimerRow, touched: ReadonlySet<string>): boolean {
    const key = keyOf(row);
    return !this.#held.has(key) && !touched.has(key) && !this.#options.isOutOfService(row);
  }

  #deliver(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined || held.isDelivering || this.#isStopped) return;
    held.isDelivering = true;
    const { row } = held;
    this.#options.courier.deliver({
      key: `timer ${key}`,
      to: row,
      message: messageOf(row),
      done: (reply) => this.#onDone(key, held, reply),
    });
  }

  #onDone(key: string, held: Held, reply: Reply): void {
    held.isDelivering = false;
    // Taken: the commit cleared it or set it anew, and then another entry is held under the name.
    if (this.#held.get(key) !== held || this.#isStopped) return;
    // Its actor is out of service: it is read back on the release.
    if (!reply.ok && reply.rejected === 'quarantined' && this.#options.isOutOfService(held.row)) {
      this.#forget(key);
      return;
    }
    // Another process fired it or set it anew: the store knows what is set now.
    if (!reply.ok && reply.rejected === 'already_applied') {
      this.#drop(key);
      void this.#read();
      return;
    }
    if (!reply.ok && reply.rejected === 'unknown_kind') {
      this.#options.bury(held.row, messageOf(held.row), reply.detail);
      return;
    }
    const againAtMs = this.#options.clock.now() + againMs;
    this.#options.wakeups.set(`timer ${key}`, againAtMs, () => this.#deliver(key));
  }

  #forget(key: string): void {
    this.#drop(key);
    this.#readWhenLow();
  }
}

const messageOf = (row: TimerRow): Omit<Message, 'settle'> => ({
  ...plainMessage,
  event: JSON.parse(row.event) as ActorEvent,
  lane: 'system',
  by: 'timer',
  source: `timer ${row.name}`,
  requestKey: internalKey(`timer:${keyOf(row)}@${row.due_ms}`),
  correlationId: row.correlation_id,
  causeId: row.cause_id,
  timer: row,
  failures: 0,
});

function compare(left: TimerRow, right: TimerRow): number {
  if (left.due_ms !== right.due_ms) return left.due_ms - right.due_ms;
  const [leftKey, rightKey] = [keyOf(left), keyOf(right)];
  return leftKey < rightKey ? -1 : Number(leftKey > rightKey);
}
const isAfter = (row: TimerRow, other: TimerRow): boolean => compare(row, other) > 0;
