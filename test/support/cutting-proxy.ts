/** A TCP proxy on loopback that cuts a connection to PostgreSQL around a commit. */
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly port: number;
  /**
   * The next commit is cut off: on its way there, or (`after`) when it is made and its answer on the way
   * back. What comes later goes through; `null` lets that one through, too.
   */
  cutNextCommit(where: 'before' | 'after' | null): void;
  /** Commits that were cut off so far. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** As a statement is sent, and as it is answered. */
const commit = 'COMMIT\0';

export function startCuttingProxy(targetPort: number): Promise<CuttingProxy> {
  let armed: 'before' | 'after' | null = null;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const ends = [client, target];
    const cut = (): void => {
      armed = null;
      cuts += 1;
      for (const end of ends) end.destroy();
    };
    for (const end of ends) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        sockets.delete(end);
        for (const each of ends) each.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (armed === 'before' && chunk.includes(commit)) cut();
      else target.write(chunk);
    });
    target.on('data', (chunk: Buffer) => {
      if (armed === 'after' && chunk.includes(commit)) cut();
      else client.write(chunk);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        cutNextCommit(where) {
          armed = where;
        },
        get cuts() {
          return cuts;
        },
        close() {
          for (const socket of sockets) socket.destroy();
          return new Promise((done) => void server.close(() => done()));
        },
      });
    });
  });
}
