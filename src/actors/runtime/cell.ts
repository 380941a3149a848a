/**
 * One active actor: its state, its mailbox and its failures. A cell handles one message at a time
 * and takes the next only when the journal has the last one. When a turn fails the cell forgets its
 * state and reads it back; a message that keeps failing is set aside, so that the rest can go on.
 */
import { assert } from '../../lib/assert.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { ActorAddress } from '../../machines/durable-actions.ts';
import type { Refusal } from '../../machines/spec.ts';
import type {
  CommitFailure,
  CommittedTurn,
  Journal,
  TurnRecord,
} from '../../store/ports/journal.ts';
import type { Committer, PendingTurn } from './committer.ts';
import type { ActorState, AnyDefinition, Reply } from './definition.ts';
import { describeError } from './effect-runner.ts';
import type { HostSettings } from './host-options.ts';
import type { Inspection } from './inspection.ts';
import { Intensity } from './intensity.ts';
import { Mailbox } from './mailbox.ts';
import type { Message } from './message.ts';
import type { TimerWheel } from './timer-wheel.ts';
import { refuseTurn, type Turn, type TurnInput, takeTurn, tellEffect } from './turn.ts';

/** What a cell needs of its host. */
export interface HostContext {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly settings: HostSettings;
  readonly inspection: Inspection;
  readonly committer: Committer;
  readonly timers: TimerWheel;
  readonly onCommitted: (address: ActorAddress, turn: Turn, committed: CommittedTurn) => void;
  readonly onNote: (
    kind: 'restart' | 'quarantine' | 'dead_letter',
    actor: string,
    event: string,
    reason: string,
  ) => void;
  /** Notes a failure of a kind; true when the kind as a whole fails too often. */
  readonly onFailure: (kind: string) => boolean;
}

interface PendingWork {
  readonly turn: Turn;
  readonly input: TurnInput;
  readonly startedMs: number;
}

export class ActorCell implements PendingTurn {
  readonly #address: ActorAddress;
  readonly #definition: AnyDefinition;
  readonly #context: HostContext;
  readonly #mailbox: Mailbox;
  #state: ActorState | null = null;
  #version = 0;
  #phase: 'idle' | 'loading' | 'working' | 'pausing' | 'closed' = 'idle';
  /** The turn in the committer, if any. */
  #pending: PendingWork | null = null;
  #quarantine: string | null = null;
  #intensity: Intensity | null = null;
  #lastTurnMs: number;

  constructor(address: ActorAddress, definition: AnyDefinition, context: HostContext) {
    this.#address = address;
    this.#definition = definition;
    this.#context = context;
    this.#mailbox = new Mailbox(context.settings.laneBounds);
    this.#lastTurnMs = context.clock.monotonic();
  }

  get isQuarantined(): boolean {
    return this.#quarantine !== null;
  }
  /** Nothing under way and nothing waiting: may leave memory. */
  get isQuiet(): boolean {
    return this.#phase === 'idle' && this.#mailbox.size === 0 && this.#quarantine === null;
  }
  /** Messages waiting or being handled. */
  get waitingCount(): number {
    return this.#mailbox.size + (this.#phase === 'working' ? 1 : 0);
  }
  get lastTurnMs(): number {
    return this.#lastTurnMs;
  }

  depths(): Record<string, number> {
    return this.#mailbox.depths();
  }

  /** Takes a message in; its `settle` is called exactly once, now or later. */
  post(message: Message): void {
    if (this.#quarantine !== null) {
      settleRejected(message, 'quarantined', this.#quarantine);
      return;
    }
    if (this.#phase === 'closed') {
      settleRejected(message, 'shutting_down', 'the host is closed');
      return;
    }
    const pushed = this.#mailbox.push(message);
    if (pushed.result === 'full') {
      settleRejected(message, 'overloaded', `the ${message.lane} lane of ${this.#name} is full`);
      return;
    }
    if (pushed.result === 'coalesced') {
      settleRejected(pushed.replaced, 'overloaded', 'replaced by a newer reading');
    }
    if (this.#phase === 'idle') this.#run();
  }

  /** Ends a quarantine; the state is read anew with the next message. */
  release(): void {
    this.#quarantine = null;
    this.#intensity = null;
    this.#state = null;
  }

  close(): void {
    this.#phase = 'closed';
    const pending = this.#pending;
    this.#pending = null;
    // Only after a store fault: whether this turn was written is known after a restart.
    if (pending !== null) {
      settleRejected(
        pending.turn.message,
        'shutting_down',
        'the store failed and the service stops; its log says why; start it again, then repeat the request',
      );
    }
    this.#rejectWaiting('shutting_down', 'the host is closed');
  }

  get #name(): string {
    return `${this.#address.kind}/${this.#address.id}`;
  }

  /** Handles messages until one has to wait for the journal. */
  #run(): void {
    for (;;) {
      if (this.#phase !== 'idle') return;
      if (this.#mailbox.size === 0) return;
      if (this.#state === null) {
        void this.#load();
        return;
      }
      const message = this.#mailbox.take()!;
      if (!this.#isStaleTimer(message)) this.#handle(message, this.#state);
    }
  }

  /** A timer that was cleared or set anew while its message waited has no meaning any more. */
  #isStaleTimer(message: Message): boolean {
    const { timer } = message;
    if (timer === null) return false;
    if (this.#context.timers.isCurrent({ ...this.#address, name: timer.name }, timer.dueMs))
      return false;
    settleRejected(message, 'failed', 'the timer is no longer set');
    return true;
  }

  #handle(message: Message, state: ActorState): void {
    const startedMs = this.#context.clock.monotonic();
    const input = this.#turnInput(message, state);
    let turn: Turn;
    try {
      turn = takeTurn(input);
    } catch (error) {
      this.#fail(message, describeError(error));
      return;
    }
    if (turn.durable) this.#commit(turn, input, startedMs);
    else this.#finish(turn, nothingCommitted, input, startedMs);
  }

  #turnInput(message: Message, state: ActorState): TurnInput {
    const nowMs = this.#context.clock.now();
    return {
      definition: this.#definition,
      address: this.#address,
      state,
      version: this.#version,
      message,
      at: toIsoTime(nowMs),
      nowMs,
    };
  }

  #commit(turn: Turn, input: TurnInput, startedMs: number): void {
    this.#phase = 'working';
    this.#pending = { turn, input, startedMs };
    this.#context.committer.add(this);
  }

  /** The turn that waits for the journal. Only the committer asks. */
  get record(): TurnRecord {
    assert(this.#pending !== null, 'a cell in the committer has a turn');
    return this.#pending.turn.record;
  }

  committed(result: CommittedTurn): void {
    const { turn, input, startedMs } = this.#takePending();
    if (turn.changed) {
      this.#state = turn.next;
      this.#version = turn.nextVersion;
    }
    this.#context.onCommitted(this.#address, turn, result);
    this.#finish(turn, result, input, startedMs);
    this.#run();
  }

  refused(failure: CommitFailure): void {
    const { turn, input } = this.#takePending();
    void this.#onCommitRefused(turn, input, failure).then(() => this.#run());
  }

  #takePending(): PendingWork {
    assert(this.#pending !== null, 'a committed cell had a turn');
    const pending = this.#pending;
    this.#pending = null;
    if (this.#phase === 'working') this.#phase = 'idle';
    return pending;
  }

  #finish(turn: Turn, committed: CommittedTurn, input: TurnInput, startedMs: number): void {
    const { message } = turn;
    const endedMs = this.#context.clock.monotonic();
    this.#lastTurnMs = endedMs;
    this.#context.inspection.add({
      kind: 'turn',
      at: input.at,
      actor: this.#name,
      event: message.event.type,
      from: input.state.status,
      to: turn.next.status,
      accepted: turn.refusal === null,
      refused: turn.refusal?.code ?? null,
      effects:
        turn.record.effects.length === 0 ? none : turn.record.effects.map(({ name }) => name),
      durationMs: endedMs - startedMs,
    });
    const { effects } = turn.record;
    const tells = effects.length === 0 ? none : tellsOf(effects);
    const outcome = turn.outcome(committed.eventIds[0] ?? null);
    message.settle({ ok: true, outcome, replayed: false }, tells, turn.deferred);
  }

  async #onCommitRefused(turn: Turn, input: TurnInput, failure: CommitFailure): Promise<void> {
    const { message } = turn;
    if (failure.reason === 'version') {
      // Another writer was here first: decide again on what it left.
      this.#state = null;
      this.#fail(message, 'the stored state changed underneath');
      return;
    }
    if (failure.reason === 'constraint') {
      const refusal = this.#definition.constraints?.[failure.constraint];
      if (refusal === undefined) this.#fail(message, `constraint ${failure.constraint}`);
      else this.#refuse(input, refusal);
      return;
    }
    if (failure.key === message.completesEffectId) {
      settleRejected(message, 'already_applied', 'an earlier delivery was applied');
      return;
    }
    await this.#replayAnswer(message, failure.key);
  }

  /** Another actor answered under this key in the meantime: repeat its answer or say it differs. */
  async #replayAnswer(message: Message, key: string): Promise<void> {
    const stored = await this.#context.journal.findAnswer(key);
    if (stored?.body && stored.fingerprint === message.fingerprint) {
      const outcome = JSON.parse(stored.body) as Extract<Reply, { ok: true }>['outcome'];
      message.settle({ ok: true, outcome, replayed: true }, [], false);
    } else {
      settleRejected(message, 'idempotency_conflict', 'the key was used with another payload');
    }
  }

  #refuse(input: TurnInput, refusal: Refusal): void {
    const turn = refuseTurn(input, refusal);
    const startedMs = this.#context.clock.monotonic();
    if (turn.durable) this.#commit(turn, input, startedMs);
    else this.#finish(turn, nothingCommitted, input, startedMs);
  }

  async #load(): Promise<void> {
    this.#phase = 'loading';
    try {
      const stored = await this.#context.journal.load(this.#address.kind, this.#address.id);
      this.#state =
        stored === undefined
          ? this.#definition.initialState(this.#address.id)
          : this.#definition.restore(stored.state, stored.state_version);
      this.#version = stored?.version ?? 0;
    } catch (error) {
      this.#enterQuarantine(`the stored state cannot be restored: ${describeError(error)}`);
    }
    if (this.#phase === 'loading') this.#phase = 'idle';
    this.#run();
  }

  /** A turn failed: forget the state, pause, try again; give the message up when it keeps failing. */
  #fail(message: Message, reason: string): void {
    message.failures += 1;
    this.#state = null;
    this.#context.onNote('restart', this.#name, message.event.type, reason);
    this.#intensity ??= new Intensity(this.#context.settings.actorIntensity);
    const tooOften = this.#intensity.exceeds(this.#context.clock.monotonic());
    const kindFails = this.#context.onFailure(this.#address.kind);
    if (message.failures >= this.#context.settings.messageAttemptsMax)
      void this.#giveUp(message, reason);
    else this.#mailbox.putBack(message);
    if (tooOften || kindFails) {
      this.#enterQuarantine(`it failed too often, last with: ${reason}`);
      return;
    }
    this.#phase = 'pausing';
    const pauseMs = this.#context.settings.restartPauseMs * 2 ** (message.failures - 1);
    this.#context.clock.setTimer(pauseMs, () => {
      if (this.#phase === 'pausing') this.#phase = 'idle';
      this.#run();
    });
  }

  /** Keeps a message that cannot be handled as a dead letter and tells its sender. */
  async #giveUp(message: Message, reason: string): Promise<void> {
    this.#context.onNote('dead_letter', this.#name, message.event.type, reason);
    // An outbox message is kept as a dead letter together with the removal of its row.
    if (message.completesEffectId === null) {
      await this.#context.journal.addDeadLetter({
        ...this.#address,
        message: JSON.stringify(message.event),
        reason,
        at: toIsoTime(this.#context.clock.now()),
      });
    }
    settleRejected(message, 'failed', reason);
  }

  #enterQuarantine(reason: string): void {
    this.#quarantine = reason;
    this.#phase = this.#phase === 'closed' ? 'closed' : 'idle';
    this.#context.onNote('quarantine', this.#name, '', reason);
    this.#rejectWaiting('quarantined', reason);
  }

  #rejectWaiting(reason: 'shutting_down' | 'quarantined', detail: string): void {
    for (
      let message = this.#mailbox.take();
      message !== undefined;
      message = this.#mailbox.take()
    ) {
      settleRejected(message, reason, detail);
    }
  }
}

const nothingCommitted: CommittedTurn = { eventIds: [], answers: [] };

/** Shared by the many turns without effects. */
const none: readonly never[] = [];

function tellsOf(effects: Turn['record']['effects']): string[] {
  return effects.filter(({ name }) => name === tellEffect).map((effect) => effect.effect_id);
}

function settleRejected(
  message: Message,
  reason: Extract<Reply, { ok: false }>['rejected'],
  detail: string,
): void {
  message.settle({ ok: false, rejected: reason, detail }, [], false);
}
