/**
 * Asks a chat-completions-compatible endpoint, one request at a time: the configured host alone, judged
 * anew at each connection, redirects not followed, reply and time bounded. What a request said, and the
 * key, are in no error.
 */

import { type Dispatcher, request } from 'undici';
import { limits } from '../domain/limits.ts';
import { productWord } from '../domain/product.ts';
import type { Clock } from '../lib/clock.ts';
import { describeError } from '../lib/describe-error.ts';
import { DeadlineError, withDeadline } from '../worker-wire/deadline.ts';
import { AddressRefused, createGuardedAgent } from '../worker-wire/guarded-agent.ts';
import { provesNeverSent } from '../worker-wire/transport-error.ts';
import { objectOf, type ReadReply, readWhole, StreamReader, saidIn } from './reply.ts';

/** Where to ask, and how. */
export interface EndpointOptions {
  /** Usually ends in `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Of one request, from its start to the end of its reply. */
  readonly timeoutMs: number;
  readonly streams: boolean;
  readonly clock: Clock;
  /** Takes the secrets of the configuration out of a text. */
  readonly redact: (text: string) => string;
}

/** One request. */
export interface CompletionRequest {
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The same for the same question of the same work; endpoints that know it answer once. */
  readonly idempotencyKey: string;
}

/** What came of it. `busy`: nothing was done, it may be asked again after `afterMs`, where that was said. */
export type Completion =
  | ({ readonly kind: 'answer' } & Extract<ReadReply, { ok: true }>)
  | { readonly kind: 'busy'; readonly reason: string; readonly afterMs: number | null }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly usage: Extract<ReadReply, { ok: false }>['usage'];
      /** True when the request may have been carried out, and paid for, all the same. */
      readonly mayHaveRun: boolean;
    };

/** A way to a model; `close` once nothing is asked any more. */
export interface ModelEndpoint {
  /** Rejects only when `signal` is aborted. */
  complete(asked: CompletionRequest, signal: AbortSignal): Promise<Completion>;
  /** Whether it answers and takes the key, without asking the model anything; null: it does. */
  findTrouble(signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

const connectTimeoutMsMax = 10_000;

/** Nothing is connected to before the first request. Throws `AddressRefused` for an address that no machine has. */
export function createModelEndpoint(options: EndpointOptions): ModelEndpoint {
  const { timeoutMs, clock } = options;
  const dispatcher = createGuardedAgent(options.baseUrl, {
    connectTimeoutMs: Math.min(connectTimeoutMsMax, timeoutMs),
  });
  const send: Send = (method, path, more, signal) =>
    request(urlOf(options.baseUrl, path), {
      method,
      headers: {
        authorization: `Bearer ${options.key}`,
        'user-agent': productWord,
        ...more.headers,
      },
      body: more.body ?? null,
      signal,
      reset: true,
      headersTimeout: 0,
      bodyTimeout: 0,
      dispatcher,
    });
  return {
    async complete(asked, signal) {
      try {
        return await withDeadline(clock, timeoutMs, signal, (deadline) =>
          complete(send, asked, options, deadline),
        );
      } catch (error) {
        if (signal.aborted) throw error;
        return failureOf(error);
      }
    },
    async findTrouble(signal) {
      try {
        return await withDeadline(clock, connectTimeoutMsMax, signal, (deadline) =>
          look(send, options, deadline),
        );
      } catch (error) {
        if (signal.aborted) throw error;
        return `it cannot be reached: ${options.redact(describeError(error))}`;
      }
    },
    close: () => dispatcher.close(),
  };
}

type Send = (
  method: 'GET' | 'POST',
  path: string,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  signal: AbortSignal,
) => Promise<Dispatcher.ResponseData>;

function urlOf(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  return url.href;
}

async function complete(
  send: Send,
  { model, temperature, maxTokens, messages, idempotencyKey }: CompletionRequest,
  { streams, redact }: EndpointOptions,
  signal: AbortSignal,
): Promise<Completion> {
  const body = JSON.stringify({
    model,
    messages,
    temperature,
    max_tokens: maxTokens,
    stream: streams,
    ...(streams ? { stream_options: { include_usage: true } } : {}),
  });
  const headers = {
    'content-type': 'application/json',
    accept: streams ? 'text/event-stream, application/json' : 'application/json',
    'idempotency-key': idempotencyKey,
  };
  const reply = await send('POST', 'chat/completions', { headers, body }, signal);
  const { statusCode: status } = reply;
  if (status < 200 || status >= 300)
    return refusalOf(status, reply.headers['retry-after'], redact(await readSaid(reply)));
  // By what it sends: some endpoints stream without being asked, and some never do.
  const isStream = String(reply.headers['content-type'] ?? '').startsWith('text/event-stream');
  const read = isStream ? await readStream(reply) : await readAll(reply);
  if (read === undefined)
    return failed(`the endpoint replied with more than ${limits.writerReplyBytesMax} bytes`, true);
  if (read.ok) return { kind: 'answer', ...read };
  const reason = `the endpoint answered ${status}, but ${redact(read.reason)}`;
  return { kind: 'failed', reason, usage: read.usage, mayHaveRun: true };
}

/** Any status but 2xx. */
function refusalOf(status: number, retryAfter: unknown, said: string): Completion {
  const answered = `the endpoint answered ${status}${said}`;
  if (status === 429 || status >= 500)
    return { kind: 'busy', reason: answered, afterMs: pauseOf(retryAfter) };
  const advice =
    status === 401 || status === 403
      ? '; correct paper_writer_api_key'
      : status >= 300 && status < 400
        ? '; redirects are not followed, correct paper_writer_base_url'
        : status === 404
          ? '; correct paper_writer_base_url or paper_writer_model'
          : '';
  return failed(`${answered}${advice}`, false);
}

/** Milliseconds of a `Retry-After` in seconds; null for none, and for a date, which the growing pause serves. */
function pauseOf(header: unknown): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : null;
}

/** By the code of the failure alone: its words name addresses, and reasons are told in manifests. */
function failureOf(error: unknown): Completion {
  if (error instanceof AddressRefused)
    return failed('its address leads where it must not; correct paper_writer_base_url', false);
  const code = codeOf(error);
  if (provesNeverSent(error))
    return { kind: 'busy', reason: `the endpoint cannot be reached (${code})`, afterMs: null };
  const what =
    error instanceof DeadlineError
      ? `the endpoint gave ${error.message}`
      : `the exchange with the endpoint broke off (${code})`;
  return failed(`${what}; what it did is not known`, true);
}

const failed = (reason: string, mayHaveRun: boolean): Completion => ({
  kind: 'failed',
  reason,
  usage: null,
  mayHaveRun,
});

function codeOf(error: unknown): string {
  const { code, errors } = error as { readonly code?: unknown; readonly errors?: unknown };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : 'unknown cause';
}

/** Undefined for a body beyond the bound. */
async function readAll({ body }: Dispatcher.ResponseData): Promise<ReadReply | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > limits.writerReplyBytesMax) return undefined;
    parts.push(part);
  }
  return readWhole(Buffer.concat(parts).toString('utf8'));
}

async function readStream({ body }: Dispatcher.ResponseData): Promise<ReadReply | undefined> {
  const reader = new StreamReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > limits.writerReplyBytesMax) return undefined;
    reader.add(decoder.decode(part, { stream: true }));
    if (reader.isDone) break;
  }
  return reader.end();
}

const saidBytesMax = 4096;

/** What a refusal says, from its beginning. */
async function readSaid({ body }: Dispatcher.ResponseData): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= saidBytesMax) break;
  }
  return saidIn(objectOf(Buffer.concat(parts).subarray(0, saidBytesMax).toString('utf8')));
}

/** The list of models costs nothing, and asks for the key. */
async function look(
  send: Send,
  { redact }: EndpointOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const reply = await send('GET', 'models', { headers: { accept: 'application/json' } }, signal);
  const said = redact(await readSaid(reply));
  const { statusCode: status } = reply;
  if (status === 401 || status === 403) return `it refuses the key (${status}${said})`;
  // Not every endpoint has the list: that it answers is all that is asked.
  return status < 500 ? null : `it answers ${status}${said}`;
}
