/**
 * The store of a control plane that only reads: a copy of what another one writes to PostgreSQL, brought
 * forward about once a second. It opens no writer, and over its connections the server refuses to write.
 */

import type { Journal } from '../../actors/journal/port.ts';
import { openPostgresJournal, toOpenError } from '../../actors/journal/postgres/open.ts';
import { type JournalSource, openJournalSource } from '../../actors/journal/postgres/source.ts';
import { ServiceError } from '../../domain/errors.ts';
import { openThreaded, type Store } from '../sqlite/open-store.ts';
import { cacheOptions, openCache } from './cache.ts';
import { Following } from './following.ts';
import type { HostedOptions } from './open.ts';
import { readEpochsOf } from './settle.ts';

/** As `openHostedStore`, without a writer: the schema must be there. `commit` rejects with `read_only`. */
export async function openFollower(
  options: Pick<HostedOptions, 'url' | 'path' | 'now' | 'onFault' | 'onCache' | 'start'>,
): Promise<Store> {
  const { url, path, onFault, now, start } = options;
  const source = openJournalSource({ url, readonly: true });
  try {
    const truth = await openPostgresJournal({ url, readonly: true });
    try {
      const { db, report } = await openCache(path, source);
      options.onCache(report);
      const log = await readEpochsOf(db, source).finally(() => db.close());
      const local = openThreaded({ ...cacheOptions(path), onFault, start }, log);
      const following = new Following({ store: () => local, source, now, onFault });
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
