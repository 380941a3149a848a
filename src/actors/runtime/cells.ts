/** The actors in memory: made when a message comes for them, dropped when they have been quiet. */
import { type ActorAddress, toKey } from '../machine/durable-actions.ts';
import { ActorCell } from './cell.ts';
import type { CellContext } from './cell-context.ts';
import type { AnyDefinition, Rejected } from './definition.ts';
import type { HostSettings } from './host-options.ts';
import type { Message } from './message.ts';
import { settleRejected } from './replies.ts';

interface CellsOptions {
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  readonly settings: HostSettings;
  readonly context: CellContext;
}

/** When memory is full, this share of it is freed at once. */
const freedShare = 0.1;
/** Looking at all actors takes a while: under an onslaught it is not done for every message. */
const lookPauseMs = 10;

/** At most `cellsMax` of them. Where none is quiet, a message for one more is rejected as `overloaded`. */
export class Cells {
  readonly #options: CellsOptions;
  readonly #byName = new Map<string, ActorCell>();
  #isClosed = false;
  /** Before this moment (monotonic) nobody looks for room again: nobody was quiet just now. */
  #fullUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: CellsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byName.size;
  }

  /** Messages waiting or being handled, of all actors. */
  get waitingCount(): number {
    let count = 0;
    for (const cell of this.#byName.values()) count += cell.waitingCount;
    return count;
  }

  /** Waiting messages of one actor, per lane; undefined when it is not in memory. */
  depthsOf(address: ActorAddress): Record<string, number> | undefined {
    return this.#byName.get(toKey(address))?.depths();
  }

  /** Puts a message into its actor's mailbox, waking the actor when needed. */
  post(address: ActorAddress, message: Message): void {
    const name = toKey(address);
    const cell = this.#byName.get(name) ?? this.#activate(name, address, message);
    cell?.post(message);
  }

  #activate(name: string, { kind, id }: ActorAddress, message: Message): ActorCell | undefined {
    if (this.#isClosed) {
      settleRejected(message, 'shutting_down', 'the host is closed');
      return undefined;
    }
    const definition = this.#options.definitions.get(kind);
    if (definition === undefined || definition.partOf !== undefined) {
      const why =
        definition === undefined
          ? `no actor is defined for ${kind}`
          : `a ${kind} is part of its ${definition.partOf}, which alone tells it anything`;
      settleRejected(message, 'unknown_kind', why);
      return undefined;
    }
    if (this.size >= this.#options.settings.cellsMax && !this.#makeRoom()) {
      settleRejected(message, 'overloaded', 'as many actors are busy as memory may hold');
      return undefined;
    }
    const cell = new ActorCell({ kind, id }, definition, this.#options.context);
    this.#byName.set(name, cell);
    return cell;
  }

  /** Drops the actors that have been quiet longest; false when none is quiet. */
  #makeRoom(): boolean {
    const { context } = this.#options;
    const nowMs = context.clock.monotonic();
    if (nowMs < this.#fullUntilMs) return false;
    const quiet = [...this.#byName].filter(([, cell]) => cell.isQuiet);
    quiet.sort(([, left], [, right]) => left.lastTurnMs - right.lastTurnMs);
    const count = Math.ceil(this.#options.settings.cellsMax * freedShare);
    for (const [name] of quiet.slice(0, count)) this.#byName.delete(name);
    if (quiet.length === 0) this.#fullUntilMs = nowMs + lookPauseMs;
    return quiet.length > 0;
  }

  /** Drops every actor that has been quiet since `sinceMs` (monotonic); returns how many. */
  passivate(sinceMs: number): number {
    const before = this.size;
    for (const [name, cell] of this.#byName) {
      if (cell.isQuiet && cell.lastTurnMs <= sinceMs) this.#byName.delete(name);
    }
    return before - this.size;
  }

  /** Makes some actors forget their state and read it back. */
  forget(isMeant: (kind: string, id: string) => boolean): void {
    for (const cell of this.#byName.values()) {
      const { kind, id } = cell.address;
      if (isMeant(kind, id)) cell.forget();
    }
  }

  /** From here on no message is taken, by nobody. */
  close(why: Rejected): void {
    this.#isClosed = true;
    for (const cell of this.#byName.values()) cell.close(why);
  }
}
