/**
 * Carries out committed effects: at least once, with a stable id, in order, retried with back-off
 * that survives restarts. What an effect brings back reaches its actor as an event whose turn also
 * removes the effect from the outbox.
 *
 * This file says which effect is next and when: its lines, their pauses and their places. One attempt is in
 * `effect-attempt.ts`; what is held in memory, and when the rest is read, in `outbox.ts`.
 */
import { backOffMsMost } from '../../lib/back-off.ts';
import type { Journal, SequencedEffect } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';
import { type AttemptContext, type AttemptEnd, carryOut, keepFailure } from './effect-attempt.ts';
import {
  type Channel,
  channelOf,
  FairShare,
  invocationKey,
  type Line,
  type QueuedEffect,
  tellEffect,
} from './effect-channel.ts';
import { defaultBackOff } from './effect-handler.ts';
import { Outbox } from './outbox.ts';
import type { ReadFaults } from './read-faults.ts';
import type { Ripples } from './settling.ts';
import type { Wakeups } from './wakeups.ts';

interface EffectRunnerOptions extends AttemptContext {
  readonly journal: Journal;
  readonly wakeups: Wakeups;
  readonly ripples: Ripples;
  /** Effects of one name that run at once. */
  readonly concurrencyMax: number;
  /** Effects held in memory; the rest waits in the outbox. */
  readonly heldMax: number;
  /** Lines in back-off that memory knows by name only; beyond, they keep their room. */
  readonly linesParkedMax: number;
  readonly isOutOfService: (address: ActorAddress) => boolean;
  readonly readFaults: ReadFaults;
}

/** The effects of one host, from their commit until their row is gone. */
export class EffectRunner {
  readonly #options: EffectRunnerOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #share: FairShare;
  readonly #outbox: Outbox;
  /** Lines in back-off of which nothing is held. */
  readonly #parked = new Set<Channel>();
  #runningCount = 0;
  #isStarted = false;
  #isQuiescing = false;

  constructor(options: EffectRunnerOptions) {
    this.#options = options;
    this.#share = new FairShare(options.concurrencyMax);
    this.#outbox = new Outbox({
      journal: options.journal,
      wakeups: options.wakeups,
      readFaults: options.readFaults,
      heldMax: options.heldMax,
      take: (effect) => this.#take(effect),
      onLine: (line, rows, isEnd) => this.#onLine(line, rows, isEnd),
    });
  }

  /** Effects held in memory, running or waiting, and lines in back-off. */
  get pendingCount(): number {
    return this.#outbox.heldCount + this.#parked.size;
  }

  /** Effects being carried out now. */
  get runningCount(): number {
    return this.#runningCount;
  }

  /** Takes up what an earlier process left unfinished. */
  async start(): Promise<void> {
    this.#isStarted = true;
    await this.#outbox.start();
  }

  /** Lets running effects and messages finish but takes up no other effect. */
  quiesce(): void {
    this.#isQuiescing = true;
  }

  /** Stops taking up effects and tells running ones to stop. They stay in the outbox. */
  stop(): void {
    this.#isStarted = false;
    this.#outbox.stop();
    for (const channel of this.#channels.values()) channel.abort?.abort();
  }

  /** Takes an effect that was just committed. */
  add(row: SequencedEffect): void {
    this.#outbox.add(row);
  }

  /**
   * The state that invoked it was left: it is stopped, and not carried out if it has not begun. What is
   * invoked under this id from now on stands in a line of its own, and waits for nothing of this one.
   */
  abort(address: ActorAddress, invokeId: string): void {
    this.#outbox.outdate();
    const channel = this.#channels.get(invocationKey(address, invokeId));
    if (channel === undefined) return;
    this.#channels.delete(channel.key);
    this.#parked.delete(channel);
    channel.abort?.abort();
    if (channel.state === 'pausing') this.#options.wakeups.clear(`effect ${channel.key}`);
    const kept = channel.state === 'running' ? 1 : 0;
    for (const { row } of channel.waiting.splice(kept)) this.#forget(row.effect_id);
  }

  /** Takes up what leads to an actor that is in service again. */
  reread(): void {
    this.#outbox.reread();
  }

  /** Takes up what another process has committed. */
  catchUp(): void {
    this.#outbox.catchUp();
  }

  /**
   * Carries out an actor's first effect now that waits for its next attempt. False when there is
   * none that waits: it is being carried out, or is not known to memory.
   */
  hurry({ kind, id }: ActorAddress): boolean {
    const channel = this.#channels.get(`perform ${kind}/${id}`);
    if (channel?.state !== 'pausing') return false;
    this.#options.wakeups.clear(`effect ${channel.key}`);
    if (channel.stored !== null) channel.stored = { ...channel.stored, dueMs: Infinity };
    this.#endPause(channel);
    return true;
  }

  /** The next attempt is due, whatever the wall clock says by now. */
  #endPause(channel: Channel): void {
    const head = channel.waiting[0];
    if (head !== undefined) head.row = { ...head.row, not_before_ms: 0 };
    channel.state = 'idle';
    this.#pump(channel);
  }

  /** False for a row that leads to an actor out of service, or whose line is in the store. */
  #take(effect: QueuedEffect): boolean {
    const { key, to, of } = channelOf(effect.row);
    if (this.#options.isOutOfService(to)) {
      this.#options.ripples.drop(effect.row.effect_id);
      return false;
    }
    let channel = this.#channels.get(key);
    if (channel === undefined) {
      channel = { key, to, of, waiting: [], state: 'idle', stored: null, abort: null };
      this.#channels.set(key, channel);
    }
    if (channel.stored !== null) {
      channel.stored.isLeft = true;
      return false;
    }
    channel.waiting.push(effect);
    this.#pump(channel);
    return true;
  }

  /** The line waits for a later time: it is left in the store, and its room to others. */
  #park(channel: Channel, { row, isResumed }: QueuedEffect): void {
    if (channel.of === null || this.#parked.size >= this.#options.linesParkedMax) return;
    channel.stored = {
      of: channel.of,
      readTo: row.sequence - 1,
      isLeft: false,
      dueMs: row.not_before_ms,
      isHeadResumed: isResumed,
    };
    this.#parked.add(channel);
    for (const each of channel.waiting.splice(0)) this.#forget(each.row.effect_id);
  }

  /** Goes on with a line that was left in the store. */
  #onLine(line: Line, rows: readonly SequencedEffect[], isEnd: boolean): void {
    const { invokeId } = line.of;
    const key =
      invokeId === null
        ? `perform ${line.of.kind}/${line.of.id}`
        : invocationKey(line.of, invokeId);
    const channel = this.#channels.get(key);
    // Its state was left, and what is invoked under the same id now stands in another line.
    if (channel?.stored !== line) return;
    const isParked = this.#parked.delete(channel);
    if (this.#options.isOutOfService(channel.to)) {
      this.#channels.delete(key);
      return;
    }
    for (const [index, row] of rows.entries()) {
      const isHead = isParked && index === 0;
      this.#outbox.keep(row.effect_id);
      channel.waiting.push({
        row: isHead && row.not_before_ms <= line.dueMs ? { ...row, not_before_ms: 0 } : row,
        isResumed: isHead ? line.isHeadResumed : true,
      });
    }
    if (isEnd) channel.stored = null;
    channel.state = 'idle';
    this.#pump(channel);
  }

  /** Brings a channel on: to its pause, into the line for a place, or to the end. */
  #pump(channel: Channel): void {
    if (!this.#isStarted || channel.state !== 'idle') return;
    const head = channel.waiting[0];
    if (head === undefined && channel.stored !== null) {
      channel.state = 'reading';
      this.#outbox.readLine(channel.stored);
      return;
    }
    if (head === undefined) {
      if (this.#channels.get(channel.key) === channel) this.#channels.delete(channel.key);
      return;
    }
    const waitMs = this.#waitOf(head);
    if (waitMs > 0) {
      channel.state = 'pausing';
      this.#options.wakeups.setIn(`effect ${channel.key}`, waitMs, () => this.#endPause(channel));
      this.#park(channel, head);
      return;
    }
    if (head.row.name === tellEffect) {
      this.#run(channel, head);
      return;
    }
    if (this.#isQuiescing) return;
    this.#share.lineUp(head.row.name, channel);
    this.#serve(head.row.name);
  }

  /** Until the next attempt, ms. A wall clock that was set back stretches no back-off. */
  #waitOf({ row }: QueuedEffect): number {
    const policy = this.#options.handlers[row.name]?.backOff ?? defaultBackOff;
    const leftMs = row.not_before_ms - this.#options.clock.now();
    return Math.min(backOffMsMost(policy, row.attempts), leftMs);
  }

  #serve(name: string): void {
    for (;;) {
      if (this.#isQuiescing || !this.#isStarted) return;
      const channel = this.#share.next(name);
      if (channel === undefined) return;
      const head = channel.waiting[0];
      if (head !== undefined) this.#run(channel, head);
      else {
        this.#share.leave(name);
        channel.state = 'idle';
        this.#pump(channel);
      }
    }
  }

  #run(channel: Channel, effect: QueuedEffect): void {
    channel.state = 'running';
    channel.abort = new AbortController();
    const attempt = {
      effect,
      to: channel.to,
      signal: channel.abort.signal,
      isLeft: () => this.#isLeft(channel),
    };
    this.#runningCount += 1;
    void carryOut(this.#options, attempt)
      .catch((error: unknown) => this.#onFailure(channel, effect, error))
      .then((end) => this.#onRun(channel, effect, end));
  }

  #onRun(channel: Channel, effect: QueuedEffect, end: AttemptEnd): void {
    const { name, effect_id } = effect.row;
    this.#runningCount -= 1;
    channel.state = 'idle';
    channel.abort = null;
    if (end === 'over' || (end === 'refused' && this.#leaveToStore(channel))) {
      channel.waiting.shift();
      this.#forget(effect_id);
    }
    if (name !== tellEffect) this.#share.leave(name);
    this.#pump(channel);
    if (name !== tellEffect) this.#serve(name);
  }

  /**
   * What leads to an actor out of service stays in the store, and is read when the actor is back. False
   * when that was meanwhile: its line has been read without these, which memory knew.
   */
  #leaveToStore(channel: Channel): boolean {
    if (!this.#options.isOutOfService(channel.to)) return false;
    for (const each of channel.waiting.splice(1)) this.#forget(each.row.effect_id);
    return true;
  }

  /** Notes a failed attempt, unless the effect is not wanted any more. */
  async #onFailure(channel: Channel, effect: QueuedEffect, error: unknown): Promise<AttemptEnd> {
    if (!this.#isStarted) return 'again';
    if (!this.#isLeft(channel)) await keepFailure(this.#options, effect, error);
    return this.#isLeft(channel) ? 'over' : 'again';
  }

  /** The state that invoked it was left; not so for a host that stops. */
  #isLeft(channel: Channel): boolean {
    return this.#isStarted && channel.abort?.signal.aborted === true;
  }

  #forget(effectId: string): void {
    this.#options.ripples.drop(effectId);
    this.#outbox.drop(effectId);
  }
}
