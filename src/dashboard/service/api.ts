/** Asking the service, by the client that is generated from its reference. A failure is a value that says what to tell the reader. */
import { type ApiClient, createCalls } from '../../client/calls.ts';
import { type Explain, isOfProxy, NoAnswerError, type Problem } from '../../client/errors.ts';
import { endSentence } from '../words/words.ts';
import type { Told } from './wire.ts';

/** There is no good reply; `status` and `words` are those of the service, null when it said nothing. */
export interface Failure {
  readonly kind: 'failed';
  readonly why: string;
  readonly status: number | null;
  readonly words: string | null;
  /** All that the service said of it; null when it said nothing. */
  readonly problem: Partial<Problem> | null;
}

/** What came of a question; `unauthorized` means that the service does not take the token. */
export type Answer<Reply> =
  | { readonly kind: 'ok'; readonly told: Told<Reply> }
  | { readonly kind: 'unauthorized' }
  | Failure;

/** Whatever came instead of a good reply. */
export type NoReply = Exclude<Answer<never>, { readonly kind: 'ok' }>;

/** A reply slower than this counts as a lost connection. */
const patienceMs = 10_000;
/** Stopping a run on its worker takes its time, and so does waiting for more of its log. */
const longPatienceMs = 60_000;

/** What a form leaves empty is not asked for: the service refuses an empty filter. */
const withoutEmpty = (request: Request): Request =>
  request.method === 'GET' ? new Request(request.url.replace(/\w+=(&|$)/g, ''), request) : request;

/** Neither kept nor accompanied by the browser. */
const untraced = { cache: 'no-store', credentials: 'omit' } as RequestInit;

/** A browser tells no more of why a connection failed. */
const explain: Explain = (what) => {
  if ('status' in what && !isOfProxy(what.status))
    return new NoAnswerError('foreign', 'something else answered in its place');
  if ('timedOut' in what && what.timedOut) return new NoAnswerError('timeout', 'no answer in time');
  return new NoAnswerError('lost', unreachable);
};

const unreachable = 'the service cannot be reached';

/** The API with a token; calls go through `ask`. */
export interface Api {
  readonly get: ApiClient['GET'];
  readonly post: ApiClient['POST'];
  /** As `get`, where the service itself may wait before it answers. */
  readonly wait: ApiClient['GET'];
  /** A file, whatever is in it; where there is none, why. */
  file(path: string): Promise<Blob | string>;
}

/** Of the service at this address, without a slash behind it. */
export function createApi(token: string, baseUrl: string): Api {
  const clientOf = (timeoutMs: number): ApiClient =>
    createCalls(
      {
        baseUrl,
        token,
        timeoutMs,
        fetch: (request) => fetch(withoutEmpty(request), untraced),
      },
      explain,
    );
  const quick = clientOf(patienceMs);
  const patient = clientOf(longPatienceMs);
  const file = async (path: string): Promise<Blob | string> => {
    try {
      const headers = { authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(longPatienceMs);
      const reply = await fetch(baseUrl + path, { ...untraced, headers, signal });
      if (reply.ok) return await reply.blob();
      const problem = (await reply.json()) as Partial<Problem>;
      return problem.detail ?? problem.title ?? `the answer was ${reply.status}`;
    } catch {
      return unreachable;
    }
  };
  return { get: quick.GET, post: patient.POST, wait: patient.GET, file };
}

/** The answer to a call; never rejects. A failure without a status may have been done. */
export async function ask<Reply>(
  call: Promise<{ data?: Reply; error?: unknown; response: Response }>,
): Promise<Answer<Reply>> {
  try {
    const { data, error, response } = await call;
    const { ok, status } = response;
    if (status === 401) return { kind: 'unauthorized' };
    if (ok) return { kind: 'ok', told: (data ?? {}) as Told<Reply> };
    const problem = (error ?? {}) as Partial<Problem>;
    const words = problem.detail ?? problem.title ?? null;
    const why = words === null ? `the answer was ${status}` : `${status}: ${words}`;
    return { kind: 'failed', why, status, words, problem };
  } catch (error) {
    const why = error instanceof NoAnswerError ? error.message : 'its answer could not be read';
    return { kind: 'failed', why, status: null, words: null, problem: null };
  }
}

/** What a failure says to the reader. */
export const failureWords = ({ words, why }: Failure): string => words ?? why;

/** The same of an act without a key; no answer is not a refusal: it may have been done. */
export const undoneWords = (failure: Failure): string =>
  failure.status === null
    ? `Whether it was done is not known: ${endSentence(failure.why)} It can be asked for again.`
    : `It was not done: ${endSentence(failureWords(failure))}`;
