/** What the live feed reads, in SQLite. One entity is found by index, a kind by a bounded walk back. */
import type { Database } from 'better-sqlite3';
import type { Journal } from '../../../actors/journal/port.ts';
import { payloadOf } from '../../../actors/journal/sqlite/event-rows.ts';
import { type FeedReads, type StreamSelection, streamScanMax } from '../../ports/feed.ts';

const changeKind = `(${payloadOf('e')}) ->> '$.change.kind'`;
const changeId = `(${payloadOf('e')}) ->> '$.change.id'`;

/** Reads of a feed over an open database and the journal on it. */
export function createSqliteFeed(db: Database, journal: Journal): FeedReads {
  const prepare = (sql: string) => db.prepare<(string | number)[], number>(sql).pluck();
  const last = (from: string, where: string): string =>
    `SELECT event_id FROM ${from} WHERE ${where} ORDER BY event_id DESC LIMIT 1`;
  const recent = (column: 'entity_type' | 'payload'): string =>
    `(SELECT event_id, hash, ${column} FROM events WHERE event_id <= ?
      ORDER BY event_id DESC LIMIT ${streamScanMax}) AS e`;
  const sql = {
    anyEvent: prepare(last('events', 'event_id <= ?')),
    eventOfType: prepare(last(recent('entity_type'), 'entity_type = ?')),
    eventOfEntity: prepare(
      last(
        'events INDEXED BY events_by_entity',
        'entity_type = ? AND entity_id = ? AND event_id <= ?',
      ),
    ),
    anyChange: prepare(last(recent('payload'), `${changeKind} IS NOT NULL`)),
    changeOfKind: prepare(last(recent('payload'), `${changeKind} = ?`)),
    // An actor's changes lie in the events about it, and in those about others that its turns wrote.
    changeAbout: prepare(
      last(
        'events AS e INDEXED BY events_by_entity',
        `entity_type = ? AND entity_id = ? AND event_id <= ? AND ${changeKind} = ? AND ${changeId} = ?`,
      ),
    ),
    changeByTurn: prepare(
      last(
        'events AS e INDEXED BY events_by_turn',
        `turn_kind = ? AND turn_id = ? AND event_id <= ? AND ${changeKind} = ? AND ${changeId} = ?`,
      ),
    ),
  };

  const lastEvent = ({ kind, id }: StreamSelection, atMost: number): number | undefined => {
    if (kind === null) return sql.anyEvent.get(atMost);
    if (id === null) return sql.eventOfType.get(atMost, kind);
    return sql.eventOfEntity.get(kind, id, atMost);
  };
  const lastChange = ({ kind, id }: StreamSelection, atMost: number): number | undefined => {
    if (kind === null) return sql.anyChange.get(atMost);
    if (id === null) return sql.changeOfKind.get(atMost, kind);
    const about = sql.changeAbout.get(kind, id, atMost, kind, id) ?? 0;
    const byTurn = sql.changeByTurn.get(kind, id, atMost, kind, id) ?? 0;
    return Math.max(about, byTurn) || undefined;
  };
  return {
    headEventId: () => journal.headEventId(),
    eventsAfter: (after, limit) => journal.eventsAfter(after, limit),
    lastOf: async (selection, atMost) =>
      (selection.of === 'events' ? lastEvent : lastChange)(selection, atMost) ?? null,
  };
}
