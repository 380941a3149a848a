/**
 * Bearer tokens. Missing, malformed and wrong are one and the same to the caller. Tokens are kept
 * and compared as SHA-256 digests in constant time.
 *
 * Wrong tokens are counted per address in a bucket that refills: an address that empties it gets
 * 429 instead of 401 until it refills. A right token is always let through, because behind a
 * proxy every client has one address and one misconfigured script must not lock the operator out;
 * guessing is hopeless anyway against tokens of the length the configuration insists on.
 */
import * as crypto from 'node:crypto';
import { ServiceError } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';

/** The tokens of the configuration. Only their digests are kept. */
export interface AuthTokens {
  /** Empty: nobody may use control routes. */
  readonly control: string;
  /** Empty: nobody may use worker routes. */
  readonly worker: string;
  /** Opens the callback route beside the control token, and nothing else; absent: that one alone. */
  readonly callback?: string;
  /** Whether a token is that of one run's gate, which opens the callback route for this run; absent: none is. */
  readonly isOfRun?: (token: string) => boolean;
}

/**
 * Which tokens open an address; `callback` is opened by the control token, too,
 * and `any` by that of control or of worker.
 */
export type AuthScope = 'control' | 'worker' | 'callback' | 'any';

type AuthVerdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'backed_off'; readonly retryAfterSec: number };

/** Answers a verdict and throws nothing; `assertAllowed` makes an error of it. */
export interface Authenticator {
  /** Judges an `Authorization` header. `address` is asked for only when the token is wrong. */
  checkHeader(header: string, scope: AuthScope, address: () => string): AuthVerdict;
  /** The same for a bare token, for example from a WebSocket subprotocol. */
  checkToken(token: string, scope: AuthScope, address: () => string): AuthVerdict;
  /** Judges a header by a token of its own, undefined where none opens; wrong ones count as all others do. */
  checkOwn(header: string, expected: string | undefined, address: () => string): AuthVerdict;
}

/** Bounds of the bucket that each address has for wrong tokens. */
export const authBackOff = {
  /** Wrong tokens an address may send at once before it is answered 429. */
  burst: 600,
  /** Wrong tokens a second it gets back. */
  refillPerSec: 10,
  /** Addresses remembered; the one quiet for longest is forgotten first. */
  addressesMax: 10_000,
} as const;

/** An authenticator for one set of tokens. */
export function createAuthenticator(tokens: AuthTokens, clock: Clock): Authenticator {
  const digests = {
    control: digestOf(tokens.control),
    worker: digestOf(tokens.worker),
    callback: digestOf(tokens.callback ?? ''),
  };
  const failures = createFailureTable(clock);

  const matches = (token: string, scope: AuthScope): boolean => {
    const digest = crypto.hash('sha256', token, 'buffer');
    // All comparisons always happen, so that the time does not tell which token was close.
    const control = isSame(digest, digests.control);
    const worker = isSame(digest, digests.worker);
    const callback = isSame(digest, digests.callback);
    if (scope === 'callback') return control || callback || tokens.isOfRun?.(token) === true;
    if (scope === 'any') return control || worker;
    return scope === 'control' ? control : worker;
  };
  const judge = (token: string, isRight: boolean, address: () => string): AuthVerdict => {
    if (token !== '' && isRight) return { kind: 'ok' };
    const retryAfterSec = token === '' ? 0 : failures.note(address());
    return retryAfterSec > 0 ? { kind: 'backed_off', retryAfterSec } : { kind: 'unauthorized' };
  };
  const checkToken: Authenticator['checkToken'] = (token, scope, address) =>
    judge(token, matches(token, scope), address);
  return {
    checkToken,
    checkHeader: (header, scope, address) => checkToken(bearerOf(header), scope, address),
    checkOwn(header, expected, address) {
      const token = bearerOf(header);
      const digest = crypto.hash('sha256', token, 'buffer');
      return judge(token, isSame(digest, digestOf(expected ?? '')), address);
    },
  };
}

/** Throws the one 401, or 429, unless the verdict is good. */
export function assertAllowed(verdict: AuthVerdict): void {
  if (verdict.kind === 'ok') return;
  if (verdict.kind === 'backed_off') {
    throw new ServiceError('too_many_requests', 'too many wrong tokens from this address', {
      retry_after_sec: verdict.retryAfterSec,
    });
  }
  throw new ServiceError(
    'unauthorized',
    'send the header "Authorization: Bearer <token>" with a valid token',
  );
}

/** The token of an `Authorization` header; empty where there is none. */
export function bearerOf(header: string): string {
  return /^bearer +([^\s]+)$/i.exec(header)?.[1] ?? '';
}

function digestOf(token: string): Buffer | undefined {
  return token === '' ? undefined : crypto.hash('sha256', token, 'buffer');
}

function isSame(left: Buffer, right: Buffer | undefined): boolean {
  return right !== undefined && crypto.timingSafeEqual(left, right);
}

/** Token buckets by address in order of last use. `note` answers the seconds to wait, 0 for none. */
function createFailureTable(clock: Clock): { note(address: string): number } {
  const { burst, refillPerSec, addressesMax } = authBackOff;
  const buckets = new Map<string, { left: number; atMs: number }>();
  return {
    note(address) {
      const nowMs = clock.monotonic();
      const before = buckets.get(address) ?? { left: burst, atMs: nowMs };
      const refilled = Math.min(burst, before.left + ((nowMs - before.atMs) / 1000) * refillPerSec);
      const left = Math.max(0, refilled - 1);
      buckets.delete(address);
      buckets.set(address, { left, atMs: nowMs });
      if (buckets.size > addressesMax) {
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest);
          break;
        }
      }
      return refilled >= 1 ? 0 : Math.max(1, Math.ceil((1 - refilled) / refillPerSec));
    },
  };
}
