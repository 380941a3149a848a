/**
 * One request and its answer on uWebSockets.js. Rules of that library that shape this file: a request
 * object is dead after its callback returns; a response must not be touched after abort or after
 * it is complete; an abort handler must be there before the callback returns without an answer;
 * writes outside the callback belong in a cork; text from its buffers must be copied.
 */
import { STATUS_CODES } from 'node:http';
import { assertHeaderSafe, type Exchange, type InFlight } from './exchange.ts';
import { LinesOfHead } from './head-lines.ts';
import type { Reply, RequestHead } from './port.ts';
import type { HttpRequest, HttpResponse } from './uws-types.ts';

class UwsHead extends LinesOfHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  #response: HttpResponse | undefined;
  #address: string | undefined;

  constructor(res: HttpResponse, req: HttpRequest) {
    super();
    this.method = req.getMethod().toUpperCase();
    this.path = req.getUrl();
    this.query = req.getQuery() ?? '';
    req.forEach((name, value) => {
      this.lines.add(name, value);
    });
    this.#response = res;
  }

  /** False where more of this request could stand behind it than the library shows. */
  get mayBeFollowed(): boolean {
    return !this.lines.closes && this.lines.endsWithin(this.method);
  }

  fault(): string | undefined {
    // The library takes no other version, and does not show which.
    return this.lines.fault({ method: this.method, version: '1.1' });
  }

  get remoteAddress(): string {
    this.#address ??=
      this.#response === undefined
        ? ''
        : Buffer.from(this.#response.getRemoteAddressAsText()).toString();
    return this.#address;
  }

  /** The response is complete or lost and must not be asked for anything. */
  release(aborted: boolean): void {
    this.#response = undefined;
    if (aborted) this.abort();
  }
}

/**
 * Where it is in doubt what follows on the connection, the answer is written last (`#last`): only
 * after the library has been through the bytes at hand, because it closes a connection on which
 * another request follows one that is not answered yet; and with no more bytes read.
 */
export class UwsExchange implements Exchange {
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

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
    statusLines.set(status, line);
  }
  return line;
}
