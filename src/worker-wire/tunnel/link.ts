/**
 * One connection of a tunnel, from either end: its streams, whose turn it is to send, and whether the other
 * end still lives. A frame that cannot be ends the connection with a reason. Frames bear the connection's
 * number, so that nothing of an older one is ever taken for an answer of this.
 */
import type { Duplex } from 'node:stream';
import type { Clock, TimerHandle } from '../../lib/clock.ts';
import {
  decodeCredit,
  decodeFrame,
  decodeReason,
  encodeCredit,
  encodeFrame,
  encodeReason,
  type Frame,
  tunnelLimits,
} from './frames.ts';
import { type StreamPort, TunnelCut, TunnelStream } from './stream.ts';

/** The socket under a link. */
export interface LinkSocket {
  /** False when the message was not taken, after which the connection is useless. */
  send(message: Uint8Array): boolean;
  /** Where it is not 0, `drained` of the link is called once it is. */
  readonly bufferedBytes: number;
  close(reason: string): void;
}

interface LinkOptions {
  readonly socket: LinkSocket;
  readonly clock: Clock;
  /** Of home: it says it to the gate. Null at the gate: it is told. */
  readonly number: number | null;
  /** At the gate: a stream that home opened. */
  readonly onStream?: (stream: Duplex) => void;
  /** At the gate: home has taken the connection. */
  readonly onWelcome?: () => void;
}

/** Passed on by the owner of the socket: `receive`, `drained`, `closed`. */
export class TunnelLink implements StreamPort {
  readonly #options: LinkOptions;
  readonly #streams = new Map<number, TunnelStream>();
  /** Those that have something to send and may, in turn. */
  readonly #turns = new Set<TunnelStream>();
  #number: number | null;
  #highest = 0;
  #heardAtMs: number;
  #isOver = false;
  #pumping = false;
  #timer: TimerHandle;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#number = options.number;
    this.#heardAtMs = options.clock.monotonic();
    if (options.number !== null) this.#send('welcome', 0);
    this.#timer = this.#beatLater();
  }

  get streams(): number {
    return this.#streams.size;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** A new stream to the gate; null where there is no room for one more. */
  open(): Duplex | null {
    const isFull = this.#streams.size >= tunnelLimits.streamsMax || this.#highest >= 0xffff_ffff;
    if (this.#isOver || isFull) return null;
    this.#highest += 1;
    this.#send('open', this.#highest);
    return this.#addStream(this.#highest);
  }

  /** A message from the other end. */
  receive(message: string | Uint8Array): void {
    if (this.#isOver) return;
    this.#heardAtMs = this.#options.clock.monotonic();
    const frame = decodeFrame(message);
    const fault = 'fault' in frame ? frame.fault : this.#take(frame);
    if (fault !== null) this.close(fault);
  }

  /** The network has room again. */
  drained(): void {
    this.#pump();
  }

  /** Ends the connection and every stream on it. */
  close(reason: string): void {
    if (this.#isOver) return;
    this.#options.socket.close(reason);
    this.closed(reason);
  }

  /** The connection is gone. */
  closed(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer.cancel();
    this.#turns.clear();
    for (const stream of this.#streams.values()) stream.destroy(new TunnelCut(reason));
  }

  wantsTurn(stream: TunnelStream): void {
    this.#turns.add(stream);
    this.#pump();
  }

  credit(stream: TunnelStream, bytes: number): void {
    this.#send('credit', stream.id, encodeCredit(bytes));
  }

  end(stream: TunnelStream): void {
    this.#send('end', stream.id);
  }

  gone(stream: TunnelStream, reason: string | null): void {
    this.#turns.delete(stream);
    if (!this.#streams.delete(stream.id) || reason === null) return;
    this.#send('reset', stream.id, encodeReason(reason));
  }

  #addStream(id: number): TunnelStream {
    const stream = new TunnelStream(id, this);
    // Its user hears of it too; without a listener of ours a cut between two users would end the process.
    stream.on('error', () => undefined);
    this.#streams.set(id, stream);
    return stream;
  }

  /** What is wrong with the frame; null: nothing. */
  #take(frame: Frame): string | null {
    if (frame.kind === 'welcome') return this.#welcome(frame);
    if (this.#number === null) return 'a frame came before the welcome';
    if (frame.connection !== this.#number) return 'a frame is of another connection';
    if (frame.kind === 'beat') return null;
    if (frame.kind === 'open') return this.#opened(frame.stream);
    if (frame.stream > this.#highest) return `stream ${frame.stream} was never opened`;
    const stream = this.#streams.get(frame.stream);
    // What was on its way when this end gave the stream up.
    return stream === undefined ? null : takeFrame(stream, frame);
  }

  #welcome({ connection }: Frame): string | null {
    if (this.#number !== null) return 'a second welcome came';
    this.#number = connection;
    this.#options.onWelcome?.();
    return null;
  }

  #opened(id: number): string | null {
    const { onStream } = this.#options;
    if (onStream === undefined) return 'a gate opens no streams';
    if (id <= this.#highest) return `stream ${id} was opened before`;
    if (this.#streams.size >= tunnelLimits.streamsMax)
      return `more than ${tunnelLimits.streamsMax} streams are open`;
    this.#highest = id;
    onStream(this.#addStream(id));
    return null;
  }

  /** A frame of each stream in turn while the network takes them. */
  #pump(): void {
    if (this.#pumping || this.#isOver) return;
    this.#pumping = true;
    const { socket } = this.#options;
    for (const stream of this.#turns) {
      // `drained` follows.
      if (socket.bufferedBytes >= tunnelLimits.highWaterBytes) break;
      // Back to the end of the row, which this walk comes to again.
      this.#turns.delete(stream);
      if (!stream.maySend) continue;
      this.#send('data', stream.id, stream.takeChunk());
      stream.chunkSent();
      if (stream.maySend) this.#turns.add(stream);
    }
    this.#pumping = false;
  }

  #beatLater(): TimerHandle {
    const { clock } = this.#options;
    return clock.setTimer(tunnelLimits.beatMs, () => {
      const silentMs = clock.monotonic() - this.#heardAtMs;
      if (silentMs >= tunnelLimits.silenceMs) {
        this.close(`nothing was heard for ${Math.round(silentMs / 1000)} s`);
        return;
      }
      if (this.#number !== null) this.#send('beat', 0);
      if (!this.#isOver) this.#timer = this.#beatLater();
    });
  }

  #send(kind: Frame['kind'], stream: number, payload?: Uint8Array): void {
    if (this.#isOver || this.#number === null) return;
    const frame = { kind, connection: this.#number, stream };
    const message = encodeFrame(payload === undefined ? frame : { ...frame, payload });
    if (!this.#options.socket.send(message)) this.close('the connection takes no more');
  }
}

/** What is wrong with a frame of a stream that is there; null: nothing. */
function takeFrame(stream: TunnelStream, { kind, payload }: Frame): string | null {
  const about = `stream ${stream.id}`;
  if (kind === 'data')
    return stream.takeData(payload) ? null : `${about} brought more than was granted`;
  if (kind === 'credit')
    return stream.takeCredit(decodeCredit(payload)) ? null : `${about} was granted too much`;
  if (kind === 'end') return stream.takeEnd() ? null : `${about} ended twice`;
  stream.destroy(new TunnelCut(decodeReason(payload)));
  return null;
}
