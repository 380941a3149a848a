/**
 * Ports for what must know its address before it listens there, such as a service whose configuration names it, and
 * for what is ended and comes back there.
 */
import { createServer } from 'node:net';

/**
 * Below the ports that a kernel gives out by itself: one of those may be somebody else's by the time that it is
 * listened on, or answer where a test says that nobody does.
 */
const firstPort = 15_000;
const portCount = 17_000;
// Processes that run beside each other begin far apart.
let given = (process.pid * 7_919) % portCount;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A port of 127.0.0.1 on which nobody listens; none is given out twice by one process before all were. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < portCount; attempt += 1) {
    given = (given + 1) % portCount;
    const port = firstPort + given;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${firstPort} on is free`);
}
