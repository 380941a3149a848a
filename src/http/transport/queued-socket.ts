/**
 * A WebSocket with a queue of its own. Both libraries buffer without a bound that can be acted
 * on (one drops messages or connections at its limit, the other grows), so messages are kept here,
 * counted, and handed over only while the network's buffer is small. All messages of one tick
 * leave in one corked write, which is worth a factor of ten when many clients are served.
 *
 * A socket that has joined a topic gets what is published there past this queue. So that the order
 * stays right, it joins only while the queue is empty, and from then on its own messages go past
 * the queue too; the bound is then on the network's buffer alone.
 */

import { BoundedQueue } from '../../lib/bounded-queue.ts';
import { type SendResult, type Socket, type SocketEvents, transportDefaults } from './port.ts';

/** The library's socket, reduced to what is needed. Called only while the connection is open. */
export interface RawSocket {
  bufferedBytes(): number;
  send(data: string | Uint8Array): void;
  join(topic: string): void;
  leave(topic: string): void;
  /** Runs `work` so that its writes leave together. */
  cork(work: () => void): void;
  ping(): void;
  end(code: number, reason: string): void;
  terminate(): void;
}

/** Messages queued for one socket, whatever their size. */
const queueMessagesMax = 100_000;
/** RFC 6455 allows 123 bytes of reason. */
const reasonBytesMax = 123;

/**
 * Made by the adapter over its library's socket; it passes on what that says: `start`, `receive`,
 * `pong`, `drain`, `finish`.
 */
export class QueuedSocket implements Socket {
  readonly #raw: RawSocket;
  readonly #events: SocketEvents;
  readonly #queueBytesMax: number;
  readonly #queue = new BoundedQueue<{ data: string | Uint8Array; bytes: number }>(
    queueMessagesMax,
  );
  readonly #topics = new Set<string>();
  #queuedBytes = 0;
  #flushing = false;
  /** Something waits, and somebody saw that or was refused for it: they are told when nothing does. */
  #isAwaited = false;
  #closing: { code: number; reason: string } | undefined;
  #open = true;

  constructor(raw: RawSocket, events: SocketEvents, queueBytesMax: number) {
    this.#raw = raw;
    this.#events = events;
    this.#queueBytesMax = queueBytesMax;
  }

  /** Tells the owner; call once the connection is open. */
  start(): void {
    this.#guard(() => this.#events.open(this));
  }

  get bufferedBytes(): number {
    const bytes = this.#waitingBytes;
    if (bytes > 0) this.#isAwaited = true;
    return bytes;
  }

  get #waitingBytes(): number {
    return this.#queuedBytes + (this.#open ? this.#raw.bufferedBytes() : 0);
  }

  send(data: string | Uint8Array): SendResult {
    if (!this.#open || this.#closing !== undefined) return 'closed';
    const bytes = Buffer.byteLength(data);
    if (this.#waitingBytes + bytes > this.#queueBytesMax) {
      this.#isAwaited = true;
      return 'overflow';
    }
    if (this.#topics.size > 0) {
      this.#raw.send(data);
      return 'accepted';
    }
    if (!this.#queue.push({ data, bytes })) return 'overflow';
    this.#queuedBytes += bytes;
    this.#scheduleFlush();
    return 'accepted';
  }

  join(topic: string): boolean {
    if (!this.#open || this.#closing !== undefined) return false;
    if (this.#topics.size === 0) {
      if (this.#queue.size > 0) this.#flush();
      if (this.#queue.size > 0) return false;
    }
    if (!this.#topics.has(topic)) {
      this.#topics.add(topic);
      this.#raw.join(topic);
    }
    return true;
  }

  leave(topic: string): void {
    if (this.#open && this.#topics.delete(topic)) this.#raw.leave(topic);
  }

  ping(): void {
    if (this.#open) this.#raw.ping();
  }

  close(code: number, reason: string): void {
    if (!this.#open || this.#closing !== undefined) return;
    this.#closing = { code, reason: truncate(reason) };
    for (const topic of this.#topics) this.#raw.leave(topic);
    this.#topics.clear();
    this.#scheduleFlush();
  }

  terminate(): void {
    if (this.#open) this.#raw.terminate();
  }

  /** A message from the client. */
  receive(data: string | Uint8Array): void {
    if (this.#open && this.#closing === undefined) this.#guard(() => this.#events.message(data));
  }

  pong(): void {
    this.#guard(() => this.#events.pong?.());
  }

  /** The network took what it was given. */
  drain(): void {
    if (!this.#open || !this.#isAwaited) return;
    this.#flush();
    this.#tellDrained();
  }

  /** The connection is gone. */
  finish(code: number, reason: string): void {
    if (!this.#open) return;
    this.#open = false;
    this.#topics.clear();
    this.#queuedBytes = 0;
    try {
      this.#events.closed(code, reason);
    } catch {
      // The socket is gone and its owner failed to let go of it; there is nobody left to tell.
    }
  }

  #scheduleFlush(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      if (!this.#open) return;
      this.#flush();
      // The network may have taken all at once, and then tells nothing itself.
      this.#tellDrained();
    });
  }

  #tellDrained(): void {
    if (!this.#open || !this.#isAwaited || this.#waitingBytes > 0) return;
    this.#isAwaited = false;
    this.#guard(() => this.#events.drained?.());
  }

  #flush(): void {
    this.#raw.cork(() => {
      while (this.#raw.bufferedBytes() < transportDefaults.socketHighWaterBytes) {
        const message = this.#queue.shift();
        if (message === undefined) break;
        this.#queuedBytes -= message.bytes;
        this.#raw.send(message.data);
      }
    });
    // Read after the cork: only then has the network had its chance to take the bytes.
    if (this.#waitingBytes > 0) this.#isAwaited = true;
    // A slow client must not hold its own close back: the frame follows what the network has.
    if (this.#closing !== undefined) this.#raw.end(this.#closing.code, this.#closing.reason);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch {
      this.close(1011, 'internal error');
    }
  }
}

function truncate(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > reasonBytesMax) text = text.slice(0, -1);
  return text;
}
