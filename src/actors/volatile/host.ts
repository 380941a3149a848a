/**
 * The host of actors that persist nothing: samplers, watches, clients. They have what durable
 * actors have (an address, one message at a time, four bounded lanes, supervision) and no journal:
 * after a restart of the process they begin anew.
 *
 * A turn takes one message through the actor's statechart, carries out the effects it asks for, and
 * answers the sender. An actor that is at rest takes its turn within the call that tells it
 * something; when others are having theirs, it waits in line, and after `turnsPerSlice` turns the
 * event loop goes round first. A full lane says so to its sender; in the telemetry lane the newest
 * message takes the place of a waiting one with the same key. What an actor's own timers and
 * effects bring is never refused.
 *
 * An actor that fails (its machine throws, an effect throws, or nothing answers an invoked effect's
 * failure) begins anew with its inbox kept; one that fails too often is stopped and its owner told.
 * Nothing that an actor does ends the process or reaches another one's turn.
 */
import type { AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import { assert } from '../../lib/assert.ts';
import { type ActorAddress, type ActorEvent, toKey } from '../machine/durable-actions.ts';
import { Cell } from './cell.ts';
import type { CellFailure, CellHost, Ending } from './cell-host.ts';
import {
  resolveVolatileSettings,
  type VolatileActorState,
  type VolatileFailure,
  type VolatileHostOptions,
} from './host-options.ts';
import type { VolatileKind } from './kind.ts';
import {
  type Delivery,
  rejected,
  type SendOptions,
  type VolatileMessage,
  type VolatileReply,
} from './message.ts';
import { TurnQueue } from './turn-queue.ts';

/** An actor as its owner holds it. */
export interface VolatileRef<Machine extends AnyStateMachine> {
  readonly address: ActorAddress;
  /** The latest one, also after the end. */
  snapshot(): SnapshotFrom<Machine>;
  tell(event: ActorEvent, options?: SendOptions): Delivery;
  ask(event: ActorEvent, options?: SendOptions): Promise<VolatileReply>;
  /** Ends it at once; resolves when no handler of it is at work. */
  stop(): Promise<void>;
}

interface Place {
  readonly cell: Cell;
  readonly onEnded: ((how: Ending) => void) | undefined;
}

/** Starts, tells, asks and stops actors by their address. */
export class VolatileHost {
  readonly #options: VolatileHostOptions;
  readonly #places = new Map<string, Place>();
  /** Of actors that have ended, until their handlers have returned. */
  readonly #ending = new Set<Promise<void>>();
  readonly #turns: TurnQueue;
  readonly #cellHost: CellHost<Cell>;
  #requests = 0;
  #isClosed = false;

  constructor(options: VolatileHostOptions) {
    const settings = resolveVolatileSettings(options.settings);
    this.#options = options;
    this.#turns = new TurnQueue(settings);
    const { clock } = options;
    this.#cellHost = {
      clock,
      laneBounds: settings.laneBounds,
      intensity: settings.intensity,
      contextOf: (address, signal) => ({
        address,
        clock,
        signal,
        ask: (to, event, how) => this.ask(to, event, how),
      }),
      stamp: ({ event, requestKey }) =>
        Object.assign({}, event, { at_ms: clock.monotonic(), request_key: requestKey }),
      ownMessage: (event, lane, isCurrent) => this.#message(event, { lane }, () => {}, isCurrent),
      wake: (cell) => this.#turns.wake(cell),
      within: (work) => this.#turns.within(work),
      failed: (cell, failure) => this.#failed(cell, failure),
      ended: (cell, how) => this.#ended(cell, how),
    };
  }

  /**
   * Starts an actor; its first state has been entered on return. `onEnded` is called once, whatever
   * ends it. Throws `InvariantError` when the address is taken, the host is closed, the kind asks
   * for effects that it does not carry out, or the first state could not be entered at all.
   */
  spawn<Machine extends AnyStateMachine, Input extends InputFrom<Machine>>(
    kind: VolatileKind<Machine, Input>,
    id: string,
    input: Input,
    onEnded?: (how: Ending) => void,
  ): VolatileRef<Machine> {
    const key = toKey({ kind: kind.kind, id });
    assert(!this.#isClosed, `${key} cannot start: the host is closed`);
    assert(!this.#places.has(key), `${key} is there already`);
    const cell = new Cell(this.#cellHost, kind, id, input);
    this.#places.set(key, { cell, onEnded });
    try {
      cell.start();
    } catch (error) {
      this.#places.delete(key);
      throw error;
    }
    assert(cell.snapshot !== null, `${key} failed each time it was started`);
    return this.#refOf<Machine>(cell);
  }

  #refOf<Machine extends AnyStateMachine>(cell: Cell): VolatileRef<Machine> {
    const { address } = cell;
    const here = (): boolean => !cell.isEnded;
    return {
      address,
      snapshot: () => cell.snapshot as SnapshotFrom<Machine>,
      tell: (event, options) => (here() ? this.tell(address, event, options) : 'unknown_actor'),
      ask: (event, options) =>
        here()
          ? this.ask(address, event, options)
          : Promise.resolve(rejected(this.#isClosed ? 'shutting_down' : 'unknown_actor')),
      stop: () => {
        cell.end('stopped');
        return cell.effects.idle();
      },
    };
  }

  has(address: ActorAddress): boolean {
    return this.#places.has(toKey(address));
  }

  /** The id that is wished for, or that with a number while an earlier actor has it. */
  freeId(kind: string, wished: string): string {
    let id = wished;
    for (let number = 2; this.has({ kind, id }); number += 1) id = `${wished}~${number}`;
    return id;
  }

  /** Sends without waiting. Whoever must know what became of it asks. */
  tell(to: ActorAddress, event: ActorEvent, options: SendOptions = {}): Delivery {
    return this.#send(
      to,
      this.#message(event, options, () => {}),
    );
  }

  /** Resolves with the answer of the turn, or of the later turn that it left the answer to. */
  ask(to: ActorAddress, event: ActorEvent, options: SendOptions = {}): Promise<VolatileReply> {
    return new Promise((resolve) => {
      const delivery = this.#send(to, this.#message(event, options, resolve));
      if (delivery !== 'queued' && delivery !== 'coalesced') resolve(rejected(delivery));
    });
  }

  /** Ends all of them and starts no other; resolves when no handler is at work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { cell } of this.#places.values()) cell.end('stopped');
    await Promise.all(this.#ending);
  }

  /** Every actor that is there, in the order in which they were started. */
  actors(): VolatileActorState[] {
    return [...this.#places.values()].map(({ cell }) => cell.describe());
  }

  #message(
    event: ActorEvent,
    { lane = 'command', coalesceKey = null }: Partial<VolatileMessage>,
    settle: (reply: VolatileReply) => void,
    isCurrent: () => boolean = () => true,
  ): VolatileMessage {
    this.#requests += 1;
    const requestKey = `r${this.#requests}`;
    return { event, lane, coalesceKey, requestKey, settle, isCurrent };
  }

  #send(to: ActorAddress, message: VolatileMessage): Delivery {
    if (this.#isClosed) return 'shutting_down';
    const cell = this.#places.get(toKey(to))?.cell;
    if (cell === undefined) return 'unknown_actor';
    const result = cell.inbox.push(message);
    if (result !== 'overloaded') this.#turns.wake(cell);
    return result;
  }

  #failed({ address }: Cell, { error, isTooOften }: CellFailure): void {
    this.#tellFailure(address, error, isTooOften ? 'stop' : 'restart');
  }

  #ended(cell: Cell, how: Ending): void {
    const key = toKey(cell.address);
    const place = this.#places.get(key);
    this.#places.delete(key);
    const idle = cell.effects.idle().finally(() => this.#ending.delete(idle));
    this.#ending.add(idle);
    try {
      place?.onEnded?.(how);
    } catch (error) {
      this.#tellFailure(cell.address, error, 'listener');
    }
  }

  #tellFailure(address: ActorAddress, error: unknown, ledTo: VolatileFailure['led_to']): void {
    this.#options.onFailure?.({ actor: toKey(address), error, led_to: ledTo });
  }
}
