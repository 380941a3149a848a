/**
 * Carries messages to a service over HTTP: to the configured host alone, judged anew at each connection,
 * redirects not followed, reply and time bounded. Nothing of a request is in an error.
 */
import { type Dispatcher, request } from 'undici';
import { limits } from '../domain/limits.ts';
import { productWord } from '../domain/product.ts';
import type { Clock } from '../lib/clock.ts';
import { describeError } from '../lib/describe-error.ts';
import { DeadlineError, withDeadline } from '../worker-wire/deadline.ts';
import { createGuardedAgent } from '../worker-wire/guarded-agent.ts';
import { type Channel, type ChannelReply, type HttpService, retry } from './channel.ts';
import { judgeReply } from './judge.ts';

/** What every outgoing call of this folder is made with. */
export interface ExchangeOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** A call before it is made; `body` null for none. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const connectTimeoutMsMax = 10_000;

/** The connections to the host of one address; `close` ends them. */
export const createCaller = (url: string, { timeoutMs }: ExchangeOptions) =>
  createGuardedAgent(url, { connectTimeoutMs: Math.min(connectTimeoutMsMax, timeoutMs) });

/** One call and the beginning of its reply. Rejects when no reply began, or in time. */
export async function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, body }: ExchangeRequest,
  { timeoutMs, clock }: ExchangeOptions,
  signal: AbortSignal,
): Promise<ChannelReply> {
  return withDeadline(clock, timeoutMs, signal, async (deadline) => {
    const reply = await request(url, {
      method,
      headers: { ...headers, 'user-agent': productWord },
      body,
      signal: deadline,
      reset: true,
      headersTimeout: 0,
      bodyTimeout: 0,
      dispatcher,
    });
    return {
      status: reply.statusCode,
      headers: Object.fromEntries(
        Object.entries(reply.headers).map(([name, value]) => [name, String(value ?? '')]),
      ),
      text: await readStart(reply.body),
    };
  });
}

/** What a failed call says of itself, and that nobody knows what it did where that is so. */
export function describeFailure(error: unknown): string {
  const words = describeError(error);
  return error instanceof DeadlineError ? `${words}; it may have arrived all the same` : words;
}

/** The channel of a service. Throws `AddressRefused` for an address that no machine can have. */
export function createHttpChannel(service: HttpService, options: ExchangeOptions): Channel {
  const dispatcher = createCaller(service.url, options);
  return {
    name: service.name,
    async send(outgoing, signal) {
      const { url, headers, body } = service.toRequest(outgoing, options.clock.now());
      const call = { method: 'POST', url, headers, body } as const;
      try {
        return judgeReply(service, await exchange(dispatcher, call, options, signal));
      } catch (error) {
        // The service is being stopped: the effect stays, and the next start makes the attempt anew.
        if (signal.aborted) throw error;
        return retry(describeFailure(error));
      }
    },
    close: () => dispatcher.close(),
  };
}

/** The beginning of a reply. A torn body is an error: its status alone is no receipt. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= limits.notifyReplyBytesMax) break;
  }
  return Buffer.concat(parts).subarray(0, limits.notifyReplyBytesMax).toString('utf8');
}
