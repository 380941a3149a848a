/** Servers that answer as a test says, down to the byte. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { freePort } from '../../src/soak/free-port.ts';

export interface TestServer {
  readonly url: string;
  close(): Promise<void>;
}
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server; `requests` holds what came in. */
export async function startHttpServer(
  answer: (request: Received, response: ServerResponse) => void,
): Promise<TestServer & { readonly requests: Received[] }> {
  const requests: Received[] = [];
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const part of incoming) body += String(part);
    const { method = '', url = '', headers } = incoming;
    const received = { method, url, headers, body };
    requests.push(received);
    answer(received, response);
  };
  const server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A TCP server; `serve` is called with each connection's first bytes. */
export async function startTcpServer(serve: (socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => serve(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Sends `value` as JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** An address on which nothing listens. */
export const closedPortUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
