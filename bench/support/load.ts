/** A load on one address from a second process: so many connections, each with one request under way. */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

export interface LoadRequest {
  readonly port: number;
  /**
   * `{{a}}` becomes 1 to 100, `{{b}}` 25 to 32 and `{{blank}}` up to 499 blanks, in turn: addresses
   * that mean the same to the service and are not the same to a cache.
   */
  readonly path: string;
  readonly token: string;
  readonly connections: number;
  readonly durationMs: number;
  /** Sent by POST; `{{n}}` becomes a number that no other request has, `{{m}}` three digits of it. */
  readonly body?: string;
}
export interface LoadResult {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly bytes: number;
}

const variable = 'ORRERY_BENCH_LOAD';

/** Runs the load in a process of its own; the program must call `runLoadIfAsked` first. */
export function measureLoad(request: LoadRequest): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1]!], {
      env: { ...process.env, [variable]: JSON.stringify(request) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
    });
    child.once('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(text) as LoadResult)
        : reject(new Error(`the load ended with ${code}`)),
    );
  });
}

/** True when this process is the load: it has then run and printed its result. */
export async function runLoadIfAsked(): Promise<boolean> {
  const text = process.env[variable];
  if (text === undefined) return false;
  process.stdout.write(JSON.stringify(await runLoad(JSON.parse(text) as LoadRequest)));
  return true;
}

/** Makes the text of one request after the other. */
function createMessages({ path, token, body }: LoadRequest): () => string {
  let turn = 0;
  const addressed = (): string => {
    turn += 1;
    return path
      .replace('{{a}}', String(1 + (turn % 100)))
      .replace('{{b}}', String(25 + (Math.floor(turn / 100) % 8)))
      .replace('{{blank}}', '%20'.repeat(turn % 500));
  };
  const head = (method: string, more: string): string =>
    `${method} ${addressed()} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
  if (body === undefined) {
    if (path.includes('{{')) return () => head('GET', '');
    const message = head('GET', '');
    return () => message;
  }
  // Two loads on one store must not send the same number.
  let n = Math.round(performance.timeOrigin) * 1000;
  return () => {
    n += 1;
    const text = body
      .replaceAll('{{n}}', String(n))
      .replaceAll('{{m}}', String(n % 1000).padStart(3, '0'));
    const lines = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
    return head('POST', lines) + text;
  };
}

async function runLoad(request: LoadRequest): Promise<LoadResult> {
  const endMs = performance.now() + request.durationMs;
  const times: number[] = [];
  let bytes = 0;
  const nextMessage = createMessages(request);
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(request.port, '127.0.0.1');
      let startMs = 0;
      let wanted = -1;
      let received = 0;
      const next = (): void => {
        if (performance.now() >= endMs) {
          socket.destroy();
          resolve();
          return;
        }
        wanted = -1;
        received = 0;
        startMs = performance.now();
        socket.write(nextMessage());
      };
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (data: Buffer) => {
        received += data.length;
        // The head of a reply comes in its first piece; its length says when the reply is whole.
        if (wanted < 0) {
          const head = data.subarray(0, 2048).toString('latin1');
          if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`${request.path}: ${head}`));
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
          wanted = head.indexOf('\r\n\r\n') + 4 + length;
        }
        if (received < wanted) return;
        times.push(performance.now() - startMs);
        bytes = wanted;
        next();
      });
    });
  await Promise.all(Array.from({ length: request.connections }, one));
  times.sort((left, right) => left - right);
  return {
    perSecond: times.length / (request.durationMs / 1000),
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    bytes,
  };
}
