/**
 * What a client asks, in the order in which it asks. A plane that follows another one may not know yet what
 * its client has seen there: such a request waits until the copy has it, and what comes after it waits, too.
 */
import type { FeedHub } from './hub.ts';
import { type ClientMessage, liveLimits } from './protocol.ts';

/** How long it waits before it says `gap`. */
export const followMsMax = 5_000;

interface OrderContext {
  readonly hub: FeedHub;
  readonly follows: () => boolean;
}

/** Messages of one client, each acted on once. */
export class OrderedMessages {
  readonly #context: OrderContext;
  readonly #act: (message: ClientMessage) => void;
  /** The first is what is waited for. */
  readonly #held: ClientMessage[] = [];

  constructor(context: OrderContext, act: (message: ClientMessage) => void) {
    this.#context = context;
    this.#act = act;
  }

  /** Acts at once unless something waits; false when too much waits already. */
  take(message: ClientMessage): boolean {
    if (this.#held.length >= liveLimits.topicsPerClientMax) return false;
    if (this.#held.length > 0) this.#held.push(message);
    else if (this.#known(message)) this.#act(message);
    else void this.#hold(message);
    return true;
  }

  /** Whether the log goes as far as the client says, or nobody is waited for. */
  #known(message: ClientMessage): boolean {
    const { hub, follows } = this.#context;
    return message.type !== 'subscribe' || (message.since ?? 0) <= hub.head || !follows();
  }

  async #hold(first: ClientMessage): Promise<void> {
    this.#held.push(first);
    for (let next = this.#held[0]; next !== undefined; next = this.#held[0]) {
      const { hub } = this.#context;
      if (next.type === 'subscribe' && !this.#known(next))
        await hub.reach(next.since ?? 0, followMsMax);
      this.#act(next);
      this.#held.shift();
    }
  }
}
