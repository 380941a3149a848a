/**
 * Readings of the store that failed. A store that cannot be read for a moment ends nothing: the reading
 * is tried again, after longer and longer pauses, and as long as it fails the host says so. Only what
 * cannot be written ends a host.
 */
import { type BackOffPolicy, backOffDelayMs } from '../../lib/back-off.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { Wakeups } from './wakeups.ts';

/** What could not be read when it was tried last. */
export interface ReadFault {
  readonly what: string;
  readonly error: string;
  /** Failures in a row. */
  readonly failures: number;
  /** The first of them, ISO 8601. */
  readonly since: string;
}

interface ReadFaultsOptions {
  readonly wakeups: Wakeups;
  readonly entropy: Entropy;
  readonly now: () => string;
  readonly onFault: (fault: ReadFault) => void;
}

const pause: BackOffPolicy = { baseMs: 50, maxMs: 5_000, factor: 3 };

/** By what was to be read. Empty while the store can be read; whoever watches the host sees the list. */
export class ReadFaults {
  readonly #options: ReadFaultsOptions;
  readonly #byName = new Map<string, ReadFault>();

  constructor(options: ReadFaultsOptions) {
    this.#options = options;
  }

  /** `what` could not be read; `again` is called after a pause. */
  failed(what: string, thrown: unknown, again: () => void): void {
    const { wakeups, entropy, now, onFault } = this.#options;
    const before = this.#byName.get(what);
    const failures = (before?.failures ?? 0) + 1;
    const fault = { what, error: describeError(thrown), failures, since: before?.since ?? now() };
    this.#byName.set(what, fault);
    onFault(fault);
    wakeups.setIn(`read ${what}`, backOffDelayMs(pause, failures, entropy.random()), again);
  }

  worked(what: string): void {
    this.#byName.delete(what);
  }

  list(): readonly ReadFault[] {
    return [...this.#byName.values()];
  }
}
