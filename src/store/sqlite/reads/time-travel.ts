/** Actors as they were: the fold of their changes up to an event. */
import type { Database } from 'better-sqlite3';
import type { StoredActor } from '../../../actors/journal/port.ts';
import { payloadOf } from '../../../actors/journal/sqlite/event-rows.ts';
import { changeIn, foldChange } from '../../../actors/journal/state-fold.ts';

const payload = `${payloadOf('e')} AS payload`;

/** As in the port, without promises. */
export interface TimeTravel {
  stateAt(kind: string, id: string, eventId: number): StoredActor | undefined;
  eventIdAt(time: string): number;
}

/**
 * An actor's changes lie in the events about it (`events_by_entity`) and, where a turn recorded its
 * change on an event about another entity, in `events_by_turn`: that index holds only such events,
 * so the usual turn does not pay for it.
 */
export function createTimeTravel(db: Database): TimeTravel {
  const history = db.prepare<[string, string, number, string, string, number], { payload: string }>(
    `SELECT event_id, ${payload} FROM events AS e INDEXED BY events_by_entity
       WHERE entity_type = ? AND entity_id = ? AND event_id <= ?
     UNION ALL
     SELECT event_id, ${payload} FROM events AS e INDEXED BY events_by_turn
       WHERE turn_kind = ? AND turn_id = ? AND event_id <= ?
     ORDER BY event_id`,
  );
  const head = db.prepare<[], number>('SELECT coalesce(max(event_id), 0) FROM events').pluck();
  const timeOf = db
    .prepare<[number], string>('SELECT created_at FROM events WHERE event_id = ?')
    .pluck();
  return {
    stateAt(kind, id, eventId) {
      let actor: StoredActor | undefined;
      for (const row of history.iterate(kind, id, eventId, kind, id, eventId)) {
        const change = changeIn(JSON.parse(row.payload) as Record<string, unknown>);
        if (change?.kind === kind && change.id === id) actor = foldChange(actor, change);
      }
      return actor;
    },
    // Times rise with the ids, save for corrections of the clock; so halving finds the place.
    eventIdAt(time) {
      let low = 0;
      let high = head.get() ?? 0;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((timeOf.get(middle) ?? '') <= time) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}
