/**
 * What goes wrong with an actor, and what is done about it. A turn that throws is tried again on the
 * state as stored; a message that keeps failing is kept as a dead letter so that the rest can go on; an
 * actor that keeps failing is taken out of service. Another writer's turn and a store that cannot be
 * read are no failures: they are tried again.
 */
import { InvariantError } from '../../lib/assert.ts';
import { describeError } from '../../lib/describe-error.ts';
import { type ActorAddress, toKey } from '../machine/durable-actions.ts';
import type { CellContext } from './cell-context.ts';
import { storeFailed } from './committer.ts';
import type { NoteKind } from './inspection.ts';
import { Intensity } from './intensity.ts';
import type { Message } from './message.ts';
import { buryTurn, quarantineTurn } from './repair-turns.ts';
import { settleRejected } from './replies.ts';

/** Conflicts with another writer in a row before the cell waits a moment. */
const conflictsAtOnceMax = 3;
const conflictPauseMs = 5;
const loadPauseMs = { first: 50, max: 5_000 };

/** What a failure does to its cell. */
export interface FailingCell {
  readonly address: ActorAddress;
  /** Forgets the state; the next message reads it anew. */
  forgetState(): void;
  putBack(message: Message): void;
  /** Decides nothing for a while. */
  pause(delayMs: number): void;
  /** Ends a pause and rejects whatever waits. */
  leaveService(reason: string): void;
}

/** The failures of one actor. Pauses, dead letters and quarantines begin here. */
export class CellFailures {
  readonly #cell: FailingCell;
  readonly #context: CellContext;
  #failedLoads = 0;
  #conflicts = 0;
  #intensity: Intensity | null = null;

  constructor(cell: FailingCell, context: CellContext) {
    this.#cell = cell;
    this.#context = context;
  }

  /** The stored state was read. */
  onLoaded(): void {
    this.#failedLoads = 0;
  }

  /** A turn was committed: nobody else was first. */
  onCommitted(): void {
    this.#conflicts = 0;
  }

  /** What went wrong before does not count any more. */
  forget(): void {
    this.#intensity = null;
  }

  /** The store could not be read, which says nothing about the actor; damaged text does. */
  onLoadFault(error: unknown): void {
    if (error instanceof InvariantError) {
      this.quarantine(`its stored state cannot be read: ${error.message}`, null);
      return;
    }
    this.#failedLoads += 1;
    this.#context.onNote('load_fault', this.#name, '', describeError(error));
    this.#cell.pause(Math.min(loadPauseMs.max, loadPauseMs.first * 2 ** (this.#failedLoads - 1)));
  }

  onUnrestorable(error: unknown): void {
    this.quarantine(`its stored state cannot be restored: ${describeError(error)}`, null);
  }

  /** Another writer was here first: decide again on what it left. That is no failure of anybody. */
  onConflict(message: Message): void {
    this.#cell.forgetState();
    this.#cell.putBack(message);
    this.#conflicts += 1;
    this.#note('conflict', message, 'another writer was first');
    this.#context.onRival();
    if (this.#conflicts > conflictsAtOnceMax) {
      this.#cell.pause(conflictPauseMs * (0.5 + this.#context.entropy.random()));
    }
  }

  /** A turn failed: forget the state, pause, try again; give the message up when it keeps failing. */
  onFailure(message: Message, reason: string): void {
    message.failures += 1;
    this.#cell.forgetState();
    this.#note('restart', message, reason);
    this.#intensity ??= new Intensity(this.#context.settings.actorIntensity);
    const isTooOften = this.#intensity.exceeds(this.#context.clock.monotonic());
    const isIsolated = this.#context.onFailure(this.#cell.address.kind);
    if (message.failures >= this.#context.settings.messageAttemptsMax)
      this.#giveUp(message, reason);
    else this.#cell.putBack(message);
    if (isTooOften || isIsolated) {
      this.quarantine(`it failed too often, last with: ${reason}`, message);
      return;
    }
    this.#cell.pause(this.#context.settings.restartPauseMs * 2 ** (message.failures - 1));
  }

  /** Takes the actor out of service; `message` is the one it failed at. */
  quarantine(reason: string, message: Message | null): void {
    const event = message === null ? null : JSON.stringify(message.event);
    const since = this.#context.now();
    const { address } = this.#cell;
    this.#context.outOfService.add({ ...address, reason, event, since });
    this.#context.onNote('quarantine', this.#name, '', reason, message?.correlationId);
    this.#context.keep(quarantineTurn(address, { reason, event, since }));
    this.#cell.leaveService(reason);
  }

  /** Keeps a message that cannot be handled as a dead letter and tells its sender. */
  #giveUp(message: Message, reason: string): void {
    this.#note('dead_letter', message, reason);
    const record = buryTurn(this.#cell.address, message, reason, this.#context.now());
    this.#context.keep(record, (result) => {
      if (result.ok) settleRejected(message, 'failed', reason);
      else if (result.failure.reason === 'lost') {
        settleRejected(message, 'store_failed', storeFailed);
      } else settleRejected(message, 'already_applied', 'an earlier delivery was applied');
    });
  }

  #note(kind: NoteKind, { event, correlationId }: Message, reason: string): void {
    this.#context.onNote(kind, this.#name, event.type, reason, correlationId);
  }

  get #name(): string {
    return toKey(this.#cell.address);
  }
}
