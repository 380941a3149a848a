/**
 * The port between the service and a socket: what a request is, how it is answered, how a
 * WebSocket is taken, and how a server starts and stops. Two adapters implement it (`uws.ts`,
 * `node.ts`) and pass one suite. It knows nothing of routes, tokens or JSON.
 *
 * Life of a request: the adapter copies the head (it may be used after any `await`), then calls
 * `TransportHandlers.request` synchronously. The answer says at once whether the body is wanted; a
 * body nobody wants is thrown away as it arrives and never held. Whatever a handler throws or
 * rejects with goes to `failed`, so no request is left hanging. After the client has gone nothing
 * is written any more and `RequestHead.signal` is aborted.
 *
 * A request of which it is not certain where it ends is answered 400 by the adapter, and the
 * connection closed (`head-lines.ts`). A body that comes too slowly is answered 408, one for which
 * there is no room 503.
 *
 * Differences that cannot be hidden: uWebSockets.js closes a connection on which a second request
 * arrives while the first is still being worked on. Both adapters answer pipelined requests in
 * order as long as each is answered at once; no browser and no HTTP client of ours pipelines. That
 * library reads chunks without trailers and extensions, so a connection ends with a request in
 * chunks. It takes a head with forbidden bytes (a folded line, a blank in a name, NUL, a bare CR or
 * LF) for one that is not complete and shows nothing of it: the connection is closed after its
 * time for a head, without an answer, and nothing of it is served. It shows no header behind one
 * without a name, so a length that stands there is not seen; a request of a method with a body that
 * shows none is therefore the last of its connection, too.
 */
import type { Clock } from '../../lib/clock.ts';

/** One header line; names in lower case. */
export type HeaderLine = readonly [name: string, value: string];

/** Text goes out as UTF-8, a stream in chunks; null: no body. */
export type ReplyBody = string | Uint8Array | AsyncIterable<Uint8Array> | null;

/** What a request is answered with. A header value that could break out of its line is an error. */
export interface Reply {
  readonly status: number;
  /** Without `content-length`, `date` and `connection`, which the adapter writes. */
  readonly headers: readonly HeaderLine[];
  readonly body: ReplyBody;
}

/** A request without its body. All members stay readable for as long as anyone holds it. */
export interface RequestHead {
  /** Upper case. */
  readonly method: string;
  /** As sent, not percent-decoded, without the query. */
  readonly path: string;
  /** As sent, without the question mark; empty when there is none. */
  readonly query: string;
  /** Address of the peer as text; empty when the connection is already gone. */
  readonly remoteAddress: string;
  /** Value of a header by lower-case name; empty when absent. Single-valued headers: the first. */
  header(name: string): string;
  /** True also for a header that is sent with nothing in it. */
  has(name: string): boolean;
  /** Aborted when the client goes away before the answer is complete. */
  readonly signal: AbortSignal;
}

/** Says that the body is wanted before answering. */
export interface BodyWanted {
  /** A declared or actual length above this is answered by `onTooLarge` without waiting for more. */
  readonly bodyBytesMax: number;
  onBody(body: Uint8Array): Reply | Promise<Reply>;
  onTooLarge(): Reply;
}

/** An answer now or later, or the wish to have the body first. */
export type RequestAnswer = Reply | Promise<Reply> | BodyWanted;

/** What happened to a message: on its way, or refused because the queue is full or closed. */
export type SendResult = 'accepted' | 'overflow' | 'closed';

/** An open WebSocket as its owner sees it. */
export interface Socket {
  /** Queues a message, binary where it is bytes; messages of one tick leave in one write. Never blocks. */
  send(data: string | Uint8Array): SendResult;
  /** Bytes accepted and not yet taken by the network. Where it is not 0, `drained` follows. */
  readonly bufferedBytes: number;
  /**
   * Adds the socket to a topic: it gets what is published there from now on, after what it was sent
   * before. False, and nothing done, while the network is so far behind that messages wait in the
   * socket's own queue; `drained` is called when that is over.
   */
  join(topic: string): boolean;
  /** What was published before still arrives. */
  leave(topic: string): void;
  ping(): void;
  /** Sends what is queued as far as the network takes it, then the close frame. */
  close(code: number, reason: string): void;
  /** Drops the connection with everything queued. */
  terminate(): void;
}

/** What the owner of a WebSocket is told. Exceptions close the socket with 1011. */
export interface SocketEvents {
  open(socket: Socket): void;
  /** Text as string, binary as bytes that may be kept. */
  message(data: string | Uint8Array): void;
  /** Nothing is queued any more after something was; may also come without need. */
  drained?(): void;
  pong?(): void;
  /** Exactly once per `open`. Code 1006 when the connection broke. */
  closed(code: number, reason: string): void;
}

/** Whether a WebSocket is taken. `protocol`: the subprotocol to name in the reply, null for none. */
export type UpgradeAnswer =
  | { readonly accept: true; readonly protocol: string | null; readonly events: SocketEvents }
  | { readonly accept: false; readonly reply: Reply };

/** What an adapter serves; `createPipeline` makes them. */
export interface TransportHandlers {
  request(head: RequestHead): RequestAnswer;
  /** Absent: upgrades are treated as ordinary requests. Decides synchronously. */
  upgrade?(head: RequestHead): UpgradeAnswer;
  /** The answer for a handler that threw; must not throw itself. */
  failed(error: unknown, head: RequestHead): Reply;
  /** The answer for requests that come while the server is closing. */
  closing(head: RequestHead): Reply;
}

/** Bounds of a server; what is absent is in `transportDefaults`. */
export interface TransportOptions {
  readonly clock: Clock;
  /** Longest WebSocket message taken from a client. */
  readonly socketMessageBytesMax?: number;
  /** Bytes queued for one WebSocket above which `send` says `overflow`. */
  readonly socketQueueBytesMax?: number;
  /** Bytes of all bodies held at once; a request whose body finds no room is answered 503. */
  readonly bodyBytesHeldMax?: number;
  /** Time in which a head must have come. Only `node:http` takes it; uWebSockets.js has 10 to 12 s. */
  readonly headMs?: number;
}

/** For what `TransportOptions` leaves out, and bounds that no option changes. */
export const transportDefaults = {
  socketMessageBytesMax: 64 * 1024,
  socketQueueBytesMax: 4 * 1024 * 1024,
  /** Above this the network's own buffer is left to drain before more is given to it. */
  socketHighWaterBytes: 256 * 1024,
  /** Request line and headers together. */
  headerBytesMax: 16 * 1024,
  bodyBytesHeldMax: 128 * 1024 * 1024,
  headMs: 10_000,
} as const;

/** What became of the requests that were in flight when the server was told to close. */
export interface CloseReport {
  /** True when every request in flight was answered within the deadline. */
  readonly clean: boolean;
  /** Requests cut off at the deadline. */
  readonly abandoned: number;
}

/** A server. It takes no connection before `listen`. */
export interface Transport {
  readonly name: 'uws' | 'node';
  /** Port 0 takes a free one. Resolves with the real port; rejects when it is taken. */
  listen(address: { host: string; port: number }): Promise<{ port: number }>;
  readonly inFlight: number;
  readonly sockets: number;
  /**
   * Sends a text message (UTF-8) to every socket of a topic, encoded once; messages of one tick leave in one
   * write a socket, in order with what it is sent by itself. It does not look at queues: whoever
   * publishes leaves the network a tick now and then, looks at `bufferedBytes` of the sockets and
   * closes those that fall behind. A socket past `socketQueueBytesMax` is cut off.
   */
  publish(topic: string, text: Uint8Array): void;
  /** Takes no new connections until `resume`; those there are go on. */
  pause(): void;
  /** Listens again where it did; rejects when the address is taken meanwhile. */
  resume(): Promise<void>;
  /** Stops accepting, closes WebSockets with 1001, waits for requests in flight, then closes all. */
  close(options: { deadlineMs: number }): Promise<CloseReport>;
}

/** Makes a server of one adapter, whose library is loaded already. */
export type CreateTransport = (handlers: TransportHandlers, options: TransportOptions) => Transport;
