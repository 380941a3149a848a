/**
 * The reads that may take long: lists, searches, scans of events, time travel, histories. They
 * answer with rows as text, since whoever wants objects can make them in its own thread, and whoever
 * passes the text on need not. Each list and its states are read from one snapshot.
 */

import type { Database } from 'better-sqlite3';
import type { StoredActor } from '../../../actors/journal/port.ts';
import type { EntityKind } from '../../../domain/entities/all.ts';
import type {
  EventQuery,
  ListQuery,
  OffsetPage,
  Page,
  PaperCount,
  PayloadFilter,
  Recount,
  TextRow,
  TextShape,
} from '../../ports/read-models.ts';
import type { TraceReads } from '../../ports/trace.ts';
import { countRows, type Found, readNumberedPage, readPage } from '../list-engine/list.ts';
import { checkListQuery } from '../list-engine/request.ts';
import { createFoundRows, type FoundRows } from '../search/found-rows.ts';
import { kindWord, parseSearch } from '../search/terms.ts';
import { readEventPage, readEvents } from './event-list.ts';
import { payloadMatch, scanEvents } from './event-payload.ts';
import { createRecount } from './recount.ts';
import { createTextRows } from './row-texts.ts';
import { createStatementCache } from './statement-cache.ts';
import {
  type EventRowScan,
  type ListedEventRow,
  type StateRow,
  toListedEvent,
  toListedState,
} from './text-rows.ts';
import { createTimeTravel } from './time-travel.ts';
import { createSqliteTraces } from './trace.ts';

/** As in `ReadModels`, with rows as text; a search finds what is in the index already. */
export interface HeavyReads extends TraceReads {
  list(kind: EntityKind, query: ListQuery): Promise<Page<StateRow>>;
  listTexts(kind: EntityKind, query: ListQuery, shape: TextShape): Promise<Page<TextRow>>;
  listByPage(
    kind: EntityKind,
    query: Omit<ListQuery, 'cursor'> & { page: number },
  ): Promise<OffsetPage<StateRow>>;
  count(kind: EntityKind, filters: ListQuery['filters']): Promise<number>;
  recount(kind: EntityKind): Promise<Recount>;
  countPapers(): Promise<readonly PaperCount[]>;
  events(query: EventQuery): Promise<readonly ListedEventRow[]>;
  eventsByPayload(query: EventQuery, payload: readonly PayloadFilter[]): Promise<EventRowScan>;
  eventsByPage(
    query: Omit<EventQuery, 'before' | 'limit'> & { page: number; pageSize: number },
  ): Promise<OffsetPage<ListedEventRow>>;
  stateAt(kind: string, id: string, eventId: number): Promise<StoredActor | undefined>;
}

/** From two indexes alone: those of the reviews by status, and of the ledger by status. */
const countPapersSql = `SELECT paper_status AS paper, status AS review, CASE
      WHEN id IN (SELECT e.id FROM actors AS e INDEXED BY actors_by_status
        WHERE e.kind = 'corpus_entry' AND e.status IN ('imported', 'removing')) THEN 'imported'
      WHEN id IN (SELECT e.id FROM actors AS e INDEXED BY actors_by_status
        WHERE e.kind = 'corpus_entry' AND e.status = 'removed') THEN 'removed' END AS entry,
    count(*) AS count
  FROM actors INDEXED BY review_by_both WHERE kind = 'paper_review' GROUP BY 1, 2, 3`;

/** Events looked through for a change of what was counted; where there are more since, it is counted anew. */
const eventsSinceMax = 1_000;

/**
 * The papers counted, and counted anew only where the log names a review or an import since: every change of a state
 * comes with an event, and most are of other things. Counting goes through all papers there are.
 */
function createPaperCount(db: Database): () => readonly PaperCount[] {
  const count = db.prepare<[], PaperCount>(countPapersSql);
  const head = db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck();
  const hasMoved = db
    .prepare<[number], number>(
      `SELECT EXISTS (SELECT 1 FROM events WHERE event_id > ?
         AND coalesce(turn_kind, entity_type) IN ('paper_review', 'corpus_entry'))`,
    )
    .pluck();
  let known: readonly PaperCount[] = [];
  let knownTo = -1;
  return db.transaction(() => {
    const now = head.get() ?? 0;
    const since = now - knownTo;
    const isKnown = knownTo >= 0 && since >= 0 && since <= eventsSinceMax;
    if (!isKnown || hasMoved.get(knownTo) === 1) known = count.all();
    knownTo = now;
    return known;
  });
}

/** Heavy reads on an open database, in this thread. */
export function createHeavyReads(db: Database): HeavyReads {
  const prepare = createStatementCache(db);
  const foundRows = createFoundRows(db);
  const timeTravel = createTimeTravel(db);
  const countPapers = createPaperCount(db);
  const recount = createRecount(db);

  const find = async (kind: EntityKind, search: string): Promise<FoundRows | undefined> => {
    const terms = parseSearch(search);
    if (terms.kind === 'none') return undefined;
    if (terms.kind === 'unmatchable') return { rows: { rowids: [] }, release() {} };
    return foundRows.find(`kind : ${kindWord(kind)} AND content : (${terms.match})`);
  };
  /** Runs `read` on what the search finds; for as long the found rows are kept for it. */
  const among = async <T>(
    kind: EntityKind,
    search: string,
    read: (found: Found) => T,
  ): Promise<T> => {
    const found = await find(kind, search);
    try {
      return db.transaction(() => read(found?.rows))();
    } finally {
      found?.release();
    }
  };
  /** The FTS5 query for events; null for none, undefined when nothing can match. */
  const matchOf = (search: string): string | null | undefined => {
    const terms = parseSearch(search);
    if (terms.kind === 'none') return null;
    return terms.kind === 'unmatchable' ? undefined : terms.match;
  };

  const list = (kind: EntityKind, query: ListQuery): Promise<Page<StateRow>> => {
    const request = checkListQuery(kind, query);
    return among(kind, query.search, (found) => readPage(prepare, request, found, query));
  };
  return {
    list: async (kind, query) => list(kind, query),
    async listTexts(kind, query, shape) {
      const { rows, nextCursor } = await list(kind, query);
      const toText = createTextRows(shape);
      return { rows: rows.map((row) => toText(toListedState(row))), nextCursor };
    },
    async listByPage(kind, query) {
      const request = checkListQuery(kind, query);
      const { rows, total } = await among(kind, query.search, (found) =>
        readNumberedPage(prepare, request, found, query),
      );
      return { rows: rows.map(toListedState), total };
    },
    async count(kind, filters) {
      const request = checkListQuery(kind, { sort: null, filters, search: '' });
      return countRows(prepare, request, undefined);
    },
    recount: async (kind) => recount(kind),
    countPapers: async () => countPapers(),
    async events(query) {
      const match = matchOf(query.search);
      return match === undefined
        ? []
        : (await readEvents(prepare, query, match)).map(toListedEvent);
    },
    async eventsByPayload(query, payload) {
      const found = matchOf(query.search);
      if (found === undefined) return { rows: [], next: null };
      const match = [payloadMatch(payload), found].filter((part) => part !== null).join(' AND ');
      const { rows, next } = await scanEvents(prepare, query, payload, match === '' ? null : match);
      return { rows: rows.map(toListedEvent), next };
    },
    async eventsByPage(query) {
      const match = matchOf(query.search);
      if (match === undefined) return { rows: [], total: 0 };
      const { rows, total } = await readEventPage(prepare, query, match);
      return { rows: rows.map(toListedEvent), total };
    },
    stateAt: async (kind, id, eventId) => timeTravel.stateAt(kind, id, eventId),
    ...createSqliteTraces(prepare),
  };
}
