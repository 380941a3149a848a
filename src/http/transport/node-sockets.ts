/** WebSockets of the transport on `node:http`, by `ws`. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { ServiceError } from '../../domain/errors.ts';
import { asksForWebSocket, serveWithoutUpgrade } from './declined-upgrade.ts';
import { assertHeaderSafe } from './exchange.ts';
import type { FanOut, FanOutMember } from './fan-out.ts';
import { NodeHead } from './node-head.ts';
import {
  type Reply,
  type SocketEvents,
  type TransportHandlers,
  type TransportOptions,
  transportDefaults,
  type UpgradeAnswer,
} from './port.ts';
import { QueuedSocket, type RawSocket } from './queued-socket.ts';

interface SocketHost {
  readonly handlers: TransportHandlers;
  readonly options: TransportOptions;
  readonly sockets: Set<QueuedSocket>;
  readonly fanOut: FanOut;
  readonly isClosing: () => boolean;
  readonly onRequest: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Takes up WebSockets on the server. */
export function registerSockets(server: Server, host: SocketHost): void {
  const chosen = new WeakMap<IncomingMessage, string>();
  const upgrader = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: host.options.socketMessageBytesMax ?? transportDefaults.socketMessageBytesMax,
    handleProtocols: (_offered, req) => chosen.get(req) ?? false,
  });
  server.on('upgrade', (req, connection, first) => {
    connection.on('error', () => undefined);
    if (!asksForWebSocket(req)) {
      serveWithoutUpgrade(req, { connection, first }, host.onRequest);
      return;
    }
    const head = new NodeHead(req);
    const answer = decideUpgrade(host, head);
    if (!answer.accept) {
      refuseUpgrade(connection, answer.reply);
      return;
    }
    if (answer.protocol !== null) chosen.set(req, answer.protocol);
    upgrader.handleUpgrade(req, connection, first, (ws) => {
      adoptSocket(host, { ws, connection, events: answer.events });
    });
  });
}

function decideUpgrade({ handlers, isClosing }: SocketHost, head: NodeHead): UpgradeAnswer {
  try {
    const fault = head.fault();
    if (fault !== undefined) throw new ServiceError('bad_request', fault);
    if (isClosing()) return { accept: false, reply: handlers.closing(head) };
    return handlers.upgrade!(head);
  } catch (error) {
    return { accept: false, reply: handlers.failed(error, head) };
  }
}

/** An upgrade has no response object: the refusal is written by hand. */
function refuseUpgrade(connection: Duplex, reply: Reply): void {
  const body = typeof reply.body === 'string' || reply.body instanceof Uint8Array ? reply.body : '';
  const lines = [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? 'Unknown'}`];
  for (const line of reply.headers) {
    assertHeaderSafe(line);
    lines.push(`${line[0]}: ${line[1]}`);
  }
  lines.push(`content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', '');
  connection.write(lines.join('\r\n'));
  connection.end(body);
}

function adoptSocket(
  { options, sockets, fanOut }: SocketHost,
  { ws, connection, events }: { ws: WebSocket; connection: Duplex; events: SocketEvents },
): void {
  const queueBytesMax = options.socketQueueBytesMax ?? transportDefaults.socketQueueBytesMax;
  // The event `drain` comes only where more had waited than the connection's own high-water mark.
  const written = (): void => {
    if (connection.writableLength === 0) socket.drain();
  };
  const member = fanOut.member(connection, { cut: () => ws.terminate(), written });
  const socket = new QueuedSocket(
    rawSocket(ws, connection, { member, written }),
    events,
    queueBytesMax,
  );
  sockets.add(socket);
  connection.on('drain', written);
  ws.on('pong', () => socket.pong());
  ws.on('message', (data: Buffer, isBinary) => socket.receive(isBinary ? data : data.toString()));
  // Reported by `close` too; a message above the bound or a broken frame ends here.
  ws.on('error', () => undefined);
  ws.once('close', (code, reason) => {
    sockets.delete(socket);
    member.remove();
    socket.finish(code, reason.toString());
  });
  socket.start();
}

function rawSocket(
  ws: WebSocket,
  connection: Duplex,
  { member, written }: { member: FanOutMember; written: () => void },
): RawSocket {
  const isOpen = (): boolean => ws.readyState === ws.OPEN;
  return {
    bufferedBytes: () => ws.bufferedAmount,
    send: (data) => {
      member.flush();
      if (isOpen()) ws.send(data, { binary: typeof data !== 'string' }, written);
    },
    join: (topic) => member.join(topic),
    leave: (topic) => member.leave(topic),
    cork(work) {
      connection.cork();
      work();
      connection.uncork();
    },
    ping: () => {
      if (isOpen()) ws.ping(undefined, undefined, written);
    },
    end: (code, reason) => {
      member.flush();
      member.remove();
      ws.close(code, reason);
    },
    terminate: () => ws.terminate(),
  };
}
