/** The API server of a Kubernetes in memory on loopback, over HTTPS or HTTP, and what can befall its answers. */
import { once } from 'node:events';
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FakeKubernetes } from './fake-kubernetes.ts';

/**
 * What happens to a request: the connection is cut before it is done or after, its answer is torn in the middle,
 * never ends or never begins, or the server says something else instead of doing it.
 */
export type ServerTrouble =
  | 'cut before'
  | 'cut after'
  | 'torn'
  | 'endless'
  | 'silent'
  | { readonly status: number; readonly retryAfter?: string; readonly body: string };

export interface KubernetesServer {
  readonly url: string;
  /** Requests that were answered, or not, so far. */
  readonly requests: string[];
  /** Asked for each request; undefined: nothing befalls it. */
  plan: (line: string, place: number) => ServerTrouble | undefined;
  close(): Promise<void>;
}

export async function startKubernetesServer(
  fake: FakeKubernetes,
  tls?: { readonly certificate: string; readonly key: string },
): Promise<KubernetesServer> {
  const requests: string[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString('utf8')));
  };
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const trouble = started.plan(line, requests.length - 1);
    if (trouble === 'cut before') return void request.socket.destroy();
    if (trouble === 'silent') return;
    if (typeof trouble === 'object') {
      const { status, retryAfter } = trouble;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      return void response.writeHead(status).end(trouble.body);
    }
    const reply = fake.carryOut({
      method: request.method ?? '',
      path: request.url ?? '',
      accept: request.headers.accept ?? '',
      authorization: request.headers.authorization ?? null,
      contentType: request.headers['content-type'] ?? null,
      body,
    });
    if (trouble === 'cut after') return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': reply.type });
    if (trouble === undefined) return void response.end(reply.body);
    response.write(reply.body.slice(0, reply.body.length / 2), () => {
      if (trouble === 'torn') request.socket.destroy();
    });
  };
  const server =
    tls === undefined
      ? createPlain(handle)
      : createSecure({ cert: tls.certificate, key: tls.key }, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const started: KubernetesServer = {
    url: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    requests,
    plan: () => undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return started;
}
