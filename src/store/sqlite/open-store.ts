/**
 * A whole store for a service: everything it reads and writes, over one file. What is written goes
 * through the writer's thread; reading here never waits for it. A database in memory belongs to one
 * thread, so there everything is done on the spot.
 */
import type { Database } from 'better-sqlite3';
import type { Journal } from '../../actors/journal/port.ts';
import type { JournalChanges } from '../../actors/journal/postgres/source.ts';
import type { Head } from '../../actors/journal/sqlite/commit.ts';
import { createJournalReads } from '../../actors/journal/sqlite/reads.ts';
import type { WriterRig } from '../../actors/journal/sqlite/thread/writer-rig.ts';
import {
  createThreadedJournal,
  type ThreadedJournal,
} from '../../actors/journal/sqlite/threaded.ts';
import type { StoreBackend } from '../../domain/statuses.ts';
import { systemClock, toIsoTime } from '../../lib/clock.ts';
import { type StartThread, startThread } from '../../lib/worker-thread.ts';
import { createChainReads } from '../chain-walk.ts';
import type { AgedRows } from '../ports/aged-rows.ts';
import type { ChainReads } from '../ports/chain.ts';
import type { DryRunPlans } from '../ports/dry-run-plans.ts';
import type {
  ArchivedFile,
  ArchiveRule,
  ArchiveState,
  EventArchive,
} from '../ports/event-archive.ts';
import type { FeedReads } from '../ports/feed.ts';
import type { Plane } from '../ports/plane.ts';
import type { ReadModels } from '../ports/read-models.ts';
import type { TelemetryHistory } from '../ports/telemetry-history.ts';
import { watchReads } from './damage.ts';
import { openSettled, readLogOf, type SettledLog } from './head/settle.ts';
import { createStoreJournal } from './journal.ts';
import { openSqlite, type SqliteOptions } from './open.ts';
import { pooledPast } from './past/past-reads.ts';
import { findWriteTrouble } from './probe.ts';
import { createSqliteAgedRows } from './reads/aged-rows.ts';
import { createSqlitePlans } from './reads/dry-run-plans.ts';
import { createSqliteFeed } from './reads/feed.ts';
import { createSqliteReadModels } from './reads/read-models.ts';
import { createSqliteTelemetryHistory } from './reads/telemetry-history.ts';
import { createIndexWriter, createSearchIndexer } from './search/indexer.ts';
import { createPooledReads, readErrors } from './threads/pooled-reads.ts';
import { createReadPool } from './threads/read-pool.ts';
import { createStoreCheck } from './threads/store-check.ts';
import type { WriterData } from './threads/writer-data.ts';

interface StoreOptions extends Omit<SqliteOptions, 'readonly'> {
  /**
   * Told what nobody who waits can mend: that the search index cannot be written, that the writer has
   * ended by itself, and that the file is damaged.
   */
  readonly onFault?: (error: unknown) => void;
  /** Faults in the writer, for tests. */
  readonly rig?: WriterRig;
  /** Replaces how its threads are started. */
  readonly start?: StartThread | undefined;
}

/** What a service holds of its store while it runs. */
export interface Store {
  /** What keeps it: what the service says of itself, whatever it was configured to be. */
  readonly backend: StoreBackend;
  /** Its `close` closes the whole store. */
  readonly journal: Journal;
  readonly reads: ReadModels;
  readonly feed: FeedReads;
  readonly history: TelemetryHistory;
  readonly chain: ChainReads;
  readonly plans: DryRunPlans;
  readonly aged: AgedRows;
  /** Null in memory, which has no place for files. */
  readonly archive: EventArchive | null;
  /**
   * Null when the file is sound as a database, else what is not: quick, but the whole file is read.
   * Rejects when the store is closed meanwhile. At most once.
   */
  check(): Promise<string | null>;
  /** Which log it is, and what was found about it at the opening. */
  readonly log: SettledLog;
  /** Of one event as it is stored; null where there is none. */
  hashOf(eventId: number): Promise<string | null>;
  /** Null while the file takes writes, else why not, in words. */
  probeWrites(): Promise<string | null>;
  /** Why nothing can be written now that would have to wait for another machine; null while nothing has to. */
  whyAway(): string | null;
  /** Where others write: tells the newest event id when they did, and how old what is read here is. */
  readonly followed?: {
    onNews(listener: (headEventId: number) => void): () => void;
    /** Wall clock, ms, at which nothing was missing here; undefined while this one writes itself. */
    wholeAt(): number | undefined;
    /** How many looks so far found that nothing is missing here, or took all that was. */
    wholeLooks(): number;
  };
  /** Where several control planes may be started on the store. */
  readonly plane?: Plane;
}

/** A store whose file may be a copy of another: `take` goes on where the copy ends, as `createTaker` has it. */
export interface ThreadedStore extends Store {
  take(changes: JournalChanges): Promise<Head>;
}

/** Threads that read: one may be busy with a search while the other answers pages. */
const readersMax = 2;
/**
 * A read that waits longer has a long one before it, and a thread of its own is worth its start. Beside one that only
 * begins, as on a busy machine, a second would make both of them late.
 */
const readerPatience = { busyMs: 20, startingMs: 1_000 } as const;
const readsWaitingMax = 1024;
const readTimeoutMs = 10_000;
/** Events that are hashed on the spot, in a millisecond: to have a thread do so few costs as much, and its start far more. */
const shortWalkEvents = 16;
/** Nobody who reads what is now waits for a copy of what was. */
const pastWaitingMax = 64;
const pastTimeoutMs = 60_000;

/** Opens and migrates; throws as `openSqlite` does. */
export function openStore(options: StoreOptions): Store {
  if (options.path === ':memory:') return openWithin(options);
  const { rig: _, onFault: __, start: ___, ...file } = options;
  // Errors keep their words, and the readers find the file up to date.
  const { db, log } = openSettled(options.path, () => openSqlite(file), systemClock);
  db.close();
  return openThreaded(options, log);
}

/** All in this thread. */
function openWithin({ onFault, rig: _, start: __, ...options }: StoreOptions): Store {
  const db = openSqlite(options);
  const journal = createStoreJournal(db);
  const index = createSearchIndexer(db, createIndexWriter(db), onFault);
  return {
    backend: 'sqlite',
    journal,
    reads: createSqliteReadModels(db, index),
    feed: createSqliteFeed(db, journal),
    history: createSqliteTelemetryHistory(db),
    chain: createChainReads(journal),
    plans: createSqlitePlans(db),
    aged: createSqliteAgedRows(db),
    archive: null,
    check: async () => null,
    log: readLogOf(db),
    hashOf: createHashRead(db),
    probeWrites: async () => findWriteTrouble(db),
    whyAway: () => null,
  };
}

/** With its writer in a thread, on a file that is up to date and has this log. */
export function openThreaded(
  { onFault, rig, start = startThread, ...options }: StoreOptions,
  log: SettledLog,
): ThreadedStore {
  const db = openSqlite({ ...options, readonly: true });
  const data: WriterData = { options, epoch: log.lineage.epoch, rig };
  const writer = createThreadedJournal({
    db,
    start: (onMessage) => start('store-writer', data, onMessage),
    ...(onFault === undefined ? {} : { onEnd: onFault }),
  });
  const startReader = (onMessage: (message: unknown) => void) =>
    start('store-reader', options.path, onMessage);
  const pool = createReadPool({
    start: startReader,
    setTimer: (delayMs, callback) => systemClock.setTimer(delayMs, callback),
    membersMax: readersMax,
    patience: readerPatience,
    waitingMax: readsWaitingMax,
    timeoutMs: readTimeoutMs,
    errors: readErrors,
  });
  const heavy = createPooledReads(pool);
  const past = createReadPool({
    start: (onMessage) => start('store-past', options.path, onMessage),
    setTimer: (delayMs, callback) => systemClock.setTimer(delayMs, callback),
    membersMax: 1,
    waitingMax: pastWaitingMax,
    timeoutMs: pastTimeoutMs,
    errors: readErrors,
  });
  const check = createStoreCheck({ db, start: startReader });
  const index = async (limit: number, waits: boolean) =>
    (await writer.request(waits ? 'search.index_waiting' : 'search.index', limit)) as number;
  const indexer = createSearchIndexer(db, index, onFault);
  const watched = <Reads extends object>(reads: Reads): Reads =>
    watchReads(reads, onFault ?? (() => {}));
  const journal: Journal = {
    ...watched(createJournalReads(db)),
    commit: (turns) => writer.commit(turns),
    async close() {
      await check.stop();
      await Promise.all([pool.close(), past.close()]);
      await writer.close();
    },
  };
  return {
    backend: 'sqlite',
    journal,
    reads: watched(createSqliteReadModels(db, indexer, heavy, pooledPast(past))),
    feed: watched(createSqliteFeed(db, journal)),
    history: watched(createThreadedHistory(writer, heavy)),
    log,
    chain: watched(createThreadedChain(createChainReads(journal), heavy)),
    plans: {
      get: createSqlitePlans(db).get,
      put: async (row) => void (await writer.request('plans.put', row)),
    },
    aged: createThreadedAgedRows(writer),
    archive: createThreadedArchive(writer, (method, rule) => pool.call(method, [rule])),
    check: () => check.run(),
    hashOf: createHashRead(db),
    probeWrites: async () => (await writer.request('store.probe', null)) as string | null,
    whyAway: () => null,
    take: async (changes) => (await writer.request('changes.take', changes)) as Head,
  };
}

function createHashRead(db: Database): Store['hashOf'] {
  const read = db.prepare<[number], string>('SELECT hash FROM events WHERE event_id = ?').pluck();
  return async (eventId) => read.get(eventId) ?? null;
}

/** A long walk in the pool, and the few events that were just written here. */
function createThreadedChain(here: ChainReads, pool: Pick<ChainReads, 'walk'>): ChainReads {
  return {
    headEventId: here.headEventId,
    async walk(after, lastHash, limit) {
      const isShort = (await here.headEventId()) - after <= shortWalkEvents;
      return (isShort ? here : pool).walk(after, lastHash, limit);
    },
  };
}

/** In the writer's thread, which an answer that goes has to be deleted by. */
function createThreadedAgedRows(writer: ThreadedJournal): AgedRows {
  const ask = async <Value>(chore: string, step: unknown): Promise<Value> =>
    (await writer.request(chore, step)) as Value;
  return {
    ended: (step) => ask('aged.ended', step),
    forgetAnswers: (step) => ask('aged.forget_answers', step),
  };
}

/** Files are written by a reader and noted by the writer; one after the other, whoever asks. */
function createThreadedArchive(
  writer: ThreadedJournal,
  read: (method: 'archiveState' | 'writeArchive', rule: ArchiveRule) => Promise<unknown>,
): EventArchive {
  let before: Promise<unknown> = Promise.resolve();
  const archive = async (rule: ArchiveRule): Promise<ArchivedFile | null> => {
    const written = await read('writeArchive', rule);
    if (written !== null) {
      const at = toIsoTime(rule.nowMs);
      return (await writer.request('archive.move', { written, at })) as ArchivedFile;
    }
    await writer.request('archive.sweep', null);
    return null;
  };
  return {
    state: async (rule) => (await read('archiveState', rule)) as ArchiveState,
    look: async (look) => void (await writer.request('archive.look', look)),
    archive(rule) {
      const next = before.then(() => archive(rule));
      before = next.catch(() => {});
      return next;
    },
  };
}

/** Reads in the pool and writes in the writer. */
function createThreadedHistory(
  writer: ThreadedJournal,
  { read, isThinned }: Pick<TelemetryHistory, 'read' | 'isThinned'>,
): TelemetryHistory {
  const ask = async <Value>(chore: string, input: unknown): Promise<Value> =>
    (await writer.request(chore, input)) as Value;
  return {
    read,
    isThinned,
    append: (points) => ask('history.append', points),
    retain: (limits) => ask('history.retain', limits),
    stats: () => ask('history.stats', null),
  };
}
