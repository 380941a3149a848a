/** What both adapters do in the same way: run a handler, collect a body, count what is in flight. */

import { ServiceError } from '../../domain/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { BodyBudget } from './body-budget.ts';
import type {
  BodyWanted,
  CloseReport,
  HeaderLine,
  Reply,
  RequestAnswer,
  RequestHead,
  TransportHandlers,
} from './port.ts';

/** How slowly a body may come. What is slower is answered 408, and its connection closed. */
const bodyPace = { graceMs: 30_000, bytesPerSecMin: 16 * 1024 } as const;

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

  get bytes(): number {
    return this.#bytes;
  }

  drop(): void {
    this.#chunks = [];
  }

  take(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}

/** The adapter's side of one request. */
export interface Exchange {
  readonly head: RequestHead;
  /** Why the request must not be served; its connection ends with the answer. */
  readonly fault: string | undefined;
  /** False when no body can follow. */
  readonly hasBody: boolean;
  /** Declared body length in bytes; NaN when not declared or not a number. */
  readonly declaredBytes: number;
  /** Starts reading: `onChunk` gets chunks it may keep and answers whether to go on. */
  readBody(onChunk: (chunk: Uint8Array) => boolean, onEnd: () => void): void;
  /** Writes the answer unless one was written or the client has gone. May throw before writing. */
  write(reply: Reply): void;
  /** The connection ends with the answer, whatever the client goes on sending. */
  endConnection(): void;
  /** Calls back once, when the answer is written or the client has gone. */
  whenDone(callback: () => void): void;
}

/** What the requests of one transport share. */
export interface Serving {
  readonly handlers: TransportHandlers;
  readonly clock: Clock;
  readonly bodies: BodyBudget;
  readonly closing: boolean;
}

/** Runs one request to its answer. Nothing it calls can leave the request without one. */
export function serve(exchange: Exchange, serving: Serving): void {
  const { handlers, closing } = serving;
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
  if (exchange.fault !== undefined) {
    fail(new ServiceError('bad_request', exchange.fault));
    return;
  }
  try {
    const answer: RequestAnswer = closing ? handlers.closing(head) : handlers.request(head);
    if ('onBody' in answer) collect(exchange, serving, { wanted: answer, settle, fail });
    else settle(answer);
  } catch (error) {
    fail(error);
  }
}

interface Collecting {
  readonly wanted: BodyWanted;
  readonly settle: (answer: Reply | Promise<Reply>) => void;
  readonly fail: (error: unknown) => void;
}

function collect(exchange: Exchange, serving: Serving, { wanted, settle, fail }: Collecting): void {
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
  const share = serving.bodies.open();
  exchange.whenDone(() => share.close());
  if (!share.grow(exchange.declaredBytes || 0)) {
    fail(serving.bodies.refusal());
    return;
  }
  const collector = new BodyCollector(wanted.bodyBytesMax);
  const pace = watchPace(serving.clock, () => {
    exchange.endConnection();
    fail(new ServiceError('request_timeout', tooSlow));
  });
  exchange.whenDone(() => pace.stop());
  exchange.readBody(
    (chunk) => {
      pace.came(chunk.byteLength);
      if (pace.over) return false;
      if (!collector.push(chunk)) {
        pace.stop();
        guarded(() => wanted.onTooLarge());
        return false;
      }
      if (share.covers(collector.bytes)) return true;
      pace.stop();
      collector.drop();
      fail(serving.bodies.refusal());
      return false;
    },
    () => {
      if (pace.over) return;
      pace.stop();
      guarded(() => wanted.onBody(collector.take()));
    },
  );
}

const tooSlow = `the body came too slowly: after the first ${bodyPace.graceMs / 1000} seconds it must come at ${bodyPace.bytesPerSecMin / 1024} KiB a second`;

/** Looks after a body on its way in; `onSlow` is called at most once, and not after `stop`. */
function watchPace(clock: Clock, onSlow: () => void) {
  const startedMs = clock.monotonic();
  let bytes = 0;
  let over = false;
  const look = (): void => {
    const dueMs = bodyPace.graceMs + (bytes / bodyPace.bytesPerSecMin) * 1000;
    const leftMs = dueMs - (clock.monotonic() - startedMs);
    if (leftMs > 0) {
      timer = clock.setTimer(leftMs, look);
      return;
    }
    over = true;
    onSlow();
  };
  let timer = clock.setTimer(bodyPace.graceMs, look);
  return {
    get over() {
      return over;
    },
    came(more: number) {
      bytes += more;
    },
    stop() {
      over = true;
      timer.cancel();
    },
  };
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
