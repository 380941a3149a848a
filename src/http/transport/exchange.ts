/** What both adapters do in the same way: run a handler, collect a body, count what is in flight. */

import type { Clock } from '../../lib/clock.ts';
import type {
  BodyWanted,
  CloseReport,
  HeaderLine,
  Reply,
  RequestAnswer,
  RequestHead,
  TransportHandlers,
} from './port.ts';

/** Headers of which only the first occurrence counts; others are joined with a comma. */
const singleValued = new Set([
  'authorization',
  'content-length',
  'content-type',
  'host',
  'if-none-match',
  'origin',
  'x-request-id',
]);

/** Adds a header line to a map in the way every adapter does. */
export function addHeader(headers: Map<string, string>, name: string, value: string): void {
  const before = headers.get(name);
  if (before === undefined) headers.set(name, value);
  else if (!singleValued.has(name)) headers.set(name, `${before}, ${value}`);
}

const unsafeValue = /[^\t\x20-\x7e\x80-\xff]/;

/** Throws when a header value could break out of its line. */
export function assertHeaderSafe(line: HeaderLine): void {
  if (unsafeValue.test(line[1]))
    throw new TypeError(`header ${line[0]} holds a forbidden character`);
}

/** Parts of a body on their way in; never holds more than its bound. */
export class BodyCollector {
  readonly #bytesMax: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Takes a chunk that may be kept; false when the bound is passed, after which nothing is held. */
  push(chunk: Uint8Array): boolean {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#bytesMax) {
      this.#chunks = [];
      return false;
    }
    this.#chunks.push(chunk);
    return true;
  }

  take(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}

/** The adapter's side of one request. */
export interface Exchange {
  readonly head: RequestHead;
  /** False when no body can follow. */
  readonly hasBody: boolean;
  /** Declared body length in bytes; NaN when not declared or not a number. */
  readonly declaredBytes: number;
  /** Starts reading: `onChunk` gets chunks it may keep and answers whether to go on. */
  readBody(onChunk: (chunk: Uint8Array) => boolean, onEnd: () => void): void;
  /** Writes the answer unless one was written or the client has gone. May throw before writing. */
  write(reply: Reply): void;
}

/** Runs one request to its answer. Nothing it calls can leave the request without one. */
export function serve(handlers: TransportHandlers, exchange: Exchange, closing: boolean): void {
  const { head } = exchange;
  const fail = (error: unknown): void => {
    try {
      exchange.write(handlers.failed(error, head));
    } catch {
      exchange.write({ status: 500, headers: [], body: null });
    }
  };
  const write = (reply: Reply): void => {
    try {
      exchange.write(reply);
    } catch (error) {
      fail(error);
    }
  };
  const settle = (answer: Reply | Promise<Reply>): void => {
    if ('then' in answer) answer.then(write, fail);
    else write(answer);
  };
  try {
    const answer: RequestAnswer = closing ? handlers.closing(head) : handlers.request(head);
    if ('onBody' in answer) collect(exchange, answer, settle, fail);
    else settle(answer);
  } catch (error) {
    fail(error);
  }
}

function collect(
  exchange: Exchange,
  wanted: BodyWanted,
  settle: (answer: Reply | Promise<Reply>) => void,
  fail: (error: unknown) => void,
): void {
  const guarded = (answer: () => Reply | Promise<Reply>): void => {
    try {
      settle(answer());
    } catch (error) {
      fail(error);
    }
  };
  if (!exchange.hasBody) {
    guarded(() => wanted.onBody(new Uint8Array(0)));
    return;
  }
  if (exchange.declaredBytes > wanted.bodyBytesMax) {
    guarded(() => wanted.onTooLarge());
    return;
  }
  const collector = new BodyCollector(wanted.bodyBytesMax);
  exchange.readBody(
    (chunk) => {
      if (collector.push(chunk)) return true;
      guarded(() => wanted.onTooLarge());
      return false;
    },
    () => guarded(() => wanted.onBody(collector.take())),
  );
}

/** Counts requests in flight and tells when none is left. */
export class InFlight {
  #count = 0;
  #onIdle: (() => void) | undefined;

  get count(): number {
    return this.#count;
  }

  enter(): void {
    this.#count += 1;
  }

  leave(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }

  /** Resolves when nothing is in flight or `deadlineMs` has passed, with what is left. */
  drain(clock: Clock, deadlineMs: number): Promise<CloseReport> {
    return new Promise((resolve) => {
      const report = (): void => {
        timer.cancel();
        this.#onIdle = undefined;
        resolve({ clean: this.#count === 0, abandoned: this.#count });
      };
      const timer = clock.setTimer(deadlineMs, report);
      this.#onIdle = report;
      if (this.#count === 0) report();
    });
  }
}
