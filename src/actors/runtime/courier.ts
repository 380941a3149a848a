/**
 * Brings the runtime's own messages (due timers, results of effects, tells) to their actors. Whatever
 * it is given is tried again until an actor has taken it: a full mailbox only means later. What is for
 * an actor out of service is given up here and read back from the store when the actor is released;
 * each parcel says whose reading that is, so that nothing can be forgotten.
 */
import type { ActorAddress } from '../machine/durable-actions.ts';
import type { Reply } from './definition.ts';
import type { Message } from './message.ts';
import type { Wakeups } from './wakeups.ts';

interface Parcel {
  /** Names the parcel among those under way. */
  readonly key: string;
  readonly to: ActorAddress;
  readonly message: Omit<Message, 'settle'>;
  /** The actor's word; never `overloaded`. */
  readonly done: (reply: Reply) => void;
}

interface CourierOptions {
  readonly wakeups: Wakeups;
  /** Puts a message into its actor's mailbox. */
  readonly post: (to: ActorAddress, message: Message) => void;
  /** Pause before a full mailbox is tried again, ms. */
  readonly retryMs: number;
}

/** Delivers parcels until an actor has said something other than `overloaded`. */
export class Courier {
  readonly #options: CourierOptions;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  deliver(parcel: Parcel): void {
    this.#options.post(parcel.to, {
      ...parcel.message,
      settle: (reply) => {
        if (!reply.ok && reply.rejected === 'overloaded') this.#deliverLater(parcel);
        else parcel.done(reply);
      },
    });
  }

  #deliverLater(parcel: Parcel): void {
    const { wakeups, retryMs } = this.#options;
    wakeups.setIn(`delivery ${parcel.key}`, retryMs, () => this.deliver(parcel));
  }
}
