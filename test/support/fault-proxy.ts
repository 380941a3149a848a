/**
 * A TCP proxy on loopback that a test puts between two parts of the service to spoil the network
 * between them. It keeps what was sent through it, so that requests can be repeated as they were.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';

export const networkStates = [
  /** Everything goes through. */
  'pass',
  /** Connections are reset at once, as when nothing listens. */
  'refuse',
  /** Connections are accepted and nothing is ever answered, as behind a dead switch. */
  'silent',
  /** What is asked arrives, and the answer is cut off: the asker cannot know what happened. */
  'cut_replies',
  /** What is asked arrives, and the answer waits on the way until the network passes again. */
  'hold_replies',
] as const;
export type NetworkState = (typeof networkStates)[number];

export interface FaultProxy {
  readonly port: number;
  readonly state: NetworkState;
  /**
   * Changes the network; connections that exist are ended when they would not be let through, and
   * those that were swallowed when the network is no longer silent.
   * With `cut_replies` and `hold_replies`, only of requests that begin with `prefix`, such as `POST /dispatch `.
   */
  set(state: NetworkState, prefix?: string): void;
  /** The bytes of each connection that asked for something, oldest first. */
  readonly requests: readonly Buffer[];
  /** Answers that were cut off. */
  readonly cutCount: number;
  /** Answers that wait. */
  readonly heldCount: number;
  close(): Promise<void>;
}

const requestsKeptMax = 2000;

/** Listens on a free port, or on `port`, and passes on to `targetPort`, which may be another for each connection. */
export function startFaultProxy(
  targetPort: number | (() => number),
  port = 0,
): Promise<FaultProxy> {
  let state: NetworkState = 'pass';
  const requests: Buffer[] = [];
  const open = new Set<Socket>();
  const swallowed = new Set<Socket>();
  const held = new Set<Socket>();
  let cutPrefix = '';
  let cutCount = 0;

  const track = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  };
  const keep = (parts: readonly Buffer[]): void => {
    if (parts.length > 0 && requests.length < requestsKeptMax) requests.push(Buffer.concat(parts));
  };

  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    track(client);
    if (state === 'refuse') return void client.resetAndDestroy();
    if (state === 'silent') {
      swallowed.add(client);
      client.once('close', () => swallowed.delete(client));
      return void client.resume();
    }
    const parts: Buffer[] = [];
    const to = typeof targetPort === 'number' ? targetPort : targetPort();
    const upstream = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    track(upstream);
    client.on('data', (data: Buffer) => {
      parts.push(data);
      upstream.write(data);
    });
    client.once('end', () => upstream.end());
    upstream.on('data', (data: Buffer) => {
      const isMeant = parts[0]?.toString('latin1').startsWith(cutPrefix) === true;
      if (isMeant && state === 'cut_replies') {
        cutCount += 1;
        return void client.resetAndDestroy();
      }
      if (isMeant && state === 'hold_replies') {
        held.add(upstream.pause());
        upstream.unshift(data);
        return;
      }
      client.write(data);
    });
    upstream.once('end', () => client.end());
    upstream.once('error', () => client.resetAndDestroy());
    upstream.once('close', () => client.destroy());
    client.once('close', () => {
      keep(parts);
      upstream.destroy();
    });
  });

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        get state() {
          return state;
        },
        get cutCount() {
          return cutCount;
        },
        get heldCount() {
          return held.size;
        },
        set(next, prefix = '') {
          state = next;
          cutPrefix = prefix;
          // What was sent into the silence is gone: waiting on would only take the asker's whole limit.
          const ended = next === 'refuse' || next === 'silent' ? open : swallowed;
          for (const socket of ended) socket.resetAndDestroy();
          if (next === 'pass') for (const socket of held) socket.resume();
          if (next === 'pass') held.clear();
        },
        requests,
        close: () =>
          new Promise((closed) => {
            for (const socket of open) socket.destroy();
            server.close(() => closed());
          }),
      });
    });
  });
}

/** Sends bytes as they are and answers what came back, up to the end of the connection. */
export function sendRaw(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('data', (data: Buffer) => {
      reply += data.toString('utf8');
    });
    socket.once('error', () => resolve(reply));
    socket.once('close', () => resolve(reply));
    socket.write(bytes);
  });
}
