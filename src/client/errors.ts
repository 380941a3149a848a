/** What can come of a call instead of its reply: a problem the service names, or no answer at all. */
import type { components } from './schema.ts';

/** A problem document (RFC 9457) as the service sends it with every error. */
export type Problem = components['schemas']['Problem'];

/** The service answered with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable, for programs; `unknown` when the answer names none. */
  readonly code: Problem['code'] | 'unknown';
  /** What happened, why, and what to do about it. */
  readonly detail: string;
  /** Every field at fault. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** Finds the request in the log of the service; empty when the answer names none. */
  readonly requestId: string;
  /** The whole problem document. */
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem> = {}) {
    const detail = problem.detail ?? problem.title ?? `the service answered ${status}`;
    super(detail);
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? '';
    this.problem = problem;
  }
}

/**
 * - `unreachable`: nothing was sent.
 * - `timeout`: it took too long; the service may have done it all the same.
 * - `lost`: the connection broke before the answer was whole; the service may have done it.
 * - `foreign`: something answered that is not this service.
 */
export type NoAnswerKind = 'unreachable' | 'timeout' | 'lost' | 'foreign';

/** Codes of connections that were never made. */
const notConnected: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is unknown',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not take the connection in time',
  EACCES: 'the connection was not allowed',
  EPERM: 'the connection was not allowed',
};

/** There is no answer of the service to speak of. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly kind: NoAnswerKind;

  constructor(kind: NoAnswerKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }

  /** From what `fetch` threw. */
  static from(
    error: unknown,
    call: { readonly baseUrl: string; readonly timeoutMs: number; readonly timedOut: boolean },
  ): NoAnswerError {
    const { baseUrl, timeoutMs, timedOut } = call;
    const perhapsDone =
      'the service may have done what was asked: look, or ask again with the same idempotency key';
    if (timedOut) {
      const message = `no answer from ${baseUrl} within ${timeoutMs / 1000} s; ${perhapsDone}`;
      return new NoAnswerError('timeout', message, error);
    }
    const code = codeOf(error);
    const reason = notConnected[code];
    if (reason !== undefined) {
      const message = `cannot connect to ${baseUrl}: ${reason} (${code}); is the service running?`;
      return new NoAnswerError('unreachable', message, error);
    }
    // The other side's certificate is looked at before anything is sent.
    if (/CERT|^UNABLE_/.test(code)) {
      const message = `cannot connect to ${baseUrl}: its certificate is not taken (${code})`;
      return new NoAnswerError('unreachable', message, error);
    }
    const named = code === '' ? '' : ` (${code})`;
    const message = `the connection to ${baseUrl} was lost before the answer${named}; ${perhapsDone}`;
    return new NoAnswerError('lost', message, error);
  }

  /** For an answer that is not one of this API. */
  static foreign(baseUrl: string, status: number, contentType: string): NoAnswerError {
    const what = contentType === '' ? 'without a content type' : `as ${contentType}`;
    return new NoAnswerError(
      'foreign',
      `${baseUrl} answered ${status} ${what}, which is not this service; check the address and what stands before it`,
    );
  }
}

function codeOf(error: unknown): string {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause, errors } = current as {
      code?: unknown;
      cause?: unknown;
      errors?: unknown;
    };
    if (typeof code === 'string') return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return '';
}
