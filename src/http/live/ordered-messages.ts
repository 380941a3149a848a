/**
 * What a client asks, in the order in which it asks. One of several planes may not know yet what
 * its client has seen at another: such a request waits until the copy has it, and what comes after it waits, too.
 * Where the copy could not be brought forward meanwhile, nobody knows whether the event is of this log.
 */
import type { FeedHub } from './hub.ts';
import { type ClientMessage, liveLimits } from './protocol.ts';

/** How long it waits before it says `gap`, or that the client is to come back. */
export const followMsMax = 5_000;
/** Of so many looks that ended since it was asked, at least one also began since. */
const looksToKnow = 2;

interface OrderContext {
  readonly hub: FeedHub;
  readonly wholeLooks: () => number | null;
}

/** Messages of one client, each acted on once. */
export class OrderedMessages {
  readonly #context: OrderContext;
  readonly #act: (message: ClientMessage) => void;
  readonly #behind: (since: number) => void;
  /** The first is what is waited for. */
  readonly #held: ClientMessage[] = [];

  /** `behind`: this copy lacks what the client has seen, and could not be brought forward. */
  constructor(
    context: OrderContext,
    act: (message: ClientMessage) => void,
    behind: (since: number) => void,
  ) {
    this.#context = context;
    this.#act = act;
    this.#behind = behind;
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
    const { hub, wholeLooks } = this.#context;
    return (
      message.type !== 'subscribe' || (message.since ?? 0) <= hub.head || wholeLooks() === null
    );
  }

  async #hold(first: ClientMessage): Promise<void> {
    this.#held.push(first);
    for (let next = this.#held[0]; next !== undefined; next = this.#held[0]) {
      if (next.type === 'subscribe' && !this.#known(next)) await this.#reach(next.since ?? 0);
      this.#act(next);
      this.#held.shift();
    }
  }

  async #reach(since: number): Promise<void> {
    const { hub, wholeLooks } = this.#context;
    const before = wholeLooks();
    await hub.reach(since, followMsMax);
    const looks = wholeLooks();
    if (since <= hub.head || looks === null) return;
    if (looks < (before ?? 0) + looksToKnow) this.#behind(since);
  }
}
