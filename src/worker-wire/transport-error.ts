/**
 * What a failed HTTP exchange proves. Only a failure from before the connection stood proves that
 * the other side never saw the request; after that the outcome is unknown.
 */
import { certificateCodes } from '../lib/system-words.ts';

/** Codes of failures in resolving the name or opening the connection. */
const neverSentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NONAME',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  // The peer's certificate is checked before the request is written.
  ...certificateCodes,
]);
/** System calls that come before anything is written. */
const connectingCalls: ReadonlySet<string> = new Set(['connect', 'getaddrinfo']);

interface ErrorFacts {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
  /** Of an error of this program, which has words for people and no code. */
  readonly isNeverSent?: unknown;
}

/** True when `error` proves that the request never left. */
export function provesNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, errors, isNeverSent } = error as ErrorFacts;
  if (isNeverSent === true) return true;
  // Several addresses were tried: all of them must have failed before the connection stood.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(provesNeverSent);
  if (typeof syscall === 'string') {
    if (connectingCalls.has(syscall)) return true;
    // The same code can come from reading or writing an open connection.
    return false;
  }
  return typeof code === 'string' && neverSentCodes.has(code);
}
