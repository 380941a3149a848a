/**
 * A store whose truth is a PostgreSQL database: turns are written there, under the fence of one writer, and
 * lists come from a local copy (`cache.ts`). Several control planes may be started on one database: one holds
 * the lease and writes, the others stand by (`plane.ts`).
 */

import type { Journal } from '../../actors/journal/port.ts';
import { type Lease, openLease } from '../../actors/journal/postgres/lease.ts';
import {
  openPostgresJournal,
  preparePostgres,
  toOpenError,
} from '../../actors/journal/postgres/open.ts';
import { type JournalSource, openJournalSource } from '../../actors/journal/postgres/source.ts';
import type { WriterRig } from '../../actors/journal/sqlite/thread/writer-rig.ts';
import type { Clock } from '../../lib/clock.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { ownVersion } from '../../lib/package-root.ts';
import type { StartThread } from '../../lib/worker-thread.ts';
import { projections } from '../projections.ts';
import { openThreaded, type Store, type ThreadedStore } from '../sqlite/open-store.ts';
import { readHead } from '../sqlite/take-changes.ts';
import { type CacheReport, cacheOptions, openCache } from './cache.ts';
import { Following } from './following.ts';
import type { LastHolder } from './last-holder.ts';
import { HostedPlane } from './plane.ts';
import { planeStore } from './plane-store.ts';
import { readEpochsOf, settleHosted } from './settle.ts';

/** Where the truth and its copy are, and who is told. */
export interface HostedOptions {
  /** A secret. */
  readonly url: string;
  /** File of the local copy. */
  readonly path: string;
  /** Where other control planes reach this one; null where they need not. */
  readonly address: string | null;
  /** Who held the lease from this machine's state folder. */
  readonly lastHolder: LastHolder;
  /** The wall's: other machines have no other. */
  readonly clock: Clock;
  /** Wall clock, ms, of whoever reads. */
  readonly now: () => number;
  /** Told what nobody who waits can mend: as `openStore` has it, and that another writer has taken over. */
  readonly onFault: (error: unknown) => void;
  /** Told what became of the copy. */
  readonly onCache: (report: CacheReport) => void;
  readonly rig?: WriterRig;
  /** Replaces how the threads of the copy are started. */
  readonly start?: StartThread | undefined;
  /** May throw where the database holds no events: before what was kept of another log is overwritten. */
  readonly onEmpty?: () => void;
}

/** What is open, each of which has to be closed. */
interface Opened {
  readonly source: JournalSource;
  readonly lease: Lease;
  readonly truth: Journal;
}

/**
 * Brings schema and copy up to date. Throws `PostgresUnavailableError` when the server cannot be reached,
 * `PostgresOpenError` when the database cannot be used, and `StoreOpenError` when the log there is not sound.
 * None holds the address.
 */
export async function openHostedStore(options: HostedOptions): Promise<Store> {
  const { url, address, lastHolder } = options;
  const boot = systemEntropy.id();
  await preparePostgres({ url, projections });
  const opened: Opened = {
    source: openJournalSource({ url }),
    lease: openLease({
      url,
      boot,
      former: lastHolder.former,
      address,
      program: ownVersion(),
    }),
    truth: await openPostgresJournal({ url, readonly: true }),
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all([opened.truth.close(), opened.source.close(), opened.lease.close()]);
  };
  try {
    return await openPlane(options, opened, closeAll);
  } catch (error) {
    await closeAll();
    throw toOpenError(error);
  }
}

async function openPlane(
  options: HostedOptions,
  { source, lease, truth }: Opened,
  closeAll: () => Promise<void>,
): Promise<Store> {
  const { url, now, onFault, lastHolder } = options;
  let trouble: string | null = null;
  const onTrouble = (said: string | null): void => {
    trouble = said;
  };
  let local: ThreadedStore | undefined;
  const following = new Following({ store: () => local!, source, now, onFault });
  const plane: HostedPlane = new HostedPlane({
    lease,
    source,
    following,
    epoch: () => local!.log.lineage.epoch,
    openWriter: (fence) => openPostgresJournal({ url, fence, projections, onTrouble }),
    onHeld: ({ boot }) => lastHolder.note(boot),
    onFault,
  });
  try {
    local = await openCopy(options, source, await plane.tryToTake());
    if (plane.holding !== null) await plane.openWriter();
    return planeStore({ plane, local, following, truth, source, trouble: () => trouble, closeAll });
  } catch (error) {
    await local?.journal.close();
    await plane.handOver();
    throw error;
  }
}

/** The copy up to date; whoever holds the lease also says which log it is. */
async function openCopy(
  options: HostedOptions,
  source: JournalSource,
  holds: boolean,
): Promise<ThreadedStore> {
  const { path, clock, onFault, start, rig } = options;
  const { db, report } = await openCache(path, source);
  options.onCache(report);
  const settle = async () => {
    if (!holds) return readEpochsOf(db, source);
    if (readHead(db).eventId === 0) options.onEmpty?.();
    return settleHosted(path, db, source, clock);
  };
  const log = await settle().finally(() => db.close());
  return openThreaded(
    { ...cacheOptions(path), onFault, start, ...(rig === undefined ? {} : { rig }) },
    log,
  );
}
