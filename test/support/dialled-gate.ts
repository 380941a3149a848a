/** A gate that dials home over real sockets, without what a gate is for: home, gate, and a way between that breaks. */
import { connect, createServer, type Socket } from 'node:net';
import { type Dispatcher, request } from 'undici';
import { createGateRoute } from '../../src/http/gates/route.ts';
import { createPipeline } from '../../src/http/pipeline.ts';
import { dialledTransport } from '../../src/http/transport/dialled.ts';
import type { Transport, TransportHandlers } from '../../src/http/transport/port.ts';
import { selectTransport } from '../../src/http/transport/select.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemEntropy } from '../../src/lib/ids.ts';
import { createGatesAtHome } from '../../src/worker-client/gates-at-home.ts';
import { plain, silentLog, type TransportName } from './http.ts';

export const gateName = 'gpu-a';
export const gateToken = 'token-of-the-gate-that-dials-home';

/** A control plane's end, and nothing else of one. */
export async function startHome(transportName: TransportName, port = 0) {
  const gates = createGatesAtHome({ clock: systemClock });
  const route = createGateRoute(gates, {
    tokenOf: (name) => (name === gateName ? gateToken : undefined),
    isActive: () => true,
    runs: { admit: async () => null, runOfToken: () => null },
  });
  const handlers = createPipeline({
    routes: [],
    upgrades: [route],
    context: {},
    tokens: { control: 'control-token-of-this-home', worker: '' },
    clock: systemClock,
    entropy: systemEntropy,
    log: silentLog,
  });
  const { create } = await selectTransport({ httpTransport: transportName });
  const transport = create(handlers, { clock: systemClock });
  const { port: taken } = await transport.listen({ host: '127.0.0.1', port });
  const dispatcher: Dispatcher = gates.dispatcherOf(gateName);
  return {
    port: taken,
    url: `http://127.0.0.1:${taken}`,
    dispatcher,
    /** One request to the gate; rejects as `fetch` would. */
    async ask(path: string, body?: Uint8Array, signal?: AbortSignal) {
      const reply = await request(`http://${gateName}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
        reset: true,
        dispatcher,
      });
      return { status: reply.statusCode, body: reply.body };
    },
    async close() {
      await gates.close();
      await transport.close({ deadlineMs: 0 });
    },
  };
}

/** News of a gate's connection, oldest first, and the wish to hear the next that fits. */
export function createNews() {
  const all: { isHome: boolean; detail: string }[] = [];
  const waiting: { fits: (news: { isHome: boolean; detail: string }) => boolean; done(): void }[] =
    [];
  return {
    all,
    tell(news: { isHome: boolean; detail: string }): void {
      all.push(news);
      for (const each of waiting.filter(({ fits }) => fits(news))) each.done();
    },
    /** Resolves with the next news of this kind from now on. */
    next: (isHome: boolean): Promise<void> =>
      new Promise((done) => waiting.push({ fits: (news) => news.isHome === isHome, done })),
  };
}

/** The gate's end, serving `handlers`; resolves once home has it. */
export async function startDialler(
  url: string,
  answer: TransportHandlers['request'],
  given: { readonly name?: string; readonly bearerToken?: string; readonly isTaken?: boolean } = {},
) {
  const news = createNews();
  const { create } = dialledTransport({
    url,
    caller: { name: given.name ?? gateName },
    onOver: () => undefined,
    bearerToken: given.bearerToken ?? gateToken,
    clock: systemClock,
    random: () => 0,
    onNews: news.tell,
  });
  const transport: Transport = create(
    {
      request: answer,
      failed: (error) => plain(500, String(error)),
      closing: () => plain(503, 'closing'),
    },
    { clock: systemClock },
  );
  const first = news.next(given.isTaken ?? true);
  await transport.listen({ host: '', port: 0 });
  await first;
  return { news, transport, close: () => transport.close({ deadlineMs: 0 }) };
}

/** A TCP proxy that cuts every connection after a number of bytes either way, until told to let them be. */
export function startCutter(targetPort: number) {
  let bytesLeft = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk: Buffer) => {
        bytesLeft -= chunk.byteLength;
        if (bytesLeft > 0) {
          to.write(chunk);
          return;
        }
        bytesLeft = Number.POSITIVE_INFINITY;
        cut();
      });
    }
  });
  return new Promise<{
    port: number;
    cutAfter(bytes: number): void;
    cut(): void;
    close(): Promise<void>;
  }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        cutAfter(bytes) {
          bytesLeft = bytes;
        },
        cut,
        close: () => {
          cut();
          return new Promise((done) => void server.close(() => done()));
        },
      });
    });
  });
}
