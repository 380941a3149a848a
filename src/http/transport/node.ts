/**
 * The transport port on `node:http`, with `ws` for WebSockets: serves wherever uWebSockets.js has
 * no binary, and is what the other adapter is compared with.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../lib/clock.ts';
import { asksForWebSocket, serveWithoutUpgrade } from './declined-upgrade.ts';
import { addHeader, assertHeaderSafe, type Exchange, InFlight, serve } from './exchange.ts';
import { FanOut, type FanOutMember } from './fan-out.ts';
import {
  type CloseReport,
  type Reply,
  type RequestHead,
  type SocketEvents,
  type Transport,
  type TransportHandlers,
  type TransportOptions,
  transportDefaults,
  type UpgradeAnswer,
} from './port.ts';
import { QueuedSocket, type RawSocket } from './queued-socket.ts';

/** Bytes of an unwanted body read and thrown away after the answer before the connection is cut. */
const discardBytesMax = 64 * 1024 * 1024;
/** The whole request must have arrived within this. */
const requestMs = 300_000;
const headersMs = 10_000;
const keepAliveMs = 10_000;
/** How long clients have to answer the close frame when the server closes. */
const socketCloseMs = 1_000;

/** A transport over one `node:http` server. */
export function createNodeTransport(
  handlers: TransportHandlers,
  options: TransportOptions,
): Transport {
  const inFlight = new InFlight();
  const sockets = new Set<QueuedSocket>();
  const queueBytesMax = options.socketQueueBytesMax ?? transportDefaults.socketQueueBytesMax;
  const fanOut = new FanOut(queueBytesMax + 2 * transportDefaults.socketHighWaterBytes);
  const server = createServer({
    maxHeaderSize: transportDefaults.headerBytesMax,
    requestTimeout: requestMs,
    headersTimeout: headersMs,
    keepAliveTimeout: keepAliveMs,
  });
  let closing = false;

  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    inFlight.enter();
    serve(handlers, new NodeExchange(req, res, inFlight), closing);
  };
  server.on('request', onRequest);
  // "100 Continue" is sent only once the body is wanted, see `readBody`.
  server.on('checkContinue', onRequest);
  if (handlers.upgrade !== undefined) {
    registerSockets(server, {
      handlers,
      options,
      sockets,
      fanOut,
      isClosing: () => closing,
      onRequest,
    });
  }

  return {
    name: 'node',
    get inFlight() {
      return inFlight.count;
    },
    get sockets() {
      return sockets.size;
    },
    listen: ({ host, port }) => listen(server, host, port),
    async close({ deadlineMs }): Promise<CloseReport> {
      closing = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      for (const socket of sockets) socket.close(1001, 'the service is shutting down');
      const report = await inFlight.drain(options.clock, deadlineMs);
      await settled(sockets, options.clock);
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await closed;
      return report;
    },
    publish: (topic, text) => fanOut.publish(topic, text),
  };
}

/** Gives clients a moment to answer the close frame; resolves once none is left or it is over. */
function settled(sockets: ReadonlySet<QueuedSocket>, clock: Clock): Promise<void> {
  const startedMs = clock.monotonic();
  return new Promise((resolve) => {
    const look = (): void => {
      if (sockets.size === 0 || clock.monotonic() - startedMs >= socketCloseMs) resolve();
      else clock.setTimer(socketCloseMs / 20, look);
    };
    look();
  });
}

function listen(server: Server, host: string, port: number): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void =>
      reject(new Error(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error }));
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      resolve({ port: (server.address() as AddressInfo).port });
    });
  });
}

class NodeHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly remoteAddress: string;
  readonly #headers = new Map<string, string>();
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(req: IncomingMessage) {
    this.method = req.method ?? 'GET';
    const target = req.url ?? '/';
    const mark = target.indexOf('?');
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 ? '' : target.slice(mark + 1);
    this.remoteAddress = (req.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    for (let index = 0; index + 1 < req.rawHeaders.length; index += 2) {
      addHeader(this.#headers, req.rawHeaders[index]!.toLowerCase(), req.rawHeaders[index + 1]!);
    }
  }

  header(name: string): string {
    return this.#headers.get(name) ?? '';
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}

class NodeExchange implements Exchange {
  readonly head: NodeHead;
  readonly hasBody: boolean;
  readonly declaredBytes: number;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  #gone = false;

  constructor(req: IncomingMessage, res: ServerResponse, inFlight: InFlight) {
    this.head = new NodeHead(req);
    const length = this.head.header('content-length');
    this.declaredBytes = length === '' ? Number.NaN : Number(length);
    this.hasBody = this.declaredBytes > 0 || this.head.header('transfer-encoding') !== '';
    this.#req = req;
    this.#res = res;
    // A reset connection is reported by `close`; without a listener it would end the process.
    req.on('error', () => undefined);
    res.on('error', () => undefined);
    let complete = false;
    // It also "finishes" when the connection is torn down with bytes still to be sent.
    res.once('finish', () => {
      complete = !req.socket.destroyed;
    });
    res.once('close', () => {
      this.#gone = true;
      if (!complete) this.head.abort();
      inFlight.leave();
    });
  }

  readBody(onChunk: (chunk: Uint8Array) => boolean, onEnd: () => void): void {
    let reading = true;
    if (this.head.header('expect') !== '') this.#res.writeContinue();
    this.#req.on('data', (chunk: Buffer) => {
      if (reading) reading = onChunk(chunk);
    });
    this.#req.once('end', () => {
      if (reading) onEnd();
    });
  }

  write(reply: Reply): void {
    if (this.#gone || this.#res.headersSent) return;
    for (const line of reply.headers) assertHeaderSafe(line);
    this.#discardUnread();
    const { body } = reply;
    if (body !== null && typeof body === 'object' && !(body instanceof Uint8Array)) {
      this.#res.writeHead(reply.status, flatten(reply));
      if (this.head.method === 'HEAD') {
        this.#res.end();
        void body[Symbol.asyncIterator]().return?.();
        return;
      }
      const source = Readable.from(body, { objectMode: false });
      source.on('error', () => this.#res.destroy());
      this.#res.once('close', () => source.destroy());
      source.pipe(this.#res);
      return;
    }
    const bodiless = reply.status === 204 || reply.status === 304;
    const length = body === null ? 0 : Buffer.byteLength(body);
    const headers = flatten(reply);
    if (!bodiless) headers.push('content-length', String(length));
    this.#res.writeHead(reply.status, headers);
    if (bodiless || length === 0 || this.head.method === 'HEAD') this.#res.end();
    else this.#res.end(body);
  }

  /** Reads on after an early answer, so that the client gets it instead of a reset; to a bound. */
  #discardUnread(): void {
    if (!this.hasBody || this.#req.complete) return;
    let discarded = 0;
    this.#req.on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > discardBytesMax) this.#req.socket.destroy();
    });
  }
}

function flatten(reply: Reply): string[] {
  const flat: string[] = [];
  for (const [name, value] of reply.headers) flat.push(name, value);
  return flat;
}

interface SocketHost {
  readonly handlers: TransportHandlers;
  readonly options: TransportOptions;
  readonly sockets: Set<QueuedSocket>;
  readonly fanOut: FanOut;
  readonly isClosing: () => boolean;
  readonly onRequest: (req: IncomingMessage, res: ServerResponse) => void;
}

function registerSockets(server: Server, host: SocketHost): void {
  const chosen = new WeakMap<IncomingMessage, string>();
  const upgrader = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: host.options.socketMessageBytesMax ?? transportDefaults.socketMessageBytesMax,
    handleProtocols: (_offered, req) => chosen.get(req) ?? false,
  });
  server.on('upgrade', (req, connection, first) => {
    connection.on('error', () => undefined);
    if (!asksForWebSocket(req)) {
      serveWithoutUpgrade(req, { connection, first }, host.onRequest);
      return;
    }
    const head = new NodeHead(req);
    const answer = decideUpgrade(host, head);
    if (!answer.accept) {
      refuseUpgrade(connection, answer.reply);
      return;
    }
    if (answer.protocol !== null) chosen.set(req, answer.protocol);
    upgrader.handleUpgrade(req, connection, first, (ws) => {
      adoptSocket(host, { ws, connection, events: answer.events });
    });
  });
}

function decideUpgrade({ handlers, isClosing }: SocketHost, head: RequestHead): UpgradeAnswer {
  try {
    if (isClosing()) return { accept: false, reply: handlers.closing(head) };
    return handlers.upgrade!(head);
  } catch (error) {
    return { accept: false, reply: handlers.failed(error, head) };
  }
}

/** An upgrade has no response object: the refusal is written by hand. */
function refuseUpgrade(connection: Duplex, reply: Reply): void {
  const body = typeof reply.body === 'string' || reply.body instanceof Uint8Array ? reply.body : '';
  const lines = [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? 'Unknown'}`];
  for (const line of reply.headers) {
    assertHeaderSafe(line);
    lines.push(`${line[0]}: ${line[1]}`);
  }
  lines.push(`content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', '');
  connection.write(lines.join('\r\n'));
  connection.end(body);
}

function adoptSocket(
  { options, sockets, fanOut }: SocketHost,
  { ws, connection, events }: { ws: WebSocket; connection: Duplex; events: SocketEvents },
): void {
  const queueBytesMax = options.socketQueueBytesMax ?? transportDefaults.socketQueueBytesMax;
  const member = fanOut.member(connection, () => ws.terminate());
  const socket = new QueuedSocket(rawSocket(ws, connection, member), events, queueBytesMax);
  sockets.add(socket);
  connection.on('drain', () => socket.drain());
  ws.on('pong', () => socket.pong());
  ws.on('message', (data: Buffer, isBinary) => socket.receive(isBinary ? data : data.toString()));
  // Reported by `close` too; a message above the bound or a broken frame ends here.
  ws.on('error', () => undefined);
  ws.once('close', (code, reason) => {
    sockets.delete(socket);
    member.remove();
    socket.finish(code, reason.toString());
  });
  socket.start();
}

function rawSocket(ws: WebSocket, connection: Duplex, member: FanOutMember): RawSocket {
  const isOpen = (): boolean => ws.readyState === ws.OPEN;
  return {
    bufferedBytes: () => ws.bufferedAmount,
    send: (text) => {
      member.flush();
      if (isOpen()) ws.send(text, { binary: false });
    },
    join: (topic) => member.join(topic),
    leave: (topic) => member.leave(topic),
    cork(work) {
      connection.cork();
      work();
      connection.uncork();
    },
    ping: () => {
      if (isOpen()) ws.ping();
    },
    end: (code, reason) => {
      member.flush();
      member.remove();
      ws.close(code, reason);
    },
    terminate: () => ws.terminate(),
  };
}
