/**
 * A WebSocket for the client of the live feed that costs little for each message: of a run of frames of one stream it
 * makes one that names the first one's predecessor and the last one's id, after a ledger has seen each of them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { LiveSocket } from '../../../src/http/live/client-types.ts';
import { createHeadReader, type FeedHead } from './feed-heads.ts';
import type { FeedLedger } from './feed-ledger.ts';
import { createFrameReader } from './frame-reader.ts';

const handshakeMsMax = 10_000;
const headBytesMax = 16 * 1024;
const brokenCode = 1006;
const opcodes = { text: 0x1, close: 0x8, pong: 0xa } as const;
const endOfHead = '\r\n\r\n';
const acceptMark = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A frame as a client sends it. */
function masked(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = length < 126 ? [length | 0x80] : [126 | 0x80, length >> 8, length & 0xff];
  const mask = randomBytes(4);
  const body = payload.map((byte, index) => byte ^ mask[index & 3]!);
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head]), mask, body]);
}

export interface FeedSocketOptions {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly streams: readonly string[];
  readonly ledger: FeedLedger;
  /** Called with each frame of an event or a state that was read. */
  readonly onHeads: (count: number) => void;
  readonly onWrong: (sentence: string) => void;
}

export class FeedSocket implements LiveSocket {
  onopen: LiveSocket['onopen'] = null;
  onmessage: LiveSocket['onmessage'] = null;
  onerror: LiveSocket['onerror'] = null;
  onclose: LiveSocket['onclose'] = null;
  readonly #options: FeedSocketOptions;
  readonly #socket: Socket;
  readonly #key = randomBytes(16).toString('base64');
  /** First and last of those that the client was not told of yet. */
  readonly #runs = new Map<string, { first: FeedHead; last: FeedHead }>();
  #opening: Buffer | null = Buffer.alloc(0);
  #end: { readonly code: number; readonly reason: string } | null = null;
  #heads = 0;

  constructor(options: FeedSocketOptions) {
    this.#options = options;
    const { hostname, port, pathname } = new URL(options.url);
    options.ledger.begin();
    this.#socket = connect(Number(port), hostname);
    this.#socket.setNoDelay();
    this.#socket.setTimeout(handshakeMsMax, () => this.#socket.destroy(new Error('no handshake')));
    this.#socket.once('connect', () => {
      const head = [
        `GET ${pathname} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Key: ${this.#key}`,
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Protocol: ${options.protocols.join(', ')}`,
      ];
      this.#socket.write(`${head.join('\r\n')}${endOfHead}`);
    });
    const readHead = createHeadReader(options.streams);
    const reader = createFrameReader({
      onText: (bytes) => {
        const head = readHead(bytes);
        if (head === null) return this.#tell(bytes.toString());
        this.#hear(head);
      },
      onPing: (payload) => this.#write(masked(opcodes.pong, payload)),
      onClose: (code, reason) => {
        this.#end ??= { code, reason };
        this.close(code === 1005 ? undefined : code);
      },
    });
    this.#socket.on('data', (chunk: Buffer) => {
      try {
        const bytes = this.#opening === null ? chunk : this.#open(chunk);
        if (bytes !== null) reader.take(bytes);
        this.#tellRuns();
      } catch (error) {
        this.#options.onWrong(`the feed broke the protocol: ${String(error)}`);
        this.#socket.destroy();
      }
    });
    this.#socket.on('error', ({ message }) => this.onerror?.({ message } as never));
    this.#socket.on('end', () => this.#socket.end());
    this.#socket.on('close', () => {
      const { code, reason } = this.#end ?? { code: brokenCode, reason: '' };
      this.onclose?.({ code, reason } as never);
    });
  }

  send(text: string): void {
    this.#write(masked(opcodes.text, Buffer.from(text)));
  }

  close(code?: number, reason = ''): void {
    const words = Buffer.from(`  ${reason}`);
    if (code !== undefined) words.writeUInt16BE(code);
    this.#write(masked(opcodes.close, code === undefined ? Buffer.alloc(0) : words));
    this.#socket.end();
    // Who does not answer is not waited for.
    this.#socket.setTimeout(1_000, () => this.#socket.destroy());
  }

  terminate(): void {
    this.#socket.destroy();
  }

  #write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** What came behind the answer to the opening; null while that is not whole. */
  #open(chunk: Buffer): Buffer | null {
    const bytes = Buffer.concat([this.#opening!, chunk]);
    this.#opening = bytes;
    const at = bytes.indexOf(endOfHead);
    if (at === -1) {
      if (bytes.length > headBytesMax) throw new Error('the answer to the opening is too long');
      return null;
    }
    const head = bytes.toString('latin1', 0, at);
    const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
    const accept = createHash('sha1').update(`${this.#key}${acceptMark}`).digest('base64');
    if (status !== '101' || !head.toLowerCase().includes(accept.toLowerCase())) {
      this.onerror?.({ message: `Unexpected server response: ${status ?? 'none'}` } as never);
      this.#socket.destroy();
      return null;
    }
    this.#opening = null;
    this.#socket.setTimeout(0);
    this.onopen?.({} as never);
    return bytes.subarray(at + endOfHead.length);
  }

  #hear(head: FeedHead): void {
    this.#heads += 1;
    const wrong = this.#options.ledger.take(head);
    if (wrong !== null) this.#options.onWrong(wrong);
    const run = this.#runs.get(head.stream);
    if (run === undefined) this.#runs.set(head.stream, { first: head, last: head });
    else run.last = head;
  }

  #tell(data: string): void {
    this.#tellRuns();
    this.onmessage?.({ data } as never);
  }

  #tellRuns(): void {
    if (this.#runs.size === 0) return;
    this.#options.onHeads(this.#heads);
    this.#heads = 0;
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const { first, last } of runs) {
      const frame = { stream: first.stream, seq: last.seq, prev_seq: first.prevSeq };
      this.onmessage?.({ data: JSON.stringify({ ...frame, type: 'event', data: {} }) } as never);
    }
  }
}
