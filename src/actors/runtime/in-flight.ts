/**
 * Requests that are being worked on, by their key. A repeat of a request waits with the first one
 * instead of becoming a second message; the same key with another payload is refused at once.
 */
import type { Reply } from './definition.ts';

interface InFlight {
  /** Of the payload; empty when the caller gave no idempotency key. */
  readonly fingerprint: string;
  readonly waiters: ((reply: Reply) => void)[];
}

/** Requests of this process that have no answer yet. */
export class InFlightRequests {
  readonly #byKey = new Map<string, InFlight>();

  /** Registers a request; returns a token that tells whether it is still this one. */
  begin(key: string, fingerprint: string): object {
    const request: InFlight = { fingerprint, waiters: [] };
    this.#byKey.set(key, request);
    return request;
  }

  /** True while `token` is the request under this key and has no answer. */
  isCurrent(key: string, token: object): boolean {
    return this.#byKey.get(key) === token;
  }

  /** Waits with the request under `key`; undefined when there is none. */
  join(key: string, fingerprint: string): Promise<Reply> | undefined {
    const request = this.#byKey.get(key);
    if (request === undefined) return undefined;
    if (request.fingerprint !== fingerprint) return Promise.resolve(idempotencyConflict);
    return new Promise((resolve) => {
      request.waiters.push((reply) => resolve(reply.ok ? { ...reply, replayed: true } : reply));
    });
  }

  /** Takes over a request that an earlier process deferred: its payload is the stored one. */
  adopt(key: string, storedFingerprint: string): void {
    const waiters = this.#byKey.get(key)?.waiters ?? [];
    this.#byKey.set(key, { fingerprint: storedFingerprint, waiters });
  }

  /** Keeps the first sender of a deferred request waiting. */
  defer(key: string, resolve: (reply: Reply) => void): void {
    const request = this.#byKey.get(key) ?? { fingerprint: '', waiters: [] };
    request.waiters.push(resolve);
    this.#byKey.set(key, request);
  }

  /** Answers everyone who waits for `key` and forgets it. */
  answer(key: string, reply: Reply): void {
    const request = this.#byKey.get(key);
    if (request === undefined) return;
    this.#byKey.delete(key);
    for (const waiter of request.waiters) waiter(reply);
  }

  /** Of those that wait now. */
  keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** Answers everyone. */
  answerAll(reply: Reply): void {
    for (const key of this.#byKey.keys()) this.answer(key, reply);
  }
}

/** What a sender hears whose key is known with another payload. */
export const idempotencyConflict: Reply = {
  ok: false,
  rejected: 'idempotency_conflict',
  detail: 'the idempotency key was used with another payload',
};
