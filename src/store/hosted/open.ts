/**
 * A store whose truth is a PostgreSQL database: turns are written there, under the fence of one writer, and
 * lists come from a local copy (`cache.ts`). One control plane writes; another that is started beside it
 * says so and ends.
 */

import {
  FencedError,
  PostgresOpenError,
  PostgresUnavailableError,
} from '../../actors/journal/postgres/errors.ts';
import {
  openPostgresJournal,
  toOpenError,
  writerDefault,
} from '../../actors/journal/postgres/open.ts';
import { type JournalSource, openJournalSource } from '../../actors/journal/postgres/source.ts';
import type { WriterRig } from '../../actors/journal/sqlite/thread/writer-rig.ts';
import { limits } from '../../domain/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { describeError } from '../../lib/describe-error.ts';
import { projections } from '../projections.ts';
import { openThreaded, type Store } from '../sqlite/open-store.ts';
import { readHead } from '../sqlite/take-changes.ts';
import { keepBeating } from './beating.ts';
import { type CacheReport, cacheOptions, openCache } from './cache.ts';
import { createMirroredJournal } from './journal.ts';
import { settleHosted } from './settle.ts';

/** Where the truth and its copy are, and who is told. */
export interface HostedOptions {
  /** A secret. */
  readonly url: string;
  /** File of the local copy. */
  readonly path: string;
  /** The wall's: other machines have no other. */
  readonly clock: Clock;
  /** Told what nobody who waits can mend: as `openStore` has it, and that another writer has taken over. */
  readonly onFault: (error: unknown) => void;
  /** Told what became of the copy. */
  readonly onCache: (report: CacheReport) => void;
  readonly rig?: WriterRig;
  /** May throw where the database holds no events: before what was kept of another log is overwritten. */
  readonly onEmpty?: () => void;
}

/** How long a writer that did not say it ended is watched, ms: a living one moves its beat every second. */
const watchMs = 4_000;

/**
 * Brings schema and copy up to date. Throws `PostgresUnavailableError` when the server cannot be reached,
 * `PostgresOpenError` when the database cannot be used or another control plane writes to it, and
 * `StoreOpenError` when the log there is not sound. None holds the address.
 */
export async function openHostedStore(options: HostedOptions): Promise<Store> {
  const { url, path, clock, onFault, rig } = options;
  const source = openJournalSource({ url });
  let trouble: string | null = null;
  let away: string | null = null;
  const onTrouble = (said: string | null): void => {
    trouble = said;
  };
  try {
    await refuseLivingWriter(source, clock);
    const truth = await openPostgresJournal({ url, projections, onTrouble });
    try {
      const fence = (await source.writer())?.fence ?? 0;
      await source.beat(fence, true);
      const beating = keepBeating(source, fence, clock);
      const open = async () => {
        const { db, report } = await openCache(path, source);
        options.onCache(report);
        const settle = async () => {
          if (readHead(db).eventId === 0) options.onEmpty?.();
          return settleHosted(path, db, source, clock);
        };
        const log = await settle().finally(() => db.close());
        const faults = { onFault, ...(rig === undefined ? {} : { rig }) };
        return openThreaded({ ...cacheOptions(path), ...faults }, log);
      };
      const local = await open().catch(async (error: unknown) => {
        await beating.end();
        throw error;
      });
      const journal = createMirroredJournal(truth, local.journal);
      const look = async (): Promise<string | null> => {
        try {
          if (!(await source.beat(fence, true))) onFault(new FencedError(writerDefault, 'it ends'));
          away = null;
        } catch (error) {
          away = error instanceof PostgresUnavailableError ? error.message : describeError(error);
        }
        return trouble ?? away;
      };
      return {
        ...local,
        backend: 'hosted',
        journal: {
          ...journal,
          async close() {
            await beating.end();
            await journal.close();
            await source.close();
          },
        },
        // Answers are not in the copy.
        aged: {
          ended: local.aged.ended,
          forgetAnswers: (step) => source.forgetAnswers(fence, step, limits.agedStepRows),
        },
        // Payloads that are moved out of one copy would still be in the others and in the truth.
        archive: null,
        // Looked at when it was opened.
        check: async () => null,
        probeWrites: async () => (await look()) ?? local.probeWrites(),
        whyAway: () => trouble ?? away,
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

/** One that was killed is silent; one that lives is not pushed aside. */
async function refuseLivingWriter(source: JournalSource, clock: Clock): Promise<void> {
  const before = await source.writer();
  if (before?.is_open !== true) return;
  await new Promise<void>((resolve) => void clock.setTimer(watchMs, resolve));
  const now = await source.writer();
  if (now === null || (now.beat === before.beat && now.fence === before.fence)) return;
  throw new PostgresOpenError(
    'Another control plane writes to this PostgreSQL database. One writes at a time: end that one first, ' +
      'or give this one a database of its own.',
  );
}
