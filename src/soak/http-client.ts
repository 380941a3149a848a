/**
 * The soak's HTTP client. An answer is an answer whatever its status; a connection that broke or ran
 * out of time is told apart from one, because nobody knows then what the service has done.
 */
import { Agent, request } from 'node:http';
import { systemClock } from '../lib/clock.ts';
import { monotonicMs } from './time.ts';

/** An answer that came whole, whatever its status. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly text: string;
  /** Whether the service says that it repeats an earlier answer. */
  readonly replayed: boolean;
  /** Milliseconds from asking to the last byte. */
  readonly ms: number;
}
/** No whole answer: the connection broke, or time ran out; the service may have done what was asked. */
export interface Lost {
  readonly kind: 'lost';
  readonly reason: string;
  readonly ms: number;
}
/** What comes of one request; asking never rejects. */
export type Outcome = Answer | Lost;

/** One request; `token` replaces the client's own. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly token?: string;
}

/** Asks one service over connections that are kept open; `close` breaks those still in use. */
export interface HttpClient {
  readonly baseUrl: string;
  send(ask: Ask): Promise<Outcome>;
  close(): void;
}

interface HttpClientOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** After this nobody waits for an answer any more. */
  readonly timeoutMs: number;
  /** Address of this machine to ask from. */
  readonly localAddress?: string;
  readonly socketsMax?: number;
}

/** At most `socketsMax` requests (64 unless told) are under way; more wait, and waiting counts as time. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { baseUrl, timeoutMs, localAddress, socketsMax = 64 } = options;
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax });
  return {
    baseUrl,
    close: () => agent.destroy(),
    send: ({ method, path, body, token = options.token }) =>
      new Promise((resolve) => {
        const startedMs = monotonicMs();
        const lost = (reason: string): void =>
          resolve({ kind: 'lost', reason, ms: monotonicMs() - startedMs });
        const asked = request({
          agent,
          hostname,
          port,
          method,
          path,
          ...(localAddress === undefined ? {} : { localAddress }),
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined
              ? {}
              : {
                  'content-type': 'application/json',
                  'content-length': String(Buffer.byteLength(body)),
                }),
          },
        });
        const limit = systemClock.setTimer(timeoutMs, () =>
          asked.destroy(new Error('no answer in time')),
        );
        asked.once('error', (error) => {
          limit.cancel();
          lost(error.message);
        });
        asked.once('response', (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.once('error', (error) => lost(error.message));
          response.once('close', () => {
            limit.cancel();
            if (!response.complete) return lost('the answer broke off');
            resolve({
              kind: 'answer',
              status: response.statusCode ?? 0,
              text: Buffer.concat(parts).toString('utf8'),
              replayed: response.headers['idempotency-replayed'] === 'true',
              ms: monotonicMs() - startedMs,
            });
          });
        });
        asked.end(body);
      }),
  };
}

/** The members of a JSON object in an answer; none where there is no such thing. */
export function membersOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.kind === 'lost') return {};
  try {
    const value: unknown = JSON.parse(outcome.text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
