/**
 * One stream of a tunnel as a `Duplex`, so that HTTP is spoken over it as over a socket. It sends only what
 * the other end has granted and grants only what its reader has taken, so that neither end ever holds more
 * than a window of it.
 */
import { Duplex } from 'node:stream';
import { tunnelLimits } from './frames.ts';

const { windowBytes, chunkBytesMax } = tunnelLimits;

/** What a stream needs of its connection. */
export interface StreamPort {
  /** There is something to be sent that may be sent: asks for a turn. */
  wantsTurn(stream: TunnelStream): void;
  credit(stream: TunnelStream, bytes: number): void;
  end(stream: TunnelStream): void;
  /** It is over; `reason` is null where both ends know already. */
  gone(stream: TunnelStream, reason: string | null): void;
}

/** The stream was cut by the other end, or with its connection. */
export class TunnelCut extends Error {
  override readonly name = 'TunnelCut';
  readonly code = 'ECONNRESET';
}

/** Made by a `TunnelLink`, which calls the methods below `destroy` as frames arrive. */
export class TunnelStream extends Duplex {
  readonly id: number;
  readonly #port: StreamPort;
  #outgoing: Buffer = Buffer.alloc(0);
  #written: ((error?: Error | null) => void) | undefined;
  #granted: number = windowBytes;
  /** Bytes that came and were not granted anew. */
  #ungranted = 0;
  /** Bytes that may still come. */
  #awaited: number = windowBytes;
  #sentEnd = false;
  #heardEnd = false;
  #endsSoon = false;

  constructor(id: number, port: StreamPort) {
    super({ allowHalfOpen: true, autoDestroy: true, decodeStrings: true });
    this.id = id;
    this.#port = port;
  }

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    if (chunk.byteLength === 0) {
      done();
      return;
    }
    this.#outgoing = chunk;
    this.#written = done;
    if (this.maySend) this.#port.wantsTurn(this);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#sentEnd = true;
    this.#port.end(this);
    done();
  }

  override _read(): void {
    // Granted in quarters, so that a reader of single bytes does not make a frame of each.
    if (this.#ungranted < windowBytes / 4 || this.#heardEnd) return;
    const bytes = this.#ungranted;
    this.#ungranted = 0;
    this.#awaited += bytes;
    this.#port.credit(this, bytes);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const isWhole = this.#sentEnd && this.#heardEnd;
    this.#outgoing = Buffer.alloc(0);
    this.#written = undefined;
    this.#port.gone(this, isWhole ? null : (error?.message ?? 'given up'));
    done(error);
  }

  /** True when there are bytes to send and leave to send them. */
  get maySend(): boolean {
    return this.#outgoing.byteLength > 0 && this.#granted > 0 && !this.destroyed;
  }

  /** The next bytes to send, at most one frame of them; `chunkSent` is called once they are. */
  takeChunk(): Buffer {
    const bytes = Math.min(chunkBytesMax, this.#granted, this.#outgoing.byteLength);
    const chunk = this.#outgoing.subarray(0, bytes);
    this.#outgoing = this.#outgoing.subarray(bytes);
    this.#granted -= bytes;
    return chunk;
  }

  /** Takes the next write when this one is sent whole. */
  chunkSent(): void {
    if (this.#outgoing.byteLength > 0) return;
    const done = this.#written;
    this.#written = undefined;
    done?.();
  }

  /** False when that is more than can ever have been taken. */
  takeCredit(bytes: number): boolean {
    this.#granted += bytes;
    if (this.#granted > windowBytes) return false;
    if (this.maySend) this.#port.wantsTurn(this);
    return true;
  }

  /** False when that is more than was granted, or comes after the end. */
  takeData(bytes: Uint8Array): boolean {
    this.#awaited -= bytes.byteLength;
    if (this.#heardEnd || this.#awaited < 0) return false;
    this.#ungranted += bytes.byteLength;
    // The message belongs to the connection's library; what is kept is a copy.
    this.push(Buffer.from(bytes));
    return true;
  }

  /** False when it had ended already. */
  takeEnd(): boolean {
    if (this.#heardEnd) return false;
    this.#heardEnd = true;
    this.#endWhenRead();
    return true;
  }

  override read(size?: number): unknown {
    const chunk: unknown = super.read(size);
    if (this.#heardEnd) this.#endWhenRead();
    return chunk;
  }

  /**
   * The end is told only once all before it was taken, as of a socket: whoever stops in the middle of the last
   * bytes (undici does, for a slow reader) is not ready to hear of it with them.
   */
  #endWhenRead(): void {
    if (this.#endsSoon || this.readableLength > 0) return;
    this.#endsSoon = true;
    setImmediate(() => {
      this.#endsSoon = false;
      // What was taken may have been put back.
      if (this.readableLength === 0 && !this.readableEnded && !this.destroyed) this.push(null);
    });
  }
}
