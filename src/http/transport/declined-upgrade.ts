/**
 * Requests that offer to go on in another protocol than WebSocket, as several HTTP clients do with
 * their first request ("Upgrade: h2c"). RFC 9110 lets a server ignore that, but `node:http` hands
 * every such connection over, once anybody listens for upgrades, and reads no further. Here the
 * request is served as the ordinary one it is, and the connection closed after it.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** True for a request that asks for a WebSocket. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Serves the request with `onRequest`. `first`: bytes that came behind its head. */
export function serveWithoutUpgrade(
  req: IncomingMessage,
  { connection, first }: { connection: Duplex; first: Buffer },
  onRequest: (req: IncomingMessage, res: ServerResponse) => void,
): void {
  const request = withoutBody(req, connection as Socket);
  const res = new ServerResponse(request);
  res.shouldKeepAlive = false;
  res.assignSocket(connection as Socket);
  res.once('finish', () => {
    res.detachSocket(connection as Socket);
    connection.end();
    res.emit('close');
  });
  connection.once('close', () => {
    if (!res.writableFinished) res.destroy();
  });
  if (feedBody(request, connection, first)) onRequest(request, res);
  else res.writeHead(400, { 'content-length': '0' }).end();
}

/** The same request, still to be read: the one handed over has ended before its body. */
function withoutBody(req: IncomingMessage, socket: Socket): IncomingMessage {
  const request = new IncomingMessage(socket);
  return Object.assign(request, {
    method: req.method,
    url: req.url,
    httpVersion: req.httpVersion,
    httpVersionMajor: req.httpVersionMajor,
    httpVersionMinor: req.httpVersionMinor,
    headers: req.headers,
    rawHeaders: req.rawHeaders,
  });
}

/** Puts a body of declared length into the request; false for one in chunks, which nobody decodes. */
function feedBody(req: IncomingMessage, connection: Duplex, first: Buffer): boolean {
  if (req.headers['transfer-encoding'] !== undefined) return false;
  let missing = Number(req.headers['content-length'] ?? '0');
  const take = (chunk: Buffer): void => {
    const mine = chunk.subarray(0, missing);
    missing -= mine.length;
    if (mine.length > 0) req.push(mine);
    if (missing > 0) return;
    connection.off('data', take);
    req.complete = true;
    req.push(null);
  };
  connection.on('data', take);
  take(first);
  return true;
}
