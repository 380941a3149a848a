/** What the live feed's client is given and what it tells its user. Types only. */
import type { EventFrame, SampleFrame, StateFrame } from './protocol.ts';

/** Frames a user of the client sees; those of the control stream stay inside. */
export type DataFrame = EventFrame | StateFrame | SampleFrame;

/** What the client needs of a clock; `Clock` of `src/lib` is one. */
export interface LiveClock {
  now(): number;
  monotonic(): number;
  setTimer(delayMs: number, callback: () => void): { cancel(): void };
}

/** What the client needs of a WebSocket; a browser's and that of the package `ws` both have it. */
export interface LiveSocket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  /** Where it exists, a peer that has fallen silent is not waited for. */
  terminate?(): void;
}
/** How the client opens a socket; its user gives the browser's own or that of `ws`. */
export type LiveSocketConstructor = new (url: string, protocols: string[]) => LiveSocket;

/** How the connection stands, for people: told by `onStatus` whenever it becomes another. */
export type LiveStatus =
  /** The first opening, or the first after `resume`. */
  | { readonly state: 'connecting' }
  /** What was missed is being sent. */
  | { readonly state: 'catching_up' }
  | { readonly state: 'live' }
  /** The connection stands, or is being opened, and nothing is heard; `sinceMs` in ms since the epoch. */
  | { readonly state: 'silent'; readonly sinceMs: number; readonly neverOpened: boolean }
  | {
      readonly state: 'offline';
      /** When the connection was lost, ms since the epoch. */
      readonly sinceMs: number;
      /** Ms since the epoch; null while a try is under way. */
      readonly nextTryMs: number | null;
      readonly reason: string;
      /** The service has said nothing since the client was made: perhaps no opening can succeed. */
      readonly neverOpened: boolean;
    }
  | { readonly state: 'paused' }
  /** For good. */
  | { readonly state: 'stopped'; readonly reason: string };

/** Frames that were not delivered and will not be. Read the lists again. */
export interface LiveGap {
  readonly topics: readonly string[];
  /** Last event seen before it; null when none was. */
  readonly afterSeq: number | null;
  /** The streams go on behind this event; null when the service did not say. */
  readonly toSeq: number | null;
  /** True when it is another log now, or may be: what was seen of the one before does not count. */
  readonly isAnew: boolean;
  readonly reason: string;
}

/** What the client is made with. Whatever touches the world is among it: socket, clock, chance. */
export interface LiveClientOptions {
  /** `ws:` or `wss:` address of the feed. The token never becomes part of it. */
  readonly url: string;
  readonly token: string;
  readonly topics: readonly string[];
  /** Id of the last event already known; absent or null: from now on. */
  readonly since?: number | null;
  /** Of the log that `since` is of; absent or null: not known. */
  readonly epoch?: string | null;
  readonly WebSocket: LiveSocketConstructor;
  readonly clock: LiveClock;
  /** A number in [0, 1); spreads the tries of many clients. */
  readonly random: () => number;
  /** Every frame of a lossless stream exactly once and in order; telemetry at most once. */
  onFrame(frame: DataFrame): void;
  onGap(gap: LiveGap): void;
  onStatus?(status: LiveStatus): void;
  /**
   * Asks over HTTP whether the token is right, after an opening that failed without a reason:
   * browsers do not tell why. Rejections count as `unknown`.
   */
  readonly checkToken?: () => Promise<'accepted' | 'refused' | 'unknown'>;
}

/** A client that has begun to connect. */
export interface LiveClient {
  status(): LiveStatus;
  /** Id to resume from; null while the client does not know one. */
  since(): number | null;
  /** Epoch of the log that `since` is of; null while it is not known. */
  epoch(): string | null;
  /** When anything was last heard, ms since the epoch; null before. */
  lastHeardMs(): number | null;
  /** Tries at once instead of waiting for the next try. */
  tryNow(): void;
  /** Disconnects and remembers where it was, until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends everything; nothing is called any more. */
  close(): void;
}
