/**
 * Carries out committed effects: at least once, with a stable id, in order, retried with back-off
 * that survives restarts. What an effect brings back reaches its actor as an event whose turn also
 * removes the effect from the outbox. What is held in memory, and when the rest is read, is in
 * `outbox.ts`.
 *
 * An attempt counts when its failure is committed. A crash before that forgets the attempt: the effect
 * is tried once more than was counted, and never given up too early.
 * Long because an attempt, its end and what follows from it are one story.
 */
import { backOffDelayMs } from '../../lib/back-off.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { Journal, Postponement, SequencedEffect } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import type { Courier } from './courier.ts';
import type { Reply } from './definition.ts';
import { answerOf, type EffectResult } from './effect-answer.ts';
import {
  type Channel,
  channelOf,
  FairShare,
  invocationKey,
  type Line,
  messageOf,
  type QueuedEffect,
  type TellInput,
  tellEffect,
} from './effect-channel.ts';
import { defaultBackOff, type EffectHandlers } from './effect-handler.ts';
import { Outbox } from './outbox.ts';
import type { ReadFaults } from './read-faults.ts';
import type { Ripples } from './settling.ts';
import type { Wakeups } from './wakeups.ts';

export interface EffectRunnerOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly wakeups: Wakeups;
  readonly courier: Courier;
  readonly ripples: Ripples;
  readonly handlers: EffectHandlers;
  /** Effects of one name that run at once. */
  readonly concurrencyMax: number;
  /** Effects held in memory; the rest waits in the outbox. */
  readonly heldMax: number;
  /** Lines in back-off that memory knows by name only; beyond, they keep their room. */
  readonly linesParkedMax: number;
  readonly isOutOfService: (address: ActorAddress) => boolean;
  /** Removes an effect that has nothing to tell; resolves when that is committed. */
  readonly complete: (row: SequencedEffect) => Promise<void>;
  /** Keeps a failed attempt; resolves when that is committed. */
  readonly postpone: (row: SequencedEffect, postponement: Postponement) => Promise<void>;
  /** Keeps a message to a kind that nobody defined as a dead letter, in place of its row. */
  readonly bury: (row: SequencedEffect, reason: string) => Promise<void>;
  readonly readFaults: ReadFaults;
  readonly onBoundary: (boundary: 'before_effect' | 'after_effect', row: SequencedEffect) => void;
  readonly onRetry: (row: SequencedEffect, error: unknown) => void;
}

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
    const { maxMs } = this.#options.handlers[row.name]?.backOff ?? defaultBackOff;
    return Math.min(maxMs, row.not_before_ms - this.#options.clock.now());
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
    this.#runningCount += 1;
    void this.#carryOut(channel, effect)
      .catch((error: unknown) => this.#onFailure(channel, effect, error))
      .then((isFinished) => this.#onRun(channel, effect, isFinished));
  }

  #onRun(channel: Channel, effect: QueuedEffect, isFinished: boolean): void {
    const { name, effect_id } = effect.row;
    this.#runningCount -= 1;
    channel.state = 'idle';
    channel.abort = null;
    if (isFinished) {
      channel.waiting.shift();
      this.#forget(effect_id);
    }
    if (name !== tellEffect) this.#share.leave(name);
    this.#pump(channel);
    if (name !== tellEffect) this.#serve(name);
  }

  /** True when the effect has left the outbox, or memory. */
  async #carryOut(channel: Channel, effect: QueuedEffect): Promise<boolean> {
    const { row } = effect;
    this.#options.onBoundary('before_effect', row);
    if (row.name === tellEffect) {
      const { event, by } = JSON.parse(row.input) as TellInput;
      return this.#deliver(channel, row, event, by);
    }
    const result = await this.#perform(channel, effect);
    this.#options.onBoundary('after_effect', row);
    // Left while it was carried out; its row is gone.
    if (this.#isLeft(channel)) return true;
    const answer = answerOf(row, result);
    if (answer !== null) return this.#deliver(channel, row, answer, 'system');
    await this.#options.complete(row);
    return true;
  }

  async #perform(channel: Channel, { row, isResumed }: QueuedEffect): Promise<EffectResult> {
    const handler = this.#options.handlers[row.name];
    if (handler === undefined) return { error: 'no handler is registered' };
    const signal = channel.abort!.signal;
    try {
      const output = await handler.run(JSON.parse(row.input) as JsonObject, {
        effectId: row.effect_id,
        address: channel.to,
        attempt: row.attempts + 1,
        resumed: isResumed,
        correlationId: row.correlation_id,
        causeId: row.cause_id,
        signal,
      });
      return { output };
    } catch (error) {
      const { attemptsMax = Number.POSITIVE_INFINITY } = handler;
      if (signal.aborted || row.attempts + 1 < attemptsMax) throw error;
      return { error: describeError(error) };
    }
  }

  /** Gives `event` to the actor the channel leads to; the turn that takes it removes the row. */
  async #deliver(
    channel: Channel,
    row: SequencedEffect,
    event: ActorEvent,
    by: string,
  ): Promise<boolean> {
    const reply = await new Promise<Reply>((done) => {
      this.#options.courier.deliver({
        key: `effect ${row.effect_id}`,
        to: channel.to,
        message: messageOf(row, event, by),
        done,
      });
    });
    if (reply.ok) return true;
    switch (reply.rejected) {
      case 'shutting_down':
        return false;
      case 'quarantined':
        // Released since: its line has been read, this row being known.
        if (!this.#options.isOutOfService(channel.to)) return false;
        for (const each of channel.waiting.splice(1)) this.#forget(each.row.effect_id);
        return true;
      case 'unknown_kind':
        await this.#options.bury(row, reply.detail);
        return true;
      default:
        // Set aside by its actor, or applied before: the row is gone.
        return true;
    }
  }

  /** Notes a failed attempt and arms the next; true when the effect is not wanted any more. */
  async #onFailure(channel: Channel, effect: QueuedEffect, error: unknown): Promise<boolean> {
    if (!this.#isStarted) return false;
    if (this.#isLeft(channel)) return true;
    const { row } = effect;
    const attempts = row.attempts + 1;
    const policy = this.#options.handlers[row.name]?.backOff ?? defaultBackOff;
    const delayMs = backOffDelayMs(policy, attempts, this.#options.entropy.random());
    const postponement = {
      attempts,
      not_before_ms: this.#options.clock.now() + delayMs,
      last_error: describeError(error),
    };
    effect.row = { ...row, ...postponement };
    this.#options.onRetry(effect.row, error);
    await this.#options.postpone(row, { effect_id: row.effect_id, ...postponement });
    return this.#isLeft(channel);
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
