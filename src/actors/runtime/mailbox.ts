/**
 * An actor's mailbox: four bounded lanes served in order of importance. A full lane says no to its
 * sender; only the telemetry lane coalesces, and nothing ever evicts a message of another lane.
 */
import { BoundedQueue } from '../../lib/bounded-queue.ts';
import { type Lane, lanes, type Message } from './message.ts';

/** Messages that may wait in each lane of one actor. */
export type LaneBounds = Readonly<Record<Lane, number>>;

/** Bounds of a host that is given none. */
export const defaultLaneBounds: LaneBounds = {
  system: 1024,
  control: 4096,
  command: 4096,
  telemetry: 64,
};

/** What the mailbox looks at in a message. */
export type Mail = Pick<Message, 'lane' | 'coalesceKey'>;

/** What waits for one actor. Of a lane nothing is taken while a more important one has a message. */
export class Mailbox<Item extends Mail = Message> {
  readonly #bounds: LaneBounds;
  // Lanes are made when first used: most of a hundred thousand active actors are quiet.
  #queues: Partial<Record<Lane, BoundedQueue<Item>>> = {};
  #size = 0;

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#size;
  }

  /** Waiting messages per lane. */
  depths(): Record<Lane, number> {
    const depth = (lane: Lane): number => this.#queues[lane]?.size ?? 0;
    return {
      system: depth('system'),
      control: depth('control'),
      command: depth('command'),
      telemetry: depth('telemetry'),
    };
  }

  /**
   * Puts a message in its lane. `coalesced` carries the message it replaced, which the caller has
   * to settle; `full` means nothing was done.
   */
  push(message: Item): { result: 'queued' | 'full' } | { result: 'coalesced'; replaced: Item } {
    const queue = this.#queueOf(message.lane);
    if (message.lane === 'telemetry' && message.coalesceKey !== null) {
      const last = queue.peekLast();
      if (last !== undefined && last.coalesceKey === message.coalesceKey) {
        queue.replaceLast(message);
        return { result: 'coalesced', replaced: last };
      }
    }
    if (!queue.push(message)) return { result: 'full' };
    this.#size += 1;
    return { result: 'queued' };
  }

  /** Puts a taken message back in front of its lane, for another attempt. */
  putBack(message: Item): void {
    const queue = this.#queueOf(message.lane);
    queue.unshift(message);
    this.#size += 1;
  }

  #queueOf(lane: Lane): BoundedQueue<Item> {
    const known = this.#queues[lane];
    if (known !== undefined) return known;
    const made = new BoundedQueue<Item>(this.#bounds[lane]);
    this.#queues[lane] = made;
    return made;
  }

  /** The next message: most important lane first, oldest first within it. */
  take(): Item | undefined {
    if (this.#size === 0) return undefined;
    for (const lane of lanes) {
      const message = this.#queues[lane]?.shift();
      if (message !== undefined) {
        this.#size -= 1;
        if (this.#size === 0) this.#queues = {};
        return message;
      }
    }
    return undefined;
  }
}
