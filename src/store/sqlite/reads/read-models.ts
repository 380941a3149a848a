/**
 * The read models in SQLite: lists, counts, search, events and time travel over the tables that the
 * journal writes. Everything reads through an index; the plans are asserted by tests.
 */

import type { Database } from 'better-sqlite3';
import {
  type EventRow,
  eventColumns,
  payloadOf,
  toStoredEvent,
} from '../../../actors/journal/sqlite/event-rows.ts';
import { parseStored } from '../../../actors/journal/sqlite/stored-json.ts';
import type { EntityKind } from '../../../domain/entities/all.ts';
import { limits } from '../../../domain/limits.ts';
import { activeQueueStatuses, liveGateRunStatuses } from '../../../domain/statuses.ts';
import { assert } from '../../../lib/assert.ts';
import type {
  DriftedPaper,
  EntityRow,
  ItemInTurn,
  NewestEvent,
  RankedPaper,
  ReadModels,
  ValueCount,
} from '../../ports/read-models.ts';
import { countKept, facets, type KeptCount, readKept, sumOf } from '../list-engine/kept-counts.ts';
import { checkListQuery, modelOf } from '../list-engine/request.ts';
import { createAsOf, createPastCalls, type PastCall } from '../past/past-reads.ts';
import {
  createIndexWriter,
  createReadonlyIndexer,
  createSearchIndexer,
  type SearchIndexer,
} from '../search/indexer.ts';
import { parseSearch } from '../search/terms.ts';
import { createCandidateReads, dispatchOrder } from './candidate-reads.ts';
import { payloadMatch } from './event-payload.ts';
import { createHeavyReads, type HeavyReads } from './heavy-reads.ts';
import { type ActorRow, actorColumns, toPresent } from './present-rows.ts';
import { createSpendingReads } from './spending.ts';
import { createStatementCache } from './statement-cache.ts';
import { createEntityRows } from './text-rows.ts';
import { createTimeTravel } from './time-travel.ts';
import {
  fromDraftable,
  queued,
  selectFinalized,
  selectFollowups,
  selectHeads,
  way,
} from './waiting-rows.ts';

const listOf = (statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');
const activeList = listOf(activeQueueStatuses);

/** Ahead of every item in the order of last changes. */
const beforeAll = { updated_at: '', project_id: '' };

function prepareStatements(db: Database) {
  return {
    head: db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck(),
    get: db.prepare<[string, string], ActorRow>(
      `SELECT ${actorColumns} FROM actors WHERE kind = ? AND id = ?`,
    ),
    statuses: db.prepare<[string, string], { id: string; status: string }>(
      // Kinds that are not listed have no column of it.
      `SELECT a.id, coalesce(a.status, a.state->>'$.status') AS status FROM json_each(?) AS wanted
       CROSS JOIN actors AS a INDEXED BY actors_address ON a.kind = ? AND a.id = wanted.value`,
    ),
    versions: db.prepare<[string, string], { id: string; version: number }>(
      `SELECT a.id, a.version FROM json_each(?) AS wanted
       CROSS JOIN actors AS a INDEXED BY actors_address ON a.kind = ? AND a.id = wanted.value`,
    ),
    event: db.prepare<[number], EventRow>(
      `SELECT ${eventColumns} FROM events AS e WHERE e.event_id = ?`,
    ),
    newestEvents: db.prepare<[string, number], Pick<EventRow, keyof NewestEvent>>(
      `SELECT e.event_id, e.created_at, ${payloadOf('e')} AS payload
       FROM events AS e INDEXED BY events_by_type
       WHERE e.event_type = ? ORDER BY e.event_id DESC LIMIT ?`,
    ),
    isNamed: db
      .prepare<[number, number, string], number>(
        `SELECT EXISTS (SELECT 1 FROM events AS e NOT INDEXED
           WHERE e.event_id > ? AND e.event_id <= ?
             AND e.entity_type IN (SELECT value FROM json_each(?)))`,
      )
      .pluck(),
    dispatchHeads: db.prepare<[], ActorRow>(selectHeads),
    dispatchAlike: db.prepare<[string, number], ActorRow>(
      `SELECT ${actorColumns} ${queued} AND ${way} = (
         SELECT ${way} FROM actors INDEXED BY actors_address WHERE kind = 'queue_item' AND id = ?)
       ORDER BY ${dispatchOrder} LIMIT 1 OFFSET ?`,
    ),
    draftCandidates: db.prepare<[string, string, number], ActorRow>(
      `SELECT ${actorColumns} ${fromDraftable} AND (updated_at, id) > (?, ?)
       ORDER BY updated_at, id LIMIT ?`,
    ),
    followupCandidates: db.prepare<[string, string, number], ItemInTurn>(selectFollowups),
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
    mostUsed: db.prepare<[string, string, number], ValueCount>(
      `SELECT value, count FROM member_counts INDEXED BY member_counts_by_count
       WHERE kind = ? AND member = ? ORDER BY count DESC, value LIMIT ?`,
    ),
    finalizedFirst: db.prepare<[number], RankedPaper>(selectFinalized('')),
    finalizedBehind: db.prepare<[number, string, number], RankedPaper>(
      selectFinalized('AND (rank_score, id) < (?, ?)'),
    ),
    driftedPapers: db.prepare<[number], DriftedPaper>(
      `SELECT kind, id, (state->>'$.drift') AS drift, (state->>'$.drift_since') AS since
       FROM actors INDEXED BY paper_drifted
       WHERE kind IN ('paper_review', 'corpus_entry') AND (state->>'$.drift') IS NOT NULL
       ORDER BY kind, id LIMIT ?`,
    ),
    idsAfter: db
      .prepare<[string, string, number], string>(
        `SELECT id FROM actors INDEXED BY actors_address
         WHERE kind = ? AND id > ? ORDER BY id LIMIT ?`,
      )
      .pluck(),
    standingAlerts: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY alert_standing
       WHERE kind = 'alert' AND status IN ('pending', 'firing', 'suppressed')
       ORDER BY id LIMIT ?`,
    ),
    incidentsGoingOn: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY incident_going_on
       WHERE kind = 'incident' AND status IN ('opening', 'open', 'quiet')
       ORDER BY id LIMIT ?`,
    ),
    lastIncident: db.prepare<[string], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY incident_by_group
       WHERE kind = 'incident' AND (state->>'$.group_key') = ?
       ORDER BY (state->>'$.generation') DESC LIMIT 1`,
    ),
    liveGateRuns: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY actors_by_status
       WHERE kind = 'gate_run' AND status IN (${listOf(liveGateRunStatuses)})
       ORDER BY updated_at DESC, id DESC LIMIT ?`,
    ),
    lastGateRunOf: db.prepare<[string], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY actors_by_project
       WHERE kind = 'gate_run' AND project_id = ? ORDER BY updated_at DESC, id DESC LIMIT 1`,
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
    activeItems: db.prepare<[number], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY queue_by_status
       WHERE kind = 'queue_item' AND status IN (${activeList}) ORDER BY id LIMIT ?`,
    ),
    activeItemOf: db.prepare<[string], ActorRow>(
      `SELECT ${actorColumns} FROM actors INDEXED BY one_active_item_per_lane
       WHERE kind = 'queue_item' AND status IN (${activeList}) AND lane = ?`,
    ),
  };
}

/** Read models on an open database; close it through its journal. */
export function createSqliteReadModels(
  db: Database,
  indexer: SearchIndexer = createOwnIndexer(db),
  heavy: HeavyReads = createHeavyReads(db),
  past: PastCall = createPastCalls(db, (copy) => createSqliteReadModels(copy)).call,
): ReadModels {
  const toEntityRow = createEntityRows();
  return {
    ...createQuickReads(db, toEntityRow),
    ...createLongReads(heavy, indexer, toEntityRow),
    ...createCounts(db, heavy),
    asOf: createAsOf(past),
  };
}

type LongReads = Pick<
  ReadModels,
  Exclude<keyof HeavyReads, 'count'> | 'indexPending' | 'catchUpSearch'
>;

/** Has them done elsewhere or here, and makes objects of their text. */
function createLongReads(
  heavy: HeavyReads,
  indexer: SearchIndexer,
  toEntityRow: ReturnType<typeof createEntityRows>,
): LongReads {
  /** What was committed before the call can be found by it. */
  const prepareSearch = async (search: string): Promise<void> => {
    if (parseSearch(search).kind === 'terms') await indexer.catchUp();
  };
  return {
    async list(kind, query) {
      checkListQuery(kind, query);
      await prepareSearch(query.search);
      const { rows, nextCursor } = await heavy.list(kind, query);
      return { rows: rows.map(toEntityRow), nextCursor };
    },
    async listTexts(kind, query, shape) {
      checkListQuery(kind, query);
      await prepareSearch(query.search);
      return heavy.listTexts(kind, query, shape);
    },
    async listByPage(kind, query) {
      checkListQuery(kind, query);
      await prepareSearch(query.search);
      const { rows, total } = await heavy.listByPage(kind, query);
      return { rows: rows.map(toEntityRow), total };
    },
    recount: (kind) => heavy.recount(kind),
    countPapers: () => heavy.countPapers(),
    async events(query) {
      await prepareSearch(query.search);
      return (await heavy.events(query)).map(toStoredEvent);
    },
    async eventsByPayload(query, payload) {
      await prepareSearch(query.search);
      if (payloadMatch(payload) !== null) await indexer.catchUp();
      const { rows, next } = await heavy.eventsByPayload(query, payload);
      return { rows: rows.map(toStoredEvent), next };
    },
    async eventsByPage(query) {
      await prepareSearch(query.search);
      const { rows, total } = await heavy.eventsByPage(query);
      return { rows: rows.map(toStoredEvent), total };
    },
    stateAt: (kind, id, eventId) => heavy.stateAt(kind, id, eventId),
    async eventsOfTrace(correlationId, limit) {
      await indexer.catchUp();
      return heavy.eventsOfTrace(correlationId, limit);
    },
    outstandingOfTrace: (correlationId) => heavy.outstandingOfTrace(correlationId),
    indexPending: async (limit) => indexer.indexPending(limit),
    catchUpSearch: () => indexer.catchUp({ waits: true }),
  };
}

/** What is kept is a few small rows, and told at once; the rest is counted where that may take long. */
function createCounts(db: Database, heavy: HeavyReads): Pick<ReadModels, 'count'> {
  const prepare = createStatementCache(db);
  return {
    async count(kind, filters) {
      const request = checkListQuery(kind, { sort: null, filters, search: '' });
      if (request.impossible) return 0;
      return countKept(prepare, request) ?? heavy.count(kind, filters);
    },
  };
}

/** Reads by key or by an index that leads to few rows: done at once. */
function createQuickReads(
  db: Database,
  toEntityRow: ReturnType<typeof createEntityRows>,
): Omit<ReadModels, keyof LongReads | 'count' | 'asOf'> {
  const sql = prepareStatements(db);
  const prepare = createStatementCache(db);
  const timeTravel = createTimeTravel(db);
  const rows = (kind: string, read: readonly ActorRow[]): readonly EntityRow[] =>
    toPresent(kind, read).map(toEntityRow);
  const candidates = createCandidateReads(db, (row) => rows('queue_item', [row])[0] as EntityRow);
  /** The kept counts of a kind that fit. */
  const kept = (kind: EntityKind, wanted: (count: KeptCount) => boolean): number =>
    sumOf(readKept(prepare, kind) ?? [], wanted);
  const isWithoutPaper = ({ status, facet }: KeptCount): boolean =>
    status === 'completed' && facet.includes(facets.withoutPaper);

  return {
    head: async () => sql.head.get() ?? 0,
    async get(kind, id) {
      const row = sql.get.get(kind, id);
      return row === undefined ? undefined : rows(kind, [row])[0];
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
    async statusesOf(kind, ids) {
      assert(ids.length <= limits.pageSizeMax, 'no more ids than rows of a page');
      const found = sql.statuses.all(JSON.stringify(ids), kind);
      return new Map(found.map(({ id, status }) => [id, status]));
    },
    async versionsOf(kind, ids) {
      assert(ids.length <= limits.pageSizeMax, 'no more ids than rows of a page');
      const found = sql.versions.all(JSON.stringify(ids), kind);
      return new Map(found.map(({ id, version }) => [id, version]));
    },
    async event(eventId) {
      const row = sql.event.get(eventId);
      return row === undefined ? undefined : toStoredEvent(row);
    },
    newestEvents: async (eventType, limit) =>
      sql.newestEvents.all(eventType, limit).map((row) => ({
        ...row,
        payload: parseStored<NewestEvent['payload']>(row.payload, `event ${row.event_id}`),
      })),
    isNamed: async (kinds, { after, to }) =>
      sql.isNamed.get(after, to, JSON.stringify(kinds)) === 1,
    dispatchCandidates: async (limit) => candidates(limit),
    dispatchHeads: async () => rows('queue_item', sql.dispatchHeads.all()),
    dispatchAlike: async (id, place) => rows('queue_item', sql.dispatchAlike.all(id, place))[0],
    draftCandidates: async (limit, behind = beforeAll) =>
      rows('queue_item', sql.draftCandidates.all(behind.updated_at, behind.project_id, limit)),
    countDraftCandidates: async () =>
      kept('queue_item', (count) => isWithoutPaper(count) && count.facet.includes(facets.positive)),
    countCompletedWithoutPaper: async () => kept('queue_item', isWithoutPaper),
    finalizedNotImported: async (limit, behind) =>
      behind === undefined
        ? sql.finalizedFirst.all(limit)
        : sql.finalizedBehind.all(behind.rank_score, behind.paper_id, limit),
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
    driftedPapers: async (limit) => sql.driftedPapers.all(limit),
    idsAfter: async (kind, id, limit) => sql.idsAfter.all(kind, id, limit),
    activeLanes: async () => sql.activeLanes.all(),
    activeItems: async (limit) => rows('queue_item', sql.activeItems.all(limit)),
    activeItemOf: async (lane) => rows('queue_item', sql.activeItemOf.all(lane))[0],
    followupCandidates: async (limit, behind = beforeAll) =>
      sql.followupCandidates.all(behind.updated_at, behind.project_id, limit),
    childProjects: async (parentId, limit) => sql.childProjects.all(parentId, limit),
    projectsOfSource: async (ref, limit) => sql.projectsOfSource.all(ref, limit),
    mostUsed: async (kind, member, limit) => sql.mostUsed.all(kind, member, limit),
    standingAlerts: async (limit) => rows('alert', sql.standingAlerts.all(limit)),
    incidentsGoingOn: async (limit) => rows('incident', sql.incidentsGoingOn.all(limit)),
    lastIncident: async (groupKey) => rows('incident', sql.lastIncident.all(groupKey))[0],
    liveGateRuns: async (limit) => rows('gate_run', sql.liveGateRuns.all(limit)),
    lastGateRunOf: async (projectId) => rows('gate_run', sql.lastGateRunOf.all(projectId))[0],
    undeliveredCallbacks: async (limit) =>
      rows('callback_delivery', sql.undeliveredCallbacks.all(limit)),
    ...createSpendingReads(db),
    eventIdAt: async (time) => timeTravel.eventIdAt(time),
  };
}

/** Of a connection that writes the index itself, or that only reads. */
function createOwnIndexer(db: Database): SearchIndexer {
  return db.readonly ? createReadonlyIndexer(db) : createSearchIndexer(db, createIndexWriter(db));
}
