/**
 * Brings the copy of a journal forward that others write, by looking about once a second for what was
 * committed.
 */
import {
  isWorthRepeating,
  PostgresUnavailableError,
} from '../../actors/journal/postgres/errors.ts';
import type { JournalSource } from '../../actors/journal/postgres/source.ts';
import { describeError } from '../../lib/describe-error.ts';
import type { ThreadedStore } from '../sqlite/open-store.ts';
import { eventsAtOnce } from './cache.ts';

/** Of so many looks one takes what waits without an event to tell of it, such as a failed attempt. */
const wholeEvery = 10;

interface FollowingOptions {
  /** The copy, and whoever writes what it is a copy of. */
  readonly store: () => Pick<ThreadedStore, 'journal' | 'take'>;
  readonly source: JournalSource;
  /** Wall clock, ms, of whoever reads. */
  readonly now: () => number;
  /** Told that the copy cannot go on. */
  readonly onFault: (error: unknown) => void;
}

/** One look after the other. */
export class Following {
  readonly #options: FollowingOptions;
  readonly #listeners = new Set<(headEventId: number) => void>();
  #looks = 0;
  #wholeLooks = 0;
  #wholeAt: number;
  #before: Promise<unknown> = Promise.resolve();

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#wholeAt = options.now();
  }

  onNews(listener: (headEventId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** When nothing was missing here. */
  wholeAt(): number {
    return this.#wholeAt;
  }

  /** How many looks found that nothing is missing, or took all that was. */
  wholeLooks(): number {
    return this.#wholeLooks;
  }

  /** Null when nothing is missing here, else why it may be. `whole`: also what no event tells of. */
  look(whole = false): Promise<string | null> {
    const look = this.#before.then(() => this.#look(whole));
    this.#before = look;
    return look;
  }

  async #look(whole: boolean): Promise<string | null> {
    this.#looks += 1;
    try {
      await this.#takeAll(!whole && this.#looks % wholeEvery !== 0);
      return null;
    } catch (error) {
      if (error instanceof PostgresUnavailableError) return error.message;
      // A replica ends a reading that is in the way of what it has to apply.
      if (isWorthRepeating(error)) return describeError(error);
      // Another log, or a file that cannot be written: the next start sees which.
      this.#options.onFault(error);
      return 'the copy of the store cannot be brought forward';
    }
  }

  async #takeAll(newsOnly: boolean): Promise<void> {
    const { source, now } = this.#options;
    const store = this.#options.store();
    let head = await store.journal.headEventId();
    for (;;) {
      const at = now();
      const changes = await source.changesAfter(head, eventsAtOnce, newsOnly);
      const { events, outstanding } = changes;
      if (events.length > 0 || outstanding !== null) {
        ({ eventId: head } = await store.take(changes));
        if (events.length > 0) for (const listener of this.#listeners) listener(head);
      }
      if (events.length === eventsAtOnce) continue;
      this.#wholeAt = at;
      this.#wholeLooks += 1;
      return;
    }
  }
}
