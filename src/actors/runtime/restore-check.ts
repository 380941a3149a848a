/**
 * Restores every stored actor once after the start, in the background and without waking it, so that a
 * state this program cannot read is known at once and not when the actor is needed. What cannot be
 * restored is taken out of service with its reason.
 */
import { InvariantError } from '../../lib/assert.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { Journal, StoredActor } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';
import type { AnyDefinition } from './definition.ts';

/** How far the check after a start has come; readiness shows it. */
export interface RestoreProgress {
  readonly state: 'waiting' | 'checking' | 'done';
  readonly checked: number;
  /** Actors that could not be restored, the first few by name. */
  readonly failed: number;
  readonly failures: readonly string[];
  /** Why the check cannot go on; it tries again after a moment. Null while nothing stands in its way. */
  readonly error: string | null;
}

interface RestoreCheckOptions {
  readonly journal: Journal;
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  readonly onUnrestorable: (address: ActorAddress, reason: string) => void;
  /** Waits before the store is read again that could not be read. */
  readonly pause: (resume: () => void) => void;
  /** Ends the check when true. */
  readonly isStopped: () => boolean;
}

const pageRows = 200;
/** Actors restored in one go of the event loop: fewer than what a loop busy with requests does in one. */
const sliceRows = 5;
const failuresNamedMax = 10;

/** One walk through the store of a host; every few actors the event loop goes round. */
export class RestoreCheck {
  readonly #options: RestoreCheckOptions;
  #progress: RestoreProgress = {
    state: 'waiting',
    checked: 0,
    failed: 0,
    failures: [],
    error: null,
  };

  /** Where it stands. */
  #last: ActorAddress | null = null;

  constructor(options: RestoreCheckOptions) {
    this.#options = options;
  }

  get progress(): RestoreProgress {
    return this.#progress;
  }

  /** Walks the store; resolves when everything was looked at, or the host stops. */
  async run(): Promise<void> {
    this.#note({ state: 'checking' });
    for (;;) {
      try {
        if (await this.#walk()) this.#note({ state: 'done', error: null });
        return;
      } catch (error) {
        this.#note({ error: describeError(error) });
        await new Promise<void>((resume) => this.#options.pause(resume));
      }
    }
  }

  /** False when the host stopped before the end. */
  async #walk(): Promise<boolean> {
    for (;;) {
      const page = await this.#options.journal.addresses(this.#last, pageRows);
      for (const [index, address] of page.entries()) {
        if (this.#options.isStopped()) return false;
        if (index % sliceRows === 0) await new Promise((resolve) => setImmediate(resolve));
        await this.#check(address);
        this.#last = address;
      }
      if (page.length < pageRows) return true;
    }
  }

  async #check(address: ActorAddress): Promise<void> {
    const definition = this.#options.definitions.get(address.kind);
    if (definition === undefined) {
      this.#onFailure(address, 'no actor of this kind is defined');
      this.#note({ checked: this.#progress.checked + 1 });
      return;
    }
    try {
      const stored = await this.#load(address);
      if (stored !== undefined) definition.restore(stored.state, stored.state_version);
    } catch (error) {
      if (error instanceof ReadFault) throw error.cause;
      const reason = `its stored state cannot be restored: ${describeError(error)}`;
      this.#onFailure(address, reason);
      this.#options.onUnrestorable(address, reason);
    }
    this.#note({ checked: this.#progress.checked + 1, error: null });
  }

  /** Throws `ReadFault` when the store cannot be read, which says nothing about the actor. */
  async #load({ kind, id }: ActorAddress): Promise<StoredActor | undefined> {
    try {
      return await this.#options.journal.load(kind, id);
    } catch (cause) {
      // Damaged text is the actor's own trouble.
      if (cause instanceof InvariantError) throw cause;
      throw new ReadFault('the store cannot be read', { cause });
    }
  }

  #onFailure({ kind, id }: ActorAddress, reason: string): void {
    const { failed, failures } = this.#progress;
    this.#note({
      failed: failed + 1,
      failures:
        failures.length < failuresNamedMax ? [...failures, `${kind}/${id}: ${reason}`] : failures,
    });
  }

  #note(change: Partial<RestoreProgress>): void {
    this.#progress = { ...this.#progress, ...change };
  }
}

class ReadFault extends Error {
  override readonly name = 'ReadFault';
}
