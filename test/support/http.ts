/** Helpers for tests that talk HTTP: both transports, raw sockets, a silent log, a waitable flag. */
import { connect, type Socket as TcpSocket } from 'node:net';
import type { RequestLog } from '../../src/http/pipeline-options.ts';
import type {
  Reply,
  RequestHead,
  Transport,
  TransportHandlers,
  TransportOptions,
} from '../../src/http/transport/port.ts';
import { selectTransport } from '../../src/http/transport/select.ts';
import { shippedBuild } from '../../src/http/transport/uws-binary.ts';
import { systemClock } from '../../src/lib/clock.ts';

export type TransportName = 'uws' | 'node';
/** The transports of this Node: where the record has a binary of the native library, it must load. */
export const transportNames: readonly TransportName[] =
  shippedBuild().sha256 === undefined ? ['node'] : ['uws', 'node'];

export const silentLog: RequestLog = {
  debug: () => undefined,
  info: () => undefined,
  error: () => undefined,
};

export const plain = (status: number, body: Reply['body']): Reply => ({
  status,
  headers: [['content-type', 'text/plain']],
  body,
});

/** A started transport; `stop` cuts everything off. */
export interface Running {
  readonly transport: Transport;
  readonly port: number;
  readonly origin: string;
  /** Resolves when the condition holds, looking whenever the event loop comes round. */
  until(condition: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startTransport(
  name: TransportName,
  handlers: Pick<TransportHandlers, 'request'> & Partial<TransportHandlers>,
  { port: asked = 0, ...options }: Partial<TransportOptions> & { readonly port?: number } = {},
): Promise<Running> {
  const { create } = await selectTransport({ httpTransport: name });
  const transport = create(
    {
      failed: (error) =>
        plain(500, `failed: ${error instanceof Error ? error.message : 'unknown'}`),
      closing: () => plain(503, 'closing'),
      ...handlers,
    },
    { clock: systemClock, ...options },
  );
  const { port } = await transport.listen({ host: '127.0.0.1', port: asked });
  return {
    transport,
    port,
    origin: `http://127.0.0.1:${port}`,
    async until(condition) {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
    },
    stop: async () => void (await transport.close({ deadlineMs: 0 })),
  };
}

/** A promise that is settled from outside. */
export function createSignal<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}

/** A TCP connection that collects what arrives as Latin-1 text. */
export class RawClient {
  readonly socket: TcpSocket;
  text = '';
  readonly closed: Promise<void>;
  #waiting: { test: (text: string) => boolean; resolve: () => void }[] = [];

  private constructor(socket: TcpSocket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      this.text += chunk;
      this.#wake();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    void this.closed.then(() => {
      for (const { resolve } of this.#waiting) resolve();
    });
  }

  static open(port: number): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const client = new RawClient(socket);
      socket.once('connect', () => resolve(client));
      socket.once('error', reject);
    });
  }

  write(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** Waits until what has arrived passes the test, or the connection is closed. */
  until(test: (text: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.push({ test, resolve: () => resolve(this.text) });
      this.#wake();
    });
  }

  /** Waits until `count` status lines and the given ending have arrived, or it is closed. */
  replies(count: number): Promise<string> {
    return this.until((text) => completeReplies(text) >= count);
  }

  #wake(): void {
    this.#waiting = this.#waiting.filter(({ test, resolve }) => {
      if (!test(this.text)) return true;
      resolve();
      return false;
    });
  }
}

/** Number of whole replies with a declared length in `text`. */
function completeReplies(text: string): number {
  let count = 0;
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return count;
    const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, end))?.[1] ?? 0);
    if (rest.length < end + 4 + length) return count;
    rest = rest.slice(end + 4 + length);
    count += 1;
  }
}

/** Answers with what the head says, as JSON. */
export const echoHead = (head: RequestHead): Reply =>
  plain(
    200,
    JSON.stringify({
      method: head.method,
      path: head.path,
      query: head.query,
      address: head.remoteAddress,
      header: head.header('x-test'),
    }),
  );
