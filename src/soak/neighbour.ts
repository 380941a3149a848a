/**
 * A process that does nothing, beside the service: how long its event loop stands and how long its
 * answers take is what the machine alone costs. Figures of the service are read against it.
 */
import { Child } from './child.ts';
import { createHttpClient, type HttpClient, membersOf } from './http-client.ts';

/** Measured as the service's own metrics measure: sampled each 10 ms, read and begun anew. */
const program = `
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url !== '/loop') return void response.end('{"ok":true}');
  const max = Number.isFinite(delay.max) ? delay.max / 1e6 : 0;
  delay.reset();
  response.end(JSON.stringify({ max_ms: max }));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('disconnect', () => process.exit());
`;

/** The idle process as the soak asks it. */
export interface Neighbour {
  readonly pid: number | null;
  /** Milliseconds that an empty answer takes; null when none came. */
  ping(): Promise<number | null>;
  /** The longest stand of its loop since it was last asked, in ms; null when it does not answer. */
  loopMaxMs(): Promise<number | null>;
  end(): Promise<void>;
}

/** Resolves when it listens; rejects when it ends before that. It does not outlive this process. */
export async function startNeighbour(cwd: string): Promise<Neighbour> {
  let heard: (line: string) => void = () => {};
  const listening = new Promise<string>((resolve) => {
    heard = resolve;
  });
  const child = new Child({
    name: 'neighbour',
    command: [process.execPath, '--input-type=module', '--eval', program],
    cwd,
    env: {},
    ipc: true,
    onLine: (line) => heard(line),
  });
  child.start();
  const port = await Promise.race([
    listening,
    child.ended.then(() => {
      throw new Error(`the neighbour process ended: ${child.tail}`);
    }),
  ]);
  const client: HttpClient = createHttpClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'none',
    timeoutMs: 30_000,
  });
  return {
    pid: child.pid,
    async ping() {
      const outcome = await client.send({ method: 'GET', path: '/' });
      return outcome.kind === 'answer' ? outcome.ms : null;
    },
    async loopMaxMs() {
      const value = membersOf(await client.send({ method: 'GET', path: '/loop' }))['max_ms'];
      return typeof value === 'number' ? value : null;
    },
    async end() {
      client.close();
      await child.end('SIGKILL');
    },
  };
}
