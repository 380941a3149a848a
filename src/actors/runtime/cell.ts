/**
 * One active actor: its state, its mailbox, and the turns it takes.
 *
 * A cell decides one message at a time. While the batch that its last turn went into is still open,
 * it may decide the next on the state that turn will leave; both are committed together, and when the
 * journal refuses one, those behind it are unwound and decided anew. Replies go out in order, each
 * after its commit; so does the reply to a message that changed nothing but was decided upon a turn
 * not yet committed.
 *
 * What becomes of a turn that throws is in `cell-failures.ts`.
 */
import { toIsoTime } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { StoredActor, TurnResult } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';
import type { Refusal } from '../machine/spec.ts';
import type { CellContext } from './cell-context.ts';
import { CellFailures, type FailingCell } from './cell-failures.ts';
import { Decided } from './decided.ts';
import type { AnyDefinition, Rejected, RejectReason } from './definition.ts';
import { Mailbox } from './mailbox.ts';
import type { Message } from './message.ts';
import { replayAnswer, settleRejected } from './replies.ts';
import { PartsMissing, restoreStanding, type Standing } from './standing.ts';
import { refuseTurn, type Turn, type TurnInput, takeTurn } from './turn.ts';

/** An actor while it is in memory; what it knows of its stored state can be dropped at any time. */
export class ActorCell implements FailingCell {
  readonly address: ActorAddress;
  readonly #definition: AnyDefinition;
  readonly #context: CellContext;
  readonly #mailbox: Mailbox;
  /** As committed; null when it has to be read. */
  #base: Standing | null = null;
  /** As it will be when everything pending is committed. */
  #tip: Standing | null = null;
  /** Parts of the actor that are read with its state. */
  #wantedParts: readonly ActorAddress[] = [];
  /** Decided and not yet answered, in order. */
  #pending: Decided[] = [];
  /** The batch that what is pending went into. */
  #batch = 0;
  #phase: 'idle' | 'loading' | 'pausing' | 'closed' = 'idle';
  readonly #failures: CellFailures;
  #lastTurnMs: number;

  constructor(address: ActorAddress, definition: AnyDefinition, context: CellContext) {
    this.address = address;
    this.#definition = definition;
    this.#context = context;
    this.#mailbox = new Mailbox(context.settings.laneBounds);
    this.#lastTurnMs = context.clock.monotonic();
    this.#failures = new CellFailures(this, context);
  }

  /** Nothing under way and nothing waiting: may leave memory. */
  get isQuiet(): boolean {
    return this.#phase === 'idle' && this.#mailbox.size === 0 && this.#pending.length === 0;
  }
  /** Messages waiting or being handled. */
  get waitingCount(): number {
    return this.#mailbox.size + this.#pending.length;
  }
  get lastTurnMs(): number {
    return this.#lastTurnMs;
  }

  depths(): Record<string, number> {
    return this.#mailbox.depths();
  }

  /** Takes a message in; its `settle` is called exactly once, now or later. */
  post(message: Message): void {
    const quarantine = this.#context.outOfService.get(this.address);
    if (quarantine !== undefined) {
      settleRejected(message, 'quarantined', quarantine.reason);
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
    this.#run();
  }

  /** Forgets what is known of the stored state; the next message reads it anew. */
  forget(): void {
    this.#base = null;
    if (this.#pending.length === 0) this.#tip = null;
    this.#failures.forget();
  }

  /** Takes nothing more; something is pending only after a store fault. */
  close({ rejected, detail }: Rejected): void {
    this.#phase = 'closed';
    for (const decided of this.#pending.splice(0)) {
      decided.drop();
      settleRejected(decided.message, rejected, detail);
    }
    this.#rejectWaiting(rejected, detail);
  }

  get #name(): string {
    return `${this.address.kind}/${this.address.id}`;
  }

  get #pauseKey(): string {
    return `actor ${this.#name}`;
  }

  /** Decides messages until one has to wait for the journal. */
  #run(): void {
    if (this.#mailbox.size > 0) this.#rejectIfOutOfService();
    while (this.#phase === 'idle' && this.#mailbox.size > 0 && this.#mayDecide()) {
      if (this.#tip === null) {
        void this.#load();
        return;
      }
      const message = this.#mailbox.take()!;
      if (!this.#isStaleTimer(message)) this.#handle(message, this.#tip);
    }
  }

  /** What was put back while the actor went out of service goes with it. */
  #rejectIfOutOfService(): void {
    const quarantine = this.#context.outOfService.get(this.address);
    if (quarantine !== undefined) this.#rejectWaiting('quarantined', quarantine.reason);
  }

  /** True while nothing is pending, or all of it is in the batch that is still open. */
  #mayDecide(): boolean {
    if (this.#pending.length === 0) return true;
    // What is pending was decided on a state that is not to be relied on: wait for its end.
    if (this.#tip === null) return false;
    return this.#batch === this.#context.committer.openBatch;
  }

  /** A timer that was cleared or set anew while its message waited has no meaning any more. */
  #isStaleTimer(message: Message): boolean {
    const { timer } = message;
    if (timer === null) return false;
    const isTouched = this.#pending.some((decided) => decided.touchesTimer(timer.name));
    if (this.#context.timers.isCurrent(timer) && !isTouched) return false;
    settleRejected(message, 'failed', 'the timer is no longer set');
    return true;
  }

  #handle(message: Message, on: Standing): void {
    const startedMs = this.#context.clock.monotonic();
    const input = this.#turnInput(message, on);
    let turn: Turn;
    try {
      turn = takeTurn(input);
    } catch (error) {
      if (error instanceof PartsMissing) this.#want(error.addresses, message);
      else this.#failures.onFailure(message, describeError(error));
      return;
    }
    this.#decide(turn, input, startedMs);
  }

  /** Reads everything anew, with these parts, once nothing is pending; then the message has its turn. */
  #want(parts: readonly ActorAddress[], message: Message): void {
    this.#wantedParts = parts;
    this.#tip = null;
    this.#mailbox.putBack(message);
  }

  #turnInput(message: Message, on: Standing): TurnInput {
    const nowMs = this.#context.clock.now();
    return {
      definition: this.#definition,
      definitions: this.#context.definitions,
      address: this.address,
      state: on.state,
      version: on.version,
      isMigrated: on.isMigrated,
      parts: on.parts,
      message,
      at: toIsoTime(nowMs),
      nowMs,
    };
  }

  /** Adds a turn to what is pending, or ends it at once when there is nothing to wait for. */
  #decide(turn: Turn, input: TurnInput, startedMs: number): void {
    const decided = new Decided(turn, input, startedMs, () => this.#conclude());
    if (turn.changed) this.#tip = turn.after;
    if (!turn.durable) {
      if (this.#pending.length === 0) this.#finish(decided, null);
      else this.#pending.push(decided);
      return;
    }
    this.#batch = this.#context.committer.openBatch;
    this.#pending.push(decided);
    this.#context.committer.add(decided);
  }

  /** Ends, in order, everything pending whose result is there. */
  #conclude(): void {
    for (;;) {
      const decided = this.#pending[0];
      if (decided === undefined || !decided.isConcluded) break;
      this.#pending.shift();
      const { result } = decided;
      if (result === null || result.ok) this.#finish(decided, result);
      else this.#unwind(decided, result);
    }
    if (this.#pending.length === 0 && this.#base === null) this.#tip = null;
    this.#run();
  }

  #finish(decided: Decided, result: Extract<TurnResult, { ok: true }> | null): void {
    const { turn, message } = decided;
    if (result !== null) {
      this.#failures.onCommitted();
      if (turn.changed) this.#base = turn.after;
      this.#context.onCommitted(this.address, turn, result);
    }
    const endedMs = this.#context.clock.monotonic();
    this.#lastTurnMs = endedMs;
    this.#context.inspection.add(decided.describe(endedMs));
    const outcome = turn.outcome(result?.eventIds[0] ?? null);
    message.settle({ ok: true, outcome, replayed: false }, turn.deferred);
  }

  /** A turn was refused: what was decided upon it goes back to the mailbox, in its order. */
  #unwind(decided: Decided, result: Extract<TurnResult, { ok: false }>): void {
    const behind = this.#pending.splice(0);
    for (const later of behind.toReversed()) {
      later.drop();
      this.#mailbox.putBack(later.message);
    }
    this.#tip = this.#base;
    const { turn, input } = decided;
    const { failure } = result;
    switch (failure.reason) {
      case 'version':
        this.#failures.onConflict(turn.message);
        return;
      case 'constraint': {
        const refusal = this.#definition.constraints?.[failure.constraint];
        if (refusal === undefined)
          this.#failures.onFailure(turn.message, `constraint ${failure.constraint}`);
        else this.#refuse(input, refusal);
        return;
      }
      case 'answer':
        if (failure.key !== turn.message.completesEffectId) {
          void replayAnswer(this.#context.journal, turn.message, failure.key);
          return;
        }
        settleRejected(turn.message, 'already_applied', 'an earlier delivery was applied');
        return;
      case 'gone':
        settleRejected(
          turn.message,
          'already_applied',
          'another process applied it, or took it back',
        );
        return;
      case 'unwound':
        this.#mailbox.putBack(turn.message);
    }
  }

  #refuse(input: TurnInput, refusal: Refusal): void {
    const startedMs = this.#context.clock.monotonic();
    this.#decide(refuseTurn(input, refusal), input, startedMs);
  }

  async #load(): Promise<void> {
    this.#phase = 'loading';
    const addresses = [this.address, ...this.#wantedParts];
    let stored: readonly (StoredActor | undefined)[];
    try {
      const read = ({ kind, id }: ActorAddress) => this.#context.journal.load(kind, id);
      // The parts after their owner: what another process changes of them meanwhile it changes with the
      // owner's version, and the turn is then refused. Read before it, they could be old unnoticed.
      const own = await read(this.address);
      stored = [own, ...(await Promise.all(this.#wantedParts.map(read)))];
    } catch (error) {
      this.#failures.onLoadFault(error);
      this.#run();
      return;
    }
    this.#failures.onLoaded();
    try {
      const [own, ...parts] = stored.map((row, index) => this.#restore(addresses[index]!, row));
      const named = this.#wantedParts.map(({ kind, id }, index) => {
        return [`${kind}/${id}`, parts[index]!] as const;
      });
      this.#base = { ...own!, parts: new Map(named) };
      this.#tip = this.#base;
    } catch (error) {
      this.#failures.onUnrestorable(error);
    }
    this.#proceed();
  }

  #restore({ kind, id }: ActorAddress, stored: StoredActor | undefined): Standing {
    try {
      return restoreStanding(this.#context.definitions.get(kind)!, id, stored);
    } catch (error) {
      if (kind === this.address.kind) throw error;
      throw new Error(`its part ${kind}/${id}: ${describeError(error)}`);
    }
  }

  /** Decides nothing for a while. */
  pause(delayMs: number): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'pausing';
    this.#context.wakeups.setIn(this.#pauseKey, delayMs, () => this.#proceed());
  }

  #proceed(): void {
    if (this.#phase !== 'closed') this.#phase = 'idle';
    this.#run();
  }

  /** As a cell's failures ask for it. */
  forgetState(): void {
    this.#base = null;
    this.#tip = null;
  }

  putBack(message: Message): void {
    this.#mailbox.putBack(message);
  }

  /** Out of service: whatever waits is rejected. */
  leaveService(reason: string): void {
    // A pause that goes on would end in the middle of the next reading, after a release.
    this.#context.wakeups.clear(this.#pauseKey);
    if (this.#phase !== 'closed') this.#phase = 'idle';
    this.#rejectWaiting('quarantined', reason);
  }

  #rejectWaiting(reason: RejectReason, detail: string): void {
    for (;;) {
      const message = this.#mailbox.take();
      if (message === undefined) return;
      settleRejected(message, reason, detail);
    }
  }
}
