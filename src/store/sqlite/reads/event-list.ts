/**
 * Pages of the event log, newest first. One filter has an index to walk; a type of entity alone has
 * none, so a rare one is fetched and sorted and a common one found by walking back. Where filters or
 * words come together, events that only one of them fits are passed over, in steps that let turns of
 * actors go in between.
 */
import { setImmediate } from 'node:timers/promises';

import { type EventRow, eventColumns } from '../../../actors/journal/sqlite/event-rows.ts';
import type { EventQuery, OffsetPage } from '../../ports/read-models.ts';
import { phraseOf } from '../search/terms.ts';
import type { PrepareCached } from './statement-cache.ts';

type EventFilters = Pick<EventQuery, 'entityType' | 'entityId' | 'eventType'>;
type SqlValue = string | number;

/** Events of one entity type that may be fetched and sorted for a page. */
const rareEventsMax = 5000;
/** Event ids that one step covers. */
const stepEventIds = 5000;

interface Part {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Statement for `limit` events below `before`; `match` is an FTS5 query or null. `columns` of `events AS e`. */
export function eventsStatement(
  prepare: PrepareCached,
  filters: EventFilters,
  match: string | null,
  window: { before: number; limit: number; offset: number; from?: number },
  columns = eventColumns,
): Part {
  const parts = partsOf(prepare, filters, match);
  const id = match === null ? 'e.event_id' : 's.rowid';
  const { from } = window;
  const within = from === undefined ? `${id} < ?` : `${id} < ? AND ${id} >= ?`;
  const selects = parts.map((part) => `SELECT ${columns} ${part.sql} AND ${within}`);
  const order = match === null || parts.length > 1 ? 'event_id' : 's.rowid';
  return {
    sql: `${selects.join(' UNION ALL ')} ORDER BY ${order} DESC LIMIT ? OFFSET ?`,
    params: [
      ...parts.flatMap((part) => [
        ...part.params,
        window.before,
        ...(from === undefined ? [] : [from]),
      ]),
      window.limit,
      window.offset,
    ],
  };
}

/** Newest events below `before`. */
export async function readEvents(
  prepare: PrepareCached,
  query: EventQuery,
  match: string | null,
): Promise<readonly EventRow[]> {
  const before = query.before ?? Number.MAX_SAFE_INTEGER;
  if (!isDirect(query, match)) {
    const ids: number[] = [];
    for await (const found of idsInSteps(prepare, query, match, before)) {
      ids.push(...found);
      if (ids.length >= query.limit) break;
    }
    return fetchEvents(prepare, ids.slice(0, query.limit));
  }
  const { sql, params } = eventsStatement(prepare, query, match, {
    before,
    limit: query.limit,
    offset: 0,
  });
  return prepare<EventRow>(sql).all(...params);
}

/** Page number `page` from 1, with the number of all matching events. */
export async function readEventPage(
  prepare: PrepareCached,
  query: EventFilters & { page: number; pageSize: number },
  match: string | null,
): Promise<OffsetPage<EventRow>> {
  const { page, pageSize } = query;
  const offset = (page - 1) * pageSize;
  if (!isDirect(query, match)) {
    const ids: number[] = [];
    let total = 0;
    for await (const found of idsInSteps(prepare, query, match, Number.MAX_SAFE_INTEGER)) {
      const first = Math.max(0, offset - total);
      ids.push(...found.slice(first, first + pageSize - ids.length));
      total += found.length;
    }
    return { rows: fetchEvents(prepare, ids), total };
  }
  const total = countEvents(prepare, query, match);
  const isWhole = match === null && filtersOf(query) === 0;
  // Ids have no gaps, so the page of the whole log begins at a known id.
  const window = isWhole
    ? { before: Math.max(0, total - offset) + 1, limit: pageSize, offset: 0 }
    : { before: Number.MAX_SAFE_INTEGER, limit: pageSize, offset };
  const { sql, params } = eventsStatement(prepare, query, match, window, idColumn(match));
  const ids = prepare<{ event_id: number }>(sql).all(...params);
  return {
    rows: fetchEvents(
      prepare,
      ids.map((row) => row.event_id),
    ),
    total,
  };
}

const idColumn = (match: string | null): string =>
  `${match === null ? 'e.event_id' : 's.rowid'} AS event_id`;

const filtersOf = ({ entityType, entityId, eventType }: EventFilters): number =>
  [entityType, entityId, eventType].filter((value) => value !== '').length;

/** True when one index leads to the wanted events and to no others, or to few others. */
function isDirect(filters: EventFilters, match: string | null): boolean {
  const count = filtersOf(filters);
  if (match !== null) return count === 0;
  return count <= 1 || filters.entityId !== '';
}

/** Ids of all matching events below `before`, newest first, those of one step at a time. */
async function* idsInSteps(
  prepare: PrepareCached,
  filters: EventFilters,
  match: string | null,
  before: number,
): AsyncGenerator<readonly number[]> {
  let end = Math.min(before, headOf(prepare) + 1);
  while (end > 1) {
    const from = Math.max(1, end - stepEventIds);
    const window = { before: end, from, limit: stepEventIds, offset: 0 };
    const { sql, params } = eventsStatement(prepare, filters, match, window, idColumn(match));
    yield prepare<{ event_id: number }>(sql)
      .all(...params)
      .map((row) => row.event_id);
    end = from;
    await setImmediate();
  }
}

/** The events with these ids, in their order. */
function fetchEvents(prepare: PrepareCached, ids: readonly number[]): readonly EventRow[] {
  const rows = prepare<EventRow>(
    `SELECT ${eventColumns} FROM json_each(?) AS c CROSS JOIN events AS e ON e.event_id = c.value`,
  ).all(JSON.stringify(ids));
  const found = new Map(rows.map((row) => [row.event_id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row === undefined ? [] : [row];
  });
}

function headOf(prepare: PrepareCached): number {
  const row = prepare<{ head: number | null }>('SELECT max(event_id) AS head FROM events').get();
  return row?.head ?? 0;
}

/** Only for filters that lead directly to the events: then indexes alone are read. */
function countEvents(prepare: PrepareCached, filters: EventFilters, match: string | null): number {
  if (match !== null) {
    const sql = 'SELECT count(*) AS total FROM event_search WHERE event_search MATCH ?';
    return prepare<{ total: number }>(sql).get(match)?.total ?? 0;
  }
  if (filtersOf(filters) === 0) return headOf(prepare);
  const isTypeAlone = filters.entityType !== '' && filters.entityId === '';
  const parts = isTypeAlone
    ? [part('events_by_entity', filters)]
    : partsOf(prepare, filters, match);
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
        params: [narrowed(match, filters), ...conditions.params],
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

/** An event is found by its type and by what it is about, too: whatever has these and the words is less to look at. */
function narrowed(match: string, { entityType, entityId, eventType }: EventFilters): string {
  const phrases = [eventType, entityType, entityId].map(phraseOf);
  return [match, ...phrases.filter((phrase) => phrase !== null)].join(' AND ');
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
