/**
 * A door on loopback before a part of the service: it passes requests on, keeps what it has seen of
 * callbacks, and can be told to answer evil things instead, to lose answers, or to say nothing.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as the door saw it; of its headers only those that the service reads. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
/** An answer of the part behind the door, or one made up in its place; always sent as JSON. */
export interface Reply {
  readonly status: number;
  readonly body: Buffer | string;
}
/**
 * What the door does with a request: an answer in place of the real one, `cut` (the connection is
 * closed), `silent` (it is never answered). `pass` asks the part behind it, once.
 */
export type Trick = (asked: Asked, pass: () => Promise<Reply>) => Promise<Reply | 'cut' | 'silent'>;

/** Passes every request on and its answer back. */
export const honest: Trick = (_asked, pass) => pass();

/** A listening door on 127.0.0.1; setting `trick` changes what it does from the next request on. */
export interface Door {
  readonly url: string;
  readonly port: number;
  /** What it does now; `honest` at first. */
  trick: Trick;
  /** Called with everything that comes to it. */
  listen: (asked: Asked) => void;
  close(): Promise<void>;
}

/** Opens a door before `target()`, a base address that may change. */
export async function openDoor(target: () => string): Promise<Door> {
  const door: Pick<Door, 'trick' | 'listen'> = { trick: honest, listen: () => {} };
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked: Asked = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: pickHeaders(incoming),
      body: await buffer(incoming),
    };
    door.listen(asked);
    const reply = await door.trick(asked, () => passOn(target(), asked));
    if (reply === 'silent') return;
    if (reply === 'cut') return void response.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(reply.body);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(door, {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function pickHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const kept = ['authorization', 'content-type', 'x-request-id', 'idempotency-key'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** The same request to the part behind the door; rejects when there is no answer. */
export function passOn(baseUrl: string, { method, path, headers, body }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, 'content-length': String(body.length) },
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      buffer(response).then(
        (answered) => resolve({ status: response.statusCode ?? 502, body: answered }),
        reject,
      );
    });
    asked.end(body);
  });
}
