/** WebSockets on uWebSockets.js: how they are opened, fed and closed. */
import { ServiceError } from '../../domain/errors.ts';
import { InFlight } from './exchange.ts';
import {
  type SocketEvents,
  type TransportHandlers,
  type TransportOptions,
  transportDefaults,
  type UpgradeAnswer,
} from './port.ts';
import { QueuedSocket, type RawSocket } from './queued-socket.ts';
import { UwsExchange } from './uws-exchange.ts';
import type { HttpRequest, HttpResponse, UwsApp } from './uws-types.ts';

interface SocketData {
  events: SocketEvents;
  socket: QueuedSocket | undefined;
}
type UwsSocket = import('uWebSockets.js').WebSocket<SocketData>;

/** Seconds without any frame after which the library drops a WebSocket. */
const socketIdleSec = 120;

/** What sockets need of their transport. */
export interface SocketHost {
  readonly handlers: TransportHandlers;
  readonly options: TransportOptions;
  readonly sockets: Set<QueuedSocket>;
  readonly isClosing: () => boolean;
}

/** Takes upgrades of every path. */
export function registerSockets(app: UwsApp, host: SocketHost): void {
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
    drain(ws) {
      const { socket } = ws.getUserData();
      // Later: when this returns, the library stops looking whether the network takes more, also where it
      // did not take all of a message of 16 KiB and more that was sent here.
      setImmediate(() => socket?.drain());
    },
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
    send: (data) => void ws.send(data, typeof data !== 'string'),
    join: (topic) => void ws.subscribe(topic),
    leave: (topic) => void ws.unsubscribe(topic),
    cork: (work) => void ws.cork(work),
    ping: () => void ws.ping(),
    end: (code, reason) => ws.end(code, reason),
    terminate: () => ws.close(),
  };
}
