/**
 * What memory holds of the outbox. It holds the oldest effects, up to a bound. What was committed
 * behind them is in the store only, behind `#cursor`, and is read when there is room; nothing new is
 * held before that, so that nothing overtakes. Effects that lead to an actor out of service are not
 * held at all: they are read from the beginning when it is released.
 *
 * A line whose first effect waits for a later time takes no room: all of it is left in the store, and
 * read from there, by its index, when the time has come. One reading is under way at a time.
 */
import type { Journal, SequencedEffect } from '../journal/port.ts';
import type { Line, QueuedEffect } from './effect-channel.ts';
import type { ReadFaults } from './read-faults.ts';
import type { Wakeups } from './wakeups.ts';

/** Rows taken from the outbox at once, and of one line. */
const pageRowsMax = 500;
const lineRowsMax = 16;
const roomLookMs = 50;
const reading = 'outbox';

interface OutboxOptions {
  readonly journal: Journal;
  readonly wakeups: Wakeups;
  readonly readFaults: ReadFaults;
  /** Effects held in memory; the rest waits in the outbox. */
  readonly heldMax: number;
  /** Puts a row into its line; false when it is left in the store. */
  readonly take: (effect: QueuedEffect) => boolean;
  /** The next rows of a line that was read on its own; `isEnd`: there are no more. */
  readonly onLine: (line: Line, rows: readonly SequencedEffect[], isEnd: boolean) => void;
}

/** Says which effects are in memory; `effect-runner.ts` says when each is carried out. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #known = new Set<string>();
  /** Sequence of the last effect that was looked at. */
  #cursor = 0;
  /** Up to here everything was looked at, whoever committed it. */
  #readThrough = 0;
  /** True while the store may hold effects behind the cursor. */
  #isSpilled = true;
  /** Effects that were left to the store; tells a reading that it must look once more. */
  #leftCount = 0;
  /** Lines that want to be read, those that wait longest first. */
  #lines: Line[] = [];
  #isReading = false;
  /** The store could not be read; it is tried again after a pause. */
  #isPausing = false;
  /** Rows that left memory while a page was on its way, which may still show them. */
  readonly #endedMeanwhile = new Set<string>();
  /** The page on its way shows what is not so any more. */
  #isPageOutdated = false;
  #isLookSet = false;
  #isStarted = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Effects held in memory, running or waiting. */
  get heldCount(): number {
    return this.#known.size;
  }

  /** Takes up what an earlier process left unfinished; resolves after the first try. */
  async start(): Promise<void> {
    this.#isStarted = true;
    await this.#read();
  }

  stop(): void {
    this.#isStarted = false;
  }

  /** Takes an effect that was just committed. */
  add(row: SequencedEffect): void {
    if (this.#isSpilled || this.#room <= 0) {
      this.#isSpilled = true;
      this.#leftCount += 1;
      return;
    }
    this.#cursor = row.sequence;
    this.#hold(row, false);
  }

  /** Reads all of the outbox anew, for what was not held. */
  reread(): void {
    this.outdate();
    this.#cursor = 0;
    this.#isSpilled = true;
    this.#leftCount += 1;
    void this.#read();
  }

  /** Reads what was committed since all of the outbox was read last, by whomever. */
  catchUp(): void {
    this.#cursor = Math.min(this.#cursor, this.#readThrough);
    this.outdate();
    this.#isSpilled = true;
    this.#leftCount += 1;
    void this.#read();
  }

  /** A page that is on its way may show rows that were taken back. */
  outdate(): void {
    this.#isPageOutdated = true;
  }

  /** Reads on in a line that was left in the store, as soon as there is room. */
  readLine(line: Line): void {
    this.#lines.push(line);
    void this.#read();
  }

  /** A row of a line that was read on its own is in memory now. */
  keep(effectId: string): void {
    this.#known.add(effectId);
  }

  /** The row leaves memory. */
  drop(effectId: string): void {
    this.#known.delete(effectId);
    if (this.#isReading) this.#endedMeanwhile.add(effectId);
    if (this.#lines.length > 0) void this.#read();
    else if (!this.#isSpilled) return;
    else if (this.#known.size <= this.#options.heldMax / 2) void this.#read();
    else this.#lookForRoom();
  }

  get #room(): number {
    return this.#options.heldMax - this.#known.size;
  }

  #hold(row: SequencedEffect, isResumed: boolean): void {
    if (this.#known.has(row.effect_id)) return;
    // Known before it is taken: what is taken may be carried out, and dropped, at once.
    this.#known.add(row.effect_id);
    if (!this.#options.take({ row, isResumed })) this.#known.delete(row.effect_id);
  }

  /** Takes rows from the store in their order until all are held or memory is full. */
  async #read(): Promise<void> {
    if (this.#isReading || this.#isPausing) return;
    this.#isReading = true;
    try {
      while (this.#isStarted && this.#room > 0) {
        const line = this.#lines.shift();
        if (line !== undefined) await this.#readLine(line);
        else if (this.#isSpilled) await this.#readPage();
        else break;
      }
      this.#options.readFaults.worked(reading);
    } catch (error) {
      this.#isPausing = true;
      this.#options.readFaults.failed(reading, error, () => {
        this.#isPausing = false;
        void this.#read();
      });
    } finally {
      this.#isReading = false;
    }
  }

  async #readPage(): Promise<void> {
    const limit = Math.min(pageRowsMax, this.#room);
    const mark = this.#leftCount;
    this.#isPageOutdated = false;
    this.#endedMeanwhile.clear();
    const rows = await this.#options.journal.effects(this.#cursor, limit);
    if (this.#isPageOutdated) return;
    for (const row of rows) if (!this.#endedMeanwhile.has(row.effect_id)) this.#hold(row, true);
    this.#cursor = rows.at(-1)?.sequence ?? this.#cursor;
    if (rows.length < limit && mark === this.#leftCount) {
      this.#isSpilled = false;
      this.#readThrough = this.#cursor;
    }
  }

  async #readLine(line: Line): Promise<void> {
    const limit = Math.min(lineRowsMax, this.#room);
    line.isLeft = false;
    let rows: readonly SequencedEffect[];
    try {
      rows = await this.#options.journal.effectsOf(line.of, line.readTo, limit);
    } catch (error) {
      this.#lines.unshift(line);
      throw error;
    }
    line.readTo = rows.at(-1)?.sequence ?? line.readTo;
    this.#options.onLine(line, rows, rows.length < limit && !line.isLeft);
  }

  /** Those held may take for ever: whatever room there is beside them is used after a moment. */
  #lookForRoom(): void {
    if (this.#isLookSet) return;
    this.#isLookSet = true;
    this.#options.wakeups.setIn('outbox', roomLookMs, () => {
      this.#isLookSet = false;
      void this.#read();
    });
  }
}
