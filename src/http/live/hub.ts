/**
 * Follows the event log and publishes each event once per topic that somebody listens to. Woken by
 * commits; reads and serialises an event once, whoever listens; does nothing while nobody does.
 *
 * The **position** is the last event published. A connection joins a topic in the very tick in which
 * it has been sent everything up to the position, so nothing is left out and nothing comes twice:
 * the next event published is the first it gets live.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import type { FeedReads, StreamSelection } from '../../store/ports/feed.ts';
import { EventPages, pageEvents } from './event-pages.ts';
import { type FeedRecord, toFeedRecord, toFrameText } from './frames.ts';

/** A place in the log: where a stream went on from, and its last event up to there. */
interface TopicState {
  /** Id of the last event of the topic up to the position; null where none is known. */
  lastSeq: number | null;
  members: number;
}

interface HubOptions {
  readonly reads: FeedReads;
  readonly clock: Clock;
  /** Sends a text to everybody who has joined the topic. */
  readonly publish: (topic: string, text: Uint8Array) => void;
  /** Called after each slice went out, when the network had its chance to take it. */
  readonly afterSlice: () => void;
  readonly onError: (error: unknown, what: string) => void;
}

/** Bytes published before the network and others get their turn. */
const sliceBytesMax = 256 * 1024;
/** Messages to clients, the same for all of a topic counted once each, before the same. */
const sliceDeliveriesMax = 32_000;
const retryMs = 1_000;

/**
 * One for each feed. It reads nothing before the first
 * `acquire`, and keeps no page after the last `release`.
 */
export class FeedHub {
  readonly #options: HubOptions;
  readonly #pages: EventPages;
  readonly #topics = new Map<string, TopicState>();
  readonly stats = { frames: 0, bytes: 0 };
  #head = 0;
  /** Connections that hold or are about to hold a topic. */
  #users = 0;
  #opening: Promise<void> | undefined;
  #open = false;
  #pumping = false;
  #retry: TimerHandle | undefined;
  #closed = false;
  #idle: (() => void)[] = [];
  readonly #awaited = new Set<{ readonly eventId: number; readonly done: () => void }>();

  constructor(options: HubOptions) {
    this.#options = options;
    this.#pages = new EventPages(options.reads);
  }

  /** Newest event known. */
  get head(): number {
    return Math.max(this.#head, this.#pages.position);
  }

  /** Last event published; the head while nobody listens. */
  get position(): number {
    return this.#open ? this.#pages.position : this.head;
  }

  get topics(): number {
    return this.#topics.size;
  }

  /** An event with this id was committed. */
  wake(headEventId: number): void {
    if (headEventId > this.#head) this.#head = headEventId;
    if (this.#open) void this.#pump();
    for (const { eventId, done } of this.#awaited) if (eventId <= this.#head) done();
  }

  /** Resolves once an event with this id is known, at the latest after so long. */
  reach(eventId: number, limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        limit.cancel();
        this.#awaited.delete(awaited);
        resolve();
      };
      const awaited = { eventId, done };
      const limit = this.#options.clock.setTimer(limitMs, done);
      this.#awaited.add(awaited);
      if (this.#closed || eventId <= this.head) done();
    });
  }

  /** Somebody begins to listen: follows the log from its head on. Balanced by `release`. */
  async acquire(): Promise<void> {
    this.#users += 1;
    // One that was begun for others may end without it, when they left meanwhile.
    while (!this.#open && !this.#closed && this.#users > 0) {
      this.#opening ??= this.#openPages().finally(() => {
        this.#opening = undefined;
      });
      await this.#opening;
    }
  }

  release(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#open = false;
    this.#retry?.cancel();
    this.#tellIdle();
    this.#pages.clear();
  }

  /** Records after `after`, up to the position; some of them when there are many. */
  after(after: number): Promise<readonly FeedRecord[]> {
    return this.#pages.after(after);
  }

  /** The last event of a topic up to `atMost`, as `prev_seq` of what comes next. */
  lastOf(selection: StreamSelection, atMost: number): Promise<number | null> {
    return this.#options.reads.lastOf(selection, atMost);
  }

  /** `lastSeq` of a topic somebody listens to; undefined for any other. */
  lastSeqOf(topic: string): number | null | undefined {
    return this.#topics.get(topic)?.lastSeq;
  }

  /** Counts a member that has joined at the position, where `lastSeq` was the topic's last event. */
  enter(topic: string, lastSeq: number | null): void {
    const state = this.#topics.get(topic);
    if (state === undefined) this.#topics.set(topic, { lastSeq, members: 1 });
    else state.members += 1;
  }

  leave(topic: string): void {
    const state = this.#topics.get(topic);
    if (state === undefined) return;
    state.members -= 1;
    if (state.members === 0) this.#topics.delete(topic);
  }

  /** Resolves once everything committed so far was published, or nobody listens. */
  settle(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#open || this.#pages.position >= this.#head) resolve();
      else this.#idle.push(resolve);
    });
  }

  close(): void {
    this.#closed = true;
    this.#open = false;
    this.#retry?.cancel();
    this.#tellIdle();
    for (const { done } of this.#awaited) done();
  }

  async #openPages(): Promise<void> {
    this.#head = Math.max(this.#head, await this.#options.reads.headEventId());
    await this.#pages.open(this.#head);
    if (this.#closed || this.#users === 0) return;
    this.#open = true;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      // Commits of one tick are read together, and their callers are answered first.
      await nextTick();
      while (this.#open && this.#pages.position < this.#head) {
        const { reads } = this.#options;
        const events = await reads.eventsAfter(this.#pages.position, pageEvents);
        if (events.length === 0) break;
        await this.#publishAll(events.map(toFeedRecord));
      }
    } catch (error) {
      this.#options.onError(error, 'reading the event log for the live feed');
      if (this.#open) this.#retry = this.#options.clock.setTimer(retryMs, () => void this.#pump());
    } finally {
      this.#pumping = false;
      this.#tellIdle();
    }
  }

  async #publishAll(records: readonly FeedRecord[]): Promise<void> {
    let bytes = 0;
    let deliveries = 0;
    for (const record of records) {
      // Everybody may have left and others come meanwhile, further on in the log.
      if (!this.#open || record.id !== this.#pages.position + 1) return;
      const sent = this.#publish(record);
      bytes += sent.bytes;
      deliveries += sent.deliveries;
      if (bytes < sliceBytesMax && deliveries < sliceDeliveriesMax) continue;
      bytes = 0;
      deliveries = 0;
      await nextTick();
      this.#options.afterSlice();
    }
    await nextTick();
    this.#options.afterSlice();
  }

  #publish(record: FeedRecord): { bytes: number; deliveries: number } {
    let bytes = 0;
    let deliveries = 0;
    for (const part of record.parts) {
      for (const stream of part.topics) {
        const topic = this.#topics.get(stream);
        if (topic === undefined) continue;
        const text = toFrameText({ stream, seq: record.id, prevSeq: topic.lastSeq }, part);
        const encoded = Buffer.from(text);
        topic.lastSeq = record.id;
        this.#options.publish(stream, encoded);
        bytes += encoded.byteLength;
        deliveries += topic.members;
        this.stats.bytes += encoded.byteLength * topic.members;
      }
    }
    this.#pages.append(record);
    this.stats.frames += deliveries;
    return { bytes, deliveries };
  }

  #tellIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
