/**
 * The frames of a tunnel: one connection, made by a worker gate, that carries many streams of bytes.
 * A frame is one binary message: a kind (1 byte), the number of the connection and that of the stream
 * (4 bytes each, most significant first), then what the kind says. A stream carries one HTTP exchange.
 *
 * | Kind | Sent by | Says | Payload |
 * |------|---------|------|---------|
 * | `welcome` | home, first | the connection's number | – |
 * | `open` | home | a new stream, of a number above all before | – |
 * | `data` | both | bytes of a stream, within what was granted | 1 to `chunkBytesMax` |
 * | `credit` | both | so many more bytes are taken | a number, 4 bytes |
 * | `end` | both | no more bytes from this side | – |
 * | `reset` | both | the stream is over, both ways | why, UTF-8 |
 * | `beat` | both, stream 0 | still here | – |
 */

/** Bounds of a connection, which are not configurable; both ends count on them. */
export const tunnelLimits = {
  /** Bytes of one `data` frame: what a short reply waits for at most behind each long one. */
  chunkBytesMax: 16 * 1024,
  /** Bytes of a stream that are on their way or unread, each way. */
  windowBytes: 256 * 1024,
  streamsMax: 64,
  /** Bytes handed to the network above which `data` waits; what is short goes past. */
  highWaterBytes: 128 * 1024,
  reasonBytesMax: 200,
  beatMs: 10_000,
  /** Nothing was heard for so long: the other end is taken for gone. */
  silenceMs: 30_000,
} as const;

const kinds = ['welcome', 'open', 'data', 'credit', 'end', 'reset', 'beat'] as const;
type FrameKind = (typeof kinds)[number];
const headBytes = 9;
const numberMax = 0xffff_ffff;
/** Longest message of a tunnel; servers and clients of WebSockets are given it as their bound. */
export const frameBytesMax = headBytes + tunnelLimits.chunkBytesMax;

/** A frame as it was read; `payload` is a view into the message. */
export interface Frame {
  readonly kind: FrameKind;
  readonly connection: number;
  readonly stream: number;
  readonly payload: Uint8Array;
}

const nothing = new Uint8Array(0);

/** The message of a frame. */
export function encodeFrame(frame: Omit<Frame, 'payload'> & { payload?: Uint8Array }): Buffer {
  const payload = frame.payload ?? nothing;
  const message = Buffer.allocUnsafe(headBytes + payload.byteLength);
  message.writeUInt8(kinds.indexOf(frame.kind) + 1, 0);
  message.writeUInt32BE(frame.connection, 1);
  message.writeUInt32BE(frame.stream, 5);
  message.set(payload, headBytes);
  return message;
}

/** The payload of `credit`. */
export function encodeCredit(bytes: number): Uint8Array {
  const payload = Buffer.allocUnsafe(4);
  payload.writeUInt32BE(Math.min(bytes, numberMax));
  return payload;
}

/** Bytes that a `credit` grants. */
export const decodeCredit = (payload: Uint8Array): number => bytesOf(payload).readUInt32BE(0);

/** Why a `reset` came, in words that may be foreign; cut to its bound by `encodeReason`. */
export const decodeReason = (payload: Uint8Array): string => bytesOf(payload).toString('utf8');

/** Cut at its bound, which may split a character; the reader puts a mark in its place. */
export const encodeReason = (reason: string): Uint8Array =>
  Buffer.from(reason, 'utf8').subarray(0, tunnelLimits.reasonBytesMax);

const bytesOf = (payload: Uint8Array): Buffer =>
  Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);

/** Payload bytes that a kind may have. */
const sizes: Readonly<Record<FrameKind, readonly [min: number, max: number]>> = {
  welcome: [0, 0],
  open: [0, 0],
  data: [1, tunnelLimits.chunkBytesMax],
  credit: [4, 4],
  end: [0, 0],
  reset: [0, tunnelLimits.reasonBytesMax],
  beat: [0, 0],
};
/** Of the connection itself and not of a stream. */
const ofConnection: ReadonlySet<FrameKind> = new Set(['welcome', 'beat']);

/** A frame, or in words why the message is none. */
export function decodeFrame(message: string | Uint8Array): Frame | { readonly fault: string } {
  if (typeof message === 'string') return { fault: 'a text message is no frame' };
  if (message.byteLength < headBytes) return { fault: 'a message is too short for a frame' };
  const bytes = bytesOf(message);
  const kind = kinds[bytes.readUInt8(0) - 1];
  if (kind === undefined) return { fault: `a frame is of the unknown kind ${bytes.readUInt8(0)}` };
  const stream = bytes.readUInt32BE(5);
  if ((stream === 0) !== ofConnection.has(kind))
    return { fault: `a frame of kind ${kind} names stream ${stream}` };
  const payload = bytes.subarray(headBytes);
  const [min, max] = sizes[kind];
  if (payload.byteLength < min || payload.byteLength > max)
    return { fault: `a frame of kind ${kind} has ${payload.byteLength} bytes` };
  return { kind, connection: bytes.readUInt32BE(1), stream, payload };
}
