/**
 * The store of a control plane that only reads: a copy of what another one writes to PostgreSQL, brought
 * forward about once a second. It opens no writer, and over its connections the server refuses to write.
 */

import type { Journal } from '../../actors/journal/port.ts';
import {
  isWorthRepeating,
  PostgresUnavailableError,
} from '../../actors/journal/postgres/errors.ts';
import { openPostgresJournal, toOpenError } from '../../actors/journal/postgres/open.ts';
import { type JournalSource, openJournalSource } from '../../actors/journal/postgres/source.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { openThreaded, type Store, type ThreadedStore } from '../sqlite/open-store.ts';
import { cacheOptions, eventsAtOnce, openCache } from './cache.ts';
import type { HostedOptions } from './open.ts';
import { readEpochsOf } from './settle.ts';

/** Of so many looks one takes what waits without an event to tell of it, such as a failed attempt. */
const wholeEvery = 10;

/** As `openHostedStore`, without a writer: the schema must be there. `commit` rejects with `read_only`. */
export async function openFollower(options: Omit<HostedOptions, 'rig'>): Promise<Store> {
  const { url, path, onFault } = options;
  const source = openJournalSource({ url, readonly: true });
  try {
    const truth = await openPostgresJournal({ url, readonly: true });
    try {
      const { db, report } = await openCache(path, source);
      options.onCache(report);
      const log = await readEpochsOf(db, source).finally(() => db.close());
      const local = openThreaded({ ...cacheOptions(path), onFault }, log);
      const following = new Following(local, source, options);
      return {
        ...local,
        backend: 'hosted_readonly',
        journal: readonlyJournal(truth, local.journal, source),
        archive: null,
        check: async () => null,
        probeWrites: () => following.look(),
        followed: following,
      };
    } catch (error) {
      await truth.close();
      throw error;
    }
  } catch (error) {
    await source.close();
    throw toOpenError(error);
  }
}

const readonlyJournal = (truth: Journal, copy: Journal, source: JournalSource): Journal => ({
  ...copy,
  load: (kind, id) => truth.load(kind, id),
  findAnswer: (key) => truth.findAnswer(key),
  async commit() {
    throw new ServiceError('read_only', 'this control plane only reads its store');
  },
  async close() {
    await truth.close();
    await copy.close();
    await source.close();
  },
});

/** Brings the copy forward, one look after the other. */
class Following {
  readonly #store: ThreadedStore;
  readonly #source: JournalSource;
  readonly #clock: Clock;
  readonly #onFault: (error: unknown) => void;
  readonly #listeners = new Set<(headEventId: number) => void>();
  #looks = 0;
  #wholeAt: number;

  constructor(
    store: ThreadedStore,
    source: JournalSource,
    { clock, onFault }: Pick<HostedOptions, 'clock' | 'onFault'>,
  ) {
    this.#store = store;
    this.#source = source;
    this.#clock = clock;
    this.#onFault = onFault;
    this.#wholeAt = clock.now();
  }

  onNews(listener: (headEventId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  wholeAt(): number {
    return this.#wholeAt;
  }

  /** Null when nothing is missing here, else why it may be. */
  async look(): Promise<string | null> {
    this.#looks += 1;
    try {
      await this.#takeAll(this.#looks % wholeEvery !== 0);
      return null;
    } catch (error) {
      if (error instanceof PostgresUnavailableError) return error.message;
      // A replica ends a reading that is in the way of what it has to apply.
      if (isWorthRepeating(error)) return describeError(error);
      // Another log, or a file that cannot be written: the next start sees which.
      this.#onFault(error);
      return 'the copy of the store cannot be brought forward';
    }
  }

  async #takeAll(newsOnly: boolean): Promise<void> {
    let head = await this.#store.journal.headEventId();
    for (;;) {
      const at = this.#clock.now();
      const changes = await this.#source.changesAfter(head, eventsAtOnce, newsOnly);
      const { events, outstanding } = changes;
      if (events.length > 0 || outstanding !== null) {
        ({ eventId: head } = await this.#store.take(changes));
        if (events.length > 0) for (const listener of this.#listeners) listener(head);
      }
      if (events.length === eventsAtOnce) continue;
      this.#wholeAt = at;
      return;
    }
  }
}
