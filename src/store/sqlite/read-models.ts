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
import { countRows, type Found, readNumberedPage, readPage, toEntityRow } from './listing/list.ts';
import { smallSetRowsMax } from './listing/paths.ts';
import { checkListQuery, modelOf } from './listing/request.ts';
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
    countDraftCandidates: db.prepare<[], number>(`SELECT count(*) ${fromDraftable}`).pluck(),
    countCompletedWithoutPaper: db
      .prepare<[], number>(
        `SELECT count(*) FROM actors INDEXED BY queue_without_paper
         WHERE kind = 'queue_item' AND status = 'completed' AND (state->>'$.paper_id') IS NULL`,
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
    activeLanes: db
      .prepare<[], string>(
        `SELECT lane FROM actors INDEXED BY one_active_item_per_lane
         WHERE kind = 'queue_item' AND status IN (${activeList}) AND lane IS NOT NULL
         ORDER BY lane`,
      )
      .pluck(),
    findRows: db
      .prepare<[string, number], number>(
        'SELECT rowid FROM actor_search WHERE actor_search MATCH ? LIMIT ?',
      )
      .pluck(),
  };
}

/** Read models on an open database; close it through its journal. */
export function createSqliteReadModels(db: Database): ReadModels {
  const sql = prepareStatements(db);
  const prepare = createStatementCache(db);
  const indexer = createSearchIndexer(db);
  const timeTravel = createTimeTravel(db);
  const rows = (read: readonly ActorRow[]): readonly EntityRow[] => read.map(toEntityRow);

  const find = async (kind: ListableKind, search: string): Promise<Found> => {
    const terms = parseSearch(search);
    if (terms.kind === 'none') return undefined;
    if (terms.kind === 'unmatchable') return { rowids: [] };
    await indexer.catchUp();
    const match = `kind : ${kindWord(kind)} AND content : (${terms.match})`;
    const rowids = sql.findRows.all(match, smallSetRowsMax + 1);
    if (rowids.length <= smallSetRowsMax) return { rowids };
    const among = 'rowid IN (SELECT rowid FROM actor_search WHERE actor_search MATCH ?)';
    return { condition: { sql: among, params: [match] } };
  };
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
      return readPage(prepare, checked, await find(kind, query.search), query);
    },
    async listByPage(kind, query) {
      const checked = request(kind, query);
      return readNumberedPage(prepare, checked, await find(kind, query.search), query);
    },
    async get(kind, id) {
      const row = sql.get.get(kind, id);
      return row === undefined ? undefined : toEntityRow(row);
    },
    async countByStatus(kind) {
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
    countDraftCandidates: async () => sql.countDraftCandidates.get() ?? 0,
    countCompletedWithoutPaper: async () => sql.countCompletedWithoutPaper.get() ?? 0,
    activeLanes: async () => sql.activeLanes.all(),
    followupCandidates: async (limit) => rows(sql.followupCandidates.all(limit)),
    childProjects: async (parentId, limit) => sql.childProjects.all(parentId, limit),
    projectsOfSource: async (ref, limit) => sql.projectsOfSource.all(ref, limit),
    raisedAlerts: async (limit) => rows(sql.raisedAlerts.all(limit)),
    stateAt: async (kind, id, eventId) => timeTravel.stateAt(kind, id, eventId),
    eventIdAt: async (time) => timeTravel.eventIdAt(time),
    indexPending: async (limit) => indexer.indexPending(limit),
  };
}
