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
 * - `behind`: a proxy answered in its place, which got no answer from it (502 to 504, 520 to 529); it may have done it.
 * - `foreign`: something answered that is not this service.
 */
export type NoAnswerKind = 'unreachable' | 'timeout' | 'lost' | 'behind' | 'foreign';

/** There is no answer of the service to speak of. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly kind: NoAnswerKind;
  /** What was seen; of a question nothing else need be said. */
  readonly seen: string;

  /** `more` follows in the message: a code, what may have been done, what to do. */
  constructor(kind: NoAnswerKind, seen: string, more = '', cause?: unknown) {
    super(seen + more, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.seen = seen;
  }
}

/** What came of a request instead of an answer of this API. */
export type Unanswered =
  | { readonly error: unknown; readonly timedOut: boolean; readonly timeoutMs: number }
  | { readonly status: number; readonly contentType: string };

/** Says what that means; `baseUrl` is what was asked. */
export type Explain = (what: Unanswered, baseUrl: string) => NoAnswerError;

/** True for what a proxy answers where it got nothing from what is behind it; 520 to 529 are Cloudflare's. */
export const isOfProxy = (status: number): boolean =>
  (status > 501 && status < 505) || (status > 519 && status < 530);
