/**
 * Codes that sign a browser in once, so that nobody copies a token out of a file. Whoever has the
 * control token may have one made; it opens nothing but the exchange for that token, for a minute and
 * one attempt. Kept in memory: a restart forgets them.
 */
import type { Clock } from '../lib/clock.ts';
import { randomToken } from '../lib/ids.ts';

/** Bounds of what is kept. */
export const signInLimits = {
  /** How long a code can be used, ms. */
  ageMsMax: 60_000,
  /** Codes kept at once; the oldest is forgotten first. */
  codesMax: 32,
} as const;

/** A code and until when it counts, in ms since the epoch. */
export interface SignInCode {
  readonly code: string;
  readonly expiresAt: number;
}

/** Codes of one process for one token. */
export interface SignInCodes {
  issue(): SignInCode;
  /** The token for a code that counts, which then counts no more; null for any other. */
  redeem(code: string): string | null;
}

/** Each code is 24 random bytes. */
export function createSignInCodes(token: { reveal(): string }, clock: Clock): SignInCodes {
  const codes = new Map<string, number>();
  return {
    issue() {
      const code = randomToken(24);
      codes.set(code, clock.monotonic() + signInLimits.ageMsMax);
      for (const oldest of codes.keys()) {
        if (codes.size <= signInLimits.codesMax) break;
        codes.delete(oldest);
      }
      return { code, expiresAt: clock.now() + signInLimits.ageMsMax };
    },
    redeem(code) {
      const endsMs = codes.get(code);
      codes.delete(code);
      return endsMs !== undefined && clock.monotonic() < endsMs ? token.reveal() : null;
    },
  };
}
