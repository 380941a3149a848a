/**
 * The transport port on uWebSockets.js. Rules of that library that shape this file: a request
 * object is dead after its callback returns; a response must not be touched after abort or after
 * it is complete; an abort handler must be there before the callback returns without an answer;
 * writes outside the callback belong in a cork; text from its buffers must be copied. Long because
 * each of them has to be seen beside the calls that it is about.
 */
import { STATUS_CODES } from 'node:http';
import { createServer } from 'node:net';
import { ServiceError } from '../../domain/errors.ts';
import { BodyBudget } from './body-budget.ts';
import { assertHeaderSafe, type Exchange, InFlight, serve } from './exchange.ts';
import { HeadLines } from './head-lines.ts';
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
import { checkUwsBinary } from './uws-binary.ts';

type Uws = typeof import('uWebSockets.js');
type App = ReturnType<Uws['App']>;
type HttpResponse = Parameters<Parameters<App['any']>[1]>[0];
type HttpRequest = Parameters<Parameters<App['any']>[1]>[1];
type ListenSocket = Exclude<Parameters<Parameters<App['listen']>[2]>[0], false | number>;
type UwsSocket = import('uWebSockets.js').WebSocket<SocketData>;
interface SocketData {
  events: SocketEvents;
  socket: QueuedSocket | undefined;
}

/**
 * Exclusive use of the port: otherwise a second process would silently share it. But then nobody can
 * listen again while connections of before last, so a port that is named is tried first, and shared.
 */
const portUse = { exclusive: 1, shared: 0 } as const;
/** Seconds without any frame after which the library drops a WebSocket. */
const socketIdleSec = 120;

/**
 * Loads the native library. Rejects where no binary fits this Node, system or libc, and where the
 * one in `binaries` (the package's own folder unless told) is not the one on record.
 */
export async function loadUws(binaries?: string): Promise<Uws> {
  await checkUwsBinary(binaries);
  // allowed: the library takes its header bound from the environment only, once, when it is loaded.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(transportDefaults.headerBytesMax);
  return import('uWebSockets.js');
}

/** A transport over one uWebSockets.js app. */
export function createUwsTransport(
  uws: Uws,
  handlers: TransportHandlers,
  options: TransportOptions,
): Transport {
  const inFlight = new InFlight();
  const sockets = new Set<QueuedSocket>();
  const app = uws.App();
  let listening: ListenSocket | undefined;
  let address: { readonly host: string; readonly port: number } | undefined;
  let closing = false;
  let closed = false;

  if (handlers.upgrade !== undefined) {
    registerSockets(app, { handlers, options, sockets, isClosing: () => closing });
  }
  const { clock } = options;
  const bodies = new BodyBudget(options.bodyBytesHeldMax ?? transportDefaults.bodyBytesHeldMax);
  app.any('/*', (res, req) => {
    inFlight.enter();
    serve(new UwsExchange(res, req, inFlight), { handlers, clock, bodies, closing });
  });

  const listen = (host: string, port: number): Promise<{ port: number }> =>
    new Promise((resolve, reject) => {
      const listenOn = app.listen as unknown as ListenExclusive;
      const use = port === 0 ? portUse.exclusive : portUse.shared;
      listenOn.call(app, host, port, use, (token) => {
        if (token === false) {
          reject(new Error(`cannot listen on ${host}:${port}: the address is in use or not ours`));
          return;
        }
        listening = token;
        resolve({ port: uws.us_socket_local_port(token) });
      });
    });

  return {
    name: 'uws',
    get inFlight() {
      return inFlight.count;
    },
    get sockets() {
      return sockets.size;
    },
    async listen({ host, port }) {
      if (port !== 0) await assertFree(host, port);
      const taken = await listen(host, port);
      address = { host, port: taken.port };
      return taken;
    },
    pause() {
      if (listening !== undefined) uws.us_listen_socket_close(listening);
      listening = undefined;
    },
    async resume() {
      if (closing || listening !== undefined || address === undefined) return;
      await listen(address.host, address.port);
    },
    async close({ deadlineMs }): Promise<CloseReport> {
      closing = true;
      if (listening !== undefined) uws.us_listen_socket_close(listening);
      listening = undefined;
      for (const socket of sockets) socket.close(1001, 'the service is shutting down');
      const report = await inFlight.drain(options.clock, deadlineMs);
      closed = true;
      app.close();
      return report;
    },
    publish(topic, text) {
      if (!closed) app.publish(topic, text, false);
    },
  };
}

/** Rejects where somebody listens already. */
function assertFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const trial = createServer();
    trial.once('error', (error) =>
      reject(
        new Error(`cannot listen on ${host}:${port}: the address is in use or not ours`, {
          cause: error,
        }),
      ),
    );
    trial.listen({ host, port, exclusive: true }, () => trial.close(() => resolve()));
  });
}

/** The library takes host, port and options together; its types do not say so. */
type ListenExclusive = (
  host: string,
  port: number,
  options: number,
  callback: (token: ListenSocket | false) => void,
) => App;

class UwsHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly #lines = new HeadLines();
  #response: HttpResponse | undefined;
  #address: string | undefined;
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(res: HttpResponse, req: HttpRequest) {
    this.method = req.getMethod().toUpperCase();
    this.path = req.getUrl();
    this.query = req.getQuery() ?? '';
    req.forEach((name, value) => {
      this.#lines.add(name, value);
    });
    this.#response = res;
  }

  header(name: string): string {
    return this.#lines.get(name);
  }

  get chunked(): boolean {
    return this.#lines.chunked;
  }

  /** False where more of this request could stand behind it than the library shows. */
  get mayBeFollowed(): boolean {
    return !this.#lines.closes && this.#lines.endsWithin(this.method);
  }

  fault(): string | undefined {
    // The library takes no other version, and does not show which.
    return this.#lines.fault({ method: this.method, version: '1.1' });
  }

  get remoteAddress(): string {
    this.#address ??=
      this.#response === undefined
        ? ''
        : Buffer.from(this.#response.getRemoteAddressAsText()).toString();
    return this.#address;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The response is complete or lost and must not be asked for anything. */
  release(aborted: boolean): void {
    this.#response = undefined;
    this.#aborted = aborted;
    if (aborted) this.#controller?.abort();
  }
}

/**
 * Where it is in doubt what follows on the connection, the answer is written last (`#last`): only
 * after the library has been through the bytes at hand, because it closes a connection on which
 * another request follows one that is not answered yet; and with no more bytes read.
 */
class UwsExchange implements Exchange {
  readonly head: UwsHead;
  readonly fault: string | undefined;
  readonly hasBody: boolean;
  readonly declaredBytes: number;
  readonly #res: HttpResponse;
  readonly #inFlight: InFlight;
  #last: boolean;
  #written = false;
  #finished = false;
  #onAborted: (() => void) | undefined;
  readonly #whenDone: (() => void)[] = [];

  constructor(res: HttpResponse, req: HttpRequest, inFlight: InFlight) {
    this.head = new UwsHead(res, req);
    const length = this.head.header('content-length');
    this.declaredBytes = length === '' ? Number.NaN : Number(length);
    this.hasBody = this.declaredBytes > 0 || this.head.chunked;
    this.fault = this.head.fault();
    this.#last = this.fault !== undefined || !this.head.mayBeFollowed;
    this.#res = res;
    this.#inFlight = inFlight;
    res.onAborted(() => {
      this.#finish(true);
      this.#onAborted?.();
    });
  }

  endConnection(): void {
    this.#last = true;
  }

  whenDone(callback: () => void): void {
    this.#whenDone.push(callback);
  }

  readBody(onChunk: (chunk: Uint8Array) => boolean, onEnd: () => void): void {
    let reading = true;
    const end = (): void => {
      if (!this.#finished) onEnd();
    };
    this.#res.onData((chunk, isLast) => {
      if (!reading) return;
      // The buffer is taken back when this callback returns, so its bytes are copied.
      if (chunk.byteLength > 0) reading = onChunk(new Uint8Array(chunk.slice(0)));
      if (isLast && reading) {
        reading = false;
        // What follows chunks in the same bytes may be a trailer or another request.
        if (this.#last) setImmediate(end);
        else onEnd();
      }
    });
  }

  write(reply: Reply): void {
    if (this.#finished || this.#written) return;
    for (const line of reply.headers) assertHeaderSafe(line);
    this.#written = true;
    if (this.#last) setImmediate(() => this.#send(reply));
    else this.#send(reply);
  }

  #send(reply: Reply): void {
    if (this.#finished) return;
    if (this.#last) this.#res.pause();
    this.#res.cork(() => {
      this.#res.writeStatus(statusLine(reply.status));
      for (const [name, value] of reply.headers) this.#res.writeHeader(name, value);
      this.#writeBody(reply);
    });
  }

  #writeBody({ status, body }: Reply): void {
    const isHead = this.head.method === 'HEAD';
    if (body !== null && typeof body === 'object' && !(body instanceof Uint8Array)) {
      if (!isHead) {
        void this.#stream(body);
        return;
      }
      void body[Symbol.asyncIterator]().return?.();
      this.#endWithoutBody();
    } else if (status === 204 || status === 304) {
      this.#endWithoutBody();
    } else if (body === null || body.length === 0) {
      this.#res.end('', this.#last);
    } else {
      const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
      if (isHead) {
        // The library's own way of stating a length here leaves the response open.
        this.#res.writeHeader('content-length', String(bytes));
        this.#endWithoutBody();
      } else if (this.#last) {
        this.#res.end(body, true);
      } else if (!this.#res.tryEnd(body, bytes)[1]) {
        this.#continueWhenWritable(typeof body === 'string' ? Buffer.from(body) : body);
        return;
      }
    }
    this.#finish(false);
  }

  /** Takes no wish to close; the client's own wish, or its time on a connection nobody reads, ends it. */
  #endWithoutBody(): void {
    if (this.#last) this.#res.writeHeader('connection', 'close');
    this.#res.endWithoutBody();
  }

  /** The client reads slowly: hands over the rest each time the network has room. */
  #continueWhenWritable(body: Uint8Array): void {
    this.#res.onWritable((offset) => {
      const [ok, done] = this.#res.tryEnd(body.subarray(offset), body.byteLength);
      if (done) this.#finish(false);
      return ok;
    });
  }

  async #stream(body: AsyncIterable<Uint8Array>): Promise<void> {
    let wake = (): void => undefined;
    this.#onAborted = () => wake();
    // Registered once: the library puts the old handler back when one replaces itself.
    this.#res.onWritable(() => {
      wake();
      return true;
    });
    try {
      for await (const chunk of body) {
        if (this.#finished) return;
        let ok = true;
        this.#res.cork(() => {
          if (chunk.byteLength > 0) ok = this.#res.write(chunk);
        });
        if (ok) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (this.#finished) return;
      }
      if (this.#finished) return;
      this.#res.cork(() => this.#res.end('', this.#last));
      this.#finish(false);
    } catch {
      // The head is sent: cutting the connection is the only way left to say that this is not all.
      if (!this.#finished) this.#res.close();
    }
  }

  #finish(aborted: boolean): void {
    if (this.#finished) return;
    this.#finished = true;
    this.head.release(aborted);
    this.#inFlight.leave();
    for (const callback of this.#whenDone) callback();
  }
}

interface SocketHost {
  readonly handlers: TransportHandlers;
  readonly options: TransportOptions;
  readonly sockets: Set<QueuedSocket>;
  readonly isClosing: () => boolean;
}

function registerSockets(app: App, host: SocketHost): void {
  const queueBytesMax = host.options.socketQueueBytesMax ?? transportDefaults.socketQueueBytesMax;
  app.ws<SocketData>('/*', {
    compression: 0,
    idleTimeout: socketIdleSec,
    sendPingsAutomatically: false,
    maxPayloadLength: host.options.socketMessageBytesMax ?? transportDefaults.socketMessageBytesMax,
    // Only what is published can come to this. The library would then leave messages out; a client
    // that is cut off knows that it missed something.
    maxBackpressure: queueBytesMax + 2 * transportDefaults.socketHighWaterBytes,
    closeOnBackpressureLimit: true,
    upgrade: (res, req, context) => answerUpgrade(host, res, req, context),
    open(ws) {
      const data = ws.getUserData();
      data.socket = new QueuedSocket(rawSocket(ws), data.events, queueBytesMax);
      host.sockets.add(data.socket);
      data.socket.start();
    },
    message(ws, message, isBinary) {
      const bytes = Buffer.from(message.slice(0));
      ws.getUserData().socket?.receive(isBinary ? bytes : bytes.toString());
    },
    drain: (ws) => ws.getUserData().socket?.drain(),
    pong: (ws) => ws.getUserData().socket?.pong(),
    close(ws, code, message) {
      const { socket } = ws.getUserData();
      if (socket === undefined) return;
      host.sockets.delete(socket);
      socket.finish(code === 0 ? 1006 : code, Buffer.from(message).toString());
    },
  });
}

function answerUpgrade(
  { handlers, isClosing }: SocketHost,
  res: HttpResponse,
  req: HttpRequest,
  context: Parameters<HttpResponse['upgrade']>[4],
): void {
  // An upgrade is not a request in flight: it ends within this call.
  const uncounted = new InFlight();
  uncounted.enter();
  const exchange = new UwsExchange(res, req, uncounted);
  const { head } = exchange;
  if (exchange.fault !== undefined) {
    exchange.write(handlers.failed(new ServiceError('bad_request', exchange.fault), head));
    return;
  }
  try {
    const answer: UpgradeAnswer = isClosing()
      ? { accept: false, reply: handlers.closing(head) }
      : handlers.upgrade!(head);
    if (!answer.accept) {
      exchange.write(answer.reply);
      return;
    }
    head.release(false);
    const data: SocketData = { events: answer.events, socket: undefined };
    res.upgrade(data, head.header('sec-websocket-key'), answer.protocol ?? '', '', context);
  } catch (error) {
    exchange.write(handlers.failed(error, head));
  }
}

function rawSocket(ws: UwsSocket): RawSocket {
  return {
    bufferedBytes: () => ws.getBufferedAmount(),
    send: (text) => void ws.send(text, false),
    join: (topic) => void ws.subscribe(topic),
    leave: (topic) => void ws.unsubscribe(topic),
    cork: (work) => void ws.cork(work),
    ping: () => void ws.ping(),
    end: (code, reason) => ws.end(code, reason),
    terminate: () => ws.close(),
  };
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
    statusLines.set(status, line);
  }
  return line;
}
