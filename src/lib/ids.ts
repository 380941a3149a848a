/** Sources of fresh identifiers and randomness, injected so that tests are reproducible. */
import * as crypto from 'node:crypto';

/** What is fresh or random for whoever is given it; the same seed gives the same in tests. */
export interface Entropy {
  /** A fresh identifier, unique for all practical purposes. */
  id(): string;
  /** A number in [0, 1). */
  random(): number;
}

/** Random UUIDs and `Math.random`; secrets come from `randomToken` instead. */
export const systemEntropy: Entropy = {
  id: () => crypto.randomUUID(),
  random: () => Math.random(),
};

/** Entropy that repeats for a seed (mulberry32); for tests and simulations only. */
export function createSeededEntropy(seed: number): Entropy {
  let state = seed >>> 0;
  let counter = 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    random,
    id: () => {
      counter += 1;
      return `id-${counter.toString(36)}-${Math.floor(random() * 2 ** 32).toString(36)}`;
    },
  };
}

/** A random URL-safe token with `bytes` bytes of entropy. */
export function randomToken(bytes = 32): string {
  return crypto.randomBytes(bytes).toString('base64url');
}
