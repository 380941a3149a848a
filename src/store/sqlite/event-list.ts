/**
 * Pages of the event log, newest first. Each combination of filters has an index to walk; a type of
 * entity alone has none, so a rare one is fetched and sorted and a common one found by walking back.
 */

import type { StoredEvent } from '../ports/journal.ts';
import type { EventQuery, OffsetPage } from '../ports/read-models.ts';
import { type EventRow, eventColumns, toStoredEvent } from './event-rows.ts';
import type { PrepareCached } from './statement-cache.ts';

type EventFilters = Pick<EventQuery, 'entityType' | 'entityId' | 'eventType'>;
type SqlValue = string | number;

/** Events of one entity type that may be fetched and sorted for a page. */
const rareEventsMax = 5000;

interface Part {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Statement for `limit` events below `before`; `match` is an FTS5 query or null. `columns` of `events AS e`. */
export function eventsStatement(
  prepare: PrepareCached,
  filters: EventFilters,
  match: string | null,
  window: { before: number; limit: number; offset: number },
  columns = eventColumns,
): Part {
  const parts = partsOf(prepare, filters, match);
  const below = match === null ? 'e.event_id < ?' : 's.rowid < ?';
  const selects = parts.map((part) => `SELECT ${columns} ${part.sql} AND ${below}`);
  const order = match === null || parts.length > 1 ? 'event_id' : 's.rowid';
  return {
    sql: `${selects.join(' UNION ALL ')} ORDER BY ${order} DESC LIMIT ? OFFSET ?`,
    params: [
      ...parts.flatMap((part) => [...part.params, window.before]),
      window.limit,
      window.offset,
    ],
  };
}

/** Newest events below `before`. */
export function readEvents(
  prepare: PrepareCached,
  query: EventQuery,
  match: string | null,
): readonly StoredEvent[] {
  const before = query.before ?? Number.MAX_SAFE_INTEGER;
  const { sql, params } = eventsStatement(prepare, query, match, {
    before,
    limit: query.limit,
    offset: 0,
  });
  return prepare<EventRow>(sql)
    .all(...params)
    .map(toStoredEvent);
}

/** Page number `page` from 1, with the number of all matching events. */
export function readEventPage(
  prepare: PrepareCached,
  query: EventFilters & { page: number; pageSize: number },
  match: string | null,
): OffsetPage<StoredEvent> {
  const offset = (query.page - 1) * query.pageSize;
  const window = { before: Number.MAX_SAFE_INTEGER, limit: query.pageSize, offset };
  const { sql, params } = eventsStatement(prepare, query, match, window);
  return {
    rows: prepare<EventRow>(sql)
      .all(...params)
      .map(toStoredEvent),
    total: countEvents(prepare, query, match),
  };
}

function countEvents(prepare: PrepareCached, filters: EventFilters, match: string | null): number {
  const parts = partsOf(prepare, filters, match);
  const sql = parts.map((part) => `(SELECT count(*) ${part.sql})`).join(' + ');
  const params = parts.flatMap((part) => part.params);
  return prepare<{ total: number }>(`SELECT ${sql} AS total`).get(...params)?.total ?? 0;
}

/** Disjoint parts, each readable in descending order of `event_id`. */
function partsOf(prepare: PrepareCached, filters: EventFilters, match: string | null): Part[] {
  const { entityType, entityId, eventType } = filters;
  if (match !== null) {
    const from = 'FROM event_search AS s CROSS JOIN events AS e ON e.event_id = s.rowid';
    const conditions = conditionsOf(filters);
    return [
      {
        sql: [`${from} WHERE event_search MATCH ?`, ...conditions.sql].join(' AND '),
        params: [match, ...conditions.params],
      },
    ];
  }
  if (entityId !== '' && entityType === '') {
    const types = entityTypes(prepare);
    if (types.length > 0) {
      return types.map((type) => part('events_by_entity', { ...filters, entityType: type }));
    }
  }
  if (entityId !== '') return [part('events_by_entity', filters)];
  if (eventType !== '') return [part('events_by_type', filters)];
  const isRare = entityType !== '' && isRareType(prepare, entityType);
  return [part(isRare ? 'events_by_entity' : null, filters)];
}

function part(index: string | null, filters: EventFilters): Part {
  const conditions = conditionsOf(filters);
  const hint = index === null ? 'NOT INDEXED' : `INDEXED BY ${index}`;
  return {
    sql: [`FROM events AS e ${hint} WHERE true`, ...conditions.sql].join(' AND '),
    params: conditions.params,
  };
}

function conditionsOf(filters: EventFilters): { sql: string[]; params: string[] } {
  const wanted = (
    [
      ['e.entity_type = ?', filters.entityType],
      ['e.entity_id = ?', filters.entityId],
      ['e.event_type = ?', filters.eventType],
    ] as const
  ).filter(([, value]) => value !== '');
  return { sql: wanted.map(([sql]) => sql), params: wanted.map(([, value]) => value) };
}

/** The few types of entity there are, found by jumping through the index from one to the next. */
function entityTypes(prepare: PrepareCached): string[] {
  return prepare<{ type: string }>(
    `WITH RECURSIVE found (type) AS (
       SELECT min(entity_type) FROM events
       UNION ALL
       SELECT (SELECT min(entity_type) FROM events WHERE entity_type > type)
       FROM found WHERE type IS NOT NULL
     )
     SELECT type FROM found WHERE type IS NOT NULL`,
  )
    .all()
    .map((row) => row.type);
}

function isRareType(prepare: PrepareCached, entityType: string): boolean {
  const row = prepare<{ count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM events INDEXED BY events_by_entity WHERE entity_type = ? LIMIT ?)`,
  ).get(entityType, rareEventsMax + 1);
  return (row?.count ?? 0) <= rareEventsMax;
}
