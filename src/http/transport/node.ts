/**
 * The transport port on `node:http`, with `ws` for WebSockets: serves wherever uWebSockets.js has
 * no binary, and is what the other adapter is compared with.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import type { Clock } from '../../lib/clock.ts';
import { messageOfError } from '../../lib/describe-error.ts';
import { hostPort } from '../../lib/host-port.ts';
import { BodyBudget } from './body-budget.ts';
import { assertHeaderSafe, type Exchange, InFlight, serve } from './exchange.ts';
import { FanOut } from './fan-out.ts';
import { NodeHead } from './node-head.ts';
import { registerSockets } from './node-sockets.ts';
import {
  type CloseReport,
  type Reply,
  type Transport,
  type TransportHandlers,
  type TransportOptions,
  transportDefaults,
} from './port.ts';
import type { QueuedSocket } from './queued-socket.ts';

/** Bytes of an unwanted body read and thrown away after the answer before the connection is cut. */
const discardBytesMax = 64 * 1024 * 1024;
const keepAliveMs = 10_000;
/** How long clients have to answer the close frame when the server closes. */
const socketCloseMs = 1_000;

/** Connections that end with the answer under way. */
const ended = new WeakSet<object>();

/** A transport over one `node:http` server. `adopt` has it serve a connection that it did not take itself. */
export function createNodeTransport(
  handlers: TransportHandlers,
  options: TransportOptions,
): Transport & { adopt(connection: Duplex): void } {
  const inFlight = new InFlight();
  const sockets = new Set<QueuedSocket>();
  const queueBytesMax = options.socketQueueBytesMax ?? transportDefaults.socketQueueBytesMax;
  const fanOut = new FanOut(queueBytesMax + 2 * transportDefaults.socketHighWaterBytes);
  const headMs = options.headMs ?? transportDefaults.headMs;
  const server = createServer({
    maxHeaderSize: transportDefaults.headerBytesMax,
    // Bodies have a pace of their own, which `exchange.ts` looks after.
    requestTimeout: 0,
    headersTimeout: headMs,
    // `head-lines.ts` does, and ends the connection with it.
    requireHostHeader: false,
    // Left alone it looks every 30 s, and what is late lives on until then.
    connectionsCheckingInterval: Math.min(1_000, headMs),
    keepAliveTimeout: keepAliveMs,
  });
  const bodies = new BodyBudget(options.bodyBytesHeldMax ?? transportDefaults.bodyBytesHeldMax);
  const { clock } = options;
  let closing = false;
  let address: { readonly host: string; readonly port: number } | undefined;

  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    // The parser goes on in the bytes at hand, but a connection in doubt has had its last request.
    if (ended.has(req.socket)) return;
    inFlight.enter();
    serve(new NodeExchange(req, res, inFlight), { handlers, clock, bodies, closing });
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
    async listen({ host, port }) {
      const taken = await listen(server, host, port);
      address = { host, port: taken.port };
      return taken;
    },
    pause() {
      // That of `node:http` would also close the connections that are idle now.
      if (server.listening) NetServer.prototype.close.call(server);
    },
    async resume() {
      if (closing || server.listening || address === undefined) return;
      await listen(server, address.host, address.port);
    },
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
    adopt: (connection) => void server.emit('connection', connection),
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
      reject(
        new Error(`cannot listen on ${hostPort(host, port)}: ${messageOfError(error)}`, {
          cause: error,
        }),
      );
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      resolve({ port: (server.address() as AddressInfo).port });
    });
  });
}

class NodeExchange implements Exchange {
  readonly head: NodeHead;
  readonly fault: string | undefined;
  readonly hasBody: boolean;
  readonly declaredBytes: number;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  #gone = false;
  readonly #whenDone: (() => void)[] = [];

  constructor(req: IncomingMessage, res: ServerResponse, inFlight: InFlight) {
    this.head = new NodeHead(req);
    const length = this.head.header('content-length');
    this.declaredBytes = length === '' ? Number.NaN : Number(length);
    this.hasBody = this.declaredBytes > 0 || this.head.chunked;
    this.fault = this.head.fault();
    this.#req = req;
    this.#res = res;
    if (this.fault !== undefined) this.endConnection();
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
      for (const callback of this.#whenDone) callback();
    });
  }

  endConnection(): void {
    ended.add(this.#req.socket);
    this.#res.shouldKeepAlive = false;
  }

  whenDone(callback: () => void): void {
    this.#whenDone.push(callback);
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
