/**
 * The typed client of the API. Addresses, members and replies are checked by the compiler against
 * `schema.ts`, which is generated from the route table; what can go wrong has a class of its own.
 */
import createClient, { type Client } from 'openapi-fetch';
import { ApiError, NoAnswerError, type Problem } from './errors.ts';
import type { paths } from './schema.ts';

/** `GET`, `POST` and the rest, with paths, parameters and replies as the schema has them. */
export type ApiClient = Client<paths, `${string}/${string}`>;

interface ApiClientOptions {
  /** For example `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** Of the control API, or of the worker gate for its routes. */
  readonly token: string;
  /** How long one request may take; 60 seconds unless told. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

const timeoutMsDefault = 60_000;

/** Calls reject with `NoAnswerError`; an error reply is a value, and `unwrap` throws it. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { baseUrl, token, timeoutMs = timeoutMsDefault } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));
  return createClient<paths, `${string}/${string}`>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${token}` },
    // Followed blindly, a redirect would turn a command into something else.
    redirect: 'manual',
    fetch: async (request) => {
      const deadline = new AbortController();
      // allowed: that of `AbortSignal.timeout` keeps no process alive, nor does a `fetch` that Node 20 has forgotten
      const timer = setTimeout(() => deadline.abort(), timeoutMs);
      try {
        const signal = AbortSignal.any([request.signal, deadline.signal]);
        const response = await send(new Request(request, { signal }));
        // Read here, so that an answer that breaks off is told apart from one that is wrong.
        const body = await response.arrayBuffer();
        return refuseForeign(wholeResponse(response, body), baseUrl);
      } catch (error) {
        if (request.signal.aborted || error instanceof NoAnswerError) throw error;
        throw NoAnswerError.from(error, { baseUrl, timeoutMs, timedOut: deadline.signal.aborted });
      } finally {
        clearTimeout(timer);
      }
    },
  });
}

const bodiless: readonly number[] = [204, 304];

const wholeResponse = (response: Response, body: ArrayBuffer): Response =>
  new Response(bodiless.includes(response.status) ? null : body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });

const isJson = (type: string): boolean => /^application\/(problem\+)?json\b/.test(type);
const isPage = (type: string): boolean => type.startsWith('text/html');

/** A redirect, a page, or an error that is not JSON is somebody else's: the API sends none. */
function refuseForeign(response: Response, baseUrl: string): Response {
  const type = response.headers.get('content-type') ?? '';
  const { ok, status } = response;
  const isOurs = ok ? !isPage(type) : status === 304 || (status >= 400 && isJson(type));
  if (isOurs) return response;
  throw NoAnswerError.foreign(baseUrl, status, type);
}

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The reply of a call that must succeed; throws `ApiError` with the problem otherwise. */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response.status, error as Partial<Problem> | undefined);
  return data as Data;
}

/** True when an idempotency key brought back the answer to an earlier request. */
export function wasReplayed(response: Response): boolean {
  return response.headers.get('idempotency-replayed') === 'true';
}
