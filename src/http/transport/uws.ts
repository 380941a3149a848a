/**
 * The transport port on uWebSockets.js: listening, pausing and closing. Requests are in `uws-exchange.ts`,
 * WebSockets in `uws-sockets.ts`.
 */
import { createServer } from 'node:net';
import { hostPort } from '../../lib/host-port.ts';
import { BodyBudget } from './body-budget.ts';
import { InFlight, serve } from './exchange.ts';
import {
  type CloseReport,
  type Transport,
  type TransportHandlers,
  type TransportOptions,
  transportDefaults,
} from './port.ts';
import type { QueuedSocket } from './queued-socket.ts';
import { loadUwsBinary, type UwsBuild } from './uws-binary.ts';
import { UwsExchange } from './uws-exchange.ts';
import { registerSockets } from './uws-sockets.ts';
import type { ListenSocket, Uws, UwsApp } from './uws-types.ts';

/**
 * Exclusive use of the port: otherwise a second process would silently share it. But then nobody can
 * listen again while connections of before last, so a port that is named is tried first, and shared.
 */
const portUse = { exclusive: 1, shared: 0 } as const;
/** Loads the native library from `build`; rejects, in one sentence, where that cannot serve here. */
export async function loadUws(build: UwsBuild): Promise<Uws> {
  // allowed: the library takes its header bound from the environment only, once, when it is loaded.
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(transportDefaults.headerBytesMax);
  return loadUwsBinary(build);
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
          reject(
            new Error(
              `cannot listen on ${hostPort(host, port)}: the address is in use or not ours`,
            ),
          );
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
        new Error(`cannot listen on ${hostPort(host, port)}: the address is in use or not ours`, {
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
) => UwsApp;
