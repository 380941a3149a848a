/**
 * Topics for the adapter whose library has none. A message is encoded once as a WebSocket frame;
 * what one tick publishes leaves in one write a socket, and sockets with the same topics share the
 * bytes of that write. Frames of a server are not masked, so they are the same for everybody.
 */
import type { Duplex } from 'node:stream';

/** One socket's side of the fan-out. */
export interface FanOutMember {
  join(topic: string): void;
  leave(topic: string): void;
  /** Hands over what was published in this tick, so that a message of its own may follow it. */
  flush(): void;
  remove(): void;
}

interface MemberEvents {
  /** Drops the connection. */
  readonly cut: () => void;
  /** The network took what was published. */
  readonly written: () => void;
}

interface Member {
  readonly connection: Duplex;
  readonly events: MemberEvents;
  readonly topics: Set<string>;
  /** Equal for members with equal topics. */
  key: string;
}

/** One for each server of `node:http`. */
export class FanOut {
  readonly #bufferBytesMax: number;
  readonly #topics = new Map<string, Set<Member>>();
  #batch: { readonly topic: string; readonly frame: Buffer }[] = [];
  #scheduled = false;

  /** A connection with more than this waiting for the network is cut off. */
  constructor(bufferBytesMax: number) {
    this.#bufferBytesMax = bufferBytesMax;
  }

  publish(topic: string, text: Uint8Array): void {
    if (!this.#topics.has(topic)) return;
    this.#batch.push({ topic, frame: encodeTextFrame(text) });
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  member(connection: Duplex, events: MemberEvents): FanOutMember {
    const member: Member = { connection, events, topics: new Set(), key: '' };
    const leave = (topic: string): void => {
      if (!member.topics.delete(topic)) return;
      const members = this.#topics.get(topic);
      members?.delete(member);
      if (members?.size === 0) this.#topics.delete(topic);
    };
    const changeTopics = (change: () => void): void => {
      // What was published before goes to those who were there before.
      this.#flush();
      change();
      member.key = [...member.topics].sort().join('\n');
    };
    return {
      join: (topic) =>
        changeTopics(() => {
          member.topics.add(topic);
          const members = this.#topics.get(topic);
          if (members === undefined) this.#topics.set(topic, new Set([member]));
          else members.add(member);
        }),
      leave: (topic) => changeTopics(() => leave(topic)),
      flush: () => this.#flush(),
      remove: () => {
        for (const topic of member.topics) leave(topic);
      },
    };
  }

  #flush(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    const shared = new Map<string, Buffer>();
    for (const member of this.#membersOf(batch)) {
      let bytes = shared.get(member.key);
      if (bytes === undefined) {
        const mine = batch.filter(({ topic }) => member.topics.has(topic));
        bytes = mine.length === 1 ? mine[0]!.frame : Buffer.concat(mine.map(({ frame }) => frame));
        shared.set(member.key, bytes);
      }
      const { connection, events } = member;
      if (!connection.writable) continue;
      connection.write(bytes, events.written);
      if (connection.writableLength > this.#bufferBytesMax) events.cut();
    }
  }

  #membersOf(batch: readonly { readonly topic: string }[]): Set<Member> {
    const topics = new Set(batch.map(({ topic }) => topic));
    const found = new Set<Member>();
    for (const topic of topics) {
      for (const member of this.#topics.get(topic) ?? []) found.add(member);
    }
    return found;
  }
}

const shortBytesMax = 125;
const mediumBytesMax = 0xffff;
/** FIN and opcode "text". */
const firstByte = 0x81;

/** One unmasked text frame of RFC 6455, section 5.2. */
export function encodeTextFrame(text: Uint8Array): Buffer {
  const bytes = text.byteLength;
  const headBytes = bytes <= shortBytesMax ? 2 : bytes <= mediumBytesMax ? 4 : 10;
  const frame = Buffer.allocUnsafe(headBytes + bytes);
  frame[0] = firstByte;
  if (headBytes === 2) {
    frame[1] = bytes;
  } else if (headBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(bytes, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(bytes), 2);
  }
  frame.set(text, headBytes);
  return frame;
}
