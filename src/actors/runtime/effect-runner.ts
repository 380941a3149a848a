/**
 * Carries out committed effects: at least once, with a stable id, in order per actor, retried with
 * back-off that survives restarts. What an effect brings back reaches its actor as an event whose
 * turn also removes the effect from the outbox.
 */
import { type BackOffPolicy, backOffDelayMs } from '../../lib/back-off.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { ActorAddress, ActorEvent } from '../../machines/durable-actions.ts';
import type { EffectRow, Journal } from '../../store/ports/journal.ts';
import { tellEffect } from './turn.ts';

export interface EffectContext {
  /** The same over all attempts and restarts: usable as an idempotency key. */
  readonly effectId: string;
  readonly address: ActorAddress;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** True when it was read back from the outbox: an earlier process may have carried it out. */
  readonly resumed: boolean;
  /** Aborted when the host shuts down; the effect is taken up again at the next start. */
  readonly signal: AbortSignal;
}

export interface EffectHandler {
  /**
   * Does the work and returns the event for the actor, or null when there is nothing to tell.
   * Throwing means "try again later"; an expected failure is an event. May be called again for the
   * same effect after a crash, so it must be idempotent on `effectId` or on its input.
   */
  run(input: JsonObject, context: EffectContext): Promise<ActorEvent | null>;
  readonly backOff?: BackOffPolicy;
  /** Attempts before giving up with `EFFECT_FAILED`; absent: it is tried for ever. */
  readonly attemptsMax?: number;
}
export type EffectHandlers = Readonly<Record<string, EffectHandler>>;

/** Rows taken from the outbox at once. */
const refillRowsMax = 500;

export const defaultBackOff: BackOffPolicy = { baseMs: 500, maxMs: 60_000, factor: 2 };

/**
 * How a delivered message ended: `done` removed the effect, `later` means the mailbox was full.
 * A rejection is a failed attempt, tried again after the back-off.
 */
export type DeliveryResult = 'done' | 'later';

export interface EffectRunnerOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly handlers: EffectHandlers;
  /** Effects of one name that run at once. */
  readonly concurrencyMax: number;
  /** Effects held in memory; the rest waits in the outbox. */
  readonly heldMax: number;
  /** Delivers the event to an actor; the turn that takes it removes effect `row.effect_id`. */
  readonly deliver: (
    to: ActorAddress,
    event: ActorEvent,
    by: string,
    row: EffectRow,
  ) => Promise<DeliveryResult>;
  /** Removes an effect that has nothing to tell. */
  readonly complete: (row: EffectRow) => Promise<void>;
  readonly onBoundary: (boundary: 'before_effect' | 'after_effect', row: EffectRow) => void;
  readonly onRetry: (row: EffectRow, error: unknown) => void;
}

interface Channel {
  readonly waiting: EffectRow[];
  running: boolean;
  pause: TimerHandle | null;
}

export class EffectRunner {
  readonly #options: EffectRunnerOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #known = new Set<string>();
  /** Of the known ones, those read back from the outbox. */
  readonly #resumed = new Set<string>();
  readonly #runningByName = new Map<string, number>();
  readonly #blocked = new Map<string, Set<string>>();
  readonly #doneListeners = new Map<string, (() => void)[]>();
  readonly #abort = new AbortController();
  #spilled = false;
  #started = false;
  #quiescing = false;
  #refilling = false;

  constructor(options: EffectRunnerOptions) {
    this.#options = options;
  }

  /** Effects held in memory, running or waiting. */
  get pendingCount(): number {
    return this.#known.size;
  }

  /** Effects being carried out now. */
  get runningCount(): number {
    let count = 0;
    for (const channel of this.#channels.values()) if (channel.running) count += 1;
    return count;
  }

  /** Takes up what an earlier process left unfinished. */
  async start(): Promise<void> {
    this.#started = true;
    await this.#refill();
  }

  /** Lets running effects and messages finish but takes up no other effect. */
  quiesce(): void {
    this.#quiescing = true;
  }

  /** Stops taking up effects and tells running ones to stop. They stay in the outbox. */
  stop(): void {
    this.#started = false;
    this.#abort.abort();
    for (const channel of this.#channels.values()) channel.pause?.cancel();
  }

  /** Adds an effect that was just committed. While older ones wait in the store, it joins them. */
  add(row: EffectRow): void {
    if (this.#spilled || this.#refilling) this.#spilled = true;
    else this.#hold(row);
  }

  #hold(row: EffectRow): void {
    if (this.#known.has(row.effect_id)) return;
    if (this.#known.size >= this.#options.heldMax) {
      this.#spilled = true;
      return;
    }
    this.#known.add(row.effect_id);
    const key = channelKey(row);
    let channel = this.#channels.get(key);
    if (channel === undefined) {
      channel = { waiting: [], running: false, pause: null };
      this.#channels.set(key, channel);
    }
    channel.waiting.push(row);
    this.#pump(key, channel);
  }

  /** Resolves when the effect has been removed from the outbox (at once when it is not held). */
  whenDone(effectId: string): Promise<void> {
    if (!this.#known.has(effectId)) return Promise.resolve();
    return new Promise((resolve) => {
      const listeners = this.#doneListeners.get(effectId) ?? [];
      listeners.push(resolve);
      this.#doneListeners.set(effectId, listeners);
    });
  }

  /**
   * Carries out an actor's first effect now that waits for its next attempt. False when there is
   * none that waits: it is being carried out, or is not held in memory.
   */
  hurry({ kind, id }: ActorAddress): boolean {
    const key = `perform ${kind}/${id}`;
    const channel = this.#channels.get(key);
    const row = channel?.waiting[0];
    if (channel === undefined || row === undefined || channel.pause === null) return false;
    channel.pause.cancel();
    channel.pause = null;
    channel.waiting[0] = { ...row, not_before_ms: 0 };
    this.#pump(key, channel);
    return true;
  }

  /** Takes rows from the store in their order until all are held or memory is full. */
  async #refill(): Promise<void> {
    if (this.#refilling) return;
    this.#refilling = true;
    let after = 0;
    try {
      while (this.#started) {
        this.#spilled = false;
        const rows = await this.#options.journal.effects(after, refillRowsMax);
        for (const row of rows) {
          if (!this.#known.has(row.effect_id)) this.#resumed.add(row.effect_id);
          this.#hold(row);
        }
        after = rows.at(-1)?.sequence ?? after;
        const full = this.#known.size >= this.#options.heldMax;
        if (full || (rows.length < refillRowsMax && !this.#spilled)) break;
      }
    } finally {
      this.#refilling = false;
    }
  }

  #pump(key: string, channel: Channel): void {
    if (!this.#started || channel.running || channel.pause !== null) return;
    const row = channel.waiting[0];
    if (row === undefined) {
      this.#channels.delete(key);
      return;
    }
    // A wall clock that was set back must not stretch a back-off beyond its own longest step.
    const { maxMs } = this.#options.handlers[row.name]?.backOff ?? defaultBackOff;
    const dueMs = Math.min(row.not_before_ms, this.#options.clock.now() + maxMs);
    if (dueMs < row.not_before_ms) channel.waiting[0] = { ...row, not_before_ms: dueMs };
    const waitMs = dueMs - this.#options.clock.now();
    if (waitMs > 0) {
      channel.pause = this.#options.clock.setTimer(waitMs, () => {
        channel.pause = null;
        this.#pump(key, channel);
      });
      return;
    }
    if (this.#quiescing && row.name !== tellEffect) return;
    if (!this.#enter(row.name, key)) return;
    channel.running = true;
    void this.#runHead(key, channel, row);
  }

  async #runHead(key: string, channel: Channel, row: EffectRow): Promise<void> {
    let finished = false;
    try {
      finished = await this.#carryOut(row);
    } catch (error) {
      finished = await this.#afterFailure(channel, row, error);
    } finally {
      channel.running = false;
      this.#leave(row.name);
    }
    if (finished) {
      channel.waiting.shift();
      this.#forget(row.effect_id);
    }
    this.#pump(key, channel);
    if (this.#spilled && this.#known.size < this.#options.heldMax / 2) void this.#refill();
  }

  /** True when the effect has left the outbox. */
  async #carryOut(row: EffectRow): Promise<boolean> {
    const options = this.#options;
    const input = JSON.parse(row.input) as JsonObject;
    options.onBoundary('before_effect', row);
    let to: ActorAddress = { kind: row.kind, id: row.id };
    let event: ActorEvent | null;
    let by = 'system';
    if (row.name === tellEffect) {
      const tell = input as unknown as { to: ActorAddress; event: ActorEvent; by: string };
      ({ to, event, by } = tell);
    } else {
      event = await this.#runHandler(row, input);
      options.onBoundary('after_effect', row);
    }
    if (event === null) {
      await options.complete(row);
      return true;
    }
    for (;;) {
      const result = await options.deliver(to, event, by, row);
      if (result === 'done') return true;
      if (!this.#started) return false;
      await new Promise<void>((resolve) => options.clock.setTimer(50, resolve));
    }
  }

  async #runHandler(row: EffectRow, input: JsonObject): Promise<ActorEvent | null> {
    const handler = this.#options.handlers[row.name];
    if (handler === undefined) {
      return {
        type: 'EFFECT_FAILED',
        effect: row.name,
        error: 'no handler is registered',
      } as ActorEvent;
    }
    try {
      return await handler.run(input, {
        effectId: row.effect_id,
        address: { kind: row.kind, id: row.id },
        attempt: row.attempts + 1,
        resumed: this.#resumed.has(row.effect_id),
        signal: this.#abort.signal,
      });
    } catch (error) {
      if (this.#abort.signal.aborted) throw error;
      if (handler.attemptsMax !== undefined && row.attempts + 1 >= handler.attemptsMax) {
        return {
          type: 'EFFECT_FAILED',
          effect: row.name,
          error: describeError(error),
        } as ActorEvent;
      }
      throw error;
    }
  }

  /** Notes a failed attempt and arms the next; true when the effect is gone. */
  async #afterFailure(channel: Channel, row: EffectRow, error: unknown): Promise<boolean> {
    if (!this.#started) return false;
    const attempts = row.attempts + 1;
    const policy = this.#options.handlers[row.name]?.backOff ?? defaultBackOff;
    const delayMs = backOffDelayMs(policy, attempts, this.#options.entropy.random());
    const next: EffectRow = {
      ...row,
      attempts,
      not_before_ms: this.#options.clock.now() + delayMs,
      last_error: describeError(error),
    };
    this.#options.onRetry(next, error);
    channel.waiting[0] = next;
    await this.#options.journal.postponeEffect(row.effect_id, {
      attempts,
      notBeforeMs: next.not_before_ms,
      lastError: next.last_error ?? '',
    });
    return false;
  }

  #forget(effectId: string): void {
    this.#known.delete(effectId);
    this.#resumed.delete(effectId);
    const listeners = this.#doneListeners.get(effectId);
    if (listeners === undefined) return;
    this.#doneListeners.delete(effectId);
    for (const listener of listeners) listener();
  }

  /** Takes a place among the running effects of this name; false when all are taken. */
  #enter(name: string, key: string): boolean {
    if (name === tellEffect) return true;
    const running = this.#runningByName.get(name) ?? 0;
    if (running >= this.#options.concurrencyMax) {
      const blocked = this.#blocked.get(name) ?? new Set<string>();
      blocked.add(key);
      this.#blocked.set(name, blocked);
      return false;
    }
    this.#runningByName.set(name, running + 1);
    return true;
  }

  #leave(name: string): void {
    if (name === tellEffect) return;
    this.#runningByName.set(name, (this.#runningByName.get(name) ?? 1) - 1);
    const blocked = this.#blocked.get(name);
    if (blocked === undefined) return;
    const [key] = blocked;
    if (key === undefined) return;
    blocked.delete(key);
    const channel = this.#channels.get(key);
    if (channel !== undefined) queueMicrotask(() => this.#pump(key, channel));
  }
}

/** Messages to other actors do not wait behind slow effects, and keep their own order. */
function channelKey(row: EffectRow): string {
  return `${row.name === tellEffect ? 'tell' : 'perform'} ${row.kind}/${row.id}`;
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? `${code}: ${error.message}` : error.message;
}
