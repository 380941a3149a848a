/**
 * What waits for one actor: the bounded mailbox, and behind it what the actor's own timers and
 * effects bring while a lane is full. These are never refused: they are no more than the actor
 * itself has asked for, and a lost one would leave it waiting for ever.
 */
import { type LaneBounds, Mailbox } from '../runtime/mailbox.ts';
import type { Delivery, VolatileMessage } from './message.ts';
import { rejected } from './message.ts';

/** The messages that wait for the turns of one actor. */
export class Inbox {
  readonly #mailbox: Mailbox<VolatileMessage>;
  #held: VolatileMessage[] = [];

  constructor(bounds: LaneBounds) {
    this.#mailbox = new Mailbox(bounds);
  }

  get size(): number {
    return this.#mailbox.size + this.#held.length;
  }

  /** A message that loses its place to a newer one is settled as `coalesced`. */
  push(message: VolatileMessage): Exclude<Delivery, 'unknown_actor' | 'shutting_down'> {
    const pushed = this.#mailbox.push(message);
    if (pushed.result === 'coalesced') pushed.replaced.settle(rejected('coalesced'));
    return pushed.result === 'full' ? 'overloaded' : pushed.result;
  }

  /** Takes in what the actor itself has asked for; it keeps its order. */
  pushOwn(message: VolatileMessage): void {
    this.#held.push(message);
    this.#refill();
  }

  take(): VolatileMessage | undefined {
    const message = this.#mailbox.take();
    this.#refill();
    return message;
  }

  #refill(): void {
    this.#held = this.#held.filter((message) => this.#mailbox.push(message).result === 'full');
  }
}
