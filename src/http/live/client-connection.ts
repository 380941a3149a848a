/**
 * One connection of the live feed's client: opens a socket, turns its messages into frames, notices
 * silence, and says once how it ended. Reconnecting is its owner's business.
 */
import type { LiveClock, LiveSocket, LiveSocketConstructor } from './client-types.ts';
import {
  bearerProtocolPrefix,
  type ClientMessage,
  type LiveFrame,
  liveLimits,
  liveProtocol,
} from './protocol.ts';

/** How a connection ended. What that means to the user is in `client-endings.ts`. */
export type ConnectionEnd =
  /** `status`: the HTTP answer to the opening, where the socket tells it. */
  | { readonly kind: 'not_opened'; readonly status: number | null }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'silent'; readonly silentMs: number }
  /** The other side broke the protocol. */
  | { readonly kind: 'faulty'; readonly detail: string };

/** What the owner can do with a connection; nothing of it has an effect once it is over. */
export interface Connection {
  send(message: ClientMessage): void;
  /** Ends it as faulty. */
  fail(detail: string): void;
  /** Ends it without telling anyone. */
  drop(): void;
}

interface ConnectionOptions {
  readonly url: string;
  readonly token: string;
  readonly WebSocket: LiveSocketConstructor;
  readonly clock: LiveClock;
  onOpen(): void;
  onFrame(frame: LiveFrame): void;
  /** Nothing has been heard for three heartbeats; it may still go on. */
  onSilence(silentMs: number): void;
  /** Exactly once, unless dropped. */
  onEnd(end: ConnectionEnd): void;
}

/** An opening that takes longer than this has failed, and so has a connection that is silent for as long. */
export const openingMsMax = 15_000;
const silentBeats = 3;
/** A timer this late says that this program stood still, and not the service. */
const lateMs = 1_000;
const faultCode = 4_000;

/** A bearer token as a subprotocol: base64url of its UTF-8 bytes without padding. */
export function bearerProtocol(token: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(token));
  const base64 = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${bearerProtocolPrefix}${base64}`;
}

/** Begins to open a socket. Whatever becomes of it, its owner hears by the callbacks of the options. */
export function openConnection(options: ConnectionOptions): Connection {
  const { clock, token } = options;
  const socket = new options.WebSocket(options.url, [liveProtocol, bearerProtocol(token)]);
  let over = false;
  let opened = false;
  let status: number | null = null;
  let heardAtMs = clock.monotonic();
  let beatMs: number = liveLimits.heartbeatMs;
  let isGreeted = false;
  let isSilent = false;
  let hasSlept = false;
  let timer: { cancel(): void };

  const leave = (close: (socket: LiveSocket) => void): boolean => {
    if (over) return false;
    over = true;
    timer.cancel();
    close(socket);
    return true;
  };
  const end = (how: ConnectionEnd): void => {
    if (leave((left) => closeQuietly(left, how.kind))) options.onEnd(how);
  };
  /** Looks when the next of both silences would be reached. */
  const judge = (): void => {
    const silentMs = clock.monotonic() - heardAtMs;
    const endMs = Math.max(openingMsMax, 2 * beatMs);
    if (silentMs >= endMs) {
      end(opened ? { kind: 'silent', silentMs } : { kind: 'not_opened', status });
      return;
    }
    const isTold = isSilent;
    isSilent ||= silentMs >= silentBeats * beatMs;
    const nextMs = isSilent ? endMs : Math.min(endMs, silentBeats * beatMs);
    watch(nextMs - silentMs);
    if (isSilent && !isTold) options.onSilence(silentMs);
  };
  /** One timer that looks again at what has been heard since, instead of one for each message. */
  const watch = (delayMs: number): void => {
    const dueMs = clock.monotonic() + delayMs;
    timer = clock.setTimer(delayMs, () => {
      // After a sleep, what came meanwhile has its turn before anything is judged.
      hasSlept = !hasSlept && clock.monotonic() - dueMs > lateMs;
      if (hasSlept) watch(lateMs);
      else judge();
    });
  };
  watch(silentBeats * beatMs);

  socket.onopen = () => {
    if (over) return;
    opened = true;
    heardAtMs = clock.monotonic();
    options.onOpen();
  };
  socket.onmessage = (event: { readonly data?: unknown }) => {
    if (over) return;
    heardAtMs = clock.monotonic();
    const wasSilent = isSilent;
    isSilent = false;
    const frame = readFrame(event.data);
    if (frame === null) {
      end({ kind: 'faulty', detail: 'a message was not a frame' });
      return;
    }
    isGreeted ||= frame.type === 'hello';
    // Heartbeats would keep it for ever, though nobody knows what was said before them.
    if (!isGreeted) {
      end({ kind: 'faulty', detail: 'the service did not say hello' });
      return;
    }
    if (frame.type === 'hello') beatMs = heartbeatOf(frame.data.heartbeat_ms);
    if (wasSilent || frame.type === 'hello') {
      timer.cancel();
      judge();
    }
    options.onFrame(frame);
  };
  // Also set once it is over: in `ws` an error without a listener ends the process.
  socket.onerror = (event: { readonly message?: unknown }) => {
    status ??= statusIn(event.message);
  };
  socket.onclose = (event: { readonly code?: unknown; readonly reason?: unknown }) => {
    const code = typeof event.code === 'number' ? event.code : 1006;
    const reason = typeof event.reason === 'string' ? event.reason : '';
    end(opened ? { kind: 'closed', code, reason } : { kind: 'not_opened', status });
  };

  return {
    send: (message) => {
      if (!over) socket.send(JSON.stringify(message));
    },
    fail: (detail) => end({ kind: 'faulty', detail }),
    drop: () => void leave((left) => left.close(1000)),
  };
}

function closeQuietly(socket: LiveSocket, kind: ConnectionEnd['kind']): void {
  if (kind === 'closed') return;
  if (kind !== 'faulty' && socket.terminate !== undefined) socket.terminate();
  else if (kind === 'faulty') socket.close(faultCode, 'protocol');
  else socket.close();
}

/** The package `ws` tells the refusal of an opening in the words of its error; browsers never. */
function statusIn(message: unknown): number | null {
  const found = typeof message === 'string' ? /server response: (\d{3})/.exec(message) : null;
  return found === null ? null : Number(found[1]);
}

function heartbeatOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : liveLimits.heartbeatMs;
}

/** A frame, or null for what is none. Members of `data` are not looked at. */
function readFrame(text: unknown): LiveFrame | null {
  let value: unknown;
  try {
    value = typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { stream, seq, prev_seq: prevSeq, type, data } = value as Record<string, unknown>;
  const isFrame =
    typeof stream === 'string' &&
    typeof type === 'string' &&
    isSeq(seq) &&
    isSeq(prevSeq) &&
    typeof data === 'object' &&
    data !== null;
  return isFrame ? (value as LiveFrame) : null;
}

function isSeq(value: unknown): boolean {
  return value === null || Number.isSafeInteger(value);
}
