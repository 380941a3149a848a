/** Calls of the API, whatever is then said of those that have no answer. */
import createClient, { type Client } from 'openapi-fetch';
import { type Explain, NoAnswerError } from './errors.ts';
import type { paths } from './schema.ts';

/** `GET`, `POST` and the rest, with paths, parameters and replies as the schema has them. */
export type ApiClient = Client<paths, `${string}/${string}`>;

/** Whom to ask, as whom, and how long to wait. */
export interface ApiClientOptions {
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

/** Calls reject with what `explain` makes of a missing answer; an error reply is a value. */
export function createCalls(options: ApiClientOptions, explain: Explain): ApiClient {
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
        const foreign = findForeign(response);
        if (foreign !== null) throw explain(foreign, baseUrl);
        return wholeResponse(response, body);
      } catch (error) {
        if (request.signal.aborted || error instanceof NoAnswerError) throw error;
        throw explain({ error, timedOut: deadline.signal.aborted, timeoutMs }, baseUrl);
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
function findForeign({ ok, status, headers }: Response) {
  const contentType = headers.get('content-type') ?? '';
  const isOurs = ok
    ? !isPage(contentType)
    : status === 304 || (status >= 400 && isJson(contentType));
  return isOurs ? null : { status, contentType };
}
