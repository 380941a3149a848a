/**
 * The read models in SQLite: lists, counts, search, events and time travel over the tables that the
 * journal writes. Everything reads through an index; the plans are asserted by tests.
 */
import type { Database } from 'better-sqlite3';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import type { EntityRow, ListableKind, ListQuery, ReadModels } from '../ports/read-models.ts';
import { readEventPage, readEvents } from './event-list.ts';
import { payloadMatch, scanEvents } from './event-payload.ts';
import { type EventRow, eventColumns, toStoredEvent } from './event-rows.ts';
import { facets, type KeptCount, readKept, sumOf } from './listing/kept-counts.ts';
import { countRows, type Found, readNumberedPage, readPage, toEntityRow } from './listing/list.ts';
import { checkListQuery, modelOf } from './listing/request.ts';
import { createFoundRows, type FoundRows } from './search/found-rows.ts';
import { createSearchIndexer } from './search/indexer.ts';
import { kindWord, parseSearch } from './search/terms.ts';
import { createStatementCache } from './statement-cache.ts';
import { createTimeTravel } from './time-travel.ts';

type ActorRow = { readonly version: number; readonly state: string };

const actorColumns = 'version, state';
const activeList = activeQueueStatuses.map((status) => `'${status}'`).join(', ');

/** Repeats the condition of the partial index word for word, or SQLite would not use it. */
const fromDraftable = `FROM actors INDEXED BY queue_draftable
  WHERE kind = 'queue_item' AND status = 'completed'
    AND (state->>'$.gate_verdict.positive') = 1 AND (state->>'$.paper_id') IS NULL`;

/** As above, for `queue_followup`; what has been launched is an actor with the parent's id. */
const selectFollowups = `SELECT ${actorColumns} FROM actors AS a INDEXED BY queue_followup
  WHERE kind = 'queue_item' AND status = 'completed' AND (state->>'$.paper_id') IS NULL
    AND (state->>'$.gate_verdict.positive') IS NOT 1
    AND (state->>'$.decision.followup_recommended') = 1
    AND NOT EXISTS (SELECT 1 FROM actors AS f INDEXED BY actors_address
                    WHERE f.kind = 'followup' AND f.id = a.id)
  ORDER BY updated_at, id LIMIT ?`;

function prepareStatements(db: Database) {
  return {
    head: db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck(),
    get: db.prepare<[string, string], ActorRow>(
      `SELECT ${actorColumns} FROM actors WHERE kind = ? AND id = ?`,
    ),
    event: db.prepare<[number], EventRow>(
      `SELECT ${eventColumns} FROM events AS e WHERE e.event_id = ?`,
    ),
    dispatchCandidates: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY queue_by_status
       WHERE kind = 'queue_item' AND status = 'queued' AND manual_review_required = 0
       ORDER BY dispatch_priority, selection_rank, updated_at, id LIMIT ?`,
    ),
    draftCandidates: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} ${fromDraftable} ORDER BY updated_at, id LIMIT ?`,
    ),
    recount: db
      .prepare<[string], number>(
        'SELECT count(*) FROM actors INDEXED BY actors_address WHERE kind = ?',
      )
      .pluck(),
    followupCandidates: db.prepare<[number], ActorRow>(selectFollowups),
    childProjects: db
      .prepare<[string, number], string>(
        `SELECT id FROM actors INDEXED BY project_by_parent
         WHERE kind = 'project' AND (state->>'$.parent_project_id') = ? ORDER BY id LIMIT ?`,
      )
      .pluck(),
    projectsOfSource: db
      .prepare<[string, number], string>(
        `SELECT id FROM actors INDEXED BY project_by_source
         WHERE kind = 'project' AND (state->>'$.source_ref') = ? ORDER BY id LIMIT ?`,
      )
      .pluck(),
    raisedAlerts: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY alert_raised
       WHERE kind = 'alert' AND (state->>'$.status') = 'raised' ORDER BY id LIMIT ?`,
    ),
    undeliveredCallbacks: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY callback_undelivered
       WHERE kind = 'callback_delivery' AND (state->>'$.status') IN ('delivering', 'parked')
       ORDER BY (state->>'$.queue[0].seen_at'), id LIMIT ?`,
    ),
    activeLanes: db
      .prepare<[], string>(
        `SELECT lane FROM actors INDEXED BY one_active_item_per_lane
         WHERE kind = 'queue_item' AND status IN (${activeList}) AND lane IS NOT NULL
         ORDER BY lane`,
      )
      .pluck(),
  };
}

/** Read models on an open database; close it through its journal. */
export function createSqliteReadModels(
  db: Database,
  options: { readonly onWriteFault?: (error: unknown) => void } = {},
): ReadModels {
  const sql = prepareStatements(db);
  const prepare = createStatementCache(db);
  const indexer = createSearchIndexer(db, options.onWriteFault);
  const foundRows = createFoundRows(db);
  const timeTravel = createTimeTravel(db);
  const rows = (read: readonly ActorRow[]): readonly EntityRow[] => read.map(toEntityRow);

  const find = async (kind: ListableKind, search: string): Promise<FoundRows | undefined> => {
    const terms = parseSearch(search);
    if (terms.kind === 'none') return undefined;
    if (terms.kind === 'unmatchable') return { rows: { rowids: [] }, release() {} };
    await indexer.catchUp();
    return foundRows.find(`kind : ${kindWord(kind)} AND content : (${terms.match})`);
  };
  /** Runs `read` on what the search finds; for as long the found rows are kept for it. */
  const among = async <T>(
    kind: ListableKind,
    search: string,
    read: (found: Found) => T,
  ): Promise<T> => {
    const found = await find(kind, search);
    try {
      return read(found?.rows);
    } finally {
      found?.release();
    }
  };
  /** The kept counts of a kind that fit. */
  const kept = (kind: ListableKind, wanted: (count: KeptCount) => boolean): number =>
    sumOf(readKept(prepare, kind) ?? [], wanted);
  const isWithoutPaper = ({ status, facet }: KeptCount): boolean =>
    status === 'completed' && facet.includes(facets.withoutPaper);
  /** The FTS5 query for events; null for none, undefined when nothing can match. */
  const findEvents = async (search: string): Promise<string | null | undefined> => {
    const terms = parseSearch(search);
    if (terms.kind === 'none') return null;
    if (terms.kind === 'unmatchable') return undefined;
    await indexer.catchUp();
    return terms.match;
  };
  const request = (kind: ListableKind, query: Pick<ListQuery, 'sort' | 'filters' | 'search'>) =>
    checkListQuery(kind, query);

  return {
    head: async () => sql.head.get() ?? 0,
    sortFields: (kind) => Object.keys(modelOf(kind).sorts),
    filterFields: (kind) => Object.keys(modelOf(kind).filters),
    async list(kind, query) {
      const checked = request(kind, query);
      return among(kind, query.search, (found) => readPage(prepare, checked, found, query));
    },
    async listByPage(kind, query) {
      const checked = request(kind, query);
      return among(kind, query.search, (found) => readNumberedPage(prepare, checked, found, query));
    },
    async get(kind, id) {
      const row = sql.get.get(kind, id);
      return row === undefined ? undefined : toEntityRow(row);
    },
    async countByStatus(kind) {
      const keptCounts = readKept(prepare, kind);
      if (keptCounts !== undefined) {
        const byStatus: Record<string, number> = {};
        for (const { status, count } of keptCounts) {
          byStatus[status] = (byStatus[status] ?? 0) + count;
        }
        return byStatus;
      }
      const { index } = modelOf(kind).byStatus;
      const counts = prepare<{ status: string; count: number }>(
        `SELECT status, count(*) AS count FROM actors INDEXED BY ${index}
         WHERE kind = '${kind}' GROUP BY status`,
      ).all();
      return Object.fromEntries(counts.map((row) => [row.status, row.count]));
    },
    count: async (kind, filters) =>
      countRows(prepare, request(kind, { sort: null, filters, search: '' }), undefined),
    async events(query) {
      const match = await findEvents(query.search);
      return match === undefined ? [] : readEvents(prepare, query, match);
    },
    async eventsByPayload(query, payload) {
      const found = await findEvents(query.search);
      if (found === undefined) return { rows: [], next: null };
      const words = payloadMatch(payload);
      if (words !== null) await indexer.catchUp();
      const match = [words, found].filter((part) => part !== null).join(' AND ');
      return scanEvents(prepare, query, payload, match === '' ? null : match);
    },
    async eventsByPage(query) {
      const match = await findEvents(query.search);
      return match === undefined ? { rows: [], total: 0 } : readEventPage(prepare, query, match);
    },
    async event(eventId) {
      const row = sql.event.get(eventId);
      return row === undefined ? undefined : toStoredEvent(row);
    },
    dispatchCandidates: async (limit) => rows(sql.dispatchCandidates.all(limit)),
    draftCandidates: async (limit) => rows(sql.draftCandidates.all(limit)),
    countDraftCandidates: async () =>
      kept('queue_item', (count) => isWithoutPaper(count) && count.facet.includes(facets.positive)),
    countCompletedWithoutPaper: async () => kept('queue_item', isWithoutPaper),
    async countFinalizedUnjudged() {
      const finalized =
        (facet: string) =>
        (count: KeptCount): boolean =>
          count.status === 'finalized' && count.facet.includes(facet);
      return {
        unlinted: kept('paper_review', finalized(facets.unlinted)),
        unaudited: kept('paper_review', finalized(facets.unaudited)),
      };
    },
    recount: async (kind) => sql.recount.get(kind) ?? 0,
    activeLanes: async () => sql.activeLanes.all(),
    followupCandidates: async (limit) => rows(sql.followupCandidates.all(limit)),
    childProjects: async (parentId, limit) => sql.childProjects.all(parentId, limit),
    projectsOfSource: async (ref, limit) => sql.projectsOfSource.all(ref, limit),
    raisedAlerts: async (limit) => rows(sql.raisedAlerts.all(limit)),
    undeliveredCallbacks: async (limit) => rows(sql.undeliveredCallbacks.all(limit)),
    stateAt: async (kind, id, eventId) => timeTravel.stateAt(kind, id, eventId),
    eventIdAt: async (time) => timeTravel.eventIdAt(time),
    indexPending: async (limit) => indexer.indexPending(limit),
  };
}
