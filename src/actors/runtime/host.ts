/**
 * The actor host: activates actors from the journal, gives each one message at a time, commits what
 * the turns changed, and only then replies, carries out effects and tells observers.
 *
 * A turn, in order: take a message → decide (pure) → one transaction with state, events, answers,
 * timers and outbox → reply → effects. A crash before the commit leaves nothing; a crash after it
 * loses nothing, because effects and timers are read back at the next start.
 */

import { toIsoTime } from '../../lib/clock.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { ActorAddress, ActorEvent } from '../../machines/durable-actions.ts';
import type { CommittedTurn } from '../../store/ports/journal.ts';
import { ActorCell, type HostContext } from './cell.ts';
import { Committer } from './committer.ts';
import type { Outcome, Reply } from './definition.ts';
import { Deliveries } from './deliveries.ts';
import { describeError, EffectRunner } from './effect-runner.ts';
import { type HostOptions, type HostSettings, resolveSettings } from './host-options.ts';
import { InFlightRequests, idempotencyConflict } from './in-flight.ts';
import { Inspection } from './inspection.ts';
import { Intensity } from './intensity.ts';
import type { Message } from './message.ts';
import { TimerWheel } from './timer-wheel.ts';
import type { Turn } from './turn.ts';

export interface AskOptions {
  /** Who asks; `system` when absent. */
  readonly by?: string;
  /** The same key and payload get the same outcome again; another payload is a conflict. */
  readonly idempotency?: { readonly key: string; readonly payload: unknown };
  readonly lane?: 'control' | 'command' | 'telemetry';
  readonly causeId?: number;
  readonly correlationId?: string;
  /** Resolve only after the actors told by this turn (and those told by them) have taken it. */
  readonly settle?: boolean;
  /** In the telemetry lane: replaces a waiting message with the same key. */
  readonly coalesceKey?: string;
}

export interface DrainReport {
  /** True when every accepted message was handled and no effect was cut off. */
  readonly clean: boolean;
  readonly messagesLeft: number;
  readonly effectsCut: number;
}

export class ActorHost {
  readonly inspection: Inspection;
  readonly #options: HostOptions;
  readonly #settings: HostSettings;
  readonly #cells = new Map<string, ActorCell>();
  readonly #committer: Committer;
  readonly #effects: EffectRunner;
  readonly #timers: TimerWheel;
  readonly #deliveries: Deliveries;
  readonly #context: HostContext;
  readonly #inFlight = new InFlightRequests();
  readonly #commitListeners = new Set<(headEventId: number) => void>();
  readonly #kindIntensity = new Map<string, Intensity>();
  #state: 'new' | 'running' | 'draining' | 'closed' = 'new';
  #sweep: { cancel(): void } | null = null;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#settings = resolveSettings(options.settings);
    const { journal, clock } = options;
    this.inspection = new Inspection(this.#settings.inspectionEntriesMax);
    const onBoundary = options.onBoundary ?? (() => {});
    this.#committer = new Committer({
      journal,
      batchTurnsMax: this.#settings.batchTurnsMax,
      onStoreFault: (error) => this.#onStoreFault(error),
      onBoundary: (boundary) => onBoundary(boundary, null),
    });
    this.#deliveries = new Deliveries({
      journal,
      clock,
      committer: this.#committer,
      post: (to, message) => this.#post(to, message),
      onDeadLetter: (actor, event, reason) => this.#note('dead_letter', actor, event, reason),
    });
    this.#timers = new TimerWheel({
      journal,
      clock,
      heldMax: this.#settings.timersHeldMax,
      onDue: (timer) => this.#deliveries.deliverTimer(timer),
    });
    this.#effects = new EffectRunner({
      journal,
      clock,
      entropy: options.entropy,
      handlers: options.effects,
      concurrencyMax: this.#settings.effectConcurrencyMax,
      heldMax: this.#settings.effectsHeldMax,
      deliver: (to, event, by, row) => this.#deliveries.deliverEffect(to, event, by, row),
      complete: (row) => this.#deliveries.completeEffect(row),
      onBoundary: (boundary, row) => onBoundary(boundary, row),
      onRetry: (row, error) =>
        this.#note('effect_retry', `${row.kind}/${row.id}`, row.name, describeError(error)),
    });
    this.#context = {
      journal,
      clock,
      settings: this.#settings,
      inspection: this.inspection,
      committer: this.#committer,
      timers: this.#timers,
      onCommitted: (address, turn, committed) => this.#onCommitted(address, turn, committed),
      onNote: (kind, actor, event, reason) => this.#note(kind, actor, event, reason),
      onFailure: (kind) => this.#kindFails(kind),
    };
  }

  /** Restores timers and unfinished effects and begins to serve. */
  async start(): Promise<void> {
    this.#state = 'running';
    await this.#timers.start();
    await this.#effects.start();
    this.#scheduleSweep();
  }

  /**
   * Sends an event and waits for its reply, or for the later answer when the machine defers it.
   * Never rejects for what a caller can cause: see `Reply`.
   */
  ask(address: ActorAddress, event: ActorEvent, options: AskOptions = {}): Promise<Reply> {
    if (this.#state !== 'running')
      return Promise.resolve(rejected('shutting_down', 'the host is not running'));
    const { idempotency } = options;
    return idempotency === undefined
      ? this.#send(address, event, options, `request:${this.#options.entropy.id()}`, null)
      : this.#askOnce(address, event, options, idempotency);
  }

  /** As `ask` under an idempotency key. */
  async #askOnce(
    address: ActorAddress,
    event: ActorEvent,
    options: AskOptions,
    idempotency: NonNullable<AskOptions['idempotency']>,
  ): Promise<Reply> {
    const print = fingerprint(idempotency.payload);
    const { key } = idempotency;
    const joined = this.#inFlight.join(key, print);
    if (joined !== undefined) return joined;
    // Registered before the store is asked, so that a repeat arriving meanwhile joins.
    const token = this.#inFlight.begin(key, print);
    const stored = await this.#options.journal.findAnswer(key);
    if (stored === undefined) {
      const reply = await this.#send(address, event, options, key, print);
      if (this.#inFlight.isCurrent(key, token)) this.#inFlight.answer(key, reply);
      return reply;
    }
    // An answer not yet there was deferred, perhaps in an earlier process: its effect is under way.
    if (stored.body === null) {
      // Answered between the reading and now: the next reading will find it.
      if (!this.#inFlight.isCurrent(key, token)) return this.ask(address, event, options);
      this.#inFlight.adopt(key, stored.fingerprint);
      return this.#inFlight.join(key, print) ?? idempotencyConflict;
    }
    const matches = stored.fingerprint === print;
    const reply: Reply = matches
      ? { ok: true, outcome: parseOutcome(stored.body), replayed: true }
      : idempotencyConflict;
    this.#inFlight.answer(key, reply);
    return reply;
  }

  /**
   * The answer to a request asked earlier under `key`, perhaps by an earlier process; waits while it
   * is worked on. Undefined when the key was never used: nothing was committed under it.
   */
  async recall(key: string): Promise<Reply | undefined> {
    const stored = await this.#options.journal.findAnswer(key);
    if (stored === undefined) return undefined;
    if (stored.body !== null) {
      return { ok: true, outcome: parseOutcome(stored.body), replayed: true };
    }
    const joined = this.#inFlight.join(key, stored.fingerprint);
    if (joined !== undefined) return joined;
    this.#inFlight.adopt(key, stored.fingerprint);
    const waiting = this.#inFlight.join(key, stored.fingerprint);
    // Read again: it may have been answered before anyone waited.
    const again = await this.#options.journal.findAnswer(key);
    if (again?.body !== undefined && again.body !== null) {
      const outcome = parseOutcome(again.body);
      this.#inFlight.answer(key, { ok: true, outcome, replayed: true });
    }
    return waiting;
  }

  /** Puts a quarantined actor back into service. */
  release(address: ActorAddress): void {
    this.#cells.get(cellKey(address))?.release();
  }

  /** Ends the back-off of an actor's effect; false when none of its effects waits in one. */
  hurry(address: ActorAddress): boolean {
    return this.#effects.hurry(address);
  }

  /** Called with the newest event id after every commit; the returned function ends it. */
  onCommit(listener: (headEventId: number) => void): () => void {
    this.#commitListeners.add(listener);
    return () => void this.#commitListeners.delete(listener);
  }

  /** Counters for health pages. */
  stats(): {
    active: number;
    messages: number;
    effects: number;
    timers: number;
    quarantined: string[];
  } {
    let messages = 0;
    const quarantined: string[] = [];
    for (const [key, cell] of this.#cells) {
      messages += cell.waitingCount;
      if (cell.isQuarantined) quarantined.push(key);
    }
    return {
      active: this.#cells.size,
      messages,
      effects: this.#effects.pendingCount,
      timers: this.#timers.heldCount,
      quarantined,
    };
  }

  /** Waiting messages of one active actor, per lane; undefined when it is not in memory. */
  mailboxOf(address: ActorAddress): Record<string, number> | undefined {
    return this.#cells.get(cellKey(address))?.depths();
  }

  /**
   * Stops intake, lets accepted messages and running effects finish until the deadline, and closes.
   * What is left goes on at the next start. Before the deadline effects are told to stop; one that
   * does not listen is cut off.
   */
  async drain(deadlineMs: number): Promise<DrainReport> {
    if (this.#state === 'closed') return { clean: true, messagesLeft: 0, effectsCut: 0 };
    this.#state = 'draining';
    this.#sweep?.cancel();
    this.#timers.stop();
    this.#effects.quiesce();
    const endMs = this.#options.clock.monotonic() + deadlineMs;
    const busy = (): boolean => this.stats().messages > 0 || this.#effects.runningCount > 0;
    const whileBusy = async (untilMs: number): Promise<void> => {
      while (busy() && this.#options.clock.monotonic() < untilMs)
        await new Promise<void>((resolve) => this.#options.clock.setTimer(10, resolve));
    };
    await whileBusy(endMs - deadlineMs * drainShareToStop);
    this.#effects.stop();
    await whileBusy(endMs);
    const effectsCut = this.#effects.runningCount;
    await this.#committer.idle();
    const messagesLeft = this.stats().messages;
    this.#state = 'closed';
    for (const cell of this.#cells.values()) cell.close();
    this.#inFlight.answerAll(rejected('shutting_down', 'the answer will be there after a restart'));
    return { clean: messagesLeft === 0 && effectsCut === 0, messagesLeft, effectsCut };
  }

  #send(
    address: ActorAddress,
    event: ActorEvent,
    options: AskOptions,
    requestKey: string,
    print: string | null,
  ): Promise<Reply> {
    return new Promise((resolve) => {
      const settle = (reply: Reply, tells: readonly string[], deferred: boolean): void => {
        if (deferred) this.#inFlight.defer(requestKey, resolve);
        else if (options.settle === true && tells.length > 0) {
          void Promise.all(tells.map((id) => this.#effects.whenDone(id))).then(() =>
            resolve(reply),
          );
        } else {
          resolve(reply);
        }
      };
      this.#post(address, {
        event,
        lane: options.lane ?? 'command',
        by: options.by ?? 'system',
        requestKey,
        fingerprint: print,
        correlationId: options.correlationId ?? requestKey,
        causeId: options.causeId ?? null,
        completesEffectId: null,
        timer: null,
        coalesceKey: options.coalesceKey ?? null,
        settle,
        failures: 0,
      });
    });
  }

  /** Puts a message into its actor's mailbox, waking the actor when needed. */
  #post(address: ActorAddress, message: Message): void {
    const definition = this.#options.definitions.get(address.kind);
    if (definition === undefined) {
      message.settle(
        rejected('unknown_kind', `no actor is defined for ${address.kind}`),
        [],
        false,
      );
      return;
    }
    const key = cellKey(address);
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = new ActorCell(address, definition, this.#context);
      this.#cells.set(key, cell);
    }
    cell.post(message);
  }

  #onCommitted(address: ActorAddress, turn: Turn, committed: CommittedTurn): void {
    for (const timer of turn.record.timersCleared) this.#timers.clear({ ...address, name: timer });
    for (const timer of turn.record.timersSet) this.#timers.set({ ...address, ...timer });
    const causeId = committed.eventIds[0] ?? null;
    for (const effect of turn.record.effects) {
      this.#effects.add({ ...effect, ...address, cause_id: causeId });
    }
    for (const [index, answer] of turn.answers.entries()) {
      const body = committed.answers[index];
      if (body !== null && body !== undefined) {
        this.#inFlight.answer(answer.key, {
          ok: true,
          outcome: parseOutcome(body),
          replayed: false,
        });
      }
    }
    const head = committed.eventIds.at(-1);
    if (head !== undefined) for (const listener of this.#commitListeners) listener(head);
  }

  #kindFails(kind: string): boolean {
    let intensity = this.#kindIntensity.get(kind);
    if (intensity === undefined) {
      intensity = new Intensity(this.#settings.kindIntensity);
      this.#kindIntensity.set(kind, intensity);
    }
    return intensity.exceeds(this.#options.clock.monotonic());
  }

  #note(
    kind: 'restart' | 'quarantine' | 'dead_letter' | 'effect_retry' | 'effect_failed',
    actor: string,
    event: string,
    reason: string,
  ): void {
    const at = toIsoTime(this.#options.clock.now());
    this.inspection.add({ kind, at, actor, event, reason });
    this.#options.log?.({ kind, actor, event, reason });
  }

  #onStoreFault(error: unknown): void {
    this.#state = 'closed';
    this.#timers.stop();
    this.#effects.stop();
    this.#sweep?.cancel();
    for (const cell of this.#cells.values()) cell.close();
    this.#inFlight.answerAll(rejected('shutting_down', 'the store failed'));
    this.#options.onStoreFault(error);
  }

  /** Lets actors that have been quiet for long leave memory. */
  #scheduleSweep(): void {
    this.#sweep = this.#options.clock.setTimer(this.#settings.passivateAfterMs, () => {
      this.passivateIdle();
      if (this.#state === 'running') this.#scheduleSweep();
    });
  }

  /** Drops every actor from memory that has had nothing to do for long enough; returns how many. */
  passivateIdle(options: { quietForMs?: number } = {}): number {
    const before = this.#cells.size;
    const quietForMs = options.quietForMs ?? this.#settings.passivateAfterMs;
    const quietSinceMs = this.#options.clock.monotonic() - quietForMs;
    for (const [key, cell] of this.#cells) {
      if (cell.isQuiet && cell.lastTurnMs <= quietSinceMs) this.#cells.delete(key);
    }
    return before - this.#cells.size;
  }
}

/** The last part of a drain, left to effects that were told to stop. */
const drainShareToStop = 0.2;
const cellKey = (address: ActorAddress): string => `${address.kind}/${address.id}`;
const parseOutcome = (body: string): Outcome => JSON.parse(body) as Outcome;
const rejected = (reason: Extract<Reply, { ok: false }>['rejected'], detail: string): Reply => ({
  ok: false,
  rejected: reason,
  detail,
});
