/**
 * The way of a subscription from the log to the live streams. It first sends what lies between its
 * start and the hub's position, waiting whenever the network is behind, and joins the topics in the
 * tick in which nothing is left to send. Events committed meanwhile are part of what lies between.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import { type FeedRecord, toFrameText } from './frames.ts';
import type { FeedHub } from './hub.ts';
import { liveLimits } from './protocol.ts';
import type { Topic } from './topics.ts';

/** A topic that can be sent from the log: one of events or of states. */
export type LosslessTopic = Extract<Topic, { family: 'lossless' }>;

/** A client whose network is this far behind waits before more of the log is sent to it. */
const pauseBytes = Math.floor(liveLimits.clientQueueBytesMax / 16);

/** The client as a replay needs it. */
interface ReplayClient {
  readonly isGone: boolean;
  send(text: string): boolean;
  roomFor(bytes: number): Promise<void> | undefined;
  goLive(replay: Replay): boolean;
}

interface ReplayContext {
  readonly hub: FeedHub;
  readonly stats: { replays: number; replayedEvents: number };
  readonly client: ReplayClient;
}

/** Topics asked for in one message, on their way together. */
export class Replay {
  /** Those still wanted, by name. */
  readonly topics: Map<string, LosslessTopic>;
  /** Last event sent under each topic, or the one before the start; null where none is known. */
  readonly lastSeq = new Map<string, number | null>();
  /** False when it simply begins now. */
  readonly asked: boolean;
  readonly #context: ReplayContext;
  #cursor: number;

  constructor(
    context: ReplayContext,
    from: {
      readonly topics: Map<string, LosslessTopic>;
      readonly start: number;
      readonly asked: boolean;
    },
  ) {
    this.#context = context;
    this.topics = from.topics;
    this.asked = from.asked;
    this.#cursor = from.start;
  }

  /** Everything up to this event was sent. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Resolves when the topics are live, or nobody wants them any more. Rejects when the log fails. */
  async run(): Promise<void> {
    const { hub, stats } = this.#context;
    if (this.asked) stats.replays += 1;
    try {
      await hub.acquire();
      for (const topic of this.topics.values()) {
        this.lastSeq.set(topic.name, await this.#lastOf(topic));
      }
      while (!this.#isOver() && !(await this.#step()));
    } finally {
      hub.release();
    }
  }

  /** The stream's last event up to the cursor; the hub knows it of what somebody listens to. */
  #lastOf({ name, selection }: LosslessTopic): Promise<number | null> | number | null {
    const { hub } = this.#context;
    const known = this.#cursor === hub.position ? hub.lastSeqOf(name) : undefined;
    return known === undefined ? hub.lastOf(selection, this.#cursor) : known;
  }

  /** One page further; true once it is live. */
  async #step(): Promise<boolean> {
    const { hub, client } = this.#context;
    await client.roomFor(pauseBytes);
    if (this.#isOver()) return false;
    if (this.#cursor === hub.position) {
      if (client.goLive(this)) return true;
      // No room is waited for by a socket that is being closed.
      await (client.roomFor(0) ?? nextTick());
    } else if (this.#cursor > hub.position) {
      // The client has seen events that were committed but are not published yet.
      await hub.settle();
    } else {
      await this.#sendAll(await hub.after(this.#cursor));
      await nextTick();
    }
    return false;
  }

  async #sendAll(records: readonly FeedRecord[]): Promise<void> {
    for (const record of records) {
      await this.#context.client.roomFor(pauseBytes);
      if (this.#isOver() || !this.#send(record)) return;
      this.#cursor = record.id;
    }
  }

  #send(record: FeedRecord): boolean {
    const { client, stats } = this.#context;
    for (const part of record.parts) {
      for (const stream of part.topics) {
        if (!this.topics.has(stream)) continue;
        const prevSeq = this.lastSeq.get(stream) ?? null;
        if (!client.send(toFrameText({ stream, seq: record.id, prevSeq }, part))) return false;
        this.lastSeq.set(stream, record.id);
        stats.replayedEvents += 1;
      }
    }
    return true;
  }

  #isOver(): boolean {
    return this.#context.client.isGone || this.topics.size === 0;
  }
}
